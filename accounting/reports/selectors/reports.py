"""Reports on rake and tips, read from the roll-ups only: a year by day is a few hundred rows."""

from calendar import monthrange
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from django.db import connection
from django.db.models import F, Model, Q, QuerySet, Sum
from django.utils.translation import gettext

from accounting.days.selectors import houses
from accounting.models import GamingDay, House, HouseDay, HouseMonth, TableDay, TableHour
from accounting.reports.selectors import room
from accounting.reports.selectors.figures import By, Figures, Report, Row, Subject
from casino import house_time, replica, roles, wording
from casino.errors import N_, Malformed

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"
MOST_DAYS_BY_HOUR = 92

_FIGURES = tuple(name for name in Figures.__dataclass_fields__ if name not in ("dealt_minutes", "timed_hands"))

_PENDING = """
SELECT coalesce(sum(book.number - coalesce(mark.number, 0)), 0)::bigint
  FROM accounting_book book LEFT JOIN accounting_rollupmark mark ON mark.book_id = book.id
 WHERE book.house_id = %s
"""


@replica.reading()
def report(
    *,
    subject: Subject,
    by: By,
    first: date | None = None,
    last: date | None = None,
    house_id: int | None = None,
    actor: "User",
) -> Report:
    """The figures of a house's gaming days from `first` to `last`, both included; by default the latest one.

    By month the period is widened to whole months (see the report's `first` and `last`).  Refuses a period that ends
    before it begins (`bad_period`), and one by hour of more than 92 gaming days (`period_too_long`).
    """
    roles.require(actor, PERMISSION)
    house = houses.row(house_id, actor=actor)
    first, last = _period(house, by, first, last)
    return Report(
        subject=subject,
        house_id=house.pk,
        house_name=house.name,
        currency=house.currency,
        time_zone=house.time_zone,
        first=first,
        last=last,
        by=by,
        rows=_ROWS[by](house, first, last),
        pending_entries=pending(house),
    )


def _period(house: House, by: By, first: date | None, last: date | None) -> tuple[date, date]:
    if last is None:
        latest = GamingDay.objects.filter(house=house).order_by("-date").values_list("date", flat=True).first()
        last = max(filter(None, (latest, first)), default=house_time.today(ZoneInfo(house.time_zone)))
    first = last if first is None else first
    if by is By.MONTH:
        first, last = first.replace(day=1), last.replace(day=monthrange(last.year, last.month)[1])
    if first > last:
        raise Malformed(
            "bad_period", N_("The period ends (%(last)s) before it begins (%(first)s)."), first=first, last=last
        )
    if by is By.HOUR and last - first >= timedelta(days=MOST_DAYS_BY_HOUR):
        raise Malformed(
            "period_too_long", N_("By hour, no more than %(most)s gaming days can be shown."), most=MOST_DAYS_BY_HOUR
        )
    return first, last


def period_before(first: date, last: date) -> tuple[date, date]:
    """The period before, for comparison: of whole months as many months, else as many days."""
    if first.day == 1 and last.day == monthrange(last.year, last.month)[1]:
        months = 12 * (last.year - first.year) + last.month - first.month + 1
        year, month = divmod(12 * first.year + first.month - 1 - months, 12)
        return date(year, month + 1, 1), first - timedelta(days=1)
    return first - (last - first) - timedelta(days=1), first - timedelta(days=1)


def pending(house: House) -> int:
    """Entries of the house's books that are not rolled up yet."""
    with connection.cursor() as cursor:
        cursor.execute(_PENDING, [house.pk])
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def _sums(rows: "QuerySet[Any]", *keys: str) -> list[tuple[list[Any], Figures]]:
    """Figures grouped and ordered by `keys`: (values of the keys, figures) for each group."""
    grouped = rows.order_by().values_list(*keys).annotate(*(Sum(name) for name in _FIGURES)).order_by(*keys)
    # PostgreSQL sums bigint to numeric, which arrives as Decimal.
    return [(list(row[: len(keys)]), Figures(*map(int, row[len(keys) :]))) for row in grouped]


def _of(level: type[Model], house: House, first: date, last: date) -> "QuerySet[Any]":
    days = Q(gaming_day__house=house, gaming_day__date__range=(first, last))
    return level._default_manager.filter(days)


def _by_day(house: House, first: date, last: date) -> list[Row]:
    found = _sums(_of(HouseDay, house, first, last), "gaming_day__date")
    return [Row(day.isoformat(), day.isoformat(), figures) for (day,), figures in found]


def _by_month(house: House, first: date, last: date) -> list[Row]:
    found = _sums(HouseMonth.objects.filter(house=house, month__range=(first, last)), "month")
    return [Row(f"{month:%Y-%m}", f"{month:%Y-%m}", figures) for (month,), figures in found]


def _by_hour(house: House, first: date, last: date) -> list[Row]:
    """By hour; when the clock is put back, the repeated hour has two rows with different UTC offsets."""
    zone = ZoneInfo(house.time_zone)
    rows = []
    for (hour,), figures in _sums(_of(TableHour, house, first, last), "hour"):
        local: datetime = hour.astimezone(zone)
        rows.append(Row(local.isoformat(), f"{local:%Y-%m-%d %H:%M} {local:%z}", figures))
    return rows


def _by_table(house: House, first: date, last: date) -> list[Row]:
    found = _sums(_of(TableDay, house, first, last), "table_code")
    dealt = room.dealt_minutes(house, first, last, By.TABLE)
    return [Row(table, table, figures.dealt_in(dealt.get(table))) for (table,), figures in found]


def _by_dealer(house: House, first: date, last: date) -> list[Row]:
    tables = _of(TableDay, house, first, last).annotate(name=F("dealer__full_name"), login=F("dealer__username"))
    found = _sums(tables, "name", "login", "dealer_id")
    dealt = room.dealt_minutes(house, first, last, By.DEALER)
    return [
        Row(pk, name or login or gettext("no dealer"), figures.dealt_in(dealt.get(pk)))
        for (name, login, pk), figures in found
    ]


def _by_game(house: House, first: date, last: date) -> list[Row]:
    found = _sums(_of(TableDay, house, first, last), "game")
    return [Row(game, game, figures) for (game,), figures in found]


def _by_stake(house: House, first: date, last: date) -> list[Row]:
    """By the blinds of the games, the smallest first; a game against the house, or one renamed since, has none."""
    blinds = room.stakes(house)
    found: dict[tuple[int, int] | None, Figures] = {}
    for (game,), figures in _sums(_of(TableDay, house, first, last), "game"):
        stake = blinds.get(game)
        found[stake] = found.get(stake, Figures()) + figures
    rows = [
        Row(f"{small}/{big}", f"{wording.short_money(small)}/{wording.short_money(big)}", found[small, big])
        for small, big in sorted(stake for stake in found if stake is not None)
    ]
    return [*rows, Row(None, gettext("no blinds"), found[None])] if None in found else rows


_ROWS: dict[By, Callable[[House, date, date], list[Row]]] = {
    By.DAY: _by_day,
    By.HOUR: _by_hour,
    By.TABLE: _by_table,
    By.DEALER: _by_dealer,
    By.GAME: _by_game,
    By.STAKE: _by_stake,
    By.MONTH: _by_month,
}
