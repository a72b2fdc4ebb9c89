"""Reports as files, made by a worker because they can take longer than a page should.

`POST jobs/ {"kind": "export", "report": "rake", "format": "pdf", "from": "2026-11-01", "to": "2026-11-30"}`; the file
is downloaded from `GET jobs/{id}/file/` for a week.  The figures are those of the moment in which the worker runs.
"""

from collections.abc import Callable, Mapping
from datetime import date
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone, translation

from accounting.days.selectors import days, houses
from accounting.models import GamingDay, House, Print, Statement
from accounting.reports.files import as_csv, as_pdf, as_xlsx, bank_file, columns, match_file, period_file
from accounting.reports.files.as_csv import Flavour
from accounting.reports.selectors import day_sheet, periods, reports
from accounting.reports.selectors.figures import By, Subject
from accounting.reports.selectors.periods import Span
from accounting.revenue.selectors import bank, match, statements
from casino import house_time, replica, roles
from casino.errors import N_, Malformed, NotFound
from casino.services.job_files import File
from casino.services.jobs import JobKind, Progress

if TYPE_CHECKING:
    from casino.models import User

PERMISSION: Final = reports.PERMISSION


class ReportName(StrEnum):
    """The reports that can be exported."""

    RAKE = "rake"
    TIPS = "tips"
    MATCH = "match"
    BANK = "bank"
    PERIOD = "period"
    DAY_SHEET = "day_sheet"
    STATEMENT = "statement"


class Format(StrEnum):
    """The file formats; the day sheet and the statement of revenue exist as PDF only."""

    PDF = "pdf"
    XLSX = "xlsx"
    CSV = "csv"


MEDIA_TYPES: Final = {
    Format.PDF: as_pdf.MEDIA_TYPE,
    Format.XLSX: as_xlsx.MEDIA_TYPE,
    Format.CSV: as_csv.MEDIA_TYPE,
}

_COMMON: Final = {"report", "format", "house", "language"}
_PERIOD: Final = {"from", "to", "flavour"}
_KNOWN: Final = {
    ReportName.RAKE: _COMMON | _PERIOD | {"by"},
    ReportName.TIPS: _COMMON | _PERIOD | {"by"},
    ReportName.MATCH: _COMMON | _PERIOD,
    ReportName.BANK: _COMMON | _PERIOD | {"by"},
    ReportName.PERIOD: _COMMON | {"flavour", "span", "day", "shift"},
    ReportName.DAY_SHEET: _COMMON | {"day", "print"},
    ReportName.STATEMENT: _COMMON | {"statement", "print"},
}
_PAPERS: Final = (ReportName.DAY_SHEET, ReportName.STATEMENT)

Params = Mapping[str, Any]


def read(params: Params, actor: "User") -> Params:
    """Check a job's parameters before it is queued (`unknown_field`, `bad_word`, `bad_date`, `no_such_…`).

    The house is always stored: without it the same words mean another house for somebody else.
    """
    what = _word(params, "report", ReportName)
    unknown = sorted(set(params) - _KNOWN[what])
    if unknown:
        raise Malformed("unknown_field", N_("This job has no parameter %(unknown)s."), unknown=unknown)
    kind = _word(params, "format", Format, Format.PDF)
    if what in _PAPERS and kind is not Format.PDF:
        raise _bad_word("format", [Format.PDF])
    if what is ReportName.BANK:
        _word(params, "by", bank.By, bank.By.TABLE)
    elif what is ReportName.PERIOD:
        _word(params, "span", Span, Span.DAY), _date(params, "day"), _shift(params)
    else:
        _word(params, "by", By, By.DAY)
    _word(params, "flavour", Flavour, Flavour.EXCEL)
    languages = [code for code, _name in settings.LANGUAGES]
    if params.get("language", settings.LANGUAGE_CODE) not in languages:
        raise _bad_word("language", languages)
    house = _house(params, actor)
    _date(params, "from"), _date(params, "to")
    if what is ReportName.DAY_SHEET:
        _requested_sheet(params, house)
    if what is ReportName.STATEMENT:
        _requested_statement(params, house)
    return {**params, "house": house.code}


