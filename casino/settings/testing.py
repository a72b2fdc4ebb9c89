"""The settings under test: those of a local machine, with quick passwords and static files as they lie."""

import os

os.environ.pop("CASINO_ENV", None)
os.environ.setdefault("CASINO_SECRET_KEY", "for tests only, protects nothing")

from casino.settings import *  # noqa: F403
from casino.settings import STORAGES

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
DATABASE_OWNER = None  # tests run as the owner, so that they can also do what the application cannot
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
