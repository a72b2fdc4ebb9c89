"""What the floor's board shows of a house: kept by this process, and brought up to date table by table.

Reading thousands of tables takes seconds, and one of them changes at a time.  So a process keeps what it has read of a
table until the table's version changes, which every command on it raises; besides, it reads a few of those again that
it has read longest ago; for a poll only those whose reading is `OLD_AFTER` old.  All else that waits in the house
(calls, slips, counts, kept seats, acknowledgements) is little, and is read each time.  Nothing is decided on what is
kept here: a command locks its rows and reads them itself.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from threading import Lock
from typing import Any, Final

from django.db import connection

from accounting.models import GamingDay, House
from casino import house_time
from tables.floor.selectors import alarms, openings
from tables.floor.selectors.alarms import Facts
from tables.hands.selectors import desk
from tables.models import Table
from tables.play.selectors import absence, house_rules, kept_seats, tables
from tables.play.selectors.absence import AwayView
from tables.play.selectors.kept_seats import KeptSeat
from tables.play.selectors.tables import TableView
from tables.rules.absence.terms import AbsenceRules
from tables.rules.rota.terms import RotaRules
from tables.tournaments.selectors import board as tournaments
from tables.tournaments.selectors.board import Glance
from tables.verdicts import alarms as rules
from tables.verdicts.alarms import Alarm, Kind
from tables.waiting.selectors import columns as waiting_desk
from tables.waiting.selectors.columns import Crowd

GOOD_FOR: Final = timedelta(seconds=30)
OLD_AFTER: Final = timedelta(seconds=10)
READ_AGAIN: Final = 10
"""Tables read again whatever their versions: for what no version tells, as a dealer's new name."""
HOUSES_KEPT: Final = 64

# What a table's card shows beside the table's own rows, and no version of the table tells: the names of games, and from
# when on which terms of the rake hold. When any of it changes, every table is read again.
_TERMS = """
SELECT game.id, game.name,
       array(SELECT terms.valid_from FROM accounting_scheduleversion terms
              WHERE terms.schedule_id = game.rake_schedule_id AND terms.state = 'published' AND terms.version > 1
                AND terms.valid_from BETWEEN %(now)s - interval '2 days' AND %(ahead)s ORDER BY terms.valid_from)
  FROM tables_game game WHERE game.house_id = %(house)s AND game.is_active ORDER BY game.id
"""


# Most of what may wait is not there most of the time: one question first, so that nothing is asked for in vain.
_THERE = """
SELECT EXISTS (SELECT FROM tables_floorcall WHERE house_id = %(house)s AND answered_at IS NULL)
           OR EXISTS (SELECT FROM accounting_slip WHERE house_id = %(house)s AND state = 'asked')
           OR EXISTS (SELECT FROM accounting_drop WHERE house_id = %(house)s AND counted_at IS NULL)
           OR EXISTS (SELECT FROM casino_pinmisses WHERE locked_at IS NOT NULL),
       EXISTS (SELECT FROM tables_waitingentry entry JOIN tables_waitinglist list ON list.id = entry.waiting_list_id
                WHERE list.house_id = %(house)s AND entry.ended_at IS NULL),
       EXISTS (SELECT FROM tables_acknowledgement WHERE house_id = %(house)s AND at > %(since)s),
       EXISTS (SELECT FROM tables_plannedopening opening JOIN tables_table t ON t.id = opening.table_id
                WHERE t.house_id = %(house)s AND opening.session_id IS NULL AND opening.cancelled_at IS NULL),
       EXISTS (SELECT FROM accounting_gamingday day JOIN tables_session session ON session.gaming_day_id = day.id
                WHERE day.house_id = %(house)s AND day.state = 'closing' AND session.closed_at IS NULL)
"""


@dataclass(frozen=True, slots=True)
class _There:
    """Whether a house has any: calls, slips, counts or tiles; people on its lists; acknowledgements; openings.

    `uncounted`: whether tables are still booked into a day that is being closed.
    """

    waits: bool
    entries: bool
    acknowledged: bool
    planned: bool
    uncounted: bool


@dataclass(frozen=True, slots=True)
class Away:
    """A guest who is away, as a card shows them."""

    seat: int
    since: datetime
    buttons: int
    buttons_most: int


@dataclass(frozen=True, slots=True)
class Planned:
    """The next opening of a closed table."""

    starts_at: datetime
    game_name: str


@dataclass(frozen=True, slots=True)
class Played:
    """The tournament at a table: the clock and the players left; `level`: None in a break."""

    level: int | None
    ends_at: datetime | None
    """When the level or break ends; None while the clock is stopped."""
    is_paused: bool
    left: int
    players: int
    """Of them at this table."""


@dataclass(frozen=True, slots=True)
class TableNow:
    """A table as the board shows it; `number`: its place among the house's tables, from 1 on."""

    number: int
    table: TableView
    alarms: tuple[Alarm, ...] = ()
    away: tuple[Away, ...] = ()
    kept: tuple[KeptSeat, ...] = ()
    planned: Planned | None = None
    played: Played | None = None


