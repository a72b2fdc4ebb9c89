"""What `manage.py bench` measures, and against what.

Every figure is a ratio to something that runs beside it, in turns, on the same machine in the same minute: another
engine, pgbench, psql.  Absolute numbers say more about the machine than about us.
"""
