"""Addresses of the game side."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("tables.api.urls")),
]
