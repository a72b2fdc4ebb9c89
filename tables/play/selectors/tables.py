"""Tables as screens and the API show them: session, dealer, button, seats with stacks, boxes."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import BigIntegerField, OuterRef, QuerySet, Subquery, Value

from accounting import places
from accounting.models import Place, ScheduleVersion
from casino import house_time
from casino.errors import N_, NotFound
from tables.models import Down, Game, GameChange, Hand, PracticeGame, Session, Sitting, Table, TournamentTable
from tables.play.selectors import banked_tables, bomb_pots, kept_seats, pools, positions
from tables.play.selectors.banked_tables import BankView
from tables.play.selectors.bomb_pots import BombPot
from tables.play.selectors.kept_seats import KeptSeat
from tables.play.selectors.positions import Markers
from tables.play.selectors.situations import Occupied
from tables.rules.pool_stakes import Holding
from tables.rules.setup import MOST_PLAYERS
from tables.rules.terms import room

CLOSED = "closed"
ANNOUNCED = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class SessionView:
    """The session in progress; `rake_cents` and `tips_cents` are the contents of the table's boxes.

    `bank` is set for games against the house.  `game_from_hand`: the hand (round) from which the table plays this game.
    `tax_from`: when new terms of the tax took or take effect; None while those of the opening hold.
    `bounds_stacks`: the guests' chips are one pool, and the bounds of each stack are known (`pools.bounds_stacks`).
    `most_players`: how many the game holds.
    `bomb_pot`: the next hand is one; `bomb_pot_called`: because the floor has said so.
    """

    id: int
    game_id: int
    game_name: str
    recording: str
    opened_at: datetime
    switched_at: datetime | None
    hands_dealt: int
    float_cents: int
    rake_cents: int
    tips_cents: int
    bank: BankView | None = None
    ends_at: datetime | None = None
    last_hands_left: int | None = None
    game_from_hand: int = 1
    tax_from: datetime | None = None
    bounds_stacks: bool = False
    most_players: int = MOST_PLAYERS
    bomb_pot: BombPot | None = None
    bomb_pot_called: bool = False
    offers_bomb_pots: bool = False

    @property
    def has_changed_game(self) -> bool:
        return self.game_from_hand > 1

    @property
    def is_announcing(self) -> bool:
        """Whether the table's screens announce anything: last hands, an end, a bomb pot, another game, new rake."""
        announced = (self.last_hands_left, self.ends_at, self.tax_from, self.bomb_pot)
        return self.has_changed_game or any(one is not None for one in announced)

    @property
    def is_game_new(self) -> bool:
        """Whether this game's first hand is still to come."""
        return self.game_from_hand > (self.bank.rounds_dealt if self.bank else self.hands_dealt)


@dataclass(frozen=True, slots=True)
class DealerView:
    """The dealer at the table, and since when."""

    id: int
    name: str
    since: datetime


@dataclass(frozen=True, slots=True)
class SeatView:
    """A taken seat; `stack_cents` is None where the table books one pool.

    The bounds of a stack are those that counts and hands leave (`pools`), both the stack itself where that is known.
    """

    seat: int
    sitting_id: int
    guest_id: int
    guest_name: str
    guest_number: str
    stack_cents: int | None
    is_away: bool
    owes_small_blind: bool
    owes_big_blind: bool
    waits_for_big_blind: bool
    leaves_at: datetime | None
    stack_least_cents: int | None = None
    stack_most_cents: int | None = None

    @property
    def is_exact(self) -> bool:
        """Whether its one stack is known."""
        return self.stack_most_cents is not None and self.stack_least_cents == self.stack_most_cents


@dataclass(frozen=True, slots=True)
class TableView:
    """One table's current state."""

    id: int
    house_id: int
    code: str
    seat_count: int
    version: int
    state: str
    session: SessionView | None
    dealer: DealerView | None
    button_seat: int | None
    current_hand: tuple[int, int] | None
    seats: list[SeatView]
    tournament: tuple[int, str] | None = None
    """Id and name of the tournament played there; then there is no session."""
    practice: str | None = None
    """The game that is played there for chips without value; then there is neither session nor tournament."""
    kept: tuple[KeptSeat, ...] = ()
    """Free seats held for called guests of the waiting list."""
    markers: Markers | None = None
    """Button and blinds of the hand in progress, else of the next one; `button_seat` is that of the last hand."""

    @property
    def is_open(self) -> bool:
        """Whether it is in play: neither paused nor closed."""
        return self.state == Session.State.OPEN

    @property
    def is_paused(self) -> bool:
        return self.state == Session.State.PAUSED

    @property
    def free(self) -> list[int]:
        """The seats that are neither occupied nor held."""
        gone = {seat.seat for seat in self.seats} | {one.seat for one in self.kept}
        return [number for number in range(1, self.seat_count + 1) if number not in gone]

    @property
    def room(self) -> int:
        """How many more may sit down."""
        most = self.session.most_players if self.session else 0
        return room.room(self.seat_count, most, len(self.seats) + len(self.kept))

    @property
    def open_seats(self) -> list[int]:
        """The seats that one more guest may take."""
        return self.free if self.room else []


