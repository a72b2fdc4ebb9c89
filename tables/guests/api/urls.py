"""Addresses of guests below `/api/v1/`."""

from tables.guests.api import admission, guests

urlpatterns = [*guests.urlpatterns, *admission.urlpatterns]
