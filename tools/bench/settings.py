"""The product's settings, with the bench's own two addresses beside its own. Only the bench's web server loads them."""

from casino.settings import *  # noqa: F403 -- a settings module is its names

ROOT_URLCONF = "tools.bench.urls"
