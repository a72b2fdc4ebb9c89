"""Addresses of the whole house. The apps bring their own; `casino` names them only as strings."""

from django.urls import URLPattern, URLResolver, path

from casino import health

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive),
    path("readyz", health.ready),
]
