"""`/api/v1/` of the house itself: signing in, jobs, the schema. The apps add theirs in `casino/urls.py`, as strings."""

from django.urls import path

from drf_spectacular.views import SpectacularAPIView

from casino.api.sign_in import LogoutView, TokenView

urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("auth/token/", TokenView.as_view(), name="token"),
    path("auth/logout/", LogoutView.as_view(), name="logout"),
]
