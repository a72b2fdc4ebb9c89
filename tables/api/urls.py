"""`/api/v1/` of the game side."""

from django.urls import path

from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
from tables.api import (
    carrying,
    corrections,
    days,
    games,
    guests,
    hands,
    recording,
    rules,
    seats,
    simulation,
    slips,
    tables,
    timecharges,
)

_SEAT = "tables/<id:pk>/seats/<int:seat>/"

# Tried from the top, so what dealers send all evening comes first.
urlpatterns = [
    path("hands/<id:pk>/actions/", hands.Act.as_view(), name="hand-act"),
    path("tables/<id:pk>/hands/record/", recording.Record.as_view(), name="hand-record"),
    path("gaming-days/<id:pk>/close/", days.CloseDay.as_view(), name="gaming-day-close"),
    path("gaming-days/<id:pk>/checklist/", days.Checklist.as_view(), name="gaming-day-checklist"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<id:pk>/", games.OneGame.as_view(), name="game"),
    path("games/<id:pk>/rules/", rules.Rules.as_view(), name="game-rules"),
    path("rake-schedules/simulate/", simulation.Simulate.as_view(), name="rake-schedule-simulate"),
    path("guests/", guests.Guests.as_view(), name="guests"),
    path("guests/<id:pk>/", guests.OneGuest.as_view(), name="guest"),
    path("dealers/", guests.Dealers.as_view(), name="dealers"),
    path("tables/", tables.Tables.as_view(), name="tables"),
    path("tables/<id:pk>/", tables.OneTable.as_view(), name="table"),
    path("tables/<id:pk>/open/", tables.Open.as_view(), name="table-open"),
    path("tables/<id:pk>/pause/", tables.Pause.as_view(), name="table-pause"),
    path("tables/<id:pk>/resume/", tables.Resume.as_view(), name="table-resume"),
    path("tables/<id:pk>/change-game/", tables.ChangeGame.as_view(), name="table-change-game"),
    path("tables/<id:pk>/close/", tables.Close.as_view(), name="table-close"),
    path("tables/<id:pk>/carry-over/", carrying.CarryOver.as_view(), name="table-carry-over"),
    path("tables/<id:pk>/drop/", carrying.DropBoxes.as_view(), name="table-drop"),
    path("tables/<id:pk>/time-charge/", timecharges.Collect.as_view(), name="table-time-charge"),
    path("tables/<id:pk>/dealer/", tables.Dealer.as_view(), name="table-dealer"),
    path(_SEAT + "sit/", seats.Sit.as_view(), name="seat-sit"),
    path(_SEAT + "top-up/", seats.TopUp.as_view(), name="seat-top-up"),
    path(_SEAT + "cash-out/", seats.CashOut.as_view(), name="seat-cash-out"),
    path(_SEAT + "move/", seats.Move.as_view(), name="seat-move"),
    path(_SEAT + "away/", seats.Away.as_view(), name="seat-away"),
    path(_SEAT + "back/", seats.Back.as_view(), name="seat-back"),
    path("tables/<id:pk>/hands/", hands.Start.as_view(), name="hand-start"),
    path("hands/", hands.Hands.as_view(), name="hands"),
    path("hands/<id:pk>/", hands.OneHand.as_view(), name="hand"),
    path("hands/<id:pk>/undo/", hands.Undo.as_view(), name="hand-undo"),
    path("hands/<id:pk>/void/", hands.Void.as_view(), name="hand-void"),
    path("hands/<id:pk>/settle/", hands.Settle.as_view(), name="hand-settle"),
    path("hands/<id:pk>/correct/", corrections.Correct.as_view(), name="hand-correct"),
    path("hands/late/", corrections.EnterLate.as_view(), name="hand-late"),
    path("hands/<id:pk>/bundle/", corrections.Bundle.as_view(), name="hand-bundle"),
    path("tables/<id:pk>/rulings/", corrections.Rule.as_view(), name="table-rule"),
    path("rulings/", corrections.Rulings.as_view(), name="rulings"),
    path("hands/<id:pk>/phh/", recording.Phh.as_view(), name="hand-phh"),
    *slips.urlpatterns,
]
