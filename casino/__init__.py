"""The house all stand in. Empty of imports: `manage.py` reads `casino.bootstrap` before any package is installed."""
