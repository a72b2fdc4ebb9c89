"""Checks and refusals shared by the use cases of tables."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from accounting import chips, money
from accounting.models import GamingDay
from accounting.rake.selectors import schedules
from casino import roles
from casino.errors import N_, NotAllowed, Refusal
from tables.locks import LockedTable
from tables.models import Game, PracticeGame, Session, TournamentTable
from tables.play.selectors.situations import Charge, Occupied, Situation

if TYPE_CHECKING:
    from casino.models import User

LARGEST_CENTS = money.MOST_CENTS
CLOCK_SKEW = timedelta(seconds=60)
SLOWEST_CLOCK = timedelta(days=1)


def require_dealer(actor: "User", dealer_id: int | None) -> None:
    """Refuse `not_your_table`: a dealer may act only at the table they deal at now, the floor anywhere."""
    if actor.pk != dealer_id and not roles.permits(actor, "tables.deal_anywhere"):
        raise NotAllowed("not_your_table", N_("You are not the dealer of this table."), dealer=dealer_id)


def in_session(situation: Situation) -> tuple[Session, Game]:
    """The table's session and game; refuses `table_closed`."""
    if situation.session is None or situation.game is None:
        raise Refusal("table_closed", N_("Table %(table)s is closed."), table=situation.table.code)
    return situation.session, situation.game


def playing(situation: Situation) -> tuple[Session, Game]:
    """Session and game of a table where hands may be dealt; refuses `table_closed`, `table_paused`, `last_hand_played`.

    A misdealt hand may be dealt again even if it was the last.
    """
    session, game = in_session(situation)
    if session.state == Session.State.PAUSED:
        raise Refusal("table_paused", N_("Table %(table)s is paused."), table=situation.table.code)
    if session.last_hands_left == 0 and not session.is_redeal:
        raise Refusal(
            "last_hand_played",
            N_("The last hand at table %(table)s has been played, as announced."),
            table=situation.table.code,
        )
    return session, game


def among_guests(game: Game) -> None:
    """Refuse a game against the house (`game_is_banked`)."""
    if game.is_banked:
        raise Refusal("game_is_banked", N_("This game is played against the house: record rounds, not hands."))


def with_bomb_pots(game: Game) -> None:
    """Refuse a game without bomb pots (`no_bomb_pots`)."""
    if not game.offers_bomb_pots:
        raise Refusal("no_bomb_pots", N_("The game “%(game)s” has no bomb pots."), game=game.name)


def against_the_house(game: Game) -> None:
    """Refuse a game among guests (`game_is_not_banked`)."""
    if not game.is_banked:
        raise Refusal("game_is_not_banked", N_("This game is played among guests: record hands, not rounds."))


def open_day(situation: Situation) -> GamingDay:
    """The house's open gaming day; refuses `no_gaming_day`."""
    if situation.day is None:
        raise Refusal("no_gaming_day", N_("No gaming day is open."))
    return situation.day


def charge(situation: Situation) -> Charge:
    """The schedule version in force; refuses `schedule_unsigned`, `no_schedule_in_force`."""
    if situation.charge is not None:
        return situation.charge
    _session, game = in_session(situation)
    return charged_by(game, situation.now)


def charged_by(game: Game, at: datetime) -> Charge:
    """The version that charges a game's hands at that time; refuses `schedule_unsigned`, `no_schedule_in_force`."""
    return Charge.of(schedules.required(game.rake_schedule_id, at))


def has_terms(game: Game, at: datetime) -> None:
    """Refuse a game among guests without terms in force: `schedule_unsigned`, `no_schedule_in_force`."""
    if not game.is_banked:
        schedules.required(game.rake_schedule_id, at)


def between_hands(situation: Situation) -> None:
    """Refuse while a hand is being played (`hand_in_progress`)."""
    if situation.hand_id is not None:
        raise hand_in_progress(situation.table.code, situation.hand_id)


