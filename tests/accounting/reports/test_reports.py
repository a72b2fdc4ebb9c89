"""Reports over the API: the figures, their faces, and what a question that cannot be read gets."""

import csv
import io
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import openpyxl
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from rest_framework.test import APIClient

from accounting.models import TableHour
from accounting.reports.files import as_csv, columns
from accounting.reports.files.columns import COLUMNS, HEADINGS, TIMED, Column
from accounting.reports.selectors import reports
from accounting.reports.selectors.figures import By, Figures, Row, Subject
from accounting.reports.services import rollups
from casino.models import User
from tables.models import Game
from tests import databases, kept_rows
from tests.accounting.reports.conftest import NOON, BookedHands, open_house

Ask = Callable[..., HttpResponse]
FIRST, SECOND = "2026-11-29", "2026-11-30"


@kept_rows.rebuilt
def two_days() -> BookedHands:
    """Two gaming days, two tables, two games, one dealer and nobody; one hand taken back on the second day."""
    booked = open_house()
    anna = User.objects.create_user("anna", full_name="Anna Ruiz", roles=["dealer"])
    booked.hand("T1", dealer=anna, pot_cents=10_000, due_cents=400, taken_cents=400, tips_cents=100)
    wrong = booked.hand("T2", hour=1, pot_cents=20_000, due_cents=800, taken_cents=500, tips_cents=300)
    booked.next_day()
    booked.hand("T2", hour=24, dealer=anna, game="PL Omaha 5/5", pot_cents=50_000, due_cents=1_000, taken_cents=1_000)
    booked.reverse(wrong)
    # The mirror stands in the hour in which it was made; the tests want to know which.
    rollups.roll_up()
    return booked


built, booked = databases.shared(two_days)


@pytest.fixture
def client(booked: BookedHands) -> APIClient:
    client = APIClient()
    client.force_authenticate(booked.manager)
    return client


@pytest.fixture
def ask(client: APIClient) -> Ask:
    def get(subject: str = "rake", **query: object) -> HttpResponse:
        names = {name.rstrip("_"): value for name, value in query.items()}
        return client.get(f"/api/v1/reports/{subject}/", names)

    return get


def keyed(response: HttpResponse, figure: str) -> dict[Any, int]:
    assert response.status_code == 200, response.content
    return {row["key"]: row[figure] for row in response.json()["rows"]}


def test_rake_by_day_says_what_was_due_and_what_was_taken(ask: Ask) -> None:
    report = ask(from_=FIRST, to=SECOND).json()
    first = {
        "key": FIRST, "label": FIRST, "hands": 2, "pot_cents": 30_000, "mean_pot_cents": 15_000,
        "base_cents": 30_000, "due_cents": 1_200, "taken_cents": 900, "difference_cents": -300, "jackpot_cents": 0,
        "tips_cents": 400,
    }  # fmt: skip
    assert report["rows"][0] == first
    # The hand taken back on the second day counts there: 1 − 1 hands, 1000 − 500 taken.
    assert [(row["key"], row["hands"], row["taken_cents"]) for row in report["rows"]] == [
        (FIRST, 2, 900),
        (SECOND, 0, 500),
    ]
    assert report["total"] == {
        "hands": 2, "pot_cents": 60_000, "mean_pot_cents": 30_000, "base_cents": 60_000, "due_cents": 1_400,
        "taken_cents": 1_400,
        "difference_cents": 0, "jackpot_cents": 0, "tips_cents": 200,
    }  # fmt: skip
    assert (report["from"], report["to"], report["by"], report["currency"]) == (FIRST, SECOND, "day", "EUR")


def test_the_average_pot_is_that_of_the_hands_played(ask: Ask) -> None:
    """On the second day as many were taken back as played: no hand has a pot there, whatever the sum of pots."""
    assert keyed(ask(from_=FIRST, to=SECOND), "mean_pot_cents") == {FIRST: 15_000, SECOND: 0}
    assert keyed(ask(from_=FIRST, to=FIRST, by="table"), "mean_pot_cents") == {"T1": 10_000, "T2": 20_000}


