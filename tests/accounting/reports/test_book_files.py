"""The books for the tax authority: every column described, every sum that of the ledger, every digest right."""

import csv
import hashlib
import io
import re
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import openpyxl
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from rest_framework.test import APIClient

from accounting.models import Assessment, Entry, House, Place, Transfer
from accounting.reports.files import book_index
from accounting.reports.selectors import book_files
from accounting.reports.services import book_exports
from casino import tasks
from casino.errors import Malformed, NotAllowed, NotFound
from casino.models import Job, JobFile, JobFilePart
from casino.services import job_files, jobs
from tests import databases
from tests.accounting.reports.conftest import BookedHands
from tests.accounting.reports.test_reports import FIRST, SECOND, two_days
from tests.builders import user

pytestmark = pytest.mark.django_db


built, booked = databases.shared(two_days)


@pytest.fixture
def archive(booked: BookedHands, tmp_path: Path) -> Path:
    path = tmp_path / "books.zip"
    call_command("exportbooks", file=path, stdout=io.StringIO())
    return path


def table(archive: Path, name: str) -> list[dict[str, str]]:
    with zipfile.ZipFile(archive) as files:
        return list(csv.DictReader(io.StringIO(files.read(f"{name}.csv").decode()), delimiter=";"))


def described(archive: Path) -> dict[str, ET.Element]:
    with zipfile.ZipFile(archive) as files:
        root = ET.fromstring(files.read("index.xml"))
    return {one.findtext("URL", ""): one for one in root.iter("Table")}


def cents(amount: str) -> int:
    whole, _comma, rest = amount.removeprefix("-").partition(",")
    assert len(rest) == 2
    return (-1 if amount.startswith("-") else 1) * int(whole + rest)


@pytest.mark.parametrize("file", book_files.files(), ids=lambda one: one.name)
def test_every_column_is_in_its_file_or_left_out_with_a_reason(file: book_files.BookFile, db: None) -> None:
    with connection.cursor() as cursor:
        here = {one.name for one in connection.introspection.get_table_description(cursor, file.table)}
    shown = {column.source for column in file.columns}
    assert shown | set(file.left_out) == here
    assert not shown & set(file.left_out)
    assert all(file.left_out.values())


COMPUTED = "sums of the books' rows, which can be computed again from them"
OF_THE_SYSTEM = "how the system works: jobs, marks, runs"
OF_SIGNING_IN = "how people sign in, and what they may; the books name them in `people`"
OF_THE_CLOCK = "who asked for the clock and who approved it; each day in the books has the date that came of it"
OF_PLAY = "how the game went; its money is in entries, assessments and wagers, whose digests cover it"
OF_GUESTS = "about guests, who are no part of the books"
OF_TOURNAMENTS = "how a tournament went; its sales and prizes are entries"
OF_PRACTICE = "chips without value: nothing of it is booked"
OF_THE_ROOM = "how the floor worked: waiting, dealing, notes"
NO_BOOKS = {
    COMPUTED: "accounting: Play TableHour TableDay HouseDay HouseMonth RollUpMark",
    OF_THE_SYSTEM: """
        accounting: ProofRun ReportSubscription ReportMail ReportDelivery SealedRows
        casino: Job JobFile JobFilePart Pulse DeskCounter StoredAnswer
        tables: AuditRun AuditPiece
    """,
    OF_THE_CLOCK: "accounting: ClockChange",
    OF_SIGNING_IN: """
        casino: AccountRequest Confirmation Device PinMisses LoginEvent RecoveryCode SecurityEvent Session SetupCode
    """,
    OF_PLAY: """
        tables: Game Table Session Hand HandAction Round HouseRules HouseRuleSet Ruling CarryOver StakeStep GameChange
        SeatDraw KeptChips StackCount FloatCount
    """,
    OF_GUESTS: """
        tables: Guest Sitting Absence AdmissionPolicy HouseBan AdmissionCheck Erasure LegalHold
    """,
    OF_TOURNAMENTS: """
        tables: Tournament TournamentTable Entrant Purchase Draw SeatChange ClockEvent Elimination ChipCount
        ChipSetCheck ChipRace Deal Prize TournamentHand
    """,
    OF_PRACTICE: """
        tables: PracticeGame PracticeSeat PracticeHand
    """,
    OF_THE_ROOM: """
        tables: Down Acknowledgement FloorCall CallTaking Qualification Shift DealerBreak DeckChange HandOver Incident
        IncidentNote MoveRequest MustMove MustMoveTurn PlannedOpening WaitingList WaitingEntry WaitingEvent
    """,
}


