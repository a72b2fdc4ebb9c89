"""The books as files: all of them for the tax authority, described and hashed, or the rows of one as CSV or workbook.

Everything is written to the worker's disk a block at a time and read in one snapshot, while the house goes on booking.
`POST jobs/ {"kind": "books", "from": …, "to": …}` and `{"kind": "book_rows", "file": "assessments", "format": "xlsx"}`.
"""

import hashlib
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import xlsxwriter
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils import translation
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from accounting import money
from accounting.days.selectors import days, houses
from accounting.models import GamingDay, House
from accounting.reports.files import as_csv, as_xlsx, book_index
from accounting.reports.files.as_csv import Flavour
from accounting.reports.selectors import book_files
from accounting.reports.selectors.book_files import BookFile, Kind, Scope
from casino import roles
from casino.errors import N_, Malformed, NotFound
from casino.services.job_files import File
from casino.services.jobs import JobKind, Progress

if TYPE_CHECKING:
    from casino.models import User

PERMISSION: Final = "accounting.run_audit"
ZIP: Final = "application/zip"
MOST_ROWS_OF_A_SHEET: Final = 1_048_575
"""A worksheet has 1,048,576 lines, one of them the headings; further rows stand on further sheets."""
_TOLD_EVERY: Final = 20_000
_COMMON: Final = {"house", "from", "to", "language"}

Params = Mapping[str, Any]


class RowsFormat(StrEnum):
    """The formats of a single file's rows."""

    CSV = "csv"
    XLSX = "xlsx"


@dataclass(slots=True)
class Written:
    """What was written: rows and digest (hex) of each file by its name in the archive."""

    rows: dict[str, int] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)


def write(path: Path, *, house: House, scope: Scope, progress: Progress = lambda _done, _total: None) -> Written:
    """Write all files with their description and digests to a ZIP archive, in the language that is active."""
    written = Written()
    steps = len(book_files.files()) + 1
    sums: list[tuple[str, str, int, int | None]] = []
    with _snapshot() as reader, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for done, file in enumerate(book_files.files()):
            progress(done, steps)
            _add(
                archive,
                written,
                f"{file.name}.csv",
                book_files.copied(file, scope, reader, delimiter=book_index.DELIMITER),
            )
            rows = written.rows[f"{file.name}.csv"] = book_files.count(file, scope, reader)
            sums.append((file.name, "", rows, None))
            sums += [
                (file.name, name, rows, cents) for name, cents in book_files.sums_cents(file, scope, reader).items()
            ]
        _add(archive, written, f"{book_index.SUMS}.csv", [_control_sums(sums).encode()])
        written.rows[f"{book_index.SUMS}.csv"] = len(sums)
        _add(archive, written, book_index.INDEX, [book_index.render(house, scope, book_files.files()).encode()])
        _add(archive, written, book_index.DTD_NAME, [book_index.DTD.encode()])
        _add(archive, written, "README.txt", [book_index.read_me(house, scope).encode()])
        listed = "".join(f"{digest}  {name}\n" for name, digest in written.digests.items())
        archive.writestr(book_index.HASHES, listed)
    progress(steps, steps)
    return written


def differing(path: Path) -> list[str]:
    """Names of the files of an archive whose digest is not the listed one, or that are missing or not listed."""
    with zipfile.ZipFile(path) as archive:
        lines = archive.read(book_index.HASHES).decode().splitlines()
        listed = {name: digest for digest, _space, name in (line.partition("  ") for line in lines)}
        here = {}
        for name in set(archive.namelist()) - {book_index.HASHES}:
            with archive.open(name) as member:
                digest = hashlib.sha256()
                for block in iter(partial(member.read, 1 << 20), b""):
                    digest.update(block)
                here[name] = digest.hexdigest()
    return sorted(name for name in listed.keys() | here.keys() if listed.get(name) != here.get(name))


