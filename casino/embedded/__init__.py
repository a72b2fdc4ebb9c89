"""PostgreSQL and Valkey as child processes, for a machine without servers.

A house with its own servers names them by URL and does not use this package.
"""
