"""What gaming days brought, read from the ledger, the boxes and the plays: the ground of the statements of revenue.

Booked figures are sums of transfers by gaming day, not of roll-ups; a reversal counts on the day on which it was made.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import Any, Final

from django.db import connection
from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce

from accounting import flows, places
from accounting.flows import Flow, NoFlow
from accounting.models import Drop, EntryCode, House
from accounting.places import Kind, Place
from accounting.revenue.selectors import bank

_PLACES: Final = ("rake/%", "tips/%", "fees/%", "prizes/%", "jackpot/%", "float/%", "kept/%", places.TIPS_IN_REVENUE)
"""The places that the figures are about; every revenue goes to one of them, or comes from it."""

# OFFSET 0 keeps the planner from joining the whole tables: it cannot know that few rows belong to an entry.
_BOOKED = """
booked AS (
    SELECT entry.id, days.date, coalesce(was.code, entry.code) AS code
      FROM (SELECT id, date FROM accounting_gamingday
             WHERE house_id = %(house)s AND date BETWEEN %(first)s AND %(last)s) AS days
      JOIN accounting_entry entry ON entry.gaming_day_id = days.id
      LEFT JOIN LATERAL (SELECT code FROM accounting_entry WHERE id = entry.reverses_id OFFSET 0) AS was ON true
)
"""
_MOVED = f"""
WITH {_BOOKED}
SELECT date, code, source, destination, sum(amount_cents)::bigint
  FROM booked CROSS JOIN LATERAL (SELECT * FROM accounting_transfer WHERE entry_id = booked.id OFFSET 0) AS t
 WHERE source LIKE ANY(%(places)s) OR destination LIKE ANY(%(places)s)
 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""  # noqa: S608 -- our own expressions
_PLAYED = f"""
WITH {_BOOKED}
SELECT date, table_code, game, code, sum(hands)::bigint, sum(rounds)::bigint, sum(taken_cents)::bigint
  FROM booked CROSS JOIN LATERAL (SELECT * FROM accounting_play WHERE entry_id = booked.id OFFSET 0) AS play
 GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
"""  # noqa: S608 -- our own expressions
_PURCHASES = f"""
WITH {_BOOKED}
SELECT date, owner, sum(sign)::bigint
  FROM (SELECT DISTINCT booked.id, booked.date, split_part(t.destination, '/', 2) AS owner, 1 AS sign
          FROM booked JOIN accounting_transfer t ON t.entry_id = booked.id
         WHERE booked.code = 'tournament_in' AND t.destination LIKE 'prizes/%%'
         UNION ALL
        SELECT DISTINCT booked.id, booked.date, split_part(t.source, '/', 2), -1
          FROM booked JOIN accounting_transfer t ON t.entry_id = booked.id
         WHERE booked.code = 'tournament_in' AND t.source LIKE 'prizes/%%') AS sold
 GROUP BY 1, 2
"""  # noqa: S608 -- our own expressions
# What a fund holds now, less what came and went since: no sum over the whole ledger.
_FUNDS_BEFORE = """
SELECT split_part(place.name, '/', 2), (place.balance_cents - coalesce(sum(side.cents), 0))::bigint
  FROM accounting_place place
  LEFT JOIN (
       SELECT name, cents
         FROM accounting_gamingday day
         JOIN accounting_entry entry ON entry.gaming_day_id = day.id
        CROSS JOIN LATERAL (SELECT * FROM accounting_transfer WHERE entry_id = entry.id OFFSET 0) AS t
        CROSS JOIN LATERAL (VALUES (t.destination, t.amount_cents), (t.source, -t.amount_cents)) AS moved (name, cents)
        WHERE day.house_id = %(house)s AND day.date >= %(first)s AND name LIKE 'jackpot/%%') AS side USING (name)
 WHERE place.house_id = %(house)s AND place.name LIKE 'jackpot/%%'
 GROUP BY place.name, place.balance_cents ORDER BY place.name
"""


@dataclass(slots=True)
class TableRake:
    """The tax of one table: booked from hands and by time, and counted in its boxes."""

    table: str
    games: list[str] = field(default_factory=list)
    hands: int = 0
    rake_cents: int = 0
    time_cents: int = 0
    booked_cents: int = 0
    counted_cents: int = 0
    difference_cents: int = 0


@dataclass(slots=True)
class GameRake:
    """The booked tax of one game."""

    game: str
    hands: int = 0
    rake_cents: int = 0
    time_cents: int = 0
    booked_cents: int = 0


@dataclass(slots=True)
class BankTable:
    """The house's own games at one table; `counted_cents`: the win by the count of its float."""

    table: str
    games: list[str] = field(default_factory=list)
    rounds: int = 0
    drop_cents: int = 0
    staked_cents: int = 0
    lost_cents: int = 0
    paid_cents: int = 0
    booked_cents: int = 0
    counted_cents: int = 0
    difference_cents: int = 0