def view(table_id: int) -> TableView:
    """One table, with the bounds of its stacks where it keeps one pool; refuses `no_such_table`."""
    found = views_of(Table.objects.filter(pk=table_id))
    if not found:
        raise NotFound("no_such_table", N_("Table not found."))
    return _bounded(found[0])


def _bounded(table: TableView) -> TableView:
    """With the bounds of the stacks.  Views of many tables go without: they take all hands of the session."""
    pool = pool_cents(table)
    if table.session is None or pool is None or not table.seats:
        return table
    bounds = pools.bounds(table.session.id, pool)
    return replace(table, seats=[_held(seat, bounds.get(seat.sitting_id)) for seat in table.seats])


def pool_cents(table: TableView) -> int | None:
    """What the guests of a table have together by the books; None where that bounds no stack."""
    if table.session is None or not table.session.bounds_stacks:
        return None
    pool = Place.objects.filter(house_id=table.house_id, name=places.pool(table.code))
    return pool.values_list("balance_cents", flat=True).first() or 0


def _held(seat: SeatView, held: Holding | None) -> SeatView:
    """A seat with its bounds; without them where the guest sat down between two queries."""
    if held is None:
        return seat
    return replace(seat, stack_least_cents=held.least_cents, stack_most_cents=held.most_cents)


def views(house_id: int) -> list[TableView]:
    """The house's active tables, by code, in at most ten queries."""
    return views_of(Table.objects.filter(house_id=house_id, is_active=True).order_by("code"))


def in_practice(house_id: int) -> list[TableView]:
    """The tables that are played at with chips without value, by code."""
    played = PracticeGame.objects.filter(closed_at=None).values("table")
    return outlines_of(Table.objects.filter(house_id=house_id, pk__in=played).order_by("code"))


def views_of(tables: Iterable[Table]) -> list[TableView]:
    """These tables in their order; the number of queries does not depend on their number."""
    rows = list(tables)
    loaded = _load(rows)
    in_hand = Hand.objects.filter(table__in=[row.pk for row in rows], state=Hand.State.OPEN)
    hands = {table_id: (pk, number) for table_id, pk, number in in_hand.values_list("table_id", "pk", "number")}
    balances = _balances(rows, loaded.sittings)
    kept: dict[int, list[KeptSeat]] = defaultdict(list)
    for one in kept_seats.kept(loaded.sessions, house_time.now()) if loaded.sessions else ():
        kept[one.table_id].append(one)
    found = [_view(row, loaded, hands.get(row.pk), balances) for row in rows]
    return [replace(one, kept=tuple(kept[one.id])) for one in found]


def outlines_of(tables: Iterable[Table]) -> list[TableView]:
    """These tables without hands, kept seats and money: five queries at most, two more with games against the house."""
    rows = list(tables)
    loaded = _load(rows)
    return [_view(row, loaded, None, None) for row in rows]


@dataclass(frozen=True, slots=True)
class _Loaded:
    """What every view of some tables is made of, by table; banks by session."""

    sessions: dict[int, Session]
    banks: dict[int, BankView]
    downs: dict[int, Down]
    sittings: dict[int, list[Sitting]]
    tournaments: dict[int, tuple[int, str]]
    practice: dict[int, str]


def _load(rows: list[Table]) -> _Loaded:
    ids = [row.pk for row in rows]
    open_sessions = _with_changes(Session.objects.filter(table__in=ids, closed_at=None)).select_related("game")
    sessions = {session.table_id: session for session in open_sessions}
    for row in rows:
        if row.pk in sessions:
            sessions[row.pk].table = row
    banks = banked_tables.of(sessions.values())
    downs = {d.table_id: d for d in Down.objects.filter(table__in=ids, ended_at=None).select_related("dealer")}
    sittings: dict[int, list[Sitting]] = defaultdict(list)
    for sitting in Sitting.objects.filter(table__in=ids, left_at=None).select_related("guest").order_by("seat"):
        sittings[sitting.table_id].append(sitting)
    return _Loaded(sessions, banks, downs, sittings, *_played([pk for pk in ids if pk not in sessions]))


