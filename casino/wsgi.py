"""The WSGI application, for granian or any other WSGI server."""

import gc
import os
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from casino import paths
from casino.settings.services import bound_requests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
paths.require(paths.Part.WEB)
for database in settings.DATABASES.values():
    bound_requests(database)
application = get_wsgi_application()

# Load all views now rather than at the first request, and exempt the loaded objects from garbage collection.
get_resolver().url_patterns  # noqa: B018 -- asking for them loads them
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 50)  # a request leaves some thousand objects, hardly any of them in a cycle

# A thread that renders a large board gives way to a recorded hand after half a millisecond, not after five.
sys.setswitchinterval(0.0005)
