"""The addresses of practice games below `/api/v1/`."""

from django.urls import path

from tables.practice.api import games, hands

_TABLE = "tables/<table:pk>/practice/"
_HAND = "practice-hands/<practice_hand:pk>/"

urlpatterns = [
    path(_TABLE, games.Practice.as_view(), name="practice"),
    path(_TABLE + "open/", games.OpenPractice.as_view(), name="practice-open"),
    path(_TABLE + "sit/", games.TakePracticeSeat.as_view(), name="practice-sit"),
    path(_TABLE + "add-chips/", games.AddPracticeChips.as_view(), name="practice-add-chips"),
    path(_TABLE + "leave/", games.LeavePracticeSeat.as_view(), name="practice-leave"),
    path(_TABLE + "change-game/", games.ChangePracticeGame.as_view(), name="practice-change-game"),
    path(_TABLE + "reset/", games.ResetPractice.as_view(), name="practice-reset"),
    path(_TABLE + "close/", games.ClosePractice.as_view(), name="practice-close"),
    path(_TABLE + "deal/", hands.DealPracticeHand.as_view(), name="practice-deal"),
    path("practice-hands/", hands.PracticeHands.as_view(), name="practice-hands"),
    path(_HAND, hands.OnePracticeHand.as_view(), name="practice-hand"),
    path(_HAND + "actions/", hands.ActInPractice.as_view(), name="practice-hand-act"),
    path(_HAND + "undo/", hands.UndoInPractice.as_view(), name="practice-hand-undo"),
    path(_HAND + "void/", hands.VoidPracticeHand.as_view(), name="practice-hand-void"),
    path(_HAND + "settle/", hands.SettlePracticeHand.as_view(), name="practice-hand-settle"),
]