def named(text: str) -> Iterator[str]:
    """`app: Model Model` as labels."""
    app = ""
    for word in text.split():
        if word.endswith(":"):
            app = word.removesuffix(":")
        else:
            yield f"{app}.{word}"


def test_every_table_is_in_the_books_or_left_out_with_a_reason() -> None:
    """What keeps the history of a row (`Historical…`) is left out as a whole."""
    ours = {
        model._meta.label
        for model in apps.get_models()
        if model._meta.app_label in ("casino", "accounting", "tables") and not model.__name__.startswith("Historical")
    }
    left_out = [label for labels in NO_BOOKS.values() for label in named(labels)]
    exported = [file.model._meta.label for file in book_files.files()]
    assert sorted([*left_out, *exported]) == sorted(ours)
    assert len({file.name for file in book_files.files()}) == len(exported)


def test_every_file_and_column_is_described_in_its_order(archive: Path) -> None:
    tables = described(archive)
    with zipfile.ZipFile(archive) as files:
        written = {name: files.read(name).decode() for name in files.namelist() if name.endswith(".csv")}
    assert set(tables) == set(written)
    for name, content in written.items():
        columns = [one for one in tables[name].iter() if one.tag in ("VariablePrimaryKey", "VariableColumn")]
        assert [one.findtext("Name") for one in columns] == content.split("\n", 1)[0].split(";"), name
        assert all(one.findtext("Description") for one in columns), name
        assert tables[name].findtext("Description")
        for key in tables[name].iter("ForeignKey"):
            assert f"{key.findtext('References')}.csv" in tables
            assert key.findtext("Name") in {one.findtext("Name") for one in columns}


def test_the_description_follows_its_dtd(archive: Path) -> None:
    """The children of each element in the order of the DTD's content models."""
    with zipfile.ZipFile(archive) as files:
        dtd, index = files.read(book_index.DTD_NAME).decode(), files.read("index.xml").decode()
    assert f'<!DOCTYPE DataSet SYSTEM "{book_index.DTD_NAME}">' in index
    models = dict(re.findall(r"<!ELEMENT (\w+) (.*)>", dtd))
    for one in ET.fromstring(index).iter():
        model = models[one.tag]
        children = "".join(f"{child.tag}," for child in one)
        if model in ("(#PCDATA)", "EMPTY"):
            assert not children, one.tag
            continue
        pattern = re.sub(r"\w+", lambda name: f"(?:{name[0]},)", model).replace(", ", "").replace(" ", "")
        assert re.fullmatch(pattern, children), (one.tag, children)


def test_its_sums_are_those_of_the_ledger(archive: Path, booked: BookedHands) -> None:
    """Each place's transfers add up to its balance, as the books themselves have it."""
    moved: Counter[str] = Counter()
    for row in table(archive, "transfers"):
        moved[row["destination"]] += cents(row["amount"])
        moved[row["source"]] -= cents(row["amount"])
    stored = dict(Place.objects.filter(house=booked.house).values_list("name", "balance_cents"))
    assert {name: value for name, value in moved.items() if value} == {n: v for n, v in stored.items() if v}
    assert {row["name"]: cents(row["balance"]) for row in table(archive, "places")} == stored
    assert len(table(archive, "entries")) == Entry.objects.filter(house=booked.house).count()
    assert {row["digest"] for row in table(archive, "entries")} == {
        bytes(digest).hex() for digest in Entry.objects.values_list("digest", flat=True)
    }
    assert sum(cents(row["taken"]) * int(row["sign"]) for row in table(archive, "assessments")) == sum(
        row.sign * row.taken_cents for row in Assessment.objects.all()
    )


def test_the_control_sums_are_those_of_the_files(archive: Path) -> None:
    for line in table(archive, "control_sums"):
        rows = table(archive, line["file"])
        assert int(line["rows"]) == len(rows)
        if line["column"]:
            assert cents(line["total"]) == sum(cents(row[line["column"]]) for row in rows if row[line["column"]])


def test_a_period_has_its_own_entries_only(booked: BookedHands, tmp_path: Path) -> None:
    path = tmp_path / "day.zip"
    call_command("exportbooks", file=path, first=date.fromisoformat(FIRST), last=date.fromisoformat(FIRST), stdout=io.StringIO())  # fmt: skip  # noqa: E501
    of_day = Entry.objects.filter(gaming_day__date=FIRST)
    assert {int(row["id"]) for row in table(path, "entries")} == set(of_day.values_list("pk", flat=True))
    assert len(table(path, "transfers")) == Transfer.objects.filter(entry__in=of_day).count()
    assert [row["date"] for row in table(path, "gaming_days")] == [f"{date.fromisoformat(FIRST):%d.%m.%Y}"]


