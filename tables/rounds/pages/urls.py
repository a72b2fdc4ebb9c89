"""Addresses of the dealer's pages of rounds."""

from django.urls import path

from tables.rounds.pages import views

dealer_urls = [
    path("tables/<table:pk>/round/", views.RecordRound.as_view(), name="round"),
    path("tables/<table:pk>/round/result/", views.RoundResult.as_view(), name="round-result"),
    path("tables/<table:pk>/rounds/<int:number>/void/", views.VoidRound.as_view(), name="void-round"),
    path("tables/<table:pk>/false-deal/", views.FalseDeal.as_view(), name="false-deal"),
]
