"""The web server's entrance (granian, any WSGI server)."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
application = get_wsgi_application()

# All doors are loaded now rather than by the first guest, and what is loaded stays: the collector need not walk it.
get_resolver().url_patterns  # noqa: B018 -- asking for them loads them
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 50)  # a request leaves some thousand objects behind, hardly any of them in a circle
