"""The report of a period: which days, what it is compared with, what it refuses, and its files."""

import csv
import io
from datetime import date, timedelta
from typing import Any

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework.test import APIClient

from accounting.models import GamingDay, House
from accounting.reports.files import period_file
from accounting.reports.files.as_csv import Flavour
from accounting.reports.selectors import periods
from accounting.reports.selectors.periods import PeriodReport, Span
from accounting.reports.services import rollups
from casino.errors import Malformed, NotAllowed
from tests import databases
from tests.accounting.reports.conftest import BookedHands
from tests.accounting.reports.test_reports import FIRST, SECOND, two_days
from tests.builders import user

pytestmark = pytest.mark.django_db


built, booked = databases.shared(two_days)


def figures(found: PeriodReport) -> dict[str, tuple[int | None, int | None, int | None]]:
    return {f"{part.name}.{line.name}": (line.value, line.before, line.weekdays) for part, line in found.lines}


def asked(booked: BookedHands, span: Span, at: str = SECOND, shift: int = 0) -> PeriodReport:
    return periods.report(span=span, at=date.fromisoformat(at), shift=shift, actor=booked.manager)


def test_a_day_beside_the_day_before(booked: BookedHands) -> None:
    """The hand that was taken back on the second day counts there: 10.00 − 5.00 taken, 1 − 1 hands."""
    found = figures(asked(booked, Span.DAY))
    assert found["rake.taken_cents"] == (500, 900, None)
    assert found["rake.due_cents"] == (200, 1_200, None)
    assert found["rake.hands"] == (0, 2, None)
    assert found["rake.per_hand_cents"] == (0, 450, None), "9.00 of two hands; of no hand nothing"
    assert found["tips.tips_cents"] == (-200, 400, None)


def test_weeks_months_and_years_hold_their_days(booked: BookedHands) -> None:
    """29 November 2026 is a Sunday, so the second day begins a week, beside the Monday of the week before."""
    assert figures(asked(booked, Span.WEEK))["rake.taken_cents"] == (500, None, None)
    assert figures(asked(booked, Span.WEEK, FIRST))["rake.taken_cents"] == (900, None, None)
    assert figures(asked(booked, Span.MONTH))["rake.taken_cents"] == (1_400, None, None)
    assert figures(asked(booked, Span.YEAR))["rake.taken_cents"] == (1_400, None, None)
    month = asked(booked, Span.MONTH)
    assert (month.period.first, month.period.last) == (date(2026, 11, 1), date(2026, 11, 30))
    assert (month.before.first, month.before.last) == (date(2026, 10, 1), date(2026, 10, 31)), "a whole month too"


def test_the_same_weekdays_are_a_week_or_52_weeks_back(booked: BookedHands) -> None:
    for span in (Span.DAY, Span.WEEK, Span.MONTH, Span.YEAR):
        found = asked(booked, span, FIRST)
        back = found.period.first - found.weekdays.first
        assert back == timedelta(weeks=1 if span is Span.DAY else 52)
        assert found.period.first.weekday() == found.weekdays.first.weekday()


def test_a_period_that_runs_is_compared_with_as_many_days(booked: BookedHands) -> None:
    house = booked.house
    period = periods.period_of(house, Span.MONTH, date(2026, 12, 1))
    GamingDay.objects.create(house=house, date=date(2026, 12, 2), opened_at=booked.day.opened_at, opened_by=booked.manager, state="closed", closed_at=booked.day.opened_at, seal="-")  # fmt: skip  # noqa: E501
    found = asked(booked, Span.MONTH, "2026-12-02")
    assert found.period == period
    assert (found.before.first, found.before.last) == (date(2026, 11, 1), date(2026, 11, 2))


def test_more_sections_ask_no_more_often_for_gaming_days(booked: BookedHands, settings: Any) -> None:
    """Whether the two earlier periods have any is asked once, not for each section."""

    def questions(*sections: str) -> int:
        settings.PERIOD_SECTIONS = sections
        with CaptureQueriesContext(connection) as asking:
            asked(booked, Span.YEAR)
        return sum("accounting_gamingday" in one["sql"] and ' AS "a" ' in one["sql"] for one in asking)

    rake = "accounting.reports.selectors.period_sections.RAKE"
    assert questions(rake) == questions(rake, rake, rake) > 0


def test_the_shifts_of_a_day_add_up_to_it(booked: BookedHands) -> None:
    """Hands of the early afternoon stand in the first shift; the second begins at 20:00 by the house's clock."""
    whole = figures(asked(booked, Span.DAY, FIRST))
    shifts = [figures(asked(booked, Span.SHIFT, FIRST, number)) for number in (1, 2)]
    for name in ("rake.taken_cents", "rake.due_cents", "rake.hands", "tips.tips_cents", "rake.pot_cents"):
        assert sum(shift[name][0] or 0 for shift in shifts) == whole[name][0]
    assert {"levy", "tronc"} <= {name.partition(".")[0] for name in whole}
    assert not {"levy", "tronc"} & {name.partition(".")[0] for name in shifts[0]}, "there are none of a shift"
    before = asked(booked, Span.SHIFT, FIRST, 1).before
    assert (before.first, before.shift) == (date(2026, 11, 28), 2)
    assert asked(booked, Span.SHIFT, FIRST, 2).before.shift == 1


