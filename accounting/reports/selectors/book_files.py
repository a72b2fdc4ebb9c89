"""The files of the books for the tax authority: which tables, which columns, and the rows of a house and a period.

A room above adds its own by `settings.BOOK_FILES`.  A table that is in no file is named in
`tests/accounting/reports/test_book_files.py` with the reason.

Every column of a table is in its file or in `left_out` with the reason.  Amounts are in the currency's main unit with a
decimal comma, times in UTC, dates as DD.MM.YYYY, truth as 1 and 0, digests as hexadecimal digits.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.utils.module_loading import import_string
from django.utils.text import capfirst
from django.utils.translation import gettext
from psycopg import ClientCursor

from accounting import models as money
from casino.errors import N_
from casino.models import User

LINES: Final = 5_000
"""How many lines of a CSV are passed on at once."""
BATCH: Final = 2_000
"""Rows that are read at once where Python looks at each."""


class Kind(StrEnum):
    """What a column holds."""

    TEXT = "text"
    NUMBER = "number"
    AMOUNT = "amount"
    DATE = "date"
    MOMENT = "moment"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a file.  `plain`: SQL of the value for programs (cents, ISO); `written`: for the authority."""

    name: str
    source: str
    description: str
    kind: Kind
    plain: str
    written: str
    is_key: bool = False
    refers_to: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class BookFile:
    """A table of the books as a file.  `scope`: SQL, which of its rows (`row`) belong to the house and the period."""

    name: str
    title: str
    model: type[models.Model]
    scope: str
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def table(self) -> str:
        return self.model._meta.db_table

    @property
    def columns(self) -> list[Column]:
        """The keys first, then the others in the order of the model."""
        fields = [one for one in self.model._meta.concrete_fields if not isinstance(one, models.CompositePrimaryKey)]
        found = [_column(one, str(one.column)) for one in fields if one.column not in self.left_out]
        keys = _KEYS.get(self.model, (self.model._meta.pk.column,))
        marked = [_marked(one) if one.source in keys else one for one in found]
        return sorted(marked, key=lambda one: not one.is_key)

    @property
    def order(self) -> str:
        """By which columns the rows are ordered."""
        return ", ".join(f"row.{name}" for name in _KEYS.get(self.model, (self.model._meta.pk.column,)))


@dataclass(frozen=True, slots=True)
class Scope:
    """A house and its gaming days `first` to `last`, both included."""

    house_id: int
    first: date
    last: date

    @property
    def values(self) -> dict[str, int | date]:
        return {"house": self.house_id, "first": self.first, "last": self.last}


_DAYS: Final = "SELECT id FROM accounting_gamingday WHERE house_id = %(house)s AND date BETWEEN %(first)s AND %(last)s"
OF_DAY: Final = f"row.gaming_day_id IN ({_DAYS})"
"""The rows of the period's gaming days."""
_OF_HOUSE: Final = "row.house_id = %(house)s"
# Conditions on the rows to which those of a file belong (`_through`).
_IN_HOUSE: Final = "house_id = %(house)s"
_IN_DAYS: Final = f"gaming_day_id IN ({_DAYS})"
# Those of which some day lies in the period.
_OF_PERIOD: Final = """house_id = %(house)s AND first <= %(last)s AND (first + CASE period
    WHEN 'day' THEN interval '1 day' WHEN 'month' THEN interval '1 month' ELSE interval '1 year' END) > %(first)s"""
_OF_MONTHS: Final = "house_id = %(house)s AND month <= %(last)s AND month + interval '1 month' > %(first)s"
_KEYS: Final[Mapping[type[models.Model], tuple[str, ...]]] = {money.Transfer: ("entry_id", "position")}
_WITHHELD: Final = "a secret of the person's, or how they like their screens"
_UNIT: Final = N_("amount in the currency of the house")
_CLOCK: Final = N_("date and time in UTC")


def _through(column: str, table: str, condition: str) -> str:
    return f"row.{column} IN (SELECT id FROM {table} WHERE {condition})"  # noqa: S608 -- of our own


def _amount(cents: str) -> str:
    return f"to_char({cents}, 'FM9999999999999990\",\"00')"  # the comma is written, no number is computed


