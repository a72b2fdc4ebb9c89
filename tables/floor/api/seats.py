"""Seats: sitting down, topping up, cashing out, moving, being away. The seat's number stands in the address."""

from collections.abc import Mapping
from typing import Any, ClassVar

from casino.api.fields import CentsField, IdField, TextField
from casino.api.rendering import Json
from casino.models import User
from tables.floor.services import seats
from tables.play.api import views
from tables.play.api.commands import TableCommand
from tables.play.api.fields import SeatField
from tables.play.selectors import tables as selectors

MOST_REASON = 500


class Sit(TableCommand):
    """Seat a guest with a buy-in."""

    examples: ClassVar[Mapping[str, Json]] = {
        "In with 200 euros": {"version": 5, "guest": 41, "buy_in_cents": 20000},
        "Past who waits": {"version": 5, "guest": 41, "buy_in_cents": 20000, "reason": "Both of them want table 2."},
    }

    class Input(TableCommand.Input):
        """Who, with how much, and why he and not who waits for the game."""

        guest = IdField()
        buy_in_cents = CentsField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Sit."""
        seats.sit(
            table_id=pk,
            version=values.get("version"),
            seat=seat,
            guest_id=values["guest_id"],
            buy_in_cents=values["buy_in_cents"],
            reason=values.get("reason", ""),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class TopUp(TableCommand):
    """Add chips to a stack, between hands."""

    class Input(TableCommand.Input):
        """How much is added; of one pool what was counted before, where the amount alone may not reach the minimum."""

        amount_cents = CentsField()
        counted_cents = CentsField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Top up."""
        seats.top_up(
            table_id=pk,
            version=values.get("version"),
            seat=seat,
            amount_cents=values["amount_cents"],
            counted_cents=values.get("counted_cents"),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class CashOut(TableCommand):
    """Let a guest leave with all his chips."""

    class Input(TableCommand.Input):
        """The chips as counted; needed where the table keeps one pool."""

        counted_cents = CentsField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Cash out."""
        seats.cash_out(
            table_id=pk,
            version=values.get("version"),
            seat=seat,
            counted_cents=values.get("counted_cents"),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class Move(TableCommand):
    """Move a guest with his whole stack to another seat, here or elsewhere; answers with the table he came from."""

    class Input(TableCommand.Input):
        """Where he goes; between two tables that keep pools his chips, as counted; into a game others wait for, why."""

        to_table = IdField()
        to_seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counted_cents = CentsField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Move."""
        seats.move(
            table_id=pk,
            version=values.get("version"),
            seat=seat,
            to_table_id=values["to_table_id"],
            to_seat=values["to_seat"],
            reason=values.get("reason", ""),
            counted_cents=values.get("counted_cents"),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class Away(TableCommand):
    """Mark a guest as away: he is not dealt in.  With a reason also while more are away than the house lets walk."""

    idempotent = False

    class Input(TableCommand.Input):
        """Why he may."""

        reason = TextField(max_length=500, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Away."""
        seats.away(table_id=pk, version=values.get("version"), seat=seat, reason=values.get("reason", ""), actor=actor)
        return views.table(selectors.view(pk))


class Back(TableCommand):
    """Mark a guest as back: he is dealt in again, with the blinds he missed."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Back."""
        seats.back(table_id=pk, version=values.get("version"), seat=seat, actor=actor)
        return views.table(selectors.view(pk))
