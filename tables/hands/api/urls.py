"""Addresses of hands below `/api/v1/`."""

from django.urls import path

from tables.hands.api import commands, views

# Matched from the top: the most frequent commands come first.
urlpatterns = [
    path("hands/<hand:pk>/actions/", views.Act.as_view(), name="hand-act"),
    path("tables/<table:pk>/hands/record/", commands.Record.as_view(), name="hand-record"),
    path("tables/<table:pk>/hands/import/", commands.Import.as_view(), name="hand-import"),
    path("tables/<table:pk>/hands/", views.Start.as_view(), name="hand-start"),
    path("hands/", views.Hands.as_view(), name="hands"),
    path("hands/<hand:pk>/", views.OneHand.as_view(), name="hand"),
    path("hands/<hand:pk>/undo/", views.Undo.as_view(), name="hand-undo"),
    path("hands/<hand:pk>/void/", views.Void.as_view(), name="hand-void"),
    path("hands/<hand:pk>/settle/", views.Settle.as_view(), name="hand-settle"),
    path("hands/<hand:pk>/phh/", commands.Phh.as_view(), name="hand-phh"),
]