FILES: Final[tuple[BookFile, ...]] = (
    BookFile("houses", N_("The house and its settings"), money.House, "row.id = %(house)s"),
    BookFile(
        "people",
        N_("People named in the books: those who work in the house"),
        User,
        "(row.house_ids IS NULL OR %(house)s = ANY (row.house_ids))",
        left_out=dict.fromkeys(
            (
                "password",
                "language",
                "preferences",
                "pin_hash",
                "secrets_digest",
                "one_time_until",
                "is_demo",
                "house_ids",
                "staff_number",
            ),
            _WITHHELD,
        ),
    ),
    BookFile(
        "gaming_days", N_("Gaming days"), money.GamingDay, "row.house_id = %(house)s AND row.id IN (" + _DAYS + ")"
    ),
    BookFile("schedules", N_("Rake schedules"), money.RakeSchedule, _OF_HOUSE),
    BookFile(
        "schedule_versions",
        N_("Versions of the rake schedules, each approved by a second person"),
        money.ScheduleVersion,
        _through("schedule_id", "accounting_rakeschedule", _IN_HOUSE),
    ),
    BookFile("books", N_("Books: the head of each chain"), money.Book, _OF_HOUSE),
    BookFile("places", N_("Places where chips and money are kept, with their balances"), money.Place, _OF_HOUSE),
    BookFile("entries", N_("Entries of the books, each chained to the previous one"), money.Entry, OF_DAY),
    BookFile(
        "transfers",
        N_("Transfers: what each entry moved from one place to another"),
        money.Transfer,
        _through("entry_id", "accounting_entry", _IN_DAYS),
    ),
    BookFile("assessments", N_("Hands: the facts, the rake due, the rake taken"), money.Assessment, OF_DAY),
    BookFile("wagers", N_("Rounds against the house: stakes and payments"), money.Wager, OF_DAY),
    BookFile("boxes", N_("Boxes removed from the tables and what was counted in them"), money.Drop, OF_DAY),
    BookFile("counts", N_("Each single count of a box"), money.Count, _through("drop_id", "accounting_drop", _IN_DAYS)),
    BookFile("windows", N_("Cage windows"), money.Window, _OF_HOUSE),
    BookFile("window_shifts", N_("Openings of the windows with their counts"), money.WindowShift, OF_DAY),
    BookFile("slips", N_("Numbered slips: fills, credits, changes"), money.Slip, OF_DAY),
    BookFile("prints", N_("Printouts of slips and sheets: originals and reprints"), money.Print, _OF_HOUSE),
    BookFile("seals", N_("Seals of the closed gaming days"), money.Seal, OF_DAY),
    BookFile("reopenings", N_("Closed days that were opened again"), money.Reopening, OF_DAY),
    BookFile("findings", N_("Findings and how they were resolved"), money.Finding, OF_DAY),
    BookFile("funds", N_("Jackpot funds, which belong to the players"), money.Fund, _OF_HOUSE),
    BookFile(
        "fund_terms",
        N_("Versions of the funds' rules, each approved by a second person"),
        money.FundTerms,
        _through("fund_id", "accounting_fund", _IN_HOUSE),
    ),
    BookFile("fund_moves", N_("Money paid into funds, tax paid over, funds closed"), money.FundMove, _OF_HOUSE),
    BookFile("fund_boxes", N_("Fund boxes: what hands have paid in, what was counted"), money.FundDrop, OF_DAY),
    BookFile(
        "fund_counts",
        N_("Each single count of a fund's boxes"),
        money.FundCount,
        _through("fund_drop_id", "accounting_funddrop", _IN_DAYS),
    ),
    BookFile(
        "jackpot_slips", N_("Numbered slips: shares of jackpots, paid, lapsed or due"), money.JackpotSlip, _OF_HOUSE
    ),
    BookFile(
        "jackpot_payees",
        N_("Guests whom winners of jackpots named to be paid, each before two people"),
        money.JackpotPayee,
        _through("slip_id", "accounting_jackpotslip", _IN_HOUSE),
    ),
    BookFile(
        "levy_terms", N_("Versions of the levy's rates, each approved by a second person"), money.LevyTerms, _OF_HOUSE
    ),
    BookFile(
        "statements",
        N_("Statements of revenue of days, months and years, with their seals"),
        money.Statement,
        _through("id", "accounting_statement", _OF_PERIOD),
    ),
    BookFile("authority_keys", N_("Public keys of the supervising authority"), money.AuthorityKey, _OF_HOUSE),
    BookFile(
        "key_withdrawals",
        N_("Keys of the authority that were withdrawn"),
        money.KeyWithdrawal,
        _through("key_id", "accounting_authoritykey", _IN_HOUSE),
    ),
    BookFile(
        "countersignatures",
        N_("The authority's signatures over the seals of the statements"),
        money.Countersignature,
        _through("statement_id", "accounting_statement", _OF_PERIOD),
    ),
    BookFile(
        "tronc_rules",
        N_("Versions of the tronc's rules, each approved by a second person"),
        money.TroncRules,
        _OF_HOUSE,
    ),
    BookFile("tronc_members", N_("Members of the tronc, their function and start date"), money.TroncMember, _OF_HOUSE),
    BookFile("tip_records", N_("Records of each day's tips"), money.TipRecord, OF_DAY),
    BookFile(
        "tronc_runs",
        N_("Monthly distributions of the tronc, and their corrections"),
        money.TroncRun,
        _through("id", "accounting_troncrun", _OF_MONTHS),
    ),
    BookFile(
        "tronc_shares",
        N_("Each person's share in a distribution, and how it was computed"),
        money.TroncShare,
        _through("run_id", "accounting_troncrun", _OF_MONTHS),
    ),
    BookFile("tronc_payouts", N_("Lists of shares paid through the payroll"), money.TroncPayout, _OF_HOUSE),
)


