"""The root URL configuration; the addresses of the packages above are named in the settings."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from casino import health, metrics

handler400 = "casino.pages.errors.bad_request"
handler403 = "casino.pages.errors.not_allowed"
handler404 = "casino.pages.errors.not_found"
handler500 = "casino.pages.errors.server_error"

# Tried in order: the busiest addresses come first, the back office last.
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("metrics", metrics.show),
    *(path("", include(package)) for package in settings.PACKAGE_URLS),
    path("api/v1/", include("casino.api.urls")),
    path("", include("casino.pages.urls")),
    path("admin/", admin.site.urls),
]