def test_secrets_stay_here(archive: Path) -> None:
    with zipfile.ZipFile(archive) as files:
        head = files.read("people.csv").decode().split("\n", 1)[0]
    assert head == "id;username;full_name;roles;is_active;date_joined"


def test_the_digests_verify_and_a_changed_file_is_named(archive: Path, tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("exportbooks", check=archive, stdout=out)
    assert "as it was written" in out.getvalue()
    with zipfile.ZipFile(archive) as files:
        files.extractall(tmp_path / "open")
    checked = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=tmp_path / "open", check=False)
    assert checked.returncode == 0
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(archive) as files, zipfile.ZipFile(other, "w") as made:
        for name in files.namelist():
            content = files.read(name)
            made.writestr(name, content.replace(b"4,00", b"5,00") if name == "transfers.csv" else content)
    with pytest.raises(CommandError, match=r"transfers\.csv"):
        call_command("exportbooks", check=other, stdout=io.StringIO())


def done(kind: str, booked: BookedHands, **params: Any) -> JobFile:
    job = jobs.ask(kind=kind, params=params, actor=booked.manager)
    tasks.run_jobs()
    job.refresh_from_db()
    assert job.state == "done", job.error
    assert job.done == job.total > 0
    return JobFile.objects.get(job=job)


def test_a_job_makes_it_and_it_is_downloaded_in_pieces(
    booked: BookedHands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_files, "PART_BYTES", 1_000)
    made = done("books", booked)
    assert JobFilePart.objects.filter(file=made).count() > 1
    client = APIClient()
    client.force_authenticate(booked.manager)
    answer = client.get(f"/api/v1/jobs/{made.pk}/file/")
    content = b"".join(answer.streaming_content)
    assert hashlib.sha256(content).hexdigest() == made.sha256
    (tmp_path / "x.zip").write_bytes(content)
    assert book_exports.differing(tmp_path / "x.zip") == []


@pytest.mark.parametrize("flavour", ["machine", "excel"])
def test_the_rows_of_one_file_as_csv(booked: BookedHands, flavour: str) -> None:
    content = b"".join(job_files.parts(done("book_rows", booked, file="assessments", flavour=flavour))).decode()
    is_machine = flavour == "machine"
    assert content.startswith("\ufeff") is not is_machine
    rows = list(csv.DictReader(io.StringIO(content.lstrip("\ufeff")), delimiter="," if is_machine else ";"))
    taken = [int(row["taken_cents"]) if is_machine else cents(row["taken"]) for row in rows]
    assert taken == list(Assessment.objects.order_by("pk").values_list("taken_cents", flat=True))


def test_the_rows_of_one_file_as_a_workbook_of_several_sheets(
    booked: BookedHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_exports, "MOST_ROWS_OF_A_SHEET", 2)
    content = b"".join(job_files.parts(done("book_rows", booked, file="transfers", format="xlsx")))
    sheets = openpyxl.load_workbook(io.BytesIO(content)).worksheets
    names = [cell.value for cell in sheets[0][1]]
    rows = [
        dict(zip(names, (cell.value for cell in row), strict=True))
        for one in sheets
        for row in one.iter_rows(min_row=2)
    ]
    assert len(sheets) > 1
    assert [round(row["amount"] * 100) for row in rows] == list(
        Transfer.objects.order_by("entry_id", "position").values_list("amount_cents", flat=True)
    )


def test_refused(booked: BookedHands) -> None:
    for kind, params, code in (
        ("books", {"file": "entries"}, "unknown_field"),
        ("books", {"from": SECOND, "to": FIRST}, "bad_period"),
        ("books", {"from": "yesterday"}, "bad_date"),
        ("books", {"language": "fr"}, "bad_word"),
        ("book_rows", {}, "bad_word"),
        ("book_rows", {"file": "password"}, "bad_word"),
        ("book_rows", {"file": "entries", "format": "pdf"}, "bad_word"),
    ):
        with pytest.raises(Malformed) as refused:
            jobs.ask(kind=kind, params=params, actor=booked.manager)
        assert refused.value.code == code
    assert not Job.objects.exists()
    with pytest.raises(NotAllowed):
        jobs.ask(kind="books", params={}, actor=user("floor", "only-floor"))
    with pytest.raises(NotFound, match="no_such_gaming_day"):
        book_exports.scope_of(House.objects.create(code="dus", name="Duisburg"), None, None)
    with pytest.raises(CommandError):
        call_command("exportbooks", stdout=io.StringIO())
    late = date.fromisoformat(SECOND) + timedelta(days=1)
    with pytest.raises(CommandError):
        call_command("exportbooks", file=Path("x"), first=late, stdout=io.StringIO())