@pytest.mark.parametrize(
    ("by", "taken"),
    [
        ("table", {"T1": 400, "T2": 1_000}),
        ("game", {"NL Texas 2/4": 400, "PL Omaha 5/5": 1_000}),
        ("month", {"2026-11": 1_400}),
    ],
)
def test_the_same_sum_by_whatever(ask: Ask, by: str, taken: dict[str, int]) -> None:
    response = ask(from_=FIRST, to=SECOND, by=by)
    assert keyed(response, "taken_cents") == taken
    assert response.json()["total"]["taken_cents"] == 1_400


def test_by_stake_games_of_the_same_blinds_are_one_row(ask: Ask, booked: BookedHands) -> None:
    """A game that is no game of the house by now, or has no blinds, stands in a row of its own."""
    for name, variant, blinds in (
        ("NL Texas 2/4", "texas", (200, 400)), ("PL Omaha 2/4", "omaha", (200, 400)),
        ("NL Texas 0,5/1", "texas", (50, 100)),
    ):  # fmt: skip
        Game.objects.create(
            house=booked.house, name=name, variant=variant, betting="no_limit", rake_schedule=booked.schedule.schedule,
            small_blind_cents=blinds[0], big_blind_cents=blinds[1], min_buy_in_cents=10_000, chip_cents=100,
        )  # fmt: skip
    booked.hand("T1", game="PL Omaha 2/4", taken_cents=600)
    booked.hand("T1", game="NL Texas 0,5/1", taken_cents=50, due_cents=50)
    rollups.roll_up()
    rows = ask(from_=FIRST, to=SECOND, by="stake").json()["rows"]
    assert [(row["key"], row["label"], row["taken_cents"]) for row in rows] == [
        ("50/100", "0,50/1", 50), ("200/400", "2/4", 400 + 600), (None, "ohne Blinds", 1_000),
    ]  # fmt: skip


def test_the_page_compares_with_the_period_before(client: APIClient, booked: BookedHands) -> None:
    """400 at T1 on the first day, nothing on the second; at T2 500, and 1,000 less 500 that was taken back."""
    browser = Client()
    browser.force_login(booked.manager)
    asked = {"by": "table", "first": SECOND, "last": SECOND}
    page = browser.get(reverse("management:reports"), asked)
    assert (page.context["earlier"].first.isoformat(), page.context["earlier"].last.isoformat()) == (FIRST, FIRST)
    assert [(label, before) for label, _cells, before in page.context["rows"]] == [("T2", ("5,00", "±0 %"))]
    assert page.context["total_before"] == ("9,00", "−44 %")
    page = browser.get(reverse("management:reports"), asked | {"by": "hour"})
    assert {before for _label, _cells, before in page.context["rows"]} == {("", "")}
    assert page.context["total_before"] == ("9,00", "−44 %")


@pytest.mark.parametrize(
    ("first", "last", "before"),
    [
        ("2026-11-30", "2026-11-30", ("2026-11-29", "2026-11-29")),
        ("2026-11-24", "2026-11-30", ("2026-11-17", "2026-11-23")),
        ("2026-03-01", "2026-03-31", ("2026-02-01", "2026-02-28")),
        ("2026-01-01", "2026-12-31", ("2025-01-01", "2025-12-31")),
        ("2026-01-01", "2026-03-31", ("2025-10-01", "2025-12-31")),
    ],
)
def test_whole_months_are_compared_with_whole_months(first: str, last: str, before: tuple[str, str]) -> None:
    found = reports.period_before(date.fromisoformat(first), date.fromisoformat(last))
    assert tuple(one.isoformat() for one in found) == before


