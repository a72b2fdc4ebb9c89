"""Reports as files that a worker makes: what may be asked, what stands in them, who takes them away, and how long."""

import base64
import hashlib
import io
import re
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext
from pypdf import PdfReader
from rest_framework.test import APIClient

from accounting.cage.services import prints
from accounting.days.services import houses
from accounting.models import GamingDay
from accounting.reports.files import as_pdf, bank_file, period_file
from accounting.reports.files.as_csv import Flavour
from accounting.reports.selectors import day_sheet, periods
from accounting.reports.services import exports
from accounting.revenue.selectors.bank import By
from casino import tasks
from casino.models import Job, JobFile, User
from casino.pages.forms import new_key
from casino.services import jobs
from tests import live, read_aloud
from tests.accounting.reports.conftest import BookedHands
from tests.accounting.reports.test_reports import FIRST, SECOND, booked, built
from tests.builders import user

__all__ = ["booked", "built"]

pytestmark = pytest.mark.django_db
PERIOD = {"from": FIRST, "to": SECOND}


def made(booked: BookedHands, **params: Any) -> Any:
    """The file, by way of a job."""
    job = jobs.ask(kind="export", params=params, actor=booked.manager)
    tasks.run_jobs()
    job.refresh_from_db()
    assert job.state == "done", job.error
    return JobFile.objects.get(job=job)


def pages(file: JobFile) -> tuple[PdfReader, str]:
    """The PDF, and its words with one space between them."""
    reader = PdfReader(io.BytesIO(bytes(file.content)))
    return reader, " ".join(" ".join(page.extract_text() for page in reader.pages).split())


def test_the_rake_on_paper(booked: BookedHands) -> None:
    file = made(booked, report="rake", by="table", language="de", **PERIOD)
    assert (file.name, file.media_type) == (f"rake-by-table-{FIRST}-{SECOND}.pdf", "application/pdf")
    reader, text = pages(file)
    assert f"Taxe · {FIRST[8:]}.11.2026 – {SECOND[8:]}.11.2026" in text
    assert "T1 1 100,00 100,00 100,00 4,00 4,00 0,00 0,00 1,00" in text
    assert "Summe 2 600,00 300,00 600,00 14,00 14,00 0,00 0,00 2,00" in text, "what was taken back is in no sum"
    assert str(booked.manager) in text
    assert reader.metadata.author == booked.house.name
    # PDF/UA: tagged, in a language, with a title, so that it can be read aloud.
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert reader.root_object["/Lang"] == "de"
    assert reader.metadata.title.startswith("Taxe")


def test_the_same_in_english_and_of_the_tips(booked: BookedHands) -> None:
    _reader, text = pages(made(booked, report="tips", by="dealer", language="en", **PERIOD))
    assert "Tips" in text
    assert "no dealer" in text
    assert "600.00" in text


@pytest.mark.parametrize(
    "report", [{"report": "rake", **PERIOD}, {"report": "bank", **PERIOD}, {"report": "day_sheet", "day": FIRST}]
)
def test_every_sheet_has_the_house_s_letterhead(booked: BookedHands, report: dict[str, str]) -> None:
    letterhead = "Am Kurpark 1\nKonzession 12/2026"
    houses.edit(house_id=booked.house.pk, changes={"letterhead": letterhead}, actor=user("admin", "hq"))
    _reader, text = pages(made(booked, **report, language="en"))
    assert f"{booked.house.name} Am Kurpark 1 Konzession 12/2026" in text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "en",
            (
                f"Rake, {FIRST[8:]} Nov 2026 – {SECOND[8:]} Nov 2026. Highest: {FIRST[8:]} Nov 2026: 9.00 / 12.00. "
                f"Lowest: {SECOND[8:]} Nov 2026: 5.00 / 2.00. All figures"
            ),
        ),
        ("de", f"Taxe, {FIRST[8:]}.11.2026 – {SECOND[8:]}.11.2026. Höchster Wert: "),
    ],
)
def test_the_chart_stands_above_its_table(booked: BookedHands, language: str, words: str) -> None:
    """With the names of both days below their columns, and words for people who do not see it."""
    file = made(booked, report="rake", by="day", language=language, **PERIOD)
    paper = read_aloud.Paper(bytes(file.content))
    [figure] = paper.kind("/Figure")
    assert figure.entry["/Alt"].startswith(words)
    with translation.override(language):
        assert figure.entry["/Alt"].endswith(gettext("All figures are in the table."))
    _reader, text = pages(file)
    names = f"{FIRST[8:]} Nov {SECOND[8:]} Nov" if language == "en" else f"{FIRST[8:]}.11. {SECOND[8:]}.11."
    assert names in text
    file = made(booked, report="match", language=language, **PERIOD)
    assert read_aloud.Paper(bytes(file.content)).kind("/Figure") == [], "the match has no chart"


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_column_lies_on_the_sheet(booked: BookedHands, language: str) -> None:
    """The widest report with long figures; its German headings once pushed the last columns off the paper."""
    with translation.override(language):
        headings = [
            *((gettext(bank_file.HEADINGS[name]), "") for name in bank_file.label_columns(By.TABLE)),
            *((gettext(heading), "number") for heading in bank_file.columns(By.TABLE).values()),
        ][: 2 + bank_file.OF_THE_WIN]
        row = [("24.11.2026", ""), ("T01", ""), *[("−123.456,78", "number")] * (len(headings) - 2)]
        paper = as_pdf.Paper("Bank", "24.11.2026", headings, [row], row, facts=[])
        [page] = PdfReader(io.BytesIO(as_pdf._table(paper, booked.house))).pages
    begins: list[float] = []

    def seen(operator: bytes, _operands: Any, page_matrix: Any, matrix: Any) -> None:
        if operator in (b"Tj", b"TJ"):
            begins.append(matrix[4] * page_matrix[0] + page_matrix[4])

    page.extract_text(visitor_operand_before=seen)
    margin = 12 / 25.4 * 72
    assert len(begins) > 3 * len(headings) - 3
    assert max(begins) < page.mediabox.width - margin


