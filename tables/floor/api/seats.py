"""Seats: sitting down, topping up, cashing out, moving, being away. The seat's number stands in the address."""

from collections.abc import Mapping
from typing import ClassVar

from casino.api.fields import CentsField, IdField, TextField
from casino.api.rendering import Json
from tables.floor.services import seats
from tables.play.api.fields import SeatField
from tables.play.api.tables import TableCommand

MOST_REASON = 500


class Sit(TableCommand):
    """Seat a guest with a buy-in; past others who wait for the game only with a reason."""

    service = seats.sit
    examples: ClassVar[Mapping[str, Json]] = {
        "In with 200 euros": {"version": 5, "guest": 41, "buy_in_cents": 20000},
        "Past others who wait": {
            "version": 5, "guest": 41, "buy_in_cents": 20000, "reason": "Both of them want table 2.",
        },
    }  # fmt: skip

    class Input(TableCommand.Input):
        guest = IdField()
        buy_in_cents = CentsField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)


class TopUp(TableCommand):
    """Add chips to a stack, between hands."""

    service = seats.top_up

    class Input(TableCommand.Input):
        """Where the table keeps one pool, the stack as counted before, unless the amount alone reaches the minimum."""

        amount_cents = CentsField(
            required=False,
            allow_null=True,
            help_text="Left out: the game's re-buy, and where it has none the minimum buy-in.",
        )
        counted_cents = CentsField(required=False, allow_null=True)


class CashOut(TableCommand):
    """Let a guest leave with all their chips."""

    service = seats.cash_out

    class Input(TableCommand.Input):
        """The chips as counted are needed where the table keeps one pool; explained if the books do not allow them."""

        counted_cents = CentsField(required=False, allow_null=True)
        explanation = TextField(max_length=MOST_REASON, required=False, allow_blank=True)


class Move(TableCommand):
    """Move a guest with the whole stack to another seat, here or elsewhere; answers with the table they came from."""

    service = seats.move

    class Input(TableCommand.Input):
        """Between two tables that keep pools the chips as counted; a reason into a game that others wait for."""

        to_table = IdField()
        to_seat = SeatField()
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)
        counted_cents = CentsField(required=False, allow_null=True)


class Away(TableCommand):
    """Mark a guest as away: they are not dealt in. A reason is needed where too many are away already."""

    service = seats.away
    idempotent = False

    class Input(TableCommand.Input):
        reason = TextField(max_length=MOST_REASON, required=False, allow_blank=True)


class Back(TableCommand):
    """Mark a guest as back: they are dealt in again, with the blinds they missed."""

    service = seats.back
    idempotent = False
