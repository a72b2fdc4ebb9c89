"""Why a newcomer may not take a seat: a feeder table has guests, a bar, or a player of the game asked for the seat.

Inner steps of seating a guest, of calling one from a waiting list, and of joining it.
"""

from datetime import datetime

from django.utils import timezone

from casino import house_time
from casino.errors import N_, Refusal
from tables.models import MoveRequest
from tables.rules.moving import requests
from tables.seating.selectors import move_requests as moving
from tables.seating.services.seating import Floor


def check(floor: Floor, *, seat: int, guest_id: int, reason: str) -> None:
    """Refuse to give a newcomer a seat at a locked table.

    Refuses a guest who refused a must-move (`barred_from_game`), a main table whose feeder has guests (`main_is_fed`),
    and without a reason a seat that a player of the game has asked for (`seat_asked_for`); a reason is recorded there.
    """
    now, table_id = floor.situation.now, floor.table.id
    feeder, barred_until, is_asked = moving.against_newcomer(table_id, floor.game.pk, guest_id, now)
    if barred_until is not None:
        raise _barred(barred_until)
    if feeder is not None:
        raise Refusal(
            "main_is_fed",
            N_("Table %(table)s is filled from its feeder, table %(feeder)s: new players go there."),
            table=floor.table.code,
            feeder=feeder,
        )
    if is_asked:
        asked = [moving.request(row) for row in moving.open_requests([floor.game.pk])]
        players = moving.players(floor.game.pk)
        note_passed_over(requests.check_newcomer(asked, table_id, seat, players, has_reason=bool(reason)), reason)


def note_passed_over(request_ids: list[int], reason: str) -> None:
    """Record on each request why another guest got the seat."""
    if request_ids:
        MoveRequest.objects.filter(pk__in=request_ids).update(reason=reason)


def check_bar(guest_id: int, game_id: int) -> None:
    """Refuse a guest who is barred from the game, and so from its waiting list (`barred_from_game`)."""
    until = moving.barred_until(guest_id, game_id, house_time.now())
    if until is not None:
        raise _barred(until)


def _barred(until: datetime) -> Refusal:
    return Refusal(
        "barred_from_game",
        N_("The guest refused to move and may not play this game until %(until)s."),
        until=timezone.localtime(until).strftime("%H:%M"),
        barred_until=until.isoformat(),
    )
