"""The root URL configuration; apps are included by name, since `casino` does not import them."""

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
    path("", include("tables.urls")),
    path("", include("accounting.urls")),
    path("api/v1/", include("casino.api.urls")),
    path("", include("casino.pages.urls")),
    path("admin/", admin.site.urls),
]
