"""Addresses of the cage below `/api/v1/`."""

from accounting.cage.api import counts, slips, windows

urlpatterns = [*counts.urlpatterns, *windows.urlpatterns, *slips.urlpatterns]
