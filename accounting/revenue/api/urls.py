"""Addresses of revenue and levies below `/api/v1/`."""

from accounting.revenue.api import authority_keys, levies, statements

urlpatterns = [*statements.urlpatterns, *levies.urlpatterns, *authority_keys.urlpatterns]
