"""Dealers and their rota over HTTP."""
