"""Shared base of all apps. Has no imports: `manage.py` reads it under any Python, before a package is installed."""