def scope_of(house: House, first: date | None, last: date | None) -> Scope:
    """The period, by default all gaming days of the house; refuses `bad_period`, `no_such_gaming_day`."""
    dates = GamingDay.objects.filter(house=house).order_by("date").values_list("date", flat=True)
    earliest, latest = dates.first(), dates.last()
    if earliest is None or latest is None:
        raise NotFound("no_such_gaming_day", N_("Gaming day not found."))
    first, last = first or earliest, last or latest
    if first > last:
        raise Malformed(
            "bad_period", N_("The period ends (%(last)s) before it begins (%(first)s)."), first=first, last=last
        )
    return Scope(house.pk, first, last)


def write_rows(
    path: Path,
    *,
    file: BookFile,
    scope: Scope,
    kind: RowsFormat,
    flavour: Flavour = Flavour.EXCEL,
    progress: Progress = lambda _done, _total: None,
) -> None:
    """Write the rows of one file; memory does not grow with them.

    CSV in the flavour `excel` has a BOM, semicolons and decimal commas; `machine` has commas, cents and ISO times.
    """
    with _snapshot() as reader:
        if kind is RowsFormat.XLSX:
            _workbook(path, file, scope, reader, progress)
            return
        total = book_files.count(file, scope, reader)
        is_machine = flavour is Flavour.MACHINE
        delimiter = "," if is_machine else book_index.DELIMITER
        with path.open("wb") as out:
            if not is_machine:
                out.write(as_csv.BOM.encode())
            for done, block in enumerate(
                book_files.copied(file, scope, reader, delimiter=delimiter, plain=is_machine), 1
            ):
                out.write(block)
                if reader is not connection:
                    progress(min(done * book_files.LINES, total), total)
        progress(total, total)


@contextmanager
def _snapshot() -> Iterator[BaseDatabaseWrapper]:
    """A connection of its own that reads one state of the books, so that progress can be written meanwhile.

    Inside a transaction it is that one's connection, on which nothing else can be asked while a file is copied.
    """
    if connection.in_atomic_block:
        yield connection
        return
    reader = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        reader.set_autocommit(False)
        with reader.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield reader
        reader.rollback()
    finally:
        reader.close()


def _add(archive: zipfile.ZipFile, written: Written, name: str, blocks: Iterable[bytes]) -> None:
    digest = hashlib.sha256()
    with archive.open(name, "w", force_zip64=True) as member:
        for block in blocks:
            digest.update(block)
            member.write(block)
    written.digests[name] = digest.hexdigest()


def _control_sums(sums: Iterable[tuple[str, str, int, int | None]]) -> str:
    names = book_index.DELIMITER.join(column.name for column in book_index.control_columns())
    lines = [
        book_index.DELIMITER.join(
            [file, column, str(rows), "" if cents is None else money.decimal_text(cents, point=",")]
        )
        for file, column, rows, cents in sums
    ]
    return "\n".join([names, *lines, ""])


def _workbook(path: Path, file: BookFile, scope: Scope, reader: BaseDatabaseWrapper, progress: Progress) -> None:
    total = book_files.count(file, scope, reader)
    with xlsxwriter.Workbook(str(path), as_xlsx.OPTIONS) as book:
        formats = (book.add_format({"bold": True, "bottom": 1}), book.add_format({"num_format": "#,##0.00"}))
        sheet = _sheet(book, file, formats[0])
        writers = [_cell_writer(column.kind, formats[1]) for column in file.columns]
        line = 0
        for done, row in enumerate(book_files.rows(file, scope, reader)):
            if line == MOST_ROWS_OF_A_SHEET:
                sheet, line = _sheet(book, file, formats[0]), 0
            line += 1
            for place, (write_cell, value) in enumerate(zip(writers, row, strict=True)):
                if value is not None:
                    write_cell(sheet, line, place, value)
            if done % _TOLD_EVERY == 0:
                progress(done, total)
    progress(total, total)


def _sheet(book: Any, file: BookFile, heading: Format) -> Worksheet:
    sheet: Worksheet = book.add_worksheet()
    sheet.freeze_panes(1, 0)
    for place, column in enumerate(file.columns):
        sheet.write_string(0, place, column.name, heading)
    return sheet


