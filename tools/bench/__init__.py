"""Measurements of `manage.py bench`, and the programs compared with.

Every figure is a ratio to another program run in turns with it, on the same machine in the same minute: another engine,
pgbench, psql.  Absolute numbers say more about the machine than about this program.
"""
