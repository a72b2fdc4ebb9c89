"""PostgreSQL and Valkey as children of our own, for a machine that has neither.

A house with real servers names them by URL and never comes here.
"""
