"""The addresses of the hands of a tournament."""

from django.urls import path

from tables.tournament_hands.api import hands

_ONE = "tournaments/<tournament:pk>/"
_HAND = "tournament-hands/<tournament_hand:pk>/"

urlpatterns = [
    path(_ONE + "hands/", hands.Hands.as_view(), name="tournament-hands"),
    path(_ONE + "deal-hand/", hands.DealHand.as_view(), name="tournament-deal-hand"),
    path(_HAND, hands.OneHand.as_view(), name="tournament-hand"),
    path(_HAND + "actions/", hands.ActInHand.as_view(), name="tournament-hand-act"),
    path(_HAND + "undo/", hands.UndoInHand.as_view(), name="tournament-hand-undo"),
    path(_HAND + "void/", hands.VoidChipHand.as_view(), name="tournament-hand-void"),
    path(_HAND + "settle/", hands.SettleChipHand.as_view(), name="tournament-hand-settle"),
]
