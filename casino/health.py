"""Liveness and readiness, for load balancers and `manage.py up`; no sign-in, no data of the house."""

import shutil

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino import environment
from casino.selectors import migrations

LEAST_ROOM_BYTES = 16_000_000  # a segment of PostgreSQL's log


@require_safe
@never_cache
def alive(_request: HttpRequest) -> HttpResponse:
    """200 while the process answers; no query, so that a stopped database does not get web servers restarted."""
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """200 and the version if the database answers with its tables and a bare machine's disk has room; else 503."""
    try:
        if migrations.missing():
            return HttpResponse("migrations missing", status=503, content_type="text/plain; charset=utf-8")
    except DatabaseError:
        return HttpResponse("no database", status=503, content_type="text/plain; charset=utf-8")
    if not environment.text("DATABASE_URL") and shutil.disk_usage(settings.DATA_FOLDER).free < LEAST_ROOM_BYTES:
        return HttpResponse("disk full", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse(f"ok {environment.VERSION}", content_type="text/plain; charset=utf-8")
