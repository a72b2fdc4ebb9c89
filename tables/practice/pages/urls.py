"""Addresses of practice games."""

from django.urls import path

from tables.practice.pages import hand, table

_TABLE = "tables/<table:pk>/"
_HAND = "hands/<practice_hand:pk>/"

app_name = "practice"
urlpatterns = [
    path(_TABLE, table.PracticeTable.as_view(), name="table"),
    path(_TABLE + "open/", table.Open.as_view(), name="open"),
    path(_TABLE + "start/", table.StartHand.as_view(), name="start"),
    path(_TABLE + "game/", table.ChangeGame.as_view(), name="game"),
    path(_TABLE + "reset/", table.Reset.as_view(), name="reset"),
    path(_TABLE + "close/", table.Close.as_view(), name="close"),
    path(_TABLE + "seats/<int:seat>/sit/", table.Sit.as_view(), name="sit"),
    path(_TABLE + "seats/<int:seat>/chips/", table.Chips.as_view(), name="chips"),
    path(_TABLE + "seats/<int:seat>/leave/", table.Leave.as_view(), name="leave"),
    path(_HAND, hand.HandPage.as_view(), name="hand"),
    path(_HAND + "act/", hand.Act.as_view(), name="act"),
    path(_HAND + "undo/", hand.Undo.as_view(), name="undo"),
    path(_HAND + "misdeal/", hand.Misdeal.as_view(), name="misdeal"),
    path(_HAND + "settle/", hand.Settle.as_view(), name="settle"),
]
