"""Requests for another seat or table, and the right to a free seat (WSOP live-action 86 and 94).

The earliest request goes first, and a player in the game goes before a newcomer.  Only a request that could be granted
blocks others: one that would leave the old game shorter than the new one keeps no seat free.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from casino.errors import N_, Refusal
from tables.rules.moving.terms import MovingRules


class End(StrEnum):
    """How a request ended."""

    GRANTED = "granted"
    WITHDRAWN = "withdrawn"
    DECLINED = "declined"  # the guest was offered the seat and said no
    LEFT = "left"  # the guest left the seat, table or game from which they asked


@dataclass(frozen=True, slots=True)
class Request:
    """A seated player's request; `id` grows with the time of asking.

    `to_table`: the own table for another seat there, None for any other table of the game.  `to_seat`: None for any.
    """

    id: int
    table: int
    seat: int
    to_table: int | None
    to_seat: int | None = None

    @property
    def is_for_seat(self) -> bool:
        """Whether it asks for another seat at the own table."""
        return self.to_table == self.table

    def fits(self, table: int, seat: int) -> bool:
        """Whether that seat is one of those asked for."""
        if self.to_table is None:
            return table != self.table
        return table == self.to_table and self.to_seat in (None, seat) and (table, seat) != (self.table, self.seat)


def leaves_short(old_players: int, new_players: int) -> bool:
    """Whether a change from one game to an equal one would leave the old one shorter than the new (WSOP 86)."""
    return old_players - 1 < new_players + 1


def check_stack(
    stack_cents: int, most_cents: int | None, arrived_at: datetime, now: datetime, rules: MovingRules
) -> None:
    """Refuse to take more than the maximum buy-in to another table so soon (`above_maximum_too_soon`; WSOP 59)."""
    until = arrived_at + timedelta(minutes=rules.stays_minutes)
    if most_cents is not None and stack_cents > most_cents and now < until:
        raise Refusal(
            "above_maximum_too_soon",
            N_("A guest with more than %(max_buy_in_cents)s may change tables only after %(minutes)s minutes here."),
            max_buy_in_cents=most_cents,
            minutes=rules.stays_minutes,
        )


def waiting_for(requests: Iterable[Request], table: int, seat: int, players: Mapping[int, int]) -> list[Request]:
    """Requests for that seat that could be granted, the earliest first; `players`: number of players by table."""
    return [
        one
        for one in sorted(requests, key=lambda one: one.id)
        if one.fits(table, seat) and (one.is_for_seat or not leaves_short(players[one.table], players[table]))
    ]


def check_grant(
    requests: Iterable[Request],
    request: Request,
    table: int,
    seat: int,
    players: Mapping[int, int],
    *,
    has_reason: bool,
) -> list[int]:
    """The earlier requests that are passed over when this one gets the seat.

    Refuses a seat that was not asked for (`not_asked_for`), a change that leaves the old game short
    (`leaves_game_short`), and passing over earlier requests without a reason (`asked_earlier`).
    """
    if not request.fits(table, seat):
        raise Refusal("not_asked_for", N_("The guest asked for something else."), seat=seat)
    if not request.is_for_seat and leaves_short(players[request.table], players[table]):
        raise Refusal(
            "leaves_game_short",
            N_("The change would leave the old table (%(old)s players) shorter than the new one (%(new)s)."),
            old=players[request.table],
            new=players[table],
        )
    earlier = [one.id for one in waiting_for(requests, table, seat, players) if one.id < request.id]
    if earlier and not has_reason:
        raise Refusal(
            "asked_earlier", N_("Somebody asked earlier. Give a reason why they are passed over."), requests=earlier
        )
    return earlier


def check_newcomer(
    requests: Iterable[Request], table: int, seat: int, players: Mapping[int, int], *, has_reason: bool
) -> list[int]:
    """The requests passed over when a newcomer gets the seat; refused without a reason (`seat_asked_for`)."""
    first = [one.id for one in waiting_for(requests, table, seat, players)]
    if first and not has_reason:
        raise Refusal(
            "seat_asked_for",
            N_(
                "A player in the game has asked for seat %(seat)s and goes first. Give a reason why they are passed "
                "over."
            ),
            seat=seat,
            requests=first,
        )
    return first


def after_move(request: Request, table: int, seat: int, *, is_same_game: bool) -> End | None:
    """The end of a request when its guest has moved; None if it stays open."""
    if is_same_game and request.fits(table, seat):
        return End.GRANTED
    if not is_same_game or (request.is_for_seat and table != request.table):
        return End.LEFT
    return None