def test_by_dealer_also_counts_the_hands_nobody_dealt(ask: Ask) -> None:
    rows = ask(from_=FIRST, to=SECOND, by="dealer").json()["rows"]
    anna = User.objects.get(username="anna")
    assert [(row["key"], row["label"], row["taken_cents"]) for row in rows] == [
        (anna.pk, "Anna Ruiz", 1_400),
        (None, "ohne Dealer", 0),  # in the language of the house
    ]


def test_every_report_asked_by_whatever_has_the_same_total(ask: Ask) -> None:
    timed = {column.value for column in TIMED}
    for subject in Subject:
        totals = [ask(subject, from_=FIRST, to=SECOND, by=by).json()["total"] for by in By]
        without = [{name: value for name, value in total.items() if name not in timed} for total in totals]
        assert without.count(without[0]) == len(By)
        is_rake = subject is Subject.RAKE
        assert [by for by, total in zip(By, totals, strict=True) if timed <= total.keys()] == (
            [By.TABLE, By.DEALER] if is_rake else []
        )


def test_tips_are_shown_as_a_part_of_the_pot(ask: Ask) -> None:
    report = ask("tips", from_=FIRST, to=FIRST).json()
    assert report["total"]["tips_cents"] == 400
    assert report["total"]["tips_bp"] == 133  # 4.00 of 300.00; 1 % is customary (seed 001)
    assert {"hands", "base_cents", "due_cents", "taken_cents", "tips_cents"} <= report["rows"][0].keys()


def test_by_default_the_latest_gaming_day(ask: Ask) -> None:
    report = ask().json()
    assert (report["from"], report["to"], len(report["rows"])) == (SECOND, SECOND, 1)


def test_a_report_says_what_it_does_not_know_yet(ask: Ask, booked: BookedHands) -> None:
    assert ask().json()["pending_entries"] == 0
    booked.hand()
    assert ask().json()["pending_entries"] == 1
    rollups.roll_up()
    assert ask().json()["pending_entries"] == 0


@pytest.mark.parametrize(
    ("night", "labels"),
    [
        # 25 October 2026: three o'clock is put back to two; the hour from two to three happens twice.
        (datetime(2026, 10, 24, 23, tzinfo=UTC), ["01:00 +0200", "02:00 +0200", "02:00 +0100", "03:00 +0100"]),
        # 29 March 2026: two o'clock is put on to three; there is no hour from two to three.
        (datetime(2026, 3, 29, 0, tzinfo=UTC), ["01:00 +0100", "03:00 +0200", "04:00 +0200", "05:00 +0200"]),
    ],
)
def test_nights_of_25_and_23_hours(ask: Ask, booked: BookedHands, night: datetime, labels: list[str]) -> None:
    booked.next_day()
    since_noon = (night - NOON) // timedelta(hours=1)
    for hour in range(4):
        booked.hand(hour=since_noon + hour)
    rollups.roll_up()
    rows = ask(by="hour").json()["rows"]
    assert [row["label"].split(" ", 1)[1] for row in rows] == labels
    assert [row["hands"] for row in rows] == [1, 1, 1, 1]
    assert [datetime.fromisoformat(row["key"]) for row in rows] == [night + timedelta(hours=n) for n in range(4)]


def test_csv_opens_in_a_german_excel(ask: Ask) -> None:
    response = ask(from_=FIRST, to=FIRST, format="csv")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="rake-by-day-{FIRST}-{FIRST}.csv"'
    assert response.content.startswith(b"\xef\xbb\xbf")
    lines = list(csv.reader(io.StringIO(response.content.decode("utf-8-sig")), delimiter=";"))
    assert lines[1] == [FIRST, "2", "300,00", "150,00", "300,00", "12,00", "9,00", "-3,00", "0,00", "4,00"]
    assert lines[2][1:] == lines[1][1:]
    assert len(lines) == 3