@pytest.mark.parametrize(("language", "written"), [("de", "%d.%m.%Y"), ("en", "%d %b %Y")])
def test_a_day_is_written_as_its_reader_writes_it(booked: BookedHands, language: str, written: str) -> None:
    _reader, text = pages(made(booked, report="rake", by="day", language=language, **PERIOD))
    day = date.fromisoformat(FIRST).strftime(written)
    assert re.search(rf"{re.escape(day)} \d+ [\d.,]+ ", text), text


def test_the_match_on_paper(booked: BookedHands) -> None:
    _reader, text = pages(made(booked, report="match", language="en", **PERIOD))
    assert "Rake audit" in text
    assert "T2 1 8.00 5.00 −3.00" in text


def test_the_day_sheet_says_which_print_it_is(booked: BookedHands) -> None:
    day = GamingDay.objects.get(date=FIRST)
    _reader, text = pages(made(booked, report="day_sheet", day=FIRST, language="en"))
    assert "VIEW, NOT A PRINT" in text
    for number, words in ((1, "ORIGINAL"), (2, "REPRINT 1")):
        prints.record(house_id=day.house_id, subject=day_sheet.subject(day.pk), actor=booked.manager)
        file = made(booked, report="day_sheet", day=FIRST, print=number, language="en")
        assert file.name == f"day-sheet-{FIRST}-print-{number}.pdf"
        assert words in pages(file)[1]


@pytest.mark.parametrize("report", ["rake", "tips", "match"])
def test_workbooks_and_csv_are_those_of_the_reports(booked: BookedHands, report: str) -> None:
    client = APIClient()
    client.force_authenticate(booked.manager)
    address = f"/api/v1/reports/{report}/"
    machine = made(booked, report=report, format="csv", flavour="machine", **PERIOD)
    shown = client.get(address, {**PERIOD, "format": "csv", "flavour": "machine"})
    assert bytes(machine.content) == shown.content
    assert bytes(made(booked, report=report, format="xlsx", **PERIOD).content).startswith(b"PK")


def test_a_shift_is_a_file_of_its_figures(booked: BookedHands) -> None:
    asked = {"report": "period", "format": "csv", "flavour": "machine", "span": "shift", "day": FIRST}
    for shift in (1, 2):
        found = periods.report(span=periods.Span.SHIFT, at=date.fromisoformat(FIRST), shift=shift, actor=booked.manager)
        made_of = exports.make(exports.read({**asked, "shift": shift}, booked.manager), actor=booked.manager)
        assert made_of.name == f"{period_file.file_stem(found)}.csv"
        assert made_of.content == period_file.as_csv(found, Flavour.MACHINE)


