"""Is this process alive, and can it work?

For load balancers and for `manage.py up`; no sign-in, no facts about the house.
"""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@require_safe
@never_cache
def alive(_request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is asked, so that a database at rest does not get web servers restarted."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
@never_cache
def ready(_request: HttpRequest) -> HttpResponse:
    """The process can reach its database: send it requests. 503 when not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("no database", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
