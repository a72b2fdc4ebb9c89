"""Addresses of the floor's moves."""

from django.urls import path

from tables.moving.pages import must_moves, seat_draws, views

floor_urls = [
    path("moves/", views.Moves.as_view(), name="moves"),
    path("moves/<move:pk>/grant/", views.Grant.as_view(), name="grant"),
    path("moves/<move:pk>/withdraw/", views.Withdraw.as_view(), name="request-withdraw"),
    path("moves/<move:pk>/decline/", views.Decline.as_view(), name="request-decline"),
    path("tables/<table:pk>/seats/<int:seat>/ask/", views.Ask.as_view(), name="ask"),
    path("tables/<table:pk>/must-move/", must_moves.Couple.as_view(), name="couple"),
    path("tables/<table:pk>/must-move/next/", must_moves.MoveNext.as_view(), name="must-move-next"),
    path("tables/<table:pk>/must-move/refuse/", must_moves.Refuse.as_view(), name="must-move-refuse"),
    path("tables/<table:pk>/must-move/end/", must_moves.Uncouple.as_view(), name="uncouple"),
    path("tables/<table:pk>/draw/", seat_draws.Announce.as_view(), name="announce-draw"),
    path("tables/<table:pk>/break/", seat_draws.Break.as_view(), name="break"),
    path("tables/<table:pk>/draw-seats/", seat_draws.DrawSeats.as_view(), name="draw-seats"),
    path("draws/<draw:pk>/", seat_draws.DrawPage.as_view(), name="seat-draw"),
]
