"""Every figure of every report, page and roll-up is what the ledger says, for two days on which everything happens.

`test_a_month_of_figures.py` asks the same of a month.
"""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounting.models import EntryCode, Finding, GamingDay, Statement
from accounting.proof.services import proofs, revenue_proofs
from accounting.reports.selectors import book_files, day_sheet, half_hours, periods, reports
from accounting.reports.selectors.book_files import Scope
from accounting.reports.selectors.figures import By, Figures, Subject
from accounting.reports.selectors.periods import Span
from accounting.reports.services import rollups
from accounting.revenue.selectors import bank, match
from tables.audit.selectors import tips as tips_by_down
from tables.models import Down, Game, Session, Sitting, Tournament
from tables.prizes.selectors import statement
from tests import builders, databases, stated_house
from tests.stories import month
from tests.stories.ledger_figures import Ledger, Moved
from tests.stories.month import Month

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")


played = databases.once(lambda: month.month(2))


@pytest.fixture
def ledger(played: Month, db: None) -> Ledger:
    return read(played)


@cache
def read(played: Month) -> Ledger:
    """Once a world: no test here books anything."""
    return Ledger(played.evening.house.pk)


# By what a row stands, as the report names it and as the ledger's entries say it.
KEYS: dict[By, Callable[[Moved], object]] = {
    By.DAY: lambda one: one.date.isoformat(),
    By.MONTH: lambda one: f"{one.date:%Y-%m}",
    By.TABLE: lambda one: one.table,
    By.HOUR: lambda one: one.hour.astimezone(BERLIN).isoformat(),
    By.GAME: lambda one: one.game,
    By.STAKE: lambda one: stake(one.game),
    By.DEALER: lambda one: one.dealer_id,
}


def stake(name: str) -> str | None:
    """The blinds of a game as a report names them; none against the house."""
    game = Game.objects.get(name=name)
    return f"{game.small_blind_cents}/{game.big_blind_cents}" if game.big_blind_cents else None


def said(rows: list[tuple[object, object]], *names: str) -> dict[str, dict[object, int]]:
    """The same of rows of figures."""
    return {name: {key: value for key, row in rows if (value := getattr(row, name))} for name in names}


@pytest.mark.parametrize("subject", Subject)
@pytest.mark.parametrize("by", By)
def test_every_report_says_what_the_ledger_says(played: Month, ledger: Ledger, subject: Subject, by: By) -> None:
    first, last = played.days[0].date, played.days[-1].date
    report = reports.report(subject=subject, by=by, first=first, last=last, actor=played.evening.manager)
    wanted = ledger.by(KEYS[by])
    assert said([(row.key, row.figures) for row in report.rows], *wanted) == wanted
    assert report.pending_entries == 0
    total = {name: sum(found.values()) for name, found in wanted.items()}
    assert {name: getattr(report.total, name) for name in wanted} == total
    assert all(total.values()), "each figure was tried"


@pytest.mark.parametrize("by", [By.TABLE, By.DEALER])
def test_hands_an_hour_are_of_the_time_that_was_dealt(played: Month, ledger: Ledger, by: By) -> None:
    """Of the downs at raked tables, which end with the table or a push; each row is rounded down to the minute."""
    first, last = played.days[0].date, played.days[-1].date
    report = reports.report(subject=Subject.RAKE, by=by, first=first, last=last, actor=played.evening.manager)
    seconds: Counter[object] = Counter()
    for down in Down.objects.filter(session__game__rake_schedule__isnull=False).select_related("table"):
        key = down.table.code if by is By.TABLE else down.dealer_id
        seconds[key] += int((down.ended_at - down.started_at).total_seconds())
    hands = ledger.by(KEYS[by])["hands"]
    timed = {row.key: row.figures for row in report.rows if row.figures.dealt_minutes}
    assert timed.keys() == seconds.keys() & {row.key for row in report.rows}
    for key, figures in timed.items():
        assert abs(figures.dealt_minutes * 60 - seconds[key]) < 120, key
        pace = hands.get(key, 0) * 36_000 / seconds[key]
        assert abs(figures.hands_an_hour_tenths - pace) < pace / 20 + 1, key
    assert len(timed) >= 3


def test_rolled_up_piece_by_piece_is_rolled_up_anew(played: Month) -> None:
    def rows() -> list[Figures]:
        report = reports.report(
            subject=Subject.TIPS, by=By.HOUR, first=played.days[0].date, last=played.days[-1].date,
            actor=played.evening.manager,
        )  # fmt: skip
        return [row.figures for row in report.rows]

    before = rows()
    rollups.rebuild_all()
    assert rows() == before