@cache
def files() -> tuple[BookFile, ...]:
    """All files, with those of the rooms above."""
    return (*FILES, *(file for name in settings.BOOK_FILES for file in import_string(name)))


def named(name: str) -> BookFile:
    """The file of that name."""
    return next(one for one in files() if one.name == name)


def statement(file: BookFile, scope: Scope, reader: BaseDatabaseWrapper, *, plain: bool = False) -> str:
    """The SELECT of a file's rows with its values filled in, as COPY needs it."""
    columns = ", ".join(
        f"{one.plain if plain else one.written} AS {reader.ops.quote_name(one.source if plain else one.name)}"
        for one in file.columns
    )
    text = f"SELECT {columns} FROM {file.table} row WHERE {file.scope} ORDER BY {file.order}"  # noqa: S608 -- names of our own models
    reader.ensure_connection()
    return ClientCursor(reader.connection).mogrify(text, scope.values)


def copied(
    file: BookFile, scope: Scope, reader: BaseDatabaseWrapper, *, delimiter: str, plain: bool = False
) -> Iterator[bytes]:
    """The file as CSV with a line of names, by the database's own COPY: a block at a time, never all of it."""
    text = (
        f"COPY ({statement(file, scope, reader, plain=plain)}) TO STDOUT"
        f" WITH (FORMAT csv, HEADER true, DELIMITER '{delimiter}', ENCODING 'UTF8')"
    )
    reader.ensure_connection()
    with reader.wrap_database_errors, reader.connection.cursor() as cursor, cursor.copy(text) as lines:
        block = bytearray()  # not a list of lines: its small objects would cost more than the COPY
        for number, line in enumerate(lines, 1):
            block += line
            if number % LINES == 0:
                yield bytes(block)
                block.clear()
        if block:
            yield bytes(block)


def rows(file: BookFile, scope: Scope, reader: BaseDatabaseWrapper) -> Iterator[Sequence[Any]]:
    """The plain values, through a server-side cursor."""
    with reader.chunked_cursor() as cursor:
        cursor.execute(statement(file, scope, reader, plain=True).replace("%", "%%"), ())
        while batch := cursor.fetchmany(BATCH):
            yield from batch


def count(file: BookFile, scope: Scope, reader: BaseDatabaseWrapper) -> int:
    """How many rows the file has."""
    with reader.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM {file.table} row WHERE {file.scope}",  # noqa: S608 -- of our own
            scope.values,
        )
        row = cursor.fetchone()
    assert row is not None
    return int(row[0])


def sums_cents(file: BookFile, scope: Scope, reader: BaseDatabaseWrapper) -> dict[str, int]:
    """The total of each column of amounts, by its name in the file."""
    amounts = [one for one in file.columns if one.kind is Kind.AMOUNT]
    if not amounts:
        return {}
    totals = ", ".join(f"coalesce(sum({one.plain}), 0)::bigint" for one in amounts)
    with reader.cursor() as cursor:
        cursor.execute(
            f"SELECT {totals} FROM {file.table} row WHERE {file.scope}",  # noqa: S608 -- of our own
            scope.values,
        )
        row = cursor.fetchone()
    assert row is not None
    return dict(zip((one.name for one in amounts), map(int, row), strict=True))


def _marked(one: Column) -> Column:
    return replace(one, is_key=True)


def _column(one: "models.Field[Any, Any]", source: str) -> Column:
    here = f"row.{source}"
    described = str(capfirst(one.verbose_name))
    kind, written, unit = _written(one, source, here)
    return Column(
        name=source.removesuffix("_cents") if kind is Kind.AMOUNT else source,
        source=source,
        description=f"{described} ({gettext(unit)})" if unit else described,
        kind=kind,
        plain=_plain(one, here),
        written=written,
        refers_to=_file_of().get(one.related_model, ""),
    )


def _written(one: "models.Field[Any, Any]", source: str, here: str) -> tuple[Kind, str, str]:
    """The kind, the SQL of the value as the authority reads it, and what the unit is."""
    if isinstance(one, models.DateTimeField):
        return Kind.MOMENT, f"to_char({here} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')", _CLOCK
    if isinstance(one, models.DateField):
        return Kind.DATE, f"to_char({here}, 'DD.MM.YYYY')", ""
    if isinstance(one, models.BooleanField):
        return Kind.NUMBER, f"{here}::int", ""
    if source.endswith("_cents") and isinstance(one, models.IntegerField):
        return Kind.AMOUNT, _amount(here), _UNIT
    if isinstance(one, models.IntegerField | models.ForeignKey):
        return Kind.NUMBER, here, ""
    return Kind.TEXT, _plain(one, here), ""


def _plain(one: "models.Field[Any, Any]", here: str) -> str:
    if isinstance(one, models.BinaryField):
        return f"encode({here}, 'hex')"
    if isinstance(one, ArrayField):
        return f"array_to_string({here}, ' ')"
    if isinstance(one, models.JSONField):
        return f"{here}::text"
    return here


@cache
def _file_of() -> Mapping[Any, str]:
    return {file.model: file.name for file in files()}
