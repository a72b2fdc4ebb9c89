"""Guests away from the cash tables, what is kept for them, and what they took from a game they left."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from accounting.models import GamingDay
from casino import house_time, roles
from tables.models import Absence, Game, HouseRules, KeptChips, Sitting, WaitingEntry
from tables.models.guests import rows_of
from tables.rules.absence import returning, walking
from tables.rules.absence.returning import Taken
from tables.rules.absence.terms import AbsenceRules
from tables.rules.absence.walking import Absent
from tables.rules.waiting.lists import ACTIVE

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class AwayView:
    """A guest who is away; `is_waited_for`: somebody waits for the game of their table."""

    absence_id: int
    house_id: int
    table_id: int
    table_code: str
    seat: int
    guest_id: int
    guest_name: str
    guest_number: str
    absent: Absent
    reason: str
    rules: AbsenceRules
    is_waited_for: bool
    seen_at: datetime

    @property
    def pick_up_at(self) -> datetime:
        """From when on their chips may be picked up."""
        return walking.pick_up_at(self.absent, self.rules)

    @property
    def break_until(self) -> datetime:
        """Until when it is their right to be away."""
        return self.absent.since + timedelta(minutes=self.rules.break_minutes)

    @property
    def is_on_break(self) -> bool:
        return walking.is_on_break(self.absent, self.rules, self.seen_at)

    @property
    def may_be_picked_up(self) -> bool:
        """Whether the chips may be picked up without a reason."""
        return self.pick_up_at <= self.seen_at


def absent(row: Absence) -> Absent:
    """As the law sees it."""
    return Absent(row.since, row.buttons, row.last_button_at)


def away(house_id: int, *, table_ids: Collection[int] | None = None) -> list[AwayView]:
    """The players away from the tables of a house, or from some of them, by table and seat; one query."""
    waits = WaitingEntry.objects.filter(
        waiting_list__game=OuterRef("sitting__session__game"), state__in=[state.value for state in ACTIVE]
    )
    rows: QuerySet[Any] = Absence.objects.filter(until=None, sitting__table__house=house_id, sitting__left_at=None)
    if table_ids is not None:
        rows = rows.filter(sitting__table__in=table_ids)
    rows = rows.select_related("sitting__table", "sitting__guest")
    own = HouseRules.objects.filter(house_id=house_id, subject=AbsenceRules.subject).values("rules")
    in_order = rows.annotate(waited=Exists(waits), own=Subquery(own)).order_by("sitting__table__code", "sitting__seat")
    now = house_time.now()
    return [_view(row, now) for row in in_order]


def _view(row: Any, now: datetime) -> AwayView:
    sitting = row.sitting
    return AwayView(
        absence_id=row.pk,
        house_id=sitting.table.house_id,
        table_id=sitting.table_id,
        table_code=sitting.table.code,
        seat=sitting.seat,
        guest_id=sitting.guest_id,
        guest_name=sitting.guest.name,
        guest_number=sitting.guest.number,
        absent=absent(row),
        reason=row.reason,
        rules=AbsenceRules.of(row.own or {}),
        is_waited_for=row.waited,
        seen_at=now,
    )


def kept(house_id: int) -> QuerySet[KeptChips]:
    """Chips that wait for their guests, the longest first."""
    rows = KeptChips.objects.filter(sitting__table__house=house_id, ended_at=None)
    return rows.select_related("sitting__table", "sitting__guest", "gaming_day", "picked_up_by").order_by(
        "picked_up_at"
    )


@dataclass(frozen=True, slots=True)
class KeptView:
    """Kept chips, and what one person may do with them."""

    row: KeptChips
    may_hand_out: bool
    may_take_in: bool


def kept_for(actor: "User", rows: Iterable[KeptChips]) -> list[KeptView]:
    """Kept chips as one person sees them; unclaimed ones may be taken in once their gaming day is over."""
    seats, decides = roles.permits(actor, "tables.seat_guest"), roles.permits(actor, "accounting.close_day")
    return [KeptView(row, seats, decides and row.gaming_day.state != GamingDay.State.OPEN) for row in rows]


def last_taken(guest_id: int, game_id: int) -> Taken | None:
    """What the guest took from the game when they left it last; a move to another table of the game is no leaving."""
    row = Sitting.objects.filter(rows_of(guest_id), left_game_id=game_id).order_by("-left_at", "-pk").first()
    if row is None or row.left_at is None:
        return None
    return Taken(row.cashed_out_cents or 0, row.left_at)


def owed_cents(guest_id: int, game: Game, now: datetime) -> int:
    """What the guest must bring back to the game now; asks nothing where the game has no return window."""
    if game.return_minutes is None:
        return 0
    return returning.owed_cents(last_taken(guest_id, game.pk), game.return_minutes, now)


@dataclass(frozen=True, slots=True)
class OwedView:
    """What a guest must bring back to a game until when."""

    game_id: int
    game_name: str
    cents: int
    left_at: datetime
    until: datetime


def owed(guest_id: int, now: datetime) -> list[OwedView]:
    """The same for every game with a window that the guest left."""
    left = Sitting.objects.filter(rows_of(guest_id), left_game__return_minutes__isnull=False)
    rows = left.select_related("left_game").order_by("left_game", "-left_at", "-pk").distinct("left_game")
    found = []
    for row in rows:
        assert row.left_game is not None
        assert row.left_at is not None
        assert row.left_game.return_minutes is not None
        taken = Taken(row.cashed_out_cents or 0, row.left_at)
        cents = returning.owed_cents(taken, row.left_game.return_minutes, now)
        if cents:
            until = returning.ends_at(taken, row.left_game.return_minutes)
            found.append(OwedView(row.left_game.pk, row.left_game.name, cents, row.left_at, until))
    return found
