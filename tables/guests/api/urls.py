"""Addresses of guests below `/api/v1/`."""

from tables.guests.api import admission, guests, policies, retention

urlpatterns = [*guests.urlpatterns, *admission.urlpatterns, *policies.urlpatterns, *retention.urlpatterns]