def test_a_long_report_has_many_pages_and_too_long_a_one_is_refused(
    booked: BookedHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(as_pdf, "MOST_ROWS", 1)
    job = jobs.ask(kind="export", params={"report": "rake", "by": "table", **PERIOD}, actor=booked.manager)
    tasks.run_jobs()
    job.refresh_from_db()
    assert (job.state, job.error.partition(":")[0]) == ("failed", "report_too_long")
    assert not JobFile.objects.exists()


def test_nothing_is_fetched_and_nothing_runs(booked: BookedHands) -> None:
    """A name is text, whatever it looks like."""
    booked.house.name = '<img src="http://127.0.0.1:1/x.png"><link rel="stylesheet" href="file:///etc/passwd">'
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounting_house SET name = %s", [booked.house.name])
    _reader, text = pages(made(booked, report="rake", language="en", **PERIOD))
    assert '<img src="http://127.0.0.1:1/x.png">' in text


@pytest.mark.parametrize(
    ("params", "code"),
    [
        ({}, "bad_word"),
        ({"report": "pots"}, "bad_word"),
        ({"report": ["rake"]}, "bad_word"),
        ({"report": "rake", "format": "doc"}, "bad_word"),
        ({"report": "rake", "by": "week"}, "bad_word"),
        ({"report": "rake", "language": "fr"}, "bad_word"),
        ({"report": "rake", "language": []}, "bad_word"),
        ({"report": "match", "by": "day"}, "unknown_field"),
        ({"report": "rake", "day": FIRST}, "unknown_field"),
        ({"report": "rake", "from": "20261129"}, "bad_date"),
        ({"report": "rake", "to": 20261129}, "bad_date"),
        ({"report": "rake", "house": "xx"}, "no_such_house"),
        ({"report": "rake", "house": 7}, "no_such_house"),
        ({"report": "day_sheet"}, "bad_date"),
        ({"report": "day_sheet", "day": "2030-01-01"}, "no_such_gaming_day"),
        ({"report": "day_sheet", "day": FIRST, "format": "csv"}, "bad_word"),
        ({"report": "day_sheet", "day": FIRST, "print": 1}, "no_such_print"),
        ({"report": "statement"}, "no_such_statement"),
        ({"report": "period", "span": "shift", "shift": "1"}, "bad_word"),
        ({"report": "period", "span": "shift", "shift": -1}, "bad_word"),
        ({"report": "day_sheet", "day": FIRST, "print": True}, "no_such_print"),
        ({"report": "day_sheet", "day": FIRST, "print": "1"}, "no_such_print"),
    ],
)
def test_what_cannot_be_made_is_refused_before_anybody_waits(
    booked: BookedHands, params: dict[str, Any], code: str
) -> None:
    client = APIClient()
    client.force_authenticate(booked.manager)
    answer = client.post("/api/v1/jobs/", {"kind": "export", **params}, format="json", HTTP_IDEMPOTENCY_KEY="k")
    assert (answer.status_code, answer.json()["code"]) == (400 if code not in _MISSING else 404, code)
    assert not Job.objects.exists()


_MISSING = {"no_such_house", "no_such_gaming_day", "no_such_print", "no_such_statement"}


class TestTakenAway:
    @pytest.fixture
    def file(self, booked: BookedHands) -> JobFile:
        return made(booked, report="rake", **PERIOD)

    def test_by_those_who_read_reports(self, booked: BookedHands, file: JobFile) -> None:
        for role, status in (("dealer", 404), ("cage", 404), ("auditor", 200), ("manager", 200)):
            client = APIClient()
            client.force_authenticate(User.objects.create_user(f"a-{role}", roles=[role]))
            answer = client.get(f"/api/v1/jobs/{file.pk}/file/")
            assert answer.status_code == status, role
        assert answer.content == bytes(file.content)
        assert answer["Content-Disposition"] == f'attachment; filename="{file.name}"'
        digest = base64.b64encode(hashlib.sha256(answer.content).digest()).decode()
        assert answer["Repr-Digest"] == f"sha-256=:{digest}:"

    def test_for_a_week(self, booked: BookedHands, file: JobFile) -> None:
        tasks.forget_files()
        assert JobFile.objects.exists()
        with connection.cursor() as cursor:
            cursor.execute("UPDATE casino_jobfile SET made_at = now() - interval '8 days'")
        tasks.forget_files()
        client = APIClient()
        client.force_authenticate(booked.manager)
        answer = client.get(f"/api/v1/jobs/{file.pk}/file/")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_file")
        assert Job.objects.get().result["sha256"] == file.sha256, "the job still knows which bytes they were"

    def test_a_page_says_when_it_is_there(self, booked: BookedHands, settings: Any) -> None:
        page: Callable[[], Any]
        client, key = Client(), new_key()
        client.force_login(booked.manager)
        form = client.get("/management/reports/", {**_first_last(), "by": "table"}).context["pdf"]
        asked = client.post("/management/export/", {**form, "key": key, "version": ""})
        assert asked.status_code == 303, asked.context["form"].errors
        again = client.post("/management/export/", {**form, "key": key, "version": ""})
        assert again["Location"] == asked["Location"], "a second tap makes no second file"
        job = Job.objects.get()
        page = lambda: client.get(asked["Location"])  # noqa: E731
        assert page().context["is_running"]
        live.commit()
        version = page().context["live_version"]
        assert client.get(asked["Location"], {"v": version}).status_code == 204
        tasks.run_jobs()
        live.commit()
        assert client.get(asked["Location"], {"v": version}).status_code == 200
        assert page().context["made"].name.endswith(".pdf")
        assert f"/api/v1/jobs/{job.pk}/file/" in page().content.decode()
        listed = client.get("/management/jobs/").content.decode()
        assert f"Taxe {FIRST[8:]}.11.2026 – {SECOND[8:]}.11.2026" in listed
        assert f'href="{asked["Location"]}"' in listed, "and from the list it is found again"

    def test_a_form_that_asks_for_nonsense_is_refused_beside_what_it_asked(self, booked: BookedHands) -> None:
        client, key = Client(), new_key()
        client.force_login(booked.manager)
        answer = client.post("/management/export/", {"report": "rake", "by": "week", "key": key, "version": ""})
        assert answer.status_code == 400
        assert "by muss eines von day, hour" in answer.content.decode()
        assert not Job.objects.exists()


def _first_last() -> dict[str, str]:
    return {"first": FIRST, "last": SECOND}
