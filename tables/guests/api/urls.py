"""Addresses of guests below `/api/v1/`."""

from tables.guests.api import admission, guests, policies

urlpatterns = [*guests.urlpatterns, *admission.urlpatterns, *policies.urlpatterns]