def test_match_and_day_sheet_say_what_the_ledger_says(played: Month, ledger: Ledger) -> None:
    """Booked by table and day; counted is what two people found; the variance is found less booked out."""
    by_table = ledger.by(lambda one: (one.date, one.table))
    booked, tips, hands = {}, {}, {}
    for day in played.days:
        sheet = day_sheet.sheet(day.pk, actor=played.evening.manager)
        rows = match.match(first=day.date, actor=played.evening.manager).rows
        assert [(line.table_code, line.sums) for line in sheet.lines] == [(row.table_code, row.sums) for row in rows]
        for row in rows:
            key, sums = (day.date, row.table_code), row.sums
            booked[key], tips[key], hands[key] = sums.booked_cents, sums.tips_booked_cents, sums.hands
            rake_box, tip_box = ledger.counted(*key, "rake"), ledger.counted(*key, "tips")
            assert (sums.counted_cents, sums.variance_cents) == (rake_box.found, rake_box.found - rake_box.booked)
            assert (sums.tips_counted_cents, sums.tips_variance_cents) == (
                tip_box.found,
                tip_box.found - tip_box.booked,
            )
        assert (sheet.total.booked_cents, sheet.total.tips_booked_cents) == tuple(
            sum(found.get((day.date, code), 0) for code in played.tables) for found in (booked, tips)
        )
    assert {key: cents for key, cents in booked.items() if cents} == by_table["taken_cents"]
    assert {key: cents for key, cents in tips.items() if cents} == by_table["tips_cents"]
    assert {key: count for key, count in hands.items() if count} == by_table["hands"]
    assert "E1" in {code for _date, code in by_table["tips_cents"]}


def test_tips_by_down_and_by_half_hour_say_what_the_ledger_says(played: Month, ledger: Ledger) -> None:
    wanted = ledger.by(lambda one: (one.date, one.table))
    tips: Counter[object] = Counter()
    played_cents: Counter[object] = Counter()
    for day in played.days:
        for down in tips_by_down.of_day(day.pk, actor=played.evening.manager):
            tips[day.date, down.table_code] += down.tips_cents
            played_cents[day.date, down.table_code] += down.played_cents
        halves = half_hours.half_hours(day_id=day.pk, actor=played.evening.manager)
        of_day = ledger.by(lambda one: one.date)
        assert sum(half.tips_cents for half in halves) == of_day["tips_cents"][day.date]
        assert sum(half.booked_cents for half in halves) == of_day["taken_cents"][day.date]
        assert sum(half.hands for half in halves) == of_day["hands"][day.date]
    assert {key: cents for key, cents in tips.items() if cents} == wanted["tips_cents"]
    assert {key: cents for key, cents in played_cents.items() if cents} == dict(
        Counter(wanted["pot_cents"]) + Counter(wanted["staked_cents"])
    )


def test_the_houses_own_games_won_what_their_floats_won(played: Month, ledger: Ledger) -> None:
    first, last = played.days[0].date, played.days[-1].date
    of_day = lambda one: one.date  # noqa: E731 -- a key
    won = ledger.sums("float", of_day, {EntryCode.ROUND})
    for by in (bank.By.DAY, bank.By.TABLE, bank.By.SHIFT):
        found = bank.result(first=first, last=last, by=by, actor=played.evening.manager)
        rows: Counter[object] = Counter()
        for row in found.rows:
            rows[row.date] += row.sums.win_cents
        assert {key: cents for key, cents in rows.items() if cents} == won
        assert found.total.rounds == sum(ledger.counts(EntryCode.ROUND, of_day).values())
        bought = ledger.sums("guests", lambda one: one.table, {EntryCode.BUY_IN, EntryCode.TOP_UP})
        assert found.total.drop_cents == -bought["E1"]
        opened = ledger.sums("float", lambda one: one.table, {EntryCode.FLOAT_IN})
        assert found.total.opener_cents == opened["E1"]


def of_period(span: Span, at: date, played: Month, shift: int = 0) -> dict[str, int]:
    """What the report has a figure of."""
    found = periods.report(span=span, at=at, shift=shift, actor=played.evening.manager)
    return {f"{part.name}.{line.name}": line.value for part, line in found.lines if line.value is not None}