def test_csv_for_machines_has_cents_and_no_total(ask: Ask) -> None:
    response = ask(from_=FIRST, to=SECOND, format="csv", flavour="machine")
    lines = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [(line["key"], line["taken_cents"], line["difference_cents"]) for line in lines] == [
        (FIRST, "900", "-300"),
        (SECOND, "500", "300"),
    ]
    dealers = csv.DictReader(io.StringIO(ask(by="dealer", format="csv", flavour="machine").content.decode()))
    anna = User.objects.get(username="anna")
    assert [(line["key"], line["label"]) for line in dealers] == [(str(anna.pk), "Anna Ruiz"), ("", "ohne Dealer")]


@pytest.mark.parametrize("text", ["=1+1", "+49", "-2", "@SUM(A1)", "\tx", "\rx"])
def test_a_name_never_becomes_a_formula(ask: Ask, booked: BookedHands, text: str) -> None:
    booked.next_day()
    booked.hand(game=text)
    rollups.roll_up()
    lines = list(csv.reader(io.StringIO(ask(by="game", format="csv").content.decode("utf-8-sig")), delimiter=";"))
    assert lines[1][0] == f"'{text}"
    machine = ask(by="game", format="csv", flavour="machine").content.decode()
    assert next(csv.DictReader(io.StringIO(machine, newline="")))["label"] == f"'{text}"
    assert next(csv.DictReader(io.StringIO(machine, newline="")))["key"] == f"'{text}"
    sheet = openpyxl.load_workbook(io.BytesIO(ask(by="game", format="xlsx").content)).worksheets[0]
    assert sheet["A2"].data_type == "s"


def test_a_number_below_nothing_stays_a_number(ask: Ask) -> None:
    lines = list(csv.reader(io.StringIO(ask(from_=FIRST, format="csv").content.decode("utf-8-sig")), delimiter=";"))
    assert "-3,00" in lines[1]
    assert as_csv.text_cell("T1") == "T1"


def test_xlsx_has_numbers_and_says_what_it_is(ask: Ask, booked: BookedHands) -> None:
    response = ask(from_=FIRST, to=SECOND, by="table", format="xlsx")
    assert response["Content-Disposition"].endswith('.xlsx"')
    book = openpyxl.load_workbook(io.BytesIO(response.content))
    figures, parameters = book.worksheets
    assert [cell.value for cell in figures[2]] == ["T1", 1, 100, 100, 100, 4, 4, 0, 0, 1, 0, 0]
    assert figures["E2"].number_format == '#,##0.00 "EUR"'
    assert [row[0].value for row in figures.iter_rows()][1:3] == ["T1", "T2"]
    facts = {row[0].value: row[1].value for row in parameters.iter_rows()}
    assert booked.manager.username in facts.values()
    assert any(isinstance(value, str) and len(value) == 64 for value in facts.values())


@pytest.mark.parametrize(
    ("query", "code", "parameter"),
    [
        ({"from": "2026-02-30"}, "bad_query", "from"),
        ({"from": "20.11.2026"}, "bad_query", "from"),
        ({"from": "20261120"}, "bad_query", "from"),
        ({"from": "2026-W47-5"}, "bad_query", "from"),
        ({"to": ""}, "bad_query", "to"),
        ({"to": "\0"}, "bad_text", "to"),
        ({"by": "week"}, "bad_query", "by"),
        ({"by": "DAY"}, "bad_query", "by"),
        ({"format": "pdf"}, "bad_query", "format"),
        ({"flavour": "english"}, "bad_query", "flavour"),
        ({"house": "x"}, "bad_query", "house"),
        ({"house": "0"}, "bad_query", "house"),
        ({"house": "9" * 30}, "bad_query", "house"),
        ({"table": "T1"}, "bad_query", "table"),
        ({"from": ["2026-11-29", "2026-11-30"]}, "bad_query", "from"),
        ({"from": SECOND, "to": FIRST}, "bad_period", None),
        ({"from": "2026-01-01", "to": "2026-04-03", "by": "hour"}, "period_too_long", None),  # 93 days
    ],
)
def test_a_question_that_cannot_be_read_is_a_problem(
    client: APIClient, query: dict[str, object], code: str, parameter: str | None
) -> None:
    response = client.get("/api/v1/reports/rake/", query)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (400, code)
    assert response["Content-Type"] == "application/problem+json"
    assert problem["facts"].get("parameter") == parameter