@dataclass(slots=True)
class Sold:
    """One tournament's sale: purchases, what went into the pool, and the fee, which alone is revenue."""

    tournament: str
    purchases: int = 0
    prizes_cents: int = 0
    fees_cents: int = 0


@dataclass(slots=True)
class Fund:
    """A jackpot, which belongs to the players: what it held before, what came, what was paid, what it holds."""

    fund: str
    before_cents: int = 0
    in_cents: int = 0
    out_cents: int = 0
    after_cents: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether it held nothing and nothing came."""
        return not (self.before_cents or self.in_cents or self.out_cents)


@dataclass(slots=True)
class Day:
    """What one gaming day brought.  `is_counted`: every box taken of it is counted."""

    date: date
    tables: dict[str, TableRake] = field(default_factory=dict)
    games: dict[str, GameRake] = field(default_factory=dict)
    bank: dict[str, BankTable] = field(default_factory=dict)
    tournaments: dict[str, Sold] = field(default_factory=dict)
    funds: dict[str, Fund] = field(default_factory=dict)
    taken_in_cents: int = 0
    tips_in_revenue_cents: int = 0
    tips_booked_cents: int = 0
    tips_counted_cents: int = 0
    is_counted: bool = True

    def as_json(self) -> dict[str, Any]:
        """The figures as a statement keeps them, with their sums."""
        return {
            "rake": {
                **_sums(self.tables.values(), "rake_cents", "time_cents", "booked_cents", "counted_cents"),
                "difference_cents": sum(row.difference_cents for row in self.tables.values()),
                "tables": _rows(self.tables),
                "games": _rows(self.games),
            },
            "bank": {
                **_sums(self.bank.values(), "booked_cents", "counted_cents", "difference_cents"),
                "tables": _rows(self.bank),
            },
            "tournaments": {
                **_sums(self.tournaments.values(), "fees_cents", "prizes_cents"),
                "rows": _rows(self.tournaments),
            },
            "taken_in_cents": self.taken_in_cents,
            # Statements of days without any, as of a house whose tips are all the staff's, do not have the line.
            **({"tips_in_revenue_cents": self.tips_in_revenue_cents} if self.tips_in_revenue_cents else {}),
            # A fund that holds nothing yet has no row: what a day brought does not depend on when it is asked.
            "jackpots": _rows({code: fund for code, fund in self.funds.items() if not fund.is_empty}),
            "tips": {
                "booked_cents": self.tips_booked_cents,
                "counted_cents": self.tips_counted_cents,
                "difference_cents": self.tips_counted_cents - self.tips_booked_cents,
            },
        }


def days(house: House, first: date, last: date) -> dict[date, Day]:
    """What each gaming day from `first` to `last` brought; days on which nothing happened are left out."""
    values = {"house": house.pk, "first": first, "last": last, "places": list(_PLACES)}
    found = _Days()
    for day, table, game, code, hands, rounds, taken in _asked(_PLAYED, values):
        found.of(day).play(table, game, EntryCode(code), hands, rounds, taken)
    for row in bank.by_table(house, first, last):
        found.of(row.date).won(row)
    for day, code, source, destination, cents in _asked(_MOVED, values):
        with suppress(NoFlow):  # written past the ledger; the proof names it
            found.of(day).move(flows.of(code, source, destination), EntryCode(code), source, destination, cents)
    for day, tournament, purchases in _asked(_PURCHASES, values):
        found.of(day).sold(tournament).purchases = purchases
    _count(found, house, first, last)
    result = {day: one.finished() for day, one in sorted(found.days.items())}
    _carry_funds(result, {str(fund): int(cents) for fund, cents in _asked(_FUNDS_BEFORE, values)})
    return result


def empty(house: House, day: date) -> Day:
    """A gaming day on which nothing happened; its funds hold what they held."""
    funds = _asked(_FUNDS_BEFORE, {"house": house.pk, "first": day})
    return Day(day, funds={fund: Fund(fund, cents, 0, 0, cents) for fund, cents in funds})


class _Filling(Day):
    """A day while its figures are added up."""

    def play(self, table: str, game: str, code: EntryCode, hands: int, rounds: int, taken_cents: int) -> None:
        """Hands and rounds, and the tax by game; the tax by table is read from the boxes' transfers."""
        if code in (EntryCode.ROUND, EntryCode.FALSE_DEAL):
            row = self.bank.setdefault(table, BankTable(table))
            row.rounds += rounds
            row.games = sorted({*row.games, game})
            return
        at = self.at(table)
        at.hands += hands
        at.games = sorted({*at.games, game})
        of = self.games.setdefault(game, GameRake(game))
        of.hands += hands
        if code is EntryCode.TIME_CHARGE:
            of.time_cents += taken_cents
        else:
            of.rake_cents += taken_cents

    def won(self, row: bank.Row) -> None:
        at = self.bank.setdefault(row.table_code, BankTable(row.table_code))
        sums = row.sums
        at.drop_cents, at.staked_cents = sums.drop_cents, sums.staked_cents
        at.lost_cents, at.paid_cents = sums.lost_cents, sums.paid_cents

    def move(self, what: tuple[Flow, int], code: EntryCode, source: str, destination: str, cents: int) -> None:
        """Add what entries of this code moved to the figures that it belongs to; `what`: as `flows.of` says it."""
        flow, sign = what
        gains, gained_cents = destination if sign > 0 else source, sign * cents
        owner = places.parse(gains).owner
        match flow:
            case Flow.RAKE:
                self.at(owner).rake_cents += gained_cents
            case Flow.TIME:
                self.at(owner).time_cents += gained_cents
            case Flow.WIN:
                self.bank.setdefault(owner, BankTable(owner)).booked_cents += gained_cents
            case Flow.FEES:
                self.sold(owner).fees_cents += gained_cents
            case Flow.UNCLAIMED:
                self.taken_in_cents += gained_cents
            case Flow.TIPS:
                self.tips_in_revenue_cents += gained_cents
            case Flow.STAFF if places.kind(gains) is Kind.TIPS:
                self.tips_booked_cents += gained_cents
            case Flow.DIFFERENCE if places.kind(gains) is Kind.FLOAT and owner in self.bank:
                self.bank[owner].difference_cents += gained_cents
            case _:
                for place, cents_in in ((source, -cents), (destination, cents)):
                    self.pool(code, places.parse(place), cents_in)

    def pool(self, code: EntryCode, place: Place, cents: int) -> None:
        """What a pool or a fund of the players gained, if the place is one."""
        if place.kind is Kind.JACKPOT:
            self.pay_in_or_out(self.funds.setdefault(place.owner, Fund(place.owner)), code, cents)
        elif place.kind is Kind.PRIZES and code is EntryCode.TOURNAMENT_IN:
            self.sold(place.owner).prizes_cents += cents

    def pay_in_or_out(self, fund: Fund, code: EntryCode, cents: int) -> None:
        """A hand pays in, and takes back what it paid; all else by its direction."""
        if cents > 0 or code is EntryCode.HAND:
            fund.in_cents += cents
        else:
            fund.out_cents -= cents

    def at(self, table: str) -> TableRake:
        return self.tables.setdefault(table, TableRake(table))

    def sold(self, tournament: str) -> Sold:
        return self.tournaments.setdefault(tournament, Sold(tournament))

    def finished(self) -> Day:
        """The day with what follows from its figures; rows without any figure are left out."""
        for row in self.tables.values():
            row.booked_cents = row.rake_cents + row.time_cents
            row.difference_cents = row.counted_cents - row.booked_cents
        for game in self.games.values():
            game.booked_cents = game.rake_cents + game.time_cents
        for won in self.bank.values():
            won.counted_cents = won.booked_cents + won.difference_cents
        self.tournaments = {
            code: row for code, row in self.tournaments.items() if row.purchases or row.prizes_cents or row.fees_cents
        }
        return self