def guests_gone(seats: list[int]) -> Refusal:
    """The refusal of a reversal whose chips have left the table."""
    return Refusal(
        "guests_gone",
        N_("The guests of seats %(seats)s have left with their chips: this cannot be reversed at the table."),
        seats=seats,
    )


def hand_in_progress(table_code: str, hand_id: int) -> Refusal:
    """The refusal of a command that must wait until the hand is over."""
    return Refusal("hand_in_progress", N_("A hand is being played at table %(table)s."), table=table_code, hand=hand_id)


def recorded_already(client_uuid: UUID | None) -> Refusal:
    """The refusal of a hand or round that a tablet sends twice."""
    return Refusal("hand_recorded", N_("This hand has already been recorded."), client_uuid=str(client_uuid))


def dealt_in_time(situation: Situation, dealt_at: datetime | None) -> None:
    """Refuse `dealt_in_future`, and `dealt_before_opening` by over a day: a tablet's clock may be hours slow."""
    if dealt_at is None:
        return
    if dealt_at > situation.now + CLOCK_SKEW:
        raise Refusal("dealt_in_future", N_("The hand cannot have been dealt in the future."), dealt_at=str(dealt_at))
    assert situation.session is not None
    opened_at = situation.session.opened_at
    if dealt_at < opened_at - SLOWEST_CLOCK:
        raise Refusal(
            "dealt_before_opening",
            N_("The hand cannot have been dealt before the table opened."),
            dealt_at=str(dealt_at),
            opened_at=str(opened_at),
        )


def seated(situation: Situation, seat: int) -> Occupied:
    """The occupied seat of this number; refuses `seat_unknown`, `seat_empty`."""
    seat_exists(situation, seat)
    for occupied in situation.seats:
        if occupied.seat == seat:
            return occupied
    raise Refusal("seat_empty", N_("Nobody is in seat %(seat)s."), seat=seat)


def seat_exists(situation: Situation, seat: int) -> None:
    """Refuse a seat number that the table does not have (`seat_unknown`)."""
    if not 1 <= seat <= situation.table.seats:
        raise Refusal(
            "seat_unknown", N_("The seat must be between 1 and %(seats)s."), seat=seat, seats=situation.table.seats
        )


def whole_chips(amount_cents: int, game: Game, *, least_cents: int = 1) -> None:
    """Refuse an amount that is too small, too large, or not payable in the table's chips."""
    if amount_cents < least_cents:
        raise Refusal(
            "amount_too_small",
            N_("Must be at least %(least_cents)s."),
            amount_cents=amount_cents,
            least_cents=max(least_cents, game.chip_cents),
        )
    if amount_cents > LARGEST_CENTS:
        raise Refusal(
            "amount_too_large",
            N_("The amount must not exceed %(most_cents)s."),
            amount_cents=amount_cents,
            most_cents=LARGEST_CENTS,
        )
    chips.refuse_part(amount_cents, game.chip_cents)


def in_use(table: LockedTable) -> None:
    """Refuse a table that the house has taken out of use (`table_out_of_use`)."""
    if not table.is_active:
        raise Refusal("table_out_of_use", N_("Table %(table)s is out of use."), table=table.code)


def not_played_at(table: LockedTable) -> None:
    """Refuse a table that is played at: `table_open`, `table_in_tournament`, `table_in_practice`."""
    if Session.objects.filter(table_id=table.id, closed_at=None).exists():
        raise Refusal("table_open", N_("Table %(table)s is open; close it first."), table=table.code)
    if TournamentTable.objects.filter(table_id=table.id, closed_at=None).exists():
        raise Refusal("table_in_tournament", N_("A tournament is being played at table %(table)s."), table=table.code)
    if PracticeGame.objects.filter(table_id=table.id, closed_at=None).exists():
        raise Refusal(
            "table_in_practice",
            N_("Table %(table)s is played at with chips without value; close the practice game first."),
            table=table.code,
        )
