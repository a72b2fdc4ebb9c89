"""Tables: set up, opened with a game, paused, resumed, given another game, closed.

A table's float comes from the bank at the opening and goes back as counted at the close; a difference is booked to
the table's variance.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db import IntegrityError
from django.db.models import F

from accounting import chips, places
from accounting import locks as money_locks
from accounting.cage.services import boxes
from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode, House, Window
from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.floor.services import floats, openings
from tables.floor.services.floats import CountedFloat
from tables.models import Down, Game, Session, Table
from tables.models.tables import SEATS_MAX, SEATS_MIN
from tables.moving.services import must_moves
from tables.play.selectors import situations
from tables.play.selectors.situations import Situation
from tables.play.services import refusals, rows, stakes
from tables.rules.terms import room
from tables.waiting.services import list_calls

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.edit_table")
def create(*, house_id: int, code: str, seats: int, actor: "User") -> Table:
    """Set up a table.

    Refuses a code that is taken or cannot name a place of the ledger, and a wrong number of seats.
    """
    places.table_float(code)
    _refuse_seats(seats)
    if not House.objects.filter(pk=house_id).exists():
        raise NotFound("no_such_house", N_("House not found."))
    taken = Refusal("table_code_taken", N_("A table or window %(table)s already exists."), table=code)
    if Window.objects.filter(house_id=house_id, code=code).exists():
        raise taken  # both would use the ledger place `guests/<code>`
    try:
        return Table.objects.create(house_id=house_id, code=code, seats=seats)
    except IntegrityError:
        raise taken from None


@use_case("tables.edit_table")
def edit(*, table_id: int, seats: int, is_active: bool, actor: "User") -> Table:
    """Change how many seats a table has, or whether it is in use.  Refuses while anything is played at it."""
    locked = locks.tables([table_id])[table_id]
    _refuse_seats(seats)
    refusals.not_played_at(locked)
    table = Table.objects.get(pk=table_id)
    table.seats, table.is_active = seats, is_active
    table.save(update_fields=["seats", "is_active"])
    rows.touch(locked)
    return table


@use_case("tables.open_table")
def open_table(
    *,
    table_id: int,
    version: int | None,
    game_id: int,
    float_cents: int | None = None,
    float_chips: Mapping[str, object] | None = None,
    actor: "User",
) -> int:
    """Open a table with a game and its float, as a sum or by denomination.

    Refuses a table that is out of use or played at already, no open gaming day, a game that is not offered, and
    rake terms that are not approved or not in force.
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.not_played_at(table)
    refusals.in_use(table)
    day = refusals.open_day(situation)
    game = _offered(game_id, situation)
    pieces, float_cents = chips.counted(
        float_chips, float_cents, House.objects.get(pk=table.house_id).denominations_cents
    )
    if float_cents:
        refusals.whole_chips(float_cents, game)
    money_locks.share_day(day.pk)
    session = Session.objects.create(
        table_id=table.id,
        game=game,
        gaming_day_id=day.pk,
        opened_at=situation.now,
        opened_by=actor,
        float_cents=float_cents,
        float_chips=chips.dump(pieces) if pieces is not None else None,
    )
    openings.take_up(session)
    _bring_float(situation, session, actor)
    rows.touch(table)
    return table.id


@use_case("tables.open_table")
def pause(*, table_id: int, version: int | None, actor: "User") -> int:
    """Pause a table between hands.  Refuses when it is closed, paused already, or in the middle of a hand."""
    return _switch(table_id, version, Session.State.OPEN, Session.State.PAUSED, actor)


@use_case("tables.open_table")
def resume(*, table_id: int, version: int | None, actor: "User") -> int:
    """Let play go on at a paused table.  Refuses when it is closed or not paused."""
    return _switch(table_id, version, Session.State.PAUSED, Session.State.OPEN, actor)


@use_case("tables.open_table")
def change_game(*, table_id: int, version: int | None, game_id: int, reason: str = "", actor: "User") -> int:
    """Play another game from the next hand on.

    Refuses in the middle of a hand, a change between a game against the house and one among guests, and while guests
    are seated between stacks and a pool (the chips in a pool have no single owner).  Also refuses a game that does not
    hold the guests who are seated (`game_full`), a smallest chip into which a guest's chips cannot be changed, and a
    larger stake that was not agreed where the house requires that (`stake_not_agreed`).  Guests who have been called
    to a seat here go on waiting.
    """
    queue = list_calls.list_for(table_id)
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, game = refusals.in_session(situation)
    refusals.between_hands(situation)
    new = _offered(game_id, situation)
    if new.is_banked != game.is_banked:
        raise Refusal(
            "game_differs",
            N_(
                "To change between a game among guests and a game against the house, close the table and open it again."
            ),
        )
    if new.recording != game.recording and situation.seats:
        raise Refusal(
            "recording_differs",
            N_("While guests are seated, the new game must be recorded the same way (%(recording)s)."),
            recording=game.recording,
        )
    room.refuse_more(len(situation.seats), new.most_players, new.name)
    _refuse_small_chips(situation, game, new)
    stakes.refuse_raised_game(situation, new)
    if new.pk != game.pk:
        list_calls.take_back(queue, situation, actor=actor)
        must_moves.game_over(table.id, actor=actor)
        stakes.note(situation, new, actor=actor, reason=reason.strip())
    Session.objects.filter(pk=session.pk).update(
        game=new,
        is_redeal=False,
        bomb_pot_called=session.bomb_pot_called and new.offers_bomb_pots,
    )
    rows.touch(table)
    return table.id


