"""Addresses of claims on jackpots below `/api/v1/`."""

from tables.jackpots.api import claims

urlpatterns = claims.urlpatterns
