"""Payloads: texts that a page, a spreadsheet or a PDF could take for something else, written into every text field.

A value is `<lead><mark><id><body>`: the lead makes a spreadsheet compute, the body makes a browser or a template act.
The mark names the field, so that whoever reads an answer knows which fields it shows, and can look whether the whole
value is there to be read and nothing of it was done.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

APPS = ("casino", "accounting", "tables")
CODE = "letters, digits and hyphens (a constraint); elsewhere a copy of one"
OURS = "written by the program, of words of its own: a digest, a key, a place, a kind, a rule"
OF_RULES = "a code that the rules of the tronc name; pages show the name that stands there"
SECRET = "shown to nobody"
NOT_FREE: Mapping[str, str] = {
    "casino.User.password": SECRET,
    "casino.User.pin_hash": SECRET,
    "casino.User.secrets_digest": OURS,
    "casino.StoredAnswer.key": OURS,
    "casino.StoredAnswer.request": OURS,
    "casino.StoredAnswer.answer": OURS,
    "casino.DeskCounter.desk": OURS,
    "casino.Device.code_digest": OURS,
    "casino.Device.token_digest": OURS,
    "casino.Job.kind": OURS,
    "casino.Job.dedupe_key": OURS,
    "casino.JobFile.name": OURS,
    "casino.JobFile.media_type": OURS,
    "casino.JobFile.sha256": OURS,
    "casino.LoginEvent.request_id": OURS,
    "casino.RecoveryCode.code_hash": SECRET,
    "casino.SecurityEvent.request_id": OURS,
    "casino.SecurityEvent.about_digest": OURS,
    "casino.Session.session_key": SECRET,
    "casino.SetupCode.digest": OURS,
    "casino.Session.session_data": SECRET,
    "accounting.ClockChange.time_zone": OURS,
    "accounting.House.code": CODE,
    "accounting.House.currency": OURS,
    "accounting.House.time_zone": OURS,
    "accounting.GamingDay.seal": OURS,
    "accounting.Seal.digest": OURS,
    "accounting.SealedRows.table_name": OURS,
    "accounting.SealedRows.keys": OURS,
    "accounting.SealedRows.waiting": OURS,
    "accounting.Book.code": CODE,
    "accounting.Place.name": OURS,
    "accounting.Entry.subject": OURS,
    "accounting.Entry.reference": OURS,
    "accounting.Transfer.source": OURS,
    "accounting.Transfer.destination": OURS,
    "accounting.Assessment.table_code": CODE,
    "accounting.Drop.table_code": CODE,
    "accounting.Window.code": CODE,
    "accounting.Slip.table_code": CODE,
    "accounting.Print.subject": OURS,
    "accounting.Fund.code": CODE,
    "accounting.JackpotSlip.subject": OURS,
    "accounting.JackpotSlip.table_code": CODE,
    "accounting.Statement.previous": OURS,
    "accounting.Statement.digest": OURS,
    "accounting.TroncMember.function": OF_RULES,
    "accounting.TroncShare.function": OF_RULES,
    "accounting.TroncShare.group": OF_RULES,
    "accounting.Finding.rule": OURS,
    "accounting.Finding.subject": OURS,
    "accounting.Finding.table_code": CODE,
    "accounting.TableHour.table_code": CODE,
    "accounting.TableDay.table_code": CODE,
    "accounting.Wager.table_code": CODE,
    "accounting.Wager.rule_set": OURS,
    "tables.Game.rule_set": OURS,
    "tables.Table.code": CODE,
    "tables.Acknowledgement.kind": OURS,
    "tables.Acknowledgement.mark": OURS,
    "tables.HandAction.kind": OURS,
    "tables.HandAction.cards": OURS,
    "tables.Round.rule_set": OURS,
    "tables.HandOver.digest": OURS,
    "tables.SeatDraw.commitment": OURS,
    "tables.SeatDraw.seed": OURS,
    "tables.Tournament.code": CODE,
    "tables.Draw.commitment": OURS,
    "tables.Draw.seed": OURS,
    "tables.Draw.purpose": OURS,
    "tables.ClockEvent.kind": OURS,
    "tables.Deal.method": OURS,
    "tables.WaitingEvent.answer": OURS,
}

GIVES_A_REASON = ("casino.HistoricalUser", "accounting.HistoricalScheduleVersion")
"""Whose history has a reason of somebody's; elsewhere nobody writes one."""

INSIDE: Mapping[str, Collection[str]] = {
    "accounting.Finding.facts": {"reason"},
    "tables.Hand.result": {"reason"},
    "tables.HandOver.facts": {"text", "rule", "by", "owner", "dealer", "game", "taken_by", "tournament"},
    "tables.Tournament.structure": {"name"},
}
"""Which names of a JSON column hold texts that somebody wrote."""

