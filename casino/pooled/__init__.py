"""A Django backend for PostgreSQL behind a pooler that gives each transaction another session (DATABASE_POOLER)."""
