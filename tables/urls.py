"""Addresses of the game side: its API and its pages."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("tables.api.urls")),
    path("", include("tables.pages.urls")),
]
