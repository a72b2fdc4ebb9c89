"""Addresses of the dealer's pages and of the posted sheets."""

from django.urls import path

from tables.play.pages import hands, posted, rounds
from tables.play.pages.hands import dealer, pad

dealer_urls = [
    path("tables/<int:pk>/", dealer.DealerTable.as_view(), name="table"),
    path("tables/<int:pk>/start/", dealer.StartHand.as_view(), name="start"),
    path("tables/<int:pk>/record/", pad.RecordSummary.as_view(), name="record"),
    path("tables/<int:pk>/round/", rounds.RecordRound.as_view(), name="round"),
    path("tables/<int:pk>/rounds/<int:number>/void/", rounds.VoidRound.as_view(), name="void-round"),
    path("tables/<int:pk>/false-deal/", rounds.FalseDeal.as_view(), name="false-deal"),
    path("tables/<int:pk>/history/", pad.History.as_view(), name="history"),
    path("refused/<uuid:hand_uuid>/", pad.Decided.as_view(), name="decided"),
    path("worker.js", pad.worker, name="worker"),
    path("hands/<int:pk>/", hands.HandPage.as_view(), name="hand"),
    path("hands/<int:pk>/act/", hands.Act.as_view(), name="act"),
    path("hands/<int:pk>/undo/", hands.Undo.as_view(), name="undo"),
    path("hands/<int:pk>/settle/", hands.Settle.as_view(), name="settle"),
    path("hands/<int:pk>/misdeal/", hands.Misdeal.as_view(), name="misdeal"),
    path("hands/<int:pk>/void/", hands.Void.as_view(), name="void"),
]

policy_urls = [
    path("rules/", posted.Games.as_view(), name="games"),
    path("rules/<int:pk>/", posted.Sheet.as_view(), name="rules"),
]