@replica.reading(caught_up=True)
def make(params: Params, *, actor: "User") -> File:
    """Make the file with the actor's rights, in the requested language or else the actor's own."""
    house = _house(params, actor)
    language = params.get("language", actor.language)
    with translation.override(language), timezone.override(ZoneInfo(house.time_zone)):
        return _MAKERS[_word(params, "report", ReportName)](params, house, actor)


def _figures(params: Params, house: House, actor: "User") -> File:
    report = reports.report(
        subject=Subject(params["report"]),
        by=_word(params, "by", By, By.DAY),
        first=_date(params, "from"),
        last=_date(params, "to"),
        house_id=house.pk,
        actor=actor,
    )
    request: dict[str, Any] = {"asked_by": str(actor), "at": house_time.now()}
    writers: dict[Format, Callable[[], bytes]] = {
        Format.PDF: lambda: as_pdf.of_report(report, house=house, **request),
        Format.XLSX: lambda: as_xlsx.render(report, **request),
        Format.CSV: lambda: as_csv.render(report, _word(params, "flavour", Flavour, Flavour.EXCEL)),
    }
    return _file(params, columns.file_stem(report), writers)


def _match(params: Params, house: House, actor: "User") -> File:
    found = match.match(house_id=house.pk, first=_date(params, "from"), last=_date(params, "to"), actor=actor)
    request: dict[str, Any] = {"asked_by": str(actor), "at": house_time.now()}
    house_facts: dict[str, Any] = {"house": house.name, "currency": house.currency, "time_zone": house.time_zone}
    writers: dict[Format, Callable[[], bytes]] = {
        Format.PDF: lambda: as_pdf.of_match(found, house=house, **request),
        Format.XLSX: lambda: match_file.as_xlsx(found, **house_facts, **request),
        Format.CSV: lambda: match_file.as_csv(found, _word(params, "flavour", Flavour, Flavour.EXCEL)),
    }
    return _file(params, match_file.file_stem(found), writers)


def _bank(params: Params, house: House, actor: "User") -> File:
    found = bank.result(
        house_id=house.pk,
        first=_date(params, "from"),
        last=_date(params, "to"),
        by=_word(params, "by", bank.By, bank.By.TABLE),
        actor=actor,
    )
    request: dict[str, Any] = {"asked_by": str(actor), "at": house_time.now()}
    writers: dict[Format, Callable[[], bytes]] = {
        Format.PDF: lambda: as_pdf.of_bank(found, house=house, **request),
        Format.XLSX: lambda: bank_file.as_xlsx(found, house=house.name, currency=house.currency, **request),
        Format.CSV: lambda: bank_file.as_csv(found, _word(params, "flavour", Flavour, Flavour.EXCEL)),
    }
    return _file(params, bank_file.file_stem(found), writers)


def _period(params: Params, house: House, actor: "User") -> File:
    found = periods.report(
        span=_word(params, "span", Span, Span.DAY),
        at=_date(params, "day"),
        shift=_shift(params),
        house_id=house.pk,
        actor=actor,
    )
    request: dict[str, Any] = {"asked_by": str(actor), "at": house_time.now()}
    writers: dict[Format, Callable[[], bytes]] = {
        Format.PDF: lambda: as_pdf.of_period(found, house=house, **request),
        Format.XLSX: lambda: period_file.as_xlsx(found, **request),
        Format.CSV: lambda: period_file.as_csv(found, _word(params, "flavour", Flavour, Flavour.EXCEL)),
    }
    return _file(params, period_file.file_stem(found), writers)