@dataclass(frozen=True, slots=True)
class Present:
    """All that the board shows: read from `now` on, and read through at `read_at`; good for `version` until `until`."""

    version: str
    now: datetime
    read_at: datetime
    until: datetime
    order: tuple[int, ...]
    """The tables' ids."""
    tables: tuple[TableNow, ...]
    alarms: tuple[Alarm, ...]
    """The most pressing first; those of the tables are with the tables too."""
    day: GamingDay | None
    crowds: tuple[Crowd, ...]
    uncounted: tuple[int, ...] = ()
    """The ids of the tables that are still booked into a day which is being closed, by code."""

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of tables by their state, in a tournament, or for practice."""
        states = Counter(
            "tournament" if one.table.tournament else "practice" if one.table.practice else one.table.state
            for one in self.tables
        )
        return {state: states[state] for state in ("open", "paused", "tournament", "practice", "closed")}


@dataclass(slots=True)
class _Read:
    """What was read of a table at its version, and what follows from it until a moment."""

    version: int
    read_at: datetime
    table: TableView
    facts: Facts | None
    away: tuple[AwayView, ...]
    alarms: tuple[Alarm, ...] = ()
    next_at: datetime | None = None
    """When time alone brings the next alarm."""
    changes_at: datetime | None = None
    """When time alone brings or ends one."""


def present(house: House, version: str, *, again: bool = False) -> Present:
    """What the board shows at least at `version`, which the caller has read before.

    It is read again where the version is another, the time of what was read is over, or the caller wants it (`again`).
    """
    if house.pk not in _houses and len(_houses) >= HOUSES_KEPT:
        _houses.pop(next(iter(_houses)), None)
    kept = _houses.setdefault(house.pk, _House())
    with kept.lock:
        now = house_time.now()
        found = kept.present
        if again or found is None or found.version != version or not found.now <= now < found.until:
            old = now if again else now - OLD_AFTER
            found = kept.present = kept.read(house, version, now, old=old)
        return found


def found(shown: Present, wanted: str) -> list[TableView]:
    """The tables whose code, game or dealer has these letters; the one of this code if there is one."""
    letters = wanted.strip().casefold()
    tables = [one.table for one in shown.tables]
    exact = [table for table in tables if table.code.casefold() == letters]
    return exact or [table for table in tables if letters in _words(table)]


def _words(table: TableView) -> str:
    game, dealer = table.session, table.dealer
    return f"{table.code} {game.game_name if game else ''} {dealer.name if dealer else ''}".casefold()


def forget() -> None:
    """Drop all that this process has read: tests begin with another database."""
    _houses.clear()


class _House:
    """One house in this process."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.present: Present | None = None
        self._read: dict[int, _Read] = {}  # those read longest ago come first
        self._terms: object = None
        self._down: timedelta | None = None

    def read(self, house: House, version: str, now: datetime, *, old: datetime) -> Present:
        """Read what has changed, and a few tables that were last read at `old` or before."""
        versions = dict(
            Table.objects.filter(house_id=house.pk, is_active=True).order_by("code").values_list("pk", "version")
        )
        rota, away_rules = house_rules.sets_of_house(house.pk, RotaRules, AbsenceRules)
        self._bring_up(house, versions, rota.down, now, old)
        there = _there(house.pk, now)
        waits = alarms.waiting(house, now) if there.waits else alarms.Waits([], [])
        crowds = waiting_desk.counts(house.pk) if there.entries else []
        away = dict(self._away(away_rules, {one.game_id for one in crowds}, now))
        found = [alarm for one in self._read.values() for alarm in one.alarms]
        found += waits.alarms
        found += [alarm for ones in away.values() for one in ones for alarm in alarms.of_absent(one, now)]
        standing = rules.standing(found, alarms.acknowledged(house.pk, now) if there.acknowledged else [])
        kept = kept_seats.of_house(house.pk, now) if there.entries else []
        planned = openings.ahead(house.pk, now) if there.planned else {}
        glances = tournaments.glances(
            (one.table.tournament[0] for one in self._read.values() if one.table.tournament), now
        )
        return Present(
            version=version,
            now=now,
            order=tuple(versions),
            tables=tuple(self._tables(versions, standing, away, kept, glances, planned)),
            alarms=tuple(standing),
            day=desk.open_day(house.pk),
            crowds=tuple(crowds),
            uncounted=desk.uncounted(house.pk) if there.uncounted else (),
            until=self._until(house, waits, away, glances, now),
            read_at=house_time.now(),
        )

    def _bring_up(
        self, house: House, versions: Mapping[int, int], down: timedelta, now: datetime, old: datetime
    ) -> None:
        """Read the tables whose versions have changed and a few old ones; all of them where the house's terms have."""
        terms = (_terms(house.pk, now), house.tip_limit_cents)
        if terms != self._terms:
            self._read.clear()
        self._terms = terms
        for gone in self._read.keys() - versions.keys():
            del self._read[gone]
        wanted = {pk for pk, version in versions.items() if pk not in self._read or self._read[pk].version != version}
        longest_ago = islice(self._read.items(), READ_AGAIN)
        wanted |= {pk for pk, one in longest_ago if one.read_at <= old}
        for one in _tables(house, sorted(wanted), versions, now):
            self._read.pop(one.table.id, None)
            self._read[one.table.id] = one
            _follow(one, down, now)
        for one in self._read.values():
            if down != self._down or (one.changes_at is not None and one.changes_at <= now):
                _follow(one, down, now)
        self._down = down

    def _away(self, own: AbsenceRules, waited: set[int], now: datetime) -> Iterator[tuple[int, tuple[AwayView, ...]]]:
        """The guests who are away, by table, under the present rules and lists."""
        for pk, one in self._read.items():
            if one.away:
                is_waited_for = one.table.session is not None and one.table.session.game_id in waited
                yield pk, tuple(replace(a, rules=own, is_waited_for=is_waited_for, seen_at=now) for a in one.away)

    def _tables(
        self,
        order: Iterable[int],
        standing: Iterable[Alarm],
        away: Mapping[int, tuple[AwayView, ...]],
        kept: Iterable[KeptSeat],
        glances: Mapping[int, Glance],
        planned: Mapping[int, Any],
    ) -> Iterator[TableNow]:
        """The tables in their order; one that shows what it showed is the same object."""
        at: dict[str, list[Alarm]] = defaultdict(list)
        for alarm in standing:
            if alarm.kind is not Kind.PIN:
                at[alarm.place].append(alarm)
        seats: dict[int, list[KeptSeat]] = defaultdict(list)
        for seat in kept:
            seats[seat.table_id].append(seat)
        before = {one.table.id: one for one in self.present.tables} if self.present else {}
        for number, pk in enumerate(order, 1):
            table = self._read[pk].table
            opening, was = planned.get(pk), before.get(pk)
            now = TableNow(
                number=number,
                table=table,
                alarms=tuple(at.get(table.code, ())),
                away=tuple(map(_shown_away, away.get(pk, ()))),
                kept=tuple(seats.get(pk, ())),
                planned=Planned(opening.starts_at, opening.game.name) if opening else None,
                played=_played(table, glances),
            )
            yield was if was is not None and was == now else now

    def _until(
        self,
        house: House,
        waits: alarms.Waits,
        away: Mapping[int, tuple[AwayView, ...]],
        glances: Mapping[int, Glance],
        now: datetime,
    ) -> datetime:
        """Until the clock brings the next alarm or level; what it ends may stand for a while longer."""
        moments = [(now + GOOD_FOR).replace(microsecond=0)]
        moments += [one.next_at for one in self._read.values() if one.next_at is not None]
        moments += [call.late_at(house.call_minutes) for call in waits.calls]
        moments += [one.pick_up_at for ones in away.values() for one in ones]
        moments += [one.ends_at for one in glances.values() if one.ends_at is not None]
        chips = rules.due_at((), waits.alarms, down=timedelta(minutes=1), now=now)
        moments += [chips] if chips else []
        return min(moment for moment in moments if moment > now)


