"""Liveness and readiness, for load balancers and `manage.py up`; no sign-in, no data of the house."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def alive(_request: HttpRequest) -> HttpResponse:
    """200 while the process answers; no query, so that a stopped database does not get web servers restarted."""
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """200 if the process reaches its database, else 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database", status=503, content_type="text/plain; charset=utf-8")
    return HttpResponse("ok", content_type="text/plain; charset=utf-8")