def _day_sheet(params: Params, house: House, actor: "User") -> File:
    day, printed = _requested_sheet(params, house)
    sheet = day_sheet.sheet(day.pk, actor=actor)
    stem = f"day-sheet-{day.date}" + (f"-print-{printed.number}" if printed else "")
    return _file(params, stem, {Format.PDF: lambda: as_pdf.of_day_sheet(sheet, printed)})


def _statement(params: Params, house: House, actor: "User") -> File:
    row, printed = _requested_statement(params, house)
    roles.require(actor, PERMISSION)
    terms = row.terms.terms if row.terms else None
    stem = f"statement-{row.period}-{row.first}-v{row.version}" + (f"-print-{printed.number}" if printed else "")
    return _file(params, stem, {Format.PDF: lambda: as_pdf.of_statement(row, terms=terms, paper=printed)})


_MAKERS: Final = {
    ReportName.RAKE: _figures,
    ReportName.TIPS: _figures,
    ReportName.MATCH: _match,
    ReportName.BANK: _bank,
    ReportName.PERIOD: _period,
    ReportName.DAY_SHEET: _day_sheet,
    ReportName.STATEMENT: _statement,
}


def _file(params: Params, stem: str, writers: Mapping[Format, Callable[[], bytes]]) -> File:
    kind = _word(params, "format", Format, Format.PDF)
    return File(name=f"{stem}.{kind}", media_type=MEDIA_TYPES[kind], content=writers[kind]())


def _house(params: Params, actor: "User") -> House:
    """The house with that code, or the only one where the actor works; refuses `no_such_house`."""
    return houses.coded(params["house"], actor=actor) if "house" in params else houses.row(None, actor=actor)


def _requested_sheet(params: Params, house: House) -> tuple[GamingDay, Print | None]:
    """The gaming day, and which print of its sheet (None: a view); refuses `no_such_print`."""
    day = GamingDay.objects.get(pk=days.day_named(params.get("day", ""), house.code))
    number = params.get("print", 0)
    printed = day_sheet.printed(day, number) if _is_number(number) and number else None
    if printed is None and number != 0:
        raise NotFound("no_such_print", N_("Print not found: print the sheet first; every print is counted."))
    return day, printed


def _requested_statement(params: Params, house: House) -> tuple[Statement, Print | None]:
    """The house's statement, and which print of it; refuses `no_such_statement`, `no_such_print`."""
    wanted = params.get("statement", 0)
    row = Statement.objects.filter(pk=wanted, house=house).first() if _is_number(wanted) else None
    if row is None:
        raise NotFound("no_such_statement", N_("Statement not found."))
    number = params.get("print", 0)
    printed = statements.printed(row, number) if _is_number(number) and number else None
    if printed is None and number != 0:
        raise NotFound("no_such_print", N_("Print not found: print the sheet first; every print is counted."))
    return row, printed


def _shift(params: Params) -> int:
    """The number of a shift; 0 where none is named.  Refuses anything else."""
    given = params.get("shift", 0)
    if not _is_number(given):
        raise Malformed(
            "bad_word", N_("%(parameter)s must be one of %(known)s."), parameter="shift", known=["1", "2", "3"]
        )
    return int(given)


def _is_number(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and 0 <= given < 1 << 31


def _date(params: Params, name: str) -> date | None:
    return days.date_read(params[name]) if name in params else None


def _word(params: Params, name: str, words: Any, default: Any = None) -> Any:
    """A parameter as a member of the enumeration `words`; refuses any other (`bad_word`)."""
    given = params.get(name, default)
    if given not in list(words):
        raise _bad_word(name, list(words))
    return words(given)


def _bad_word(name: str, known: list[str]) -> Malformed:
    return Malformed(
        "bad_word", N_("%(parameter)s must be one of %(known)s."), parameter=name, known=[str(word) for word in known]
    )


def _work(params: Params, actor: "User", progress: Progress) -> File:
    progress(0, 1)
    made = make(params, actor=actor)
    progress(1, 1)
    return made


EXPORT_JOB: Final = JobKind(permission=PERMISSION, work=_work, read=read)