_houses: dict[int, _House] = {}


def _there(house_id: int, now: datetime) -> _There:
    with connection.cursor() as cursor:
        cursor.execute(_THERE, {"house": house_id, "since": now - alarms.REMEMBERED})
        row = cursor.fetchone()
    assert row is not None
    return _There(*row)


def _terms(house_id: int, now: datetime) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(_TERMS, {"house": house_id, "now": now, "ahead": now + tables.ANNOUNCED})
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


def _tables(house: House, wanted: list[int], versions: Mapping[int, int], now: datetime) -> Iterator[_Read]:
    """Read tables; where one changes meanwhile its version is the older one, so that it is read again."""
    if not wanted:
        return
    shown = tables.outlines_of(Table.objects.filter(pk__in=wanted))
    facts = alarms.facts(house, now, wanted)
    away: dict[int, list[AwayView]] = defaultdict(list)
    left = [table.id for table in shown if any(seat.is_away for seat in table.seats)]
    for one in absence.away(house.pk, table_ids=left) if left else ():
        away[one.table_id].append(one)
    for table in shown:
        yield _Read(versions[table.id], now, table, facts.get(table.id), tuple(away[table.id]))


def _follow(one: _Read, down: timedelta, now: datetime) -> None:
    """Find the alarms of a table's facts, and until when they stand by themselves."""
    if one.facts is None:
        return
    one.alarms = tuple(one.facts.alarms(down=down, now=now))
    one.next_at, over_at = rules.changes_at(one.facts.play, one.facts.bookings, down=down, now=now)
    one.changes_at = min((moment for moment in (one.next_at, over_at) if moment is not None), default=None)


def _shown_away(one: AwayView) -> Away:
    return Away(one.seat, one.absent.since, one.absent.buttons, one.rules.absent_buttons)


def _played(table: TableView, glances: Mapping[int, Glance]) -> Played | None:
    glance = glances.get(table.tournament[0]) if table.tournament else None
    if glance is None:
        return None
    level = glance.clock.level
    return Played(
        level.number if level else None, glance.ends_at, glance.clock.is_paused, glance.left, glance.at.get(table.id, 0)
    )