def in_ledger(ledger: Ledger, of: Callable[[Moved], bool]) -> dict[str, int]:
    """What the books say of all entries of a period, by the names of its report."""
    by = {name: found.get(True, 0) for name, found in ledger.by(of).items()}
    sold = set(EntryCode) - {EntryCode.TOURNAMENT_DUE}
    bought = ledger.sums("guests", lambda one: of(one) and one.table == "E1", {EntryCode.BUY_IN, EntryCode.TOP_UP})
    pools = ledger.sums("prizes", of, {EntryCode.TOURNAMENT_IN})
    return {
        "rake.hands": by["hands"],
        "rake.pot_cents": by["pot_cents"],
        "rake.taken_cents": by["taken_cents"],
        "tips.tips_cents": by["tips_cents"],
        "jackpots.contributed_cents": by["jackpot_cents"],
        "bank.rounds": by["rounds"],
        "bank.staked_cents": by["staked_cents"],
        "bank.win_cents": ledger.sums("float", of, {EntryCode.ROUND}).get(True, 0),
        "bank.drop_cents": -bought.get(True, 0),
        "tournaments.fees_cents": ledger.sums("fees", of, sold).get(True, 0),
        "tournaments.pool_cents": pools.get(True, 0),
        "tournaments.paid_cents": -ledger.sums("prizes", of, {EntryCode.TOURNAMENT_OUT}).get(True, 0),
        "boxes.booked_cents": -ledger.sums("rake", of, {EntryCode.DROP}).get(True, 0),
        "boxes.tips_booked_cents": -ledger.sums("tips", of, {EntryCode.DROP}).get(True, 0),
        "boxes.boxes": ledger.counts(EntryCode.DROP, of).get(True, 0),
        "boxes.variance_cents": sum(
            (box := ledger.counted(day, table, "rake")).found - box.booked for day, table in days_and_tables(ledger, of)
        ),
        "boxes.tips_variance_cents": sum(
            (box := ledger.counted(day, table, "tips")).found - box.booked for day, table in days_and_tables(ledger, of)
        ),
    }


def days_and_tables(ledger: Ledger, of: Callable[[Moved], bool]) -> set[tuple[date, str]]:
    """Of the entries of a period that took a box away."""
    entries = (one for one in ledger.entries.values() if one.meant.code == EntryCode.DROP and of(one))
    return {(one.date, one.table) for one in entries}


def test_every_period_says_what_the_ledger_says(played: Month, ledger: Ledger) -> None:
    """Days, weeks, months and years; and the shifts of a day, which add up to it."""
    dates = {day.date for day in played.days}
    for day in sorted(dates):
        found = of_period(Span.DAY, day, played)
        wanted = in_ledger(ledger, lambda one, day=day: one.date == day)
        assert {name: found[name] for name in wanted} == wanted
        shifts = [of_period(Span.SHIFT, day, played, number) for number in (1, 2)]
        for name in wanted:
            assert sum(shift[name] for shift in shifts) == wanted[name], name
    for span, key in (
        (Span.WEEK, lambda at: at.isocalendar()[:2]),
        (Span.MONTH, lambda at: (at.year, at.month)),
        (Span.YEAR, lambda at: at.year),
    ):
        for at in {key(day): day for day in dates}.values():
            found = of_period(span, at, played)
            wanted = in_ledger(ledger, lambda moved, key=key, at=at: key(moved.date) == key(at))
            assert {name: found[name] for name in wanted} == wanted, (span, at)
            assert found["rake.difference_cents"] == found["rake.taken_cents"] - found["rake.due_cents"]
            posted = [one for one in ledger.moved if one.place.startswith("jackpot/") and key(one.date) <= key(at)]
            assert found["jackpots.posted_cents"] == sum(one.cents for one in posted)


def test_tables_were_open_as_long_as_their_sessions_say(played: Month) -> None:
    """By the clock, so that days add up; seats are taken for no longer than tables offer them."""
    days = [of_period(Span.DAY, day.date, played) for day in played.days]
    assert all(0 < day["utilisation.seats_taken_bp"] <= 10_000 for day in days)
    seconds = sum(
        (session.closed_at - session.opened_at).total_seconds() - session.paused_seconds
        for session in Session.objects.exclude(closed_at=None)
    )
    minutes = sum(day["utilisation.table_minutes"] for day in days)
    assert abs(minutes - seconds / 60) <= len(days), "each day is rounded down to the minute"
    sat = sum((row.left_at - row.sat_at).total_seconds() for row in Sitting.objects.exclude(left_at=None))
    assert abs(sum(day["utilisation.seat_minutes"] for day in days) - sat / 60) <= len(days)


def test_tournaments_came_to_what_the_ledger_says(played: Month, ledger: Ledger) -> None:
    for row in Tournament.objects.all():
        found = statement.statement(row)
        fees = [one.cents for one in ledger.moved if one.place == f"fees/{row.code}" and one.cents > 0]
        paid = [one.cents for one in ledger.moved if one.place == f"prizes/{row.code}" and one.cents < 0]
        assert (found.money.fee_cents, found.money.paid_cents) == (sum(fees), -sum(paid))
        assert found.unpaid_cents == 0
        assert f"prizes/{row.code}" not in builders.balances()


