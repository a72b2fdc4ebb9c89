"""Addresses of rounds below `/api/v1/`."""

from django.urls import path

from tables.rounds.api import views

urlpatterns = [
    path("tables/<table:pk>/rounds/record/", views.RecordRound.as_view(), name="round-record"),
    path("tables/<table:pk>/rounds/false-deal/", views.FalseDeal.as_view(), name="round-false-deal"),
    path("rounds/", views.Rounds.as_view(), name="rounds"),
    path("rounds/<round:pk>/", views.OneRound.as_view(), name="round"),
    path("rounds/<round:pk>/void/", views.VoidRound.as_view(), name="round-void"),
]