@dataclass(slots=True)
class _Days:
    days: dict[date, _Filling] = field(default_factory=dict)

    def of(self, day: date) -> _Filling:
        return self.days.setdefault(day, _Filling(day))


def _count(found: _Days, house: House, first: date, last: date) -> None:
    rows = (
        Drop.objects.filter(gaming_day__house=house, gaming_day__date__range=(first, last))
        .order_by()
        .values_list("gaming_day__date", "table_code", "kind")
        .annotate(cents=Coalesce(Sum("counted_cents"), 0), waiting=Count("pk", filter=Q(counted_at=None)))
    )
    for day, table, kind, cents, waiting in rows:
        one = found.of(day)
        one.is_counted &= not waiting
        if kind == Drop.Kind.RAKE:
            if cents or table in one.tables:
                one.at(table).counted_cents += int(cents)
        else:
            one.tips_counted_cents += int(cents)


def _carry_funds(days_: Mapping[date, Day], before: dict[str, int]) -> None:
    """What each fund held before and after each day, in the order of the days."""
    for day in days_.values():
        for code in sorted(before.keys() | day.funds.keys()):
            fund = day.funds.setdefault(code, Fund(code))
            fund.before_cents = before.get(code, 0)
            fund.after_cents = before[code] = fund.before_cents + fund.in_cents - fund.out_cents


def _asked(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, dict(values))
        return list(cursor.fetchall())


def _sums(rows: Iterable[Any], *names: str) -> dict[str, int]:
    found = list(rows)
    return {name: sum(getattr(row, name) for row in found) for name in names}


def _rows(rows: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [asdict(row) for _key, row in sorted(rows.items())]
