"""Addresses of the hands of a tournament, below its own."""

from django.urls import path

from tables.tournament_hands.pages import hand, hands

tournament_urls = [
    path("<tournament:pk>/tables/<table:table>/hands/", hands.TablePage.as_view(), name="table-hands"),
    path("<tournament:pk>/tables/<table:table>/hands/start/", hands.StartHand.as_view(), name="start-hand"),
    path("<tournament:pk>/hands/", hands.Hands.as_view(), name="hands"),
    path("<tournament:pk>/hands/<int:number>/", hand.HandPage.as_view(), name="hand"),
    path("<tournament:pk>/hands/<int:number>/act/", hand.Act.as_view(), name="act-hand"),
    path("<tournament:pk>/hands/<int:number>/undo/", hand.Undo.as_view(), name="undo-hand"),
    path("<tournament:pk>/hands/<int:number>/settle/", hand.Settle.as_view(), name="settle-hand"),
    path("<tournament:pk>/hands/<int:number>/misdeal/", hand.Misdeal.as_view(), name="misdeal-hand"),
    path("<tournament:pk>/hands/<int:number>/void/", hand.Void.as_view(), name="void-hand"),
]
