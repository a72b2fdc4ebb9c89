"""Addresses of the floor below `/api/v1/`."""

from django.urls import path

from tables.floor.api import decks, seats, slips, tables, terms

_SEAT = "tables/<table:pk>/seats/<int:seat>/"

urlpatterns = [
    path("tables/", tables.Tables.as_view(), name="tables"),
    path("tables/<table:pk>/", tables.OneTable.as_view(), name="table"),
    path("tables/<table:pk>/open/", tables.Open.as_view(), name="table-open"),
    path("tables/<table:pk>/pause/", tables.Pause.as_view(), name="table-pause"),
    path("tables/<table:pk>/resume/", tables.Resume.as_view(), name="table-resume"),
    path("tables/<table:pk>/change-game/", tables.ChangeGame.as_view(), name="table-change-game"),
    path("tables/<table:pk>/close/", tables.Close.as_view(), name="table-close"),
    path("tables/<table:pk>/carry-over/", tables.CarryOver.as_view(), name="table-carry-over"),
    path("tables/<table:pk>/drop/", tables.DropBoxes.as_view(), name="table-drop"),
    path("tables/<table:pk>/dealer/", tables.Dealer.as_view(), name="table-dealer"),
    path(_SEAT + "sit/", seats.Sit.as_view(), name="seat-sit"),
    path(_SEAT + "top-up/", seats.TopUp.as_view(), name="seat-top-up"),
    path(_SEAT + "cash-out/", seats.CashOut.as_view(), name="seat-cash-out"),
    path(_SEAT + "move/", seats.Move.as_view(), name="seat-move"),
    path(_SEAT + "away/", seats.Away.as_view(), name="seat-away"),
    path(_SEAT + "back/", seats.Back.as_view(), name="seat-back"),
    *slips.urlpatterns,
    *terms.urlpatterns,
    *decks.urlpatterns,
]