@use_case("tables.open_table")
def close_table(
    *,
    table_id: int,
    version: int | None,
    counted_float_cents: int | None = None,
    float_chips: Mapping[str, object] | None = None,
    explanation: str = "",
    actor: "User",
) -> int:
    """Close a table whose guests have left, with its float as counted; its boxes go to the count room.

    Guests who have been called to a seat here go on waiting.  Refuses in mid-hand, while guests are seated, and a float
    as `floats.counted` does.
    """
    queue = list_calls.list_for(table_id)
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, _game = refusals.in_session(situation)
    refusals.between_hands(situation)
    _refuse_guests(situation)
    list_calls.take_back(queue, situation, actor=actor)
    must_moves.game_over(table.id, actor=actor)
    day = refusals.open_day(situation)
    found = floats.counted(situation, session, float_chips, counted_float_cents, explanation, actor)
    _take_float(situation, session, found, actor)
    boxes.drop(
        day=day,
        table_code=table.code,
        session_number=session.pk,
        was_played=session.hands_dealt + session.rounds_dealt > 0,
        at=situation.now,
        actor=actor,
    )
    Down.objects.filter(table_id=table.id, ended_at=None).update(ended_at=situation.now)
    Session.objects.filter(pk=session.pk).update(
        state=Session.State.CLOSED,
        closed_at=situation.now,
        closed_by=actor,
        counted_float_cents=found.cents,
        counted_float_chips=found.stored_chips,
    )
    floats.note_drift(found, session.pk, day, situation.now)
    rows.touch(table)
    return table.id


def _refuse_small_chips(situation: Situation, game: Game, new: Game) -> None:
    """Refuse a smallest chip into which a guest's chips cannot be changed; of a pool only its chip is known."""
    in_stacks = game.recording == Game.Recording.EVERY_ACTION
    for one in situation.seats:
        cents = one.stack_cents if in_stacks else game.chip_cents
        chips.refuse_part(cents, new.chip_cents, seat=one.seat)


def _refuse_guests(situation: Situation) -> None:
    if situation.seats:
        raise Refusal(
            "guests_seated",
            N_("Guests are still seated at table %(table)s."),
            table=situation.table.code,
            seats=[occupied.seat for occupied in situation.seats],
        )


def _refuse_seats(seats: int) -> None:
    if not SEATS_MIN <= seats <= SEATS_MAX:
        raise Refusal(
            "seats_out_of_range",
            N_("A table must have %(least)s to %(most)s seats."),
            seats=seats,
            least=SEATS_MIN,
            most=SEATS_MAX,
        )


def _bring_float(situation: Situation, session: Session, actor: "User") -> None:
    if session.float_cents:
        code = situation.table.code
        ledger.post(
            day=refusals.open_day(situation),
            book=rows.book(code),
            code=EntryCode.FLOAT_IN,
            subject=f"session:{session.pk}",
            moves=[Move(places.bank(), places.table_float(code), session.float_cents)],
            actor=actor,
        )


def _take_float(situation: Situation, session: Session, found: CountedFloat, actor: "User") -> None:
    """Return the counted float to the bank; what is left on the table's books, pool included, becomes its variance."""
    code = situation.table.code
    moves = found.moves
    if found.cents:
        moves.append(Move(places.table_float(code), places.bank(), found.cents))
    if situation.pool_cents:
        moves.append(Move(places.pool(code), places.variance(code), situation.pool_cents))
    if moves:
        ledger.post(
            day=refusals.open_day(situation),
            book=rows.book(code),
            code=EntryCode.FLOAT_OUT,
            subject=f"session:{session.pk}",
            moves=moves,
            actor=actor,
            reason=found.explanation,
        )


def _switch(table_id: int, version: int | None, before: Session.State, after: Session.State, actor: "User") -> int:
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, _game = refusals.in_session(situation)
    refusals.between_hands(situation)
    if session.state != before:
        raise Refusal("table_not_" + before.value, N_("The table is %(state)s."), state=str(session.state))
    paused = timedelta()
    if after == Session.State.OPEN and session.switched_at is not None:
        paused = situation.now - session.switched_at
    Session.objects.filter(pk=session.pk).update(
        state=after, switched_at=situation.now, paused_seconds=F("paused_seconds") + int(paused.total_seconds())
    )
    rows.touch(table)
    return table.id


def _offered(game_id: int, situation: Situation) -> Game:
    """Lock a game to be played at the table, so that it cannot be edited meanwhile.

    Refuses a game that is not offered, and one among guests whose rake schedule has no approved terms in force.
    """
    game = locks.game(game_id)
    if game.house_id != situation.table.house_id:
        raise NotFound("no_such_game", N_("Game not found."))
    if not game.is_active:
        raise Refusal("game_not_offered", N_("The game “%(game)s” is no longer offered."), game=game.name)
    refusals.has_terms(game, situation.now)
    return game