PAYLOADS = (
    ("=", "<script>alert(1)</script>"),
    ("+", '"><img src=x onerror=alert(1)>'),
    ("-", "'\"</textarea></title><b onclick=alert(1)>"),
    ("@", "{{7*7}}{% debug %}{{ settings.SECRET_KEY }}"),
    ("\t", "&lt;i&gt;\u202egnp\u2066.exe\u200b\u00ad"),
    ("\r", "<svg/onload=alert(1)>" + "long " * 1_000),
    ("javascript:alert(1)//", "%0a<a href=javascript:alert(1)>"),
)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
MARKED = re.compile(r"x([0-9a-f]{2,3})x(\d+)x")


@dataclass(frozen=True, slots=True)
class Field:
    """A column that people or other systems fill, and how many characters it takes."""

    model: type[models.Model]
    column: str
    most: int

    @property
    def name(self) -> str:
        return f"{self.model._meta.label}.{self.column}"

    @property
    def is_free(self) -> bool:
        if self.column == "history_change_reason":
            return self.model._meta.label in GIVES_A_REASON
        return self.name.replace("Historical", "") not in NOT_FREE


@cache
def columns() -> Mapping[str, Field]:
    """Every text column of our own models that has no list of choices."""
    return {
        field.name: field
        for model in apps.get_models()
        if model._meta.app_label in APPS and model._meta.managed
        for one in model._meta.local_concrete_fields
        if isinstance(one, models.CharField | models.TextField) and not one.choices
        for field in [Field(model, one.column, one.max_length or 5_000)]
    }


@cache
def fields() -> Mapping[str, Field]:
    """Those that take free text, by their mark."""
    free = [field for field in columns().values() if field.is_free]
    inside = [Field(apps.get_model(name.rpartition(".")[0]), name.rpartition(".")[2], 500) for name in INSIDE]
    return {f"{number:02x}": field for number, field in enumerate([*free, *inside], 16)}


def fill(turn: int = 0) -> set[str]:
    """Write a payload into every free field that holds a text, or else into all of them; the names of those filled.

    Each row has another payload than the next; with another `turn` each has another than before.
    """
    filled = set()
    for mark, field in fields().items():
        if field.name in INSIDE:
            is_filled = _write_inside(field, mark, turn)
        else:
            is_filled = _write(field, mark, turn, f"\"{field.column}\" <> ''") or _write(field, mark, turn, "true")
        if is_filled:
            filled.add(field.name)
    return filled


def _write(field: Field, mark: str, turn: int, where: str) -> bool:
    table, key = field.model._meta.db_table, field.model._meta.pk
    assert key is not None
    number = f"row_number() OVER (ORDER BY {key.column})"
    which = f"1 + (rows.number + {turn + int(mark, 16)}) %% {len(PAYLOADS)}"
    statement = (
        f'UPDATE "{table}" SET "{field.column}" = '
        f"left((%s::text[])[{which}] || 'x{mark}x' || rows.number || 'x' || (%s::text[])[{which}], {field.most}) "
        f'FROM (SELECT {key.column} AS key, {number} AS number FROM "{table}" WHERE {where}) rows '
        f"WHERE {key.column} = rows.key"
    )
    leads, bodies = map(list, zip(*PAYLOADS, strict=True))
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "SET LOCAL session_replication_role = replica"
            )  # also what must not change once it is written
            cursor.execute(statement, [leads, bodies])
            return cursor.rowcount > 0
    except IntegrityError:
        return False


def _write_inside(field: Field, mark: str, turn: int) -> bool:
    """The same within the JSON of a column."""
    number = count()

    def filled(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: filled(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [filled(inner, name) for inner in value]
        if name not in INSIDE[field.name] or not isinstance(value, str) or not value:
            return value
        lead, body = PAYLOADS[(turn + next(number)) % len(PAYLOADS)]
        return f"{lead}x{mark}x{next(number)}x{body}"[: field.most]

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        for row in field.model._default_manager.exclude(**{field.column: None}):
            changed = json.dumps(filled(getattr(row, field.column)))
            cursor.execute(
                f'UPDATE "{field.model._meta.db_table}" SET {field.column} = %s WHERE id = %s', [changed, row.pk]
            )
    return next(number) > 0


def found(text: str, *, squeezed: bool = False) -> Iterator[tuple[str, str]]:
    """Each mark in a text with what is wrong about it ("": its value stands there to be read).

    `squeezed`: white space was taken out, as of a PDF.
    """
    for mark in MARKED.finditer(text):
        if mark[1] not in fields():
            continue
        after = text[mark.end() :].lstrip().replace('\\"', '"')  # as in JSON that a page shows
        bodies = [body for _lead, body in PAYLOADS]
        if squeezed:
            bodies = ["".join(body.split()) for body in bodies]
        length = 5 if fields()[mark[1]].most > 40 else 1  # a short column cuts them
        is_whole = any(after.startswith(body.lstrip()[:length]) for body in bodies) or after.startswith("…")
        yield fields()[mark[1]].name, "" if is_whole else f"{mark[0]} is followed by {after[:30]!r}"
