"""The ASGI application, for granian or any other ASGI server."""

import gc
import os
import sys

import django
from django.conf import settings
from django.urls import get_resolver

from casino import environment, paths, traces
from casino.settings.services import bound_requests
from casino.whole_requests import WholeRequests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
paths.require(paths.Part.WEB)
for database in settings.DATABASES.values():
    bound_requests(database)
django.setup(set_prefix=False)
traces.begin()
application = WholeRequests(environment.count("CASINO_WEB_THREADS"))

# Load all views now rather than at the first request, and exempt the loaded objects from garbage collection.
get_resolver().url_patterns  # noqa: B018 -- asking for them loads them
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 50)  # a request leaves some thousand objects, hardly any of them in a cycle

# A thread that renders a large board gives way to a recorded hand after half a millisecond, not after five.
sys.setswitchinterval(0.0005)
