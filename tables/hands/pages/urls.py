"""Addresses of the dealer's pages of hands."""

from django.urls import path

from tables.hands.pages import before, dealer, pad, views

dealer_urls = [
    path("tables/<table:pk>/", dealer.DealerTable.as_view(), name="table"),
    path("tables/<table:pk>/start/", dealer.StartHand.as_view(), name="start"),
    path("tables/<table:pk>/missed-blinds/", before.MissedBlinds.as_view(), name="missed-blinds"),
    path("tables/<table:pk>/time-charge/", before.TimeCharge.as_view(), name="time-charge"),
    path("tables/<table:pk>/record/", pad.RecordSummary.as_view(), name="record"),
    path("tables/<table:pk>/history/", pad.History.as_view(), name="history"),
    path("refused/<uuid:hand_uuid>/", pad.Decided.as_view(), name="decided"),
    path("worker.js", pad.worker, name="worker"),
    path("hands/<hand:pk>/", views.HandPage.as_view(), name="hand"),
    path("hands/<hand:pk>/act/", views.Act.as_view(), name="act"),
    path("hands/<hand:pk>/undo/", views.Undo.as_view(), name="undo"),
    path("hands/<hand:pk>/settle/", views.Settle.as_view(), name="settle"),
    path("hands/<hand:pk>/misdeal/", views.Misdeal.as_view(), name="misdeal"),
    path("hands/<hand:pk>/void/", views.Void.as_view(), name="void"),
]