def _cell_writer(kind: Kind, cents: Format) -> Callable[[Worksheet, int, int, Any], object]:
    if kind is Kind.AMOUNT:
        return lambda sheet, line, place, value: sheet.write_number(line, place, money.spreadsheet_number(value), cents)
    if kind is Kind.NUMBER:
        return lambda sheet, line, place, value: sheet.write_number(line, place, int(value))
    return lambda sheet, line, place, value: sheet.write_string(line, place, str(value))


def _read_books(params: Params, actor: "User") -> Params:
    return _read(params, actor, _COMMON)


def _read_rows(params: Params, actor: "User") -> Params:
    _file(params), _word(params, "format", RowsFormat, RowsFormat.CSV), _word(params, "flavour", Flavour, Flavour.EXCEL)
    return _read(params, actor, _COMMON | {"file", "format", "flavour"})


def _read(params: Params, actor: "User", known: set[str]) -> Params:
    """Check a job's parameters; the house is always stored."""
    unknown = sorted(set(params) - known)
    if unknown:
        raise Malformed("unknown_field", N_("This job has no parameter %(unknown)s."), unknown=unknown)
    languages = [code for code, _name in settings.LANGUAGES]
    if params.get("language", settings.LANGUAGE_CODE) not in languages:
        raise _bad_word("language", languages)
    house = _house(params, actor)
    scope_of(house, _date(params, "from"), _date(params, "to"))
    return {**params, "house": house.code}


def _house(params: Params, actor: "User") -> House:
    return houses.coded(params["house"], actor=actor) if "house" in params else houses.row(None, actor=actor)


def _date(params: Params, name: str) -> date | None:
    return days.date_read(params[name]) if params.get(name) else None


def _file(params: Params) -> BookFile:
    names = [file.name for file in book_files.files()]
    if params.get("file") not in names:
        raise _bad_word("file", names)
    return book_files.named(params["file"])


def _word(params: Params, name: str, words: Any, default: Any) -> Any:
    given = params.get(name, default)
    if given not in list(words):
        raise _bad_word(name, [str(word) for word in words])
    return words(given)


def _bad_word(name: str, known: list[str]) -> Malformed:
    return Malformed("bad_word", N_("%(parameter)s must be one of %(known)s."), parameter=name, known=known)


def _work(params: Params, actor: "User", progress: Progress) -> File:
    roles.require(actor, PERMISSION)
    house = _house(params, actor)
    scope = scope_of(house, _date(params, "from"), _date(params, "to"))
    path = _temporary()
    with translation.override(params.get("language", actor.language)):
        write(path, house=house, scope=scope, progress=progress)
    return File(f"books-{house.code}-{scope.first}-{scope.last}.zip", ZIP, path=path)


def _work_rows(params: Params, actor: "User", progress: Progress) -> File:
    roles.require(actor, PERMISSION)
    house, file = _house(params, actor), _file(params)
    scope = scope_of(house, _date(params, "from"), _date(params, "to"))
    kind = _word(params, "format", RowsFormat, RowsFormat.CSV)
    flavour = _word(params, "flavour", Flavour, Flavour.EXCEL)
    path = _temporary()
    write_rows(path, file=file, scope=scope, kind=kind, flavour=flavour, progress=progress)
    media_type = as_csv.MEDIA_TYPE if kind is RowsFormat.CSV else as_xlsx.MEDIA_TYPE
    return File(f"{file.name}-{house.code}-{scope.first}-{scope.last}.{kind}", media_type, path=path)


def _temporary() -> Path:
    """A new file on the worker's disk; `casino.services.job_files` deletes it."""
    with tempfile.NamedTemporaryFile(prefix="export-", delete=False) as made:
        return Path(made.name)


BOOKS_JOB: Final = JobKind(permission=PERMISSION, work=_work, read=_read_books)
ROWS_JOB: Final = JobKind(permission=PERMISSION, work=_work_rows, read=_read_rows)
