"""Addresses of the floor's moves."""

from django.urls import path

from tables.pages import moving, mustmoves, seatdraws

urlpatterns = [
    path("moves/", moving.Moves.as_view(), name="moves"),
    path("moves/<int:pk>/grant/", moving.Grant.as_view(), name="grant"),
    path("moves/<int:pk>/withdraw/", moving.Withdraw.as_view(), name="request-withdraw"),
    path("moves/<int:pk>/decline/", moving.Decline.as_view(), name="request-decline"),
    path("tables/<int:pk>/seats/<int:seat>/ask/", moving.Ask.as_view(), name="ask"),
    path("tables/<int:pk>/must-move/", mustmoves.Couple.as_view(), name="couple"),
    path("tables/<int:pk>/must-move/next/", mustmoves.MoveNext.as_view(), name="must-move-next"),
    path("tables/<int:pk>/must-move/refuse/", mustmoves.Refuse.as_view(), name="must-move-refuse"),
    path("tables/<int:pk>/must-move/end/", mustmoves.Uncouple.as_view(), name="uncouple"),
    path("tables/<int:pk>/draw/", seatdraws.Announce.as_view(), name="announce-draw"),
    path("tables/<int:pk>/break/", seatdraws.Break.as_view(), name="break"),
    path("tables/<int:pk>/draw-seats/", seatdraws.DrawSeats.as_view(), name="draw-seats"),
    path("draws/<int:pk>/", seatdraws.DrawPage.as_view(), name="seat-draw"),
]
