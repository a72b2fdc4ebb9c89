"""URLs of the money side: its API and its pages."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("accounting.api.urls")),
    path("", include("accounting.pages.urls")),
]
