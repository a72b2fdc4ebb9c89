"""`/api/v1/` of the house itself: signing in and jobs. The apps add theirs in `casino/urls.py`, as strings."""

from django.urls import path

from casino.api.sign_in import LogoutView, TokenView

urlpatterns = [
    path("auth/token/", TokenView.as_view(), name="token"),
    path("auth/logout/", LogoutView.as_view(), name="logout"),
]