def test_the_pages_say_what_the_ledger_says(played: Month, ledger: Ledger) -> None:
    """A day's tips, rake, win and fees, on management's start page, the pages of tips and of the match."""
    client = Client()
    client.force_login(played.evening.manager)
    of_day = ledger.by(lambda one: one.date)
    won = ledger.sums("float", lambda one: one.date, {EntryCode.ROUND})
    sold = ledger.sums("fees", lambda one: one.date, set(EntryCode) - {EntryCode.TOURNAMENT_DUE})
    for day in played.days:
        tips_cents, taken_cents = of_day["tips_cents"][day.date], of_day["taken_cents"][day.date]
        page = client.get(reverse("audit:tips"), {"day": f"{day.date}"})
        assert page.context["total"].tips_cents == tips_cents
        page = client.get(reverse("policy:home"), {"day": f"{day.date}"})
        assert [cents for _name, cents, *_rest in page.context["revenue"]] == [
            taken_cents, won.get(day.date, 0), sold.get(day.date, 0),
        ]  # fmt: skip
        total = client.get(reverse("audit:day"), {"day": f"{day.date}"}).context["total"]
        assert (total.booked_cents, total.tips_booked_cents, total.tips_variance_cents) == (taken_cents, tips_cents, 0)


def test_the_files_say_what_the_ledger_says(played: Month, ledger: Ledger) -> None:
    client = Client()
    client.force_login(played.evening.manager)
    asked = {
        "from": f"{played.days[0].date}",
        "to": f"{played.days[-1].date}",
        "by": "table",
        "format": "csv",
        "flavour": "machine",
    }
    answer = client.get(reverse("reports-tips"), asked | {"format": "csv", "flavour": "machine"})
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    wanted = ledger.by(lambda one: one.table)["tips_cents"]
    assert {row["key"]: int(row["tips_cents"]) for row in rows if row.get("key") and int(row["tips_cents"])} == wanted


def test_the_books_have_the_statements_of_the_period(played: Month, ledger: Ledger) -> None:
    """The day's, which rests on the day before, and its levy terms; of the first day only its own."""
    evening = played.evening
    stated_house.in_force(evening)
    rows = [stated_house.sealed(evening, "day", day.date) for day in played.days]
    for days, wanted in ((played.days, rows), (played.days[:1], rows[:1])):
        scope = Scope(evening.house.pk, days[0].date, days[-1].date)
        text = b"".join(book_files.copied(book_files.named("statements"), scope, connection, delimiter=";")).decode()
        written = list(csv.DictReader(io.StringIO(text), delimiter=";"))
        assert [(int(row["id"]), row["digest"]) for row in written] == [(row.pk, row.digest) for row in wanted]
        assert [json.loads(row["figures"]) for row in written] == [row.figures for row in wanted]
        assert book_files.count(book_files.named("levy_terms"), scope, connection) == 1


def test_the_statements_of_revenue_say_what_the_ledger_says(played: Month, ledger: Ledger) -> None:
    """Revenue, loss and levy of each day recomputed from the ledger's entries, and each figure of its sheet."""
    evening = played.evening
    stated_house.in_force(evening)
    loss_cents = year_cents = 0
    for day in played.days:
        figures = stated_house.sealed(evening, "day", day.date).figures
        rake_cents = the_rake_is_the_boxes(played, ledger, day.date, figures["rake"])
        won_cents = the_win_is_the_floats(ledger, day.date, figures["bank"])
        others_cents = the_rest_is_the_places(played, ledger, day.date, figures)
        win_cents = won_cents + loss_cents
        loss_cents = min(0, win_cents)
        revenue_cents = rake_cents + others_cents + max(0, win_cents)
        assert (figures["revenue_cents"], figures["loss"]["carried_cents"]) == (revenue_cents, loss_cents)
        year_cents += revenue_cents
        assert figures["year"]["after_cents"] == year_cents
        of_day = of_period(Span.DAY, day.date, played)
        assert (of_day["levy.revenue_cents"], of_day["levy.days_unsigned"]) == (revenue_cents, 0)
    levies = sum(row.figures["levy_cents"] for row in Statement.objects.filter(house=evening.house))
    of_year = of_period(Span.YEAR, played.days[0].date, played)
    assert (of_year["levy.revenue_cents"], of_year["levy.levy_cents"]) == (year_cents, levies)
    assert (of_year["levy.days_unsigned"], of_year["levy.days_corrected"]) == (
        GamingDay.objects.filter(house=evening.house).count() - len(played.days),
        0,
    )
    assert levies == (2 * year_cents * 3_000 + 10_000) // 20_000, "30 % of the year so far, rounded once"
    assert list(revenue_proofs.prove()) == []