def test_after_the_last_shift_comes_the_first_of_the_next_day(booked: BookedHands) -> None:
    last = asked(booked, Span.SHIFT, FIRST, 2).period
    following = periods.later(booked.house, last)
    assert (following.first, following.shift) == (date.fromisoformat(SECOND), 1)
    assert following.begins_at == last.ends_at
    assert periods.earlier(booked.house, following) == last


def test_a_house_without_later_shifts_has_one_shift(booked: BookedHands) -> None:
    House.objects.filter(pk=booked.house.pk).update(shift_starts=[])
    assert figures(asked(booked, Span.SHIFT))["rake.taken_cents"][0] == 500


def test_without_a_signed_statement_there_is_no_revenue_and_no_levy(booked: BookedHands) -> None:
    found = figures(asked(booked, Span.DAY))
    assert (found["levy.revenue_cents"], found["levy.levy_cents"]) == ((None, None, None),) * 2
    assert found["levy.days_unsigned"] == (1, 1, None)
    text = period_file.as_text(asked(booked, Span.DAY))
    assert f"{gettext('Levy from signed statements')}: –  (– | –)" in text


def test_it_says_whether_it_is_over(booked: BookedHands) -> None:
    assert asked(booked, Span.DAY, FIRST).is_over
    assert not asked(booked, Span.DAY, SECOND).is_over
    assert not asked(booked, Span.MONTH, FIRST).is_over
    assert asked(booked, Span.WEEK, FIRST).is_over


def test_it_says_what_is_not_rolled_up(booked: BookedHands) -> None:
    booked.hand()
    assert asked(booked, Span.DAY).pending_entries == 1
    still = gettext("Entries not yet included: %(count)s") % {"count": 1}
    assert period_file.as_text(asked(booked, Span.DAY)).endswith(f"\n\n{still}")
    rollups.roll_up()
    assert asked(booked, Span.DAY).pending_entries == 0


def test_refused(booked: BookedHands) -> None:
    with pytest.raises(Malformed) as refused:
        asked(booked, Span.SHIFT, FIRST, 3)
    assert (refused.value.code, refused.value.facts) == ("no_such_shift", {"most": 2})
    with pytest.raises(Malformed) as refused:
        asked(booked, Span.DAY, FIRST, 1)
    assert refused.value.code == "no_such_shift"
    with pytest.raises(Malformed) as refused:
        asked(booked, Span.YEAR, "0001-01-01")
    assert refused.value.code == "bad_date"
    with pytest.raises(NotAllowed):
        periods.report(span=Span.DAY, actor=user("dealer", "just-a-dealer"))


def test_files_have_every_figure(booked: BookedHands) -> None:
    found = asked(booked, Span.DAY)
    rows = list(csv.DictReader(io.StringIO(period_file.as_csv(found, Flavour.MACHINE).decode())))
    assert {f"{row['section']}.{row['name']}": int(row["value"]) if row["value"] else None for row in rows} == {
        name: value for name, (value, _before, _weekdays) in figures(found).items()
    }
    assert {row["weekdays"] for row in rows} == {""}, "no gaming day a week before: no figure, not 0"
    german = period_file.as_csv(found, Flavour.EXCEL)
    assert german.startswith(b"\xef\xbb\xbf")
    assert b";5,00;9,00;\r\n" in german
    book = openpyxl.load_workbook(io.BytesIO(period_file.as_xlsx(found, asked_by="x", at=booked.day.opened_at)))
    assert [
        row[2].value for row in book.worksheets[0].iter_rows(min_row=2) if row[1].value == gettext("Rake taken")
    ] == [5]


def test_the_text_of_a_mail_names_every_figure(booked: BookedHands) -> None:
    text = period_file.as_text(asked(booked, Span.DAY))
    assert "5,00  (9,00 | –)" in text


def test_over_the_api(booked: BookedHands) -> None:
    client = APIClient()
    client.force_authenticate(booked.manager)
    answer = client.get("/api/v1/reports/period/", {"span": "day", "day": SECOND})
    assert answer.status_code == 200, answer.content
    assert {
        "section": "rake",
        "name": "taken_cents",
        "unit": "cents",
        "value": 500,
        "before": 900,
        "weekdays": None,
    } in (answer.json()["lines"])
    for bad in (
        {"span": "hour"},
        {"shift": "x"},
        {"shift": "3", "span": "shift"},
        {"day": "yesterday"},
        {"from": FIRST},
    ):
        assert client.get("/api/v1/reports/period/", bad).status_code == 400


def test_the_page(booked: BookedHands) -> None:
    client = Client()
    client.force_login(booked.manager)
    for span in Span:
        page = client.get(reverse("management:period"), {"span": span.value, "day": SECOND})
        assert page.status_code == 200
        assert page.context["parts"]
    assert client.get(reverse("management:period"), {"span": "shift", "day": FIRST, "shift": 9}).status_code == 400
    assert client.get(reverse("management:period")).status_code == 200
