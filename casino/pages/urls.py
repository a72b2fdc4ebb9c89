"""Addresses of the front door and of the API's documentation."""

from django.urls import path
from drf_spectacular.views import SpectacularSwaggerSplitView

from casino.pages import front

urlpatterns = [
    path("", front.home, name="home"),
    path("login/", front.enter, name="login"),
    path("logout/", front.leave, name="logout"),
    path("language/", front.speak, name="language"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(), name="docs"),
]
