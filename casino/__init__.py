"""Shared base of all apps. Has no imports: `manage.py` reads `casino.bootstrap` before any package is installed."""
