"""Seating a guest at a table that is already locked: shared by `seats` and the waiting lists."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import IntegrityError

from accounting import places
from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode
from casino import house_time
from casino.errors import N_, Refusal
from tables import locks
from tables.guests.services.admission import checking
from tables.locks import LockedTable
from tables.models import Game, Guest, Sitting
from tables.play.selectors import absence, kept_seats, situations, stakes
from tables.play.selectors.situations import Situation
from tables.play.services import refusals, rows
from tables.rules.absence import returning
from tables.rules.terms import room

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class Floor:
    """A locked table in session, and how its chips are kept."""

    situation: Situation
    game: Game

    @classmethod
    def at(cls, table: LockedTable) -> "Floor":
        """Load a locked table; refuses one that is not in session."""
        situation = situations.of(table, house_time.now())
        _session, game = refusals.in_session(situation)
        return cls(situation, game)

    @property
    def table(self) -> LockedTable:
        return self.situation.table

    @property
    def has_stacks(self) -> bool:
        """Whether each seat has a stack of its own; otherwise the table keeps one pool."""
        return self.game.recording == Game.Recording.EVERY_ACTION

    @property
    def next_game(self) -> Game:
        """The game of the next hand; a planned increase that is due applies to new buy-ins already (S4, S5)."""
        return stakes.next_game(self.situation) or self.game

    def stack(self, seat: int) -> str:
        """The ledger place of the seat's chips: its own stack, or the table's pool."""
        return places.seat(self.table.code, seat) if self.has_stacks else places.pool(self.table.code)

    def post(self, code: EntryCode, sitting_id: int, chips: Move, actor: "User", *, reason: str = "") -> None:
        """Post the entry for a movement of a sitting's chips."""
        ledger.post(
            day=refusals.open_day(self.situation),
            book=rows.book(self.table.code),
            code=code,
            subject=f"sitting:{sitting_id}",
            moves=[chips],
            actor=actor,
            reason=reason,
        )


def sit(
    floor: Floor, *, seat: int, guest_id: int, buy_in_cents: int, was_called: bool = False, actor: "User"
) -> Sitting:
    """Seat a guest with a buy-in at a locked table; refusals as in `seats.sit`.

    `was_called`: the seat is kept for this guest, who may take it.
    """
    refusals.seat_exists(floor.situation, seat)
    guest = locks.guest_stays(guest_id, floor.table.house_id)
    _refuse_taken(floor.situation, seat, guest)
    if not was_called:
        refuse_kept(floor.situation, seat)
    refuse_full(floor, seat)
    game = floor.next_game
    refusals.whole_chips(buy_in_cents, game, least_cents=game.min_buy_in_cents)
    _refuse_wrong_buy_in(floor, guest, buy_in_cents)
    checking.admitted(guest, day=refusals.open_day(floor.situation), paying_cents=buy_in_cents)
    sitting = seated(
        session=floor.situation.session,
        table_id=floor.table.id,
        seat=seat,
        guest_id=guest.pk,
        is_away=False,
        sat_at=floor.situation.now,
        buy_in_cents=buy_in_cents,
        min_buy_in_cents=game.min_buy_in_cents,
        bought_in_cents=buy_in_cents,
    )
    floor.post(
        EntryCode.BUY_IN, sitting.pk, Move(places.guests(floor.table.code), floor.stack(seat), buy_in_cents), actor
    )
    rows.touch(floor.table)
    return sitting


def _refuse_wrong_buy_in(floor: Floor, guest: Guest, buy_in_cents: int) -> None:
    """Anti-ratholing: a returning player buys in for at least what they cashed out, even above the maximum (§4.7)."""
    owed_cents = absence.owed_cents(guest.pk, floor.game, floor.situation.now)
    returning.refuse_less(buy_in_cents, owed_cents)
    if buy_in_cents > owed_cents:
        _refuse_above_maximum(floor.next_game, buy_in_cents)


def seated(**values: object) -> Sitting:
    """Create the sitting; refuses `guest_seated`.

    Two tables are two locks, so only the database's constraint keeps a guest from being seated at both at once.
    """
    try:
        return Sitting.objects.create(**values)
    except IntegrityError as error:
        if "sitting_guest_once" in str(error):
            raise Refusal("guest_seated", N_("The guest has just been seated at another table.")) from None
        raise


def _refuse_taken(situation: Situation, seat: int, guest: Guest) -> None:
    refuse_seat_taken(situation, seat)
    elsewhere = Sitting.objects.filter(guest=guest, left_at=None).select_related("table").first()
    if elsewhere is not None:
        raise Refusal(
            "guest_seated",
            N_("%(guest)s is seated at table %(table)s, seat %(seat)s."),
            guest=guest.name,
            table=elsewhere.table.code,
            seat=elsewhere.seat,
        )


def refuse_seat_taken(situation: Situation, seat: int) -> None:
    """Refuse an occupied seat (`seat_taken`)."""
    free = sorted(set(range(1, situation.table.seats + 1)) - {occupied.seat for occupied in situation.seats})
    if seat not in free:
        raise Refusal("seat_taken", N_("Seat %(seat)s is taken."), seat=seat, free=free)


def refuse_kept(situation: Situation, seat: int) -> None:
    """Refuse a seat that is kept for a guest called from a waiting list (`seat_kept`)."""
    if (situation.table.id, seat) in kept_seats.kept_seats([situation.table.id], situation.now):
        raise Refusal("seat_kept", N_("Seat %(seat)s is held for a guest who has been called."), seat=seat)


def refuse_full(floor: Floor, seat: int, *, more: int = 1) -> None:
    """Refuse more players on a seat than the game holds (`game_full`); other seats that are held count as taken."""
    most = floor.game.most_players
    if most < floor.table.seats:
        held = kept_seats.kept_seats([floor.table.id], floor.situation.now).keys() - {(floor.table.id, seat)}
        room.refuse_more(len(floor.situation.seats) + len(held) + more, most, floor.game.name)


def _refuse_above_maximum(game: Game, buy_in_cents: int) -> None:
    """Refuse a buy-in above the game's maximum (S5)."""
    most_cents = game.max_buy_in_cents
    if most_cents is not None and buy_in_cents > most_cents:
        raise Refusal(
            "above_maximum_buy_in",
            N_("The maximum buy-in is %(max_buy_in_cents)s: no more than %(most_cents)s can be added."),
            max_buy_in_cents=most_cents,
            most_cents=most_cents,
        )