def the_rake_is_the_boxes(played: Month, ledger: Ledger, day: date, rake: Any) -> int:
    """By table: booked from pots and by time, counted; by game: booked.  Returns what was counted."""
    by_table = ledger.by(lambda one: (one.date, one.table))
    timed = ledger.sums("rake", lambda one: (one.date, one.table), {EntryCode.TIME_CHARGE})
    for row in rake["tables"]:
        key = (day, row["table"])
        booked, counted = by_table["taken_cents"].get(key, 0), ledger.counted(*key, "rake").found
        assert (row["booked_cents"], row["counted_cents"]) == (booked, counted)
        assert (row["time_cents"], row["hands"]) == (timed.get(key, 0), by_table["hands"].get(key, 0))
        assert (row["rake_cents"], row["difference_cents"]) == (booked - row["time_cents"], counted - booked)
    for name, code in (("rake_cents", EntryCode.HAND), ("time_cents", EntryCode.TIME_CHARGE)):
        by_game = ledger.sums("rake", lambda one: (one.date, one.game), {code})
        wanted = {key: cents for key, cents in by_game.items() if key[0] == day}  # type: ignore[index]
        assert {(day, row["game"]): row[name] for row in rake["games"] if row[name]} == wanted
    counted = sum(ledger.counted(day, code, "rake").found for code in played.tables)
    booked = sum(cents for key, cents in by_table["taken_cents"].items() if key[0] == day)  # type: ignore[index]
    assert (rake["booked_cents"], rake["counted_cents"]) == (booked, counted)
    return counted


def the_win_is_the_floats(ledger: Ledger, day: date, bank_figures: Any) -> int:
    """Booked: what rounds brought to the float; counted: less what its count lacked.  Returns the latter."""
    won = ledger.sums("float", lambda one: one.date, {EntryCode.ROUND}).get(day, 0)
    out = [
        one for one in ledger.moved if one.entry.code == EntryCode.FLOAT_OUT and (one.date, one.table) == (day, "E1")
    ]
    left = -sum(one.cents for one in out if one.place == "float/E1")
    brought = sum(one.cents for one in out if one.place.startswith("bank/"))
    assert (bank_figures["booked_cents"], bank_figures["counted_cents"]) == (won, won + brought - left)
    return won + brought - left


def the_rest_is_the_places(played: Month, ledger: Ledger, day: date, figures: Any) -> int:
    """Fees, unclaimed chips, tips and the jackpot.  Returns what of it is revenue: fees and unclaimed chips."""
    of_day = [one for one in ledger.moved if one.date == day]
    fees = sum(
        one.cents for one in of_day if one.place.startswith("fees/") and one.meant.code != EntryCode.TOURNAMENT_DUE
    )
    lapsed = -sum(
        one.cents for one in of_day if one.place.startswith("kept/") and one.meant.code == EntryCode.KEPT_LAPSED
    )
    assert (figures["tournaments"]["fees_cents"], figures["taken_in_cents"]) == (fees, lapsed)
    tips = ledger.by(lambda one: one.date)["tips_cents"].get(day, 0)
    counted = sum(ledger.counted(day, code, "tips").found for code in played.tables)
    assert (figures["tips"]["booked_cents"], figures["tips"]["counted_cents"]) == (tips, counted)
    fund = [(one.date, one.cents) for one in ledger.moved if one.place == "jackpot/bad-beat"]
    before, after = (sum(cents for at, cents in fund if at < day), sum(cents for at, cents in fund if at <= day))
    (row,) = figures["jackpots"]
    assert (row["before_cents"], row["after_cents"]) == (before, after)
    return fees + lapsed


def test_nothing_is_left_over(played: Month, ledger: Ledger) -> None:
    """All boxes are in the count room, no chip is left at a table, and the books are proven."""
    assert proofs.prove().broken == []
    balances = builders.balances()
    assert not {name for name in balances if name.startswith(("rake/", "tips/", "pool/", "seat/", "pot/", "kept/"))}
    assert sum(balances.values()) == 0
    assert balances["jackpot/bad-beat"] == sum(ledger.by(lambda one: one.table)["jackpot_cents"].values())
    assert not Finding.objects.filter(state=Finding.State.OPEN).exists()