def _with_changes(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Annotate `game_from_hand` and `tax_from`; new terms of the tax are announced half a day ahead."""
    changes = GameChange.objects.filter(session=OuterRef("pk"), to_game=OuterRef("game")).order_by("-pk")
    versions = ScheduleVersion.objects.filter(
        schedule=OuterRef("game__rake_schedule"),
        state=ScheduleVersion.State.PUBLISHED,
        version__gt=1,
        valid_from__gt=OuterRef("opened_at"),
        valid_from__lte=house_time.now() + ANNOUNCED,
    ).order_by("-valid_from")
    return bomb_pots.with_last_dealer(sessions).annotate(
        game_from_hand=Subquery(changes.values("from_hand")[:1]), tax_from=Subquery(versions.values("valid_from")[:1])
    )


def _played(table_ids: list[int]) -> tuple[dict[int, tuple[int, str]], dict[int, str]]:
    """What is played at these tables beside sessions: tournaments (id and name) and practice games, by table."""
    if not table_ids:
        return {}, {}
    tournaments = TournamentTable.objects.filter(table__in=table_ids, closed_at=None).order_by()
    practice = PracticeGame.objects.filter(table__in=table_ids, closed_at=None)
    none = Value(None, output_field=BigIntegerField())
    rows: list[tuple[int, int | None, str]] = list(
        tournaments.values_list("table_id", "tournament", "tournament__name").union(
            practice.values_list("table_id", none, "game__name"), all=True
        )
    )
    return (
        {table_id: (pk, name) for table_id, pk, name in rows if pk is not None},
        {table_id: name for table_id, pk, name in rows if pk is None},
    )


def _balances(rows: list[Table], sittings: dict[int, list[Sitting]]) -> dict[tuple[int, str], int]:
    names = {name for row in rows for name in (places.rake_box(row.code), places.tip_box(row.code))}
    names |= {places.seat(row.code, sitting.seat) for row in rows for sitting in sittings[row.pk]}
    found = Place.objects.filter(house_id__in={row.house_id for row in rows}, name__in=names)
    return {(place.house_id, place.name): place.balance_cents for place in found}


def _view(
    row: Table, loaded: _Loaded, hand: tuple[int, int] | None, balances: dict[tuple[int, str], int] | None
) -> TableView:
    """A view; without `balances` money and markers are left out."""
    session, down, sittings = loaded.sessions.get(row.pk), loaded.downs.get(row.pk), loaded.sittings[row.pk]
    money = balances or {}
    has_stacks = session is not None and session.game.recording == Game.Recording.EVERY_ACTION and balances is not None
    stacks = {sitting.seat: money.get((row.house_id, places.seat(row.code, sitting.seat)), 0) for sitting in sittings}
    bomb_pot = bomb_pots.due(session, session.game, down.dealer_id if down else None) if session else None
    return TableView(
        id=row.pk,
        house_id=row.house_id,
        code=row.code,
        seat_count=row.seats,
        version=row.version,
        state=session.state if session else CLOSED,
        session=None if session is None else _session(row, session, money, loaded.banks.get(session.pk), bomb_pot),
        dealer=None if down is None else DealerView(down.dealer_id, str(down.dealer), down.started_at),
        button_seat=session.button_seat if session else None,
        current_hand=hand,
        seats=[_seat(sitting, stacks[sitting.seat] if has_stacks else None) for sitting in sittings],
        tournament=loaded.tournaments.get(row.pk),
        practice=loaded.practice.get(row.pk),
        markers=_markers(session, sittings, stacks, in_hand=hand is not None, is_bomb_pot=bomb_pot is not None)
        if session and balances is not None
        else None,
    )


def _markers(
    session: Session, sittings: list[Sitting], stacks: dict[int, int], *, in_hand: bool, is_bomb_pot: bool
) -> Markers | None:
    seats = [
        Occupied(
            sitting_id=one.pk,
            seat=one.seat,
            guest_id=one.guest_id,
            is_away=one.is_away,
            owes_small_blind=one.owes_small_blind,
            owes_big_blind=one.owes_big_blind,
            stack_cents=stacks[one.seat],
            is_new=one.is_new,
            waits_for_big_blind=one.waits_for_big_blind,
        )
        for one in sittings
    ]
    return positions.markers(session, session.game, seats, in_hand=in_hand, is_bomb_pot=is_bomb_pot)


def _session(
    row: Table,
    session: Session,
    balances: dict[tuple[int, str], int],
    bank: BankView | None,
    bomb_pot: BombPot | None,
) -> SessionView:
    return SessionView(
        id=session.pk,
        game_id=session.game_id,
        game_name=session.game.name,
        recording=session.game.recording,
        most_players=session.game.most_players,
        opened_at=session.opened_at,
        switched_at=session.switched_at,
        hands_dealt=session.hands_dealt,
        float_cents=session.float_cents,
        rake_cents=balances.get((row.house_id, places.rake_box(row.code)), 0),
        tips_cents=balances.get((row.house_id, places.tip_box(row.code)), 0),
        bank=bank,
        ends_at=session.ends_at,
        last_hands_left=session.last_hands_left,
        game_from_hand=getattr(session, "game_from_hand", None) or 1,
        tax_from=getattr(session, "tax_from", None),
        bounds_stacks=pools.bounds_stacks(session, session.game),
        bomb_pot=bomb_pot,
        bomb_pot_called=session.bomb_pot_called,
        offers_bomb_pots=session.game.offers_bomb_pots,
    )


def _seat(sitting: Sitting, stack_cents: int | None) -> SeatView:
    return SeatView(
        seat=sitting.seat,
        sitting_id=sitting.pk,
        guest_id=sitting.guest_id,
        guest_name=sitting.guest.name,
        guest_number=sitting.guest.number,
        stack_cents=stack_cents,
        stack_least_cents=stack_cents,
        stack_most_cents=stack_cents,
        is_away=sitting.is_away,
        owes_small_blind=sitting.owes_small_blind,
        owes_big_blind=sitting.owes_big_blind,
        waits_for_big_blind=sitting.waits_for_big_blind,
        leaves_at=sitting.leaves_at,
    )
