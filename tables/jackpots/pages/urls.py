"""Addresses of claims on jackpots."""

from django.urls import path

from tables.jackpots.pages import claims

floor_urls = [
    path("jackpots/", claims.Claims.as_view(), name="jackpots"),
    path("jackpots/hands/<hand:pk>/", claims.Enter.as_view(), name="jackpot-enter"),
    path("jackpots/<claim:pk>/", claims.ClaimPage.as_view(), name="jackpot-claim"),
    path("jackpots/<claim:pk>/approve/", claims.Approve.as_view(), name="jackpot-approve"),
    path("jackpots/<claim:pk>/decline/", claims.Decline.as_view(), name="jackpot-decline"),
]
