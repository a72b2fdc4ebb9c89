"""The settings under test: those of a local machine, with quick passwords and without the need to collect static files."""

import os

os.environ.pop("CASINO_ENV", None)
os.environ.setdefault("CASINO_SECRET_KEY", "for tests only, protects nothing")

from casino.settings import *  # noqa: E402, F403
from casino.settings import STORAGES  # noqa: E402

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
