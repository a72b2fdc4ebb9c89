"""Addresses of the money side."""

from django.urls import include, path

urlpatterns = [
    path("api/v1/", include("accounting.api.urls")),
]
