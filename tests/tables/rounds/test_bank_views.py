"""The result of the house's own games in every face: the page, JSON, CSV, workbook and PDF say the same."""

import csv
import io
from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from django.test import Client
from django.utils import translation
from pypdf import PdfReader

from accounting.models import Entry
from accounting.reports.files import as_pdf, bank_file
from accounting.reports.files.as_csv import Flavour
from accounting.reports.services import exports
from accounting.revenue.selectors import bank
from accounting.revenue.selectors.bank import By, Result
from casino import house_time
from casino.errors import Malformed, Refusal
from tests import builders, databases
from tests.api_client import Api
from tests.builders import Evening
from tests.tables.rounds.banking import LOST, WON, banked, casino, play, play_casino
from tools.evening.clock import Clock

pytestmark = pytest.mark.django_db


def at(hour: int) -> datetime:
    return datetime(2026, 10, 23, hour, tzinfo=ZoneInfo("Europe/Berlin"))


def opened() -> Evening:
    """Two tables at which nothing is played yet."""
    with house_time.shown_by(Clock(at(18)).now):
        evening = builders.evening()
        banked(evening)
        casino(evening)
    return evening


built, evening = databases.shared(opened)


def reported(evening: Evening, by: By = By.TABLE) -> Result:
    return bank.result(by=by, actor=evening.manager)


@pytest.fixture
def played(evening: Evening) -> Iterator[Evening]:
    """Two tables, two shifts, side bets; the second shift of E1 loses."""
    clock = Clock(at(18))
    easy, aces = (evening.house.tables.get(code=code).pk for code in ("E1", "C1"))
    with house_time.shown_by(clock.now):
        play(evening, easy, LOST)
        play_casino(evening, aces)
        clock.forward(at(22))
        play(evening, easy, WON)
        yield evening


@pytest.mark.parametrize("by", list(By))
class TestFaces:
    def test_the_page_json_and_files_say_the_same(self, played: Evening, by: By) -> None:
        found = reported(played, by)
        lines = bank_file.lines(found)
        api = Api(played.manager)
        answer = api.get("reports/bank/", by=by.value).json()
        for line, row in zip(lines, [*answer["rows"], answer["total"]], strict=True):
            figures = {name: value for name, value in line.figures.items() if name in row}
            assert figures.items() <= row.items()
        client = Client()
        client.force_login(played.manager)
        page = client.get("/management/bank/", {"by": by.value, "first": found.first, "last": found.last})
        assert page.context["found"] == found
        with translation.override(played.manager.language):
            shown = [bank_file.shown(line, found) for line in lines]
        (_caption, _headings, won, total), (_caption, _headings, moved, others) = page.context["tables"]
        rows = zip(won, moved, strict=True)
        assert [[*labels, *cells, *more] for (labels, cells), (_labels, more) in rows] == shown[:-1]
        assert [*total[0], *total[1], *others[1]] == shown[-1]
        for name, address in page.context["files"]:
            answered = client.get(address)
            assert answered.status_code == 200
            assert answered["Content-Disposition"].endswith(f'{bank_file.file_stem(found)}.{name.lower()}"')

    def test_for_machines_in_whole_cents(self, played: Evening, by: By) -> None:
        found = reported(played, by)
        answered = Api(played.manager).get("reports/bank/", by=by.value, format="csv", flavour="machine")
        rows = list(csv.DictReader(io.StringIO(answered.content.decode())))
        assert [{name: int(row[name]) for name in bank_file.columns(by)} for row in rows] == [
            line.figures for line in bank_file.lines(found)[:-1]
        ]
        assert {row["date"] for row in rows} == {"2026-10-23"}
        if by is By.SHIFT:
            assert [(row["table"], row["shift"], row["shift_begins_at"]) for row in rows] == [
                ("C1", "1", "2026-10-23T10:00:00+00:00"),
                ("E1", "1", "2026-10-23T10:00:00+00:00"),
                ("E1", "2", "2026-10-23T18:00:00+00:00"),
            ]

    def test_the_workbook(self, played: Evening, by: By) -> None:
        found = reported(played, by)
        answered = Api(played.manager).get("reports/bank/", by=by.value, format="xlsx")
        sheet, facts = openpyxl.load_workbook(io.BytesIO(answered.content)).worksheets
        labels = len(bank_file.label_columns(by))
        told = [row[labels:] for row in sheet.iter_rows(min_row=2, values_only=True)]
        assert told == [
            tuple(value / 100 if name.endswith("_cents") else value for name, value in line.figures.items())
            for line in bank_file.lines(found)
        ]
        assert (facts["A1"].value, facts["B1"].value) == ("House", played.house.name)

    @pytest.mark.release("a PDF for each kind of rows; the gate compares the other faces")
    def test_on_paper_and_as_a_job(self, played: Evening, by: By) -> None:
        found = reported(played, by)
        asked = {"report": "bank", "by": by.value, "language": "en"}
        file = exports.make(asked, actor=played.manager)
        assert file.name == f"{bank_file.file_stem(found)}.pdf"
        text = "".join("".join(page.extract_text() for page in PdfReader(io.BytesIO(file.content)).pages).split())
        with translation.override("en"):
            for line in bank_file.lines(found):
                cells = ["".join(cell.split()) for cell, _class in bank_file.shown(line, found)]
                names, wide = len(bank_file.label_columns(by)), len(bank_file.label_columns(by)) + bank_file.OF_THE_WIN
                assert "".join(cells[:wide]) in text
                assert "".join([*cells[:names], *cells[wide:]]) in text
        machine = exports.make({**asked, "format": "csv", "flavour": "machine"}, actor=played.manager)
        assert machine.content == bank_file.as_csv(found, Flavour.MACHINE)
        assert exports.make({**asked, "format": "xlsx"}, actor=played.manager).content.startswith(b"PK")


def test_a_desk_reads_it_in_its_language_with_the_total(played: Evening) -> None:
    with translation.override("en"):
        text = bank_file.as_csv(reported(played, By.SHIFT), Flavour.EXCEL).decode()
    heading, *rows, total = text.removeprefix("\ufeff").strip().split("\r\n")
    assert heading.split(";")[:5] == ["Gaming day", "Table", "Shift", "Rounds", "Antes"]
    assert rows[2].split(";")[:8] == ["2026-10-23", "E1", "2 · 20:00", "1", "20,00", "0,00", "20,00", "-20,00"]
    assert total.split(";")[:4] == ["Total", "", "", "3"]


def test_what_cannot_be_asked(played: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for params in ({"by": "hour"}, {"flavour": "x"}, {"format": "doc"}, {"language": "fr"}):
        with pytest.raises(Malformed, match="bad_word"):
            exports.read({"report": "bank", **params}, played.manager)
    with pytest.raises(Malformed, match="unknown_field"):
        exports.read({"report": "bank", "day": "2026-10-23"}, played.manager)
    monkeypatch.setattr(as_pdf, "MOST_ROWS", 1)
    with pytest.raises(Refusal, match="report_too_long"):
        exports.make({"report": "bank"}, actor=played.manager)
    client = Client()
    client.force_login(played.manager)
    assert client.get("/management/bank/", {"by": "hour"}).status_code == 400


def test_an_empty_period_has_a_total_of_nothing(evening: Evening) -> None:
    with house_time.shown_by(Clock(at(18)).now):
        found = reported(evening, By.DAY)
    [total] = bank_file.lines(found)
    assert set(total.figures.values()) == {0}
    assert not Entry.objects.filter(code="round").exists()
