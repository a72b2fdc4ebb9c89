"""Addresses of the whole house. The apps bring their own; `casino` names them only as strings."""

import contextlib

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from casino import health


def _those_there(prefix: str, *modules: str) -> list[URLPattern | URLResolver]:
    found: list[URLPattern | URLResolver] = []
    for module in modules:
        with contextlib.suppress(ImportError):  # while the doors are being built
            found.append(path(prefix, include(module)))
    return found


handler400 = "casino.pages.errors.bad_request"
handler403 = "casino.pages.errors.not_allowed"
handler404 = "casino.pages.errors.not_found"
handler500 = "casino.pages.errors.our_mistake"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("admin/", admin.site.urls),
    *_those_there("api/v1/", "casino.api.urls", "accounting.api.urls", "tables.api.urls"),
    *_those_there("", "casino.pages.urls", "accounting.pages.urls", "tables.pages.urls"),
]