@pytest.mark.parametrize("period", [{"from": "0001-01-01", "to": "9999-12-31"}, {"from": "9999-12-31", "by": "month"}])
def test_the_ends_of_the_calendar_are_dates_too(client: APIClient, period: dict[str, str]) -> None:
    assert client.get("/api/v1/reports/rake/", period).status_code == 200


def test_no_such_house(ask: Ask) -> None:
    assert ask(house=10**15).status_code == 404


def test_of_several_houses_one_must_be_named(ask: Ask, booked: BookedHands) -> None:
    open_house().hand(taken_cents=900)
    rollups.roll_up()
    assert ask().json()["code"] == "house_required"
    for by in By:
        report = ask(house=booked.house.pk, by=by, from_=FIRST, to=SECOND).json()
        assert (report["house"], report["total"]["taken_cents"]) == (booked.house.pk, 1_400), by


def test_a_browser_need_not_name_the_media_type(client: APIClient) -> None:
    response = client.get("/api/v1/reports/rake/", {"format": "csv"}, HTTP_ACCEPT="text/html")
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("role", "status"),
    [("dealer", 403), ("cage", 403), ("admin", 403), ("floor", 200), ("manager", 200), ("auditor", 200)],
)
def test_who_reads_reports(booked: BookedHands, role: str, status: int) -> None:
    client = APIClient()
    client.force_authenticate(User.objects.create_user(role, roles=[role]))
    assert client.get("/api/v1/reports/rake/").status_code == status


def test_nobody_reads_without_signing_in(booked: BookedHands) -> None:
    assert APIClient().get("/api/v1/reports/tips/").status_code == 401


def test_a_report_reads_roll_ups_in_few_queries(
    ask: Ask, client: APIClient, django_assert_max_num_queries: Any
) -> None:
    # House (twice: which, and its name), latest day, rows, blinds or minutes dealt, what is pending.
    for by in By:
        with django_assert_max_num_queries(6):
            assert ask(by=by).status_code == 200


def test_an_empty_house_has_an_empty_report(ask: Ask, booked: BookedHands) -> None:
    other = open_house()
    other.day.delete()
    report = ask(house=other.house.pk).json()
    assert report["rows"] == []
    assert set(report["total"].values()) == {0}


def test_headings_and_columns_are_complete() -> None:
    assert {*Column, *By} == HEADINGS.keys()
    assert all(set(columns) <= set(Column) for columns in COLUMNS.values())
    assert all(hasattr(Figures(), column.value) for column in Column)
    summed = set(Figures.__dataclass_fields__) - {"dealt_minutes", "timed_hands"}
    assert {field.name for field in TableHour._meta.get_fields()} >= summed


def test_an_hour_that_the_clock_repeats_is_told_apart() -> None:
    """Both rows would be named alike; all other hours are written without their distance from UTC."""
    hours = ("2026-10-25T01:00:00+02:00", "2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00")
    with translation.override("en"), timezone.override("Europe/Berlin"):
        names = [columns.row_name(By.HOUR, Row(hour, hour, Figures())) for hour in hours]
    assert names == ["25 Oct 2026, 01:00", "25 Oct 2026, 02:00 +0200", "25 Oct 2026, 02:00 +0100"]


@pytest.mark.parametrize(("language", "month"), [("en", "March 2026"), ("de", "März 2026")])
def test_a_month_has_its_name(language: str, month: str) -> None:
    with translation.override(language):
        assert columns.row_name(By.MONTH, Row("2026-03", "2026-03", Figures())) == month
