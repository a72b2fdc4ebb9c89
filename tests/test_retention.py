"""Every column that may hold something about a person has a kind, a law, a period and a fate, or a reason for none."""

import ast
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module

import pytest
from django.apps import apps
from django.db import models

from casino import retention, schema
from casino.retention import Fate
from casino.services import answers, job_files
from tests.syntax import kept
from tests.tidy_rules import Source, functions, sources

pytestmark = pytest.mark.source

HOLD_TEXT = (
    models.CharField,
    models.TextField,
    models.JSONField,
    models.GenericIPAddressField,
    models.DateField,
    models.BinaryField,
)


def columns() -> Iterator[str]:
    """Every column of every model that holds a text, JSON, an address, bytes or a date, as `table.column`."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:
            if isinstance(field, HOLD_TEXT) and not isinstance(field, models.DateTimeField):
                yield f"{model._meta.db_table}.{field.column}"


def test_no_column_is_forgotten() -> None:
    undecided = [
        column
        for column in columns()
        if retention.decided(column) is None
        and not any(fnmatchcase(column, pattern) for pattern in retention.NOT_PERSONAL)
    ]
    assert undecided == []


@pytest.mark.parametrize("pattern", [*retention.COLUMNS, *retention.NOT_PERSONAL])
def test_no_decision_is_about_a_column_that_is_not_there(pattern: str) -> None:
    assert any(fnmatchcase(column, pattern) for column in columns())


def test_every_kind_is_there_and_has_a_law() -> None:
    assert {kind for kind, _fate in retention.COLUMNS.values()} == set(retention.KINDS)
    assert all(kind.basis for kind in retention.KINDS.values())


def test_the_door_empties_what_the_register_says() -> None:
    door = import_module("tables.migrations.0006_erasing_guests")
    scrubbed = import_module("tables.migrations.0011_reasons_in_histories_of_the_tronc").SCRUBBED
    assert sorted(scrubbed) == retention.of_fate(columns(), Fate.SCRUBBED)
    assert sorted(door.ABOUT) == retention.of_fate(columns(), Fate.ABOUT)
    covered = {f"{table}.{column}" for table, names in door.COVERED.items() for column in names}
    assert covered <= set(retention.of_fate(columns(), Fate.COVERED))


def test_the_periods_are_those_of_the_code_that_deletes() -> None:
    assert retention.KINDS["answers"].days == answers.KEPT.days
    assert retention.KINDS["files"].days == job_files.KEPT.days
    assert retention.KINDS["sign_ins"].days >= retention.SIGN_INS_LEAST_DAYS


# --- texts that stay for ever -----------------------------------------------------------------------------------------

TYPED = {Fate.COVERED, Fate.SCRUBBED, Fate.ABOUT}
WRITTEN_WITH = {"tables_hand.result": "JSON; the assessment of the same entry has its one typed text, and is read"}
# Where a service takes a typed text from something whose model its signature does not say: the column, ...
TAKEN_FROM = {
    "accounting/jackpots/services/payees.py:facts row.reason": "accounting_jackpotpayee.reason",
    "accounting/ledger/services/ledger.py:_copy_rows facts.reason": "accounting_entry.reason",
    "accounting/cage/services/windows.py:close_window shift.explanation": "accounting_windowshift.explanation",
    "tables/audit/services/disputes.py:_entry row.reason": "accounting_entry.reason",
    "tables/audit/services/disputes.py:_hand row.void_reason": "tables_hand.void_reason",
}
# ... or why nothing of it stays for ever.
TAKEN_NOWHERE = {
    "accounting/cage/services/counts.py:note_explanation row.explanation": "whether there is one",
    "accounting/findings/services/findings.py:note verdict.rule": "a rule's code",
    "casino/services/accounts.py:approve request.reason": "into histories, where an erasure finds it",
    "tables/log/services/hand_overs.py:digest row.notes": "the sheet says that a name was erased",
    "tables/log/services/hand_overs.py:names_were_erased row.notes": "whether a name was erased",
    "tables/waiting/services/walk_ins.py:seat walk_in.reason": "given with the command",
    "tables/tournaments/services/balance.py:_carry_out move.reason": "a code",
}
# What a person gives with the command, and what proofs read from the books.
NO_ROWS = {
    "CountedFloat",
    "HandDetails",
    "Loan",
    "Summary",
    "WalkIn",
    "EntryFacts",
    "Settlement",
    "StoredEntry",
    "_Entry",
    "_Hand",
}


@kept
def texts() -> dict[str, dict[str, str]]:
    """Each column of a typed text, as `table.column`, by its own name and by its model's."""
    found: dict[str, dict[str, str]] = {}
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.local_concrete_fields:
            column = f"{model._meta.db_table}.{field.column}"
            decided = retention.decided(column)
            if isinstance(field, models.CharField | models.TextField) and decided and decided[1] in TYPED:
                found.setdefault(field.column, {})[model.__name__] = column
    return found


@kept
def covered_columns() -> frozenset[str]:
    return frozenset(retention.of_fate(columns(), Fate.COVERED))


def texts_taken(source: Source) -> Iterator[tuple[str, str, str]]:
    """Where a function takes an attribute named like a typed text: the place, the name, the annotation of its owner."""
    names = texts()
    for name, function in functions(source.tree):
        given = [*function.args.args, *function.args.kwonlyargs]
        owners = {one.arg: ast.unparse(one.annotation).strip("\"'") for one in given if one.annotation}
        called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and node.attr in names and id(node) not in called:
                owner = ast.unparse(node.value)
                if isinstance(node.ctx, ast.Load) and owner != "self":
                    yield f"{source.path}:{name} {ast.unparse(node)}", node.attr, owners.get(owner, "")


def wrongly_taken(source: Source) -> Iterator[str]:
    """Each typed text that a service takes from a row although it may name a guest, or without saying from which."""
    known, covered = {model.__name__ for model in apps.get_models()}, covered_columns()
    for place, name, owner in texts_taken(source):
        column = TAKEN_FROM.get(place) or texts()[name].get(owner)
        is_known = column in covered or owner in NO_ROWS or (owner in known and column is None)
        if not is_known and place not in TAKEN_NOWHERE:
            yield f"{place} ({column or 'of which row?'}) may name a guest"


def services() -> list[Source]:
    return [one for one in sources() if one.is_product and "/services/" in one.path]


def test_a_text_that_stays_for_ever_is_read_for_names_wherever_it_is_written() -> None:
    read = {
        f"{name.removeprefix('trigger ').partition('.')[0]}.{column}"
        for name, definition in schema.kept().items()
        if name.endswith(".names_no_guest")
        for column in re.findall(r"'(\w+)'", definition.partition("tables_refuse_names(")[2])
    }
    assert read == covered_columns() - WRITTEN_WITH.keys()


def test_no_service_takes_a_text_that_may_name_a_guest_where_it_would_stay_for_ever() -> None:
    assert [complaint for source in services() for complaint in wrongly_taken(source)] == []


def test_no_text_is_said_to_be_taken_that_is_not() -> None:
    taken = {place for source in services() for place, _name, _owner in texts_taken(source)}
    assert taken >= TAKEN_FROM.keys() | TAKEN_NOWHERE.keys()


@pytest.mark.parametrize(
    ("parameters", "text", "is_wrong"),
    [
        ("row: Slip", "row.reason", True),
        ("row: 'Reopening'", "row.reason", True),
        ("", "row.reason", True),
        ("row: Finding", "row.comment", True),
        ("row: WindowShift", "row.explanation", False),
        ("row: Summary", "row.reason", False),
        ("row: Finding", "row.rule", False),
    ],
)
def test_a_text_that_is_taken_is_seen(parameters: str, text: str, is_wrong: bool) -> None:
    body = f"def confirm({parameters}):\n    row = {'row' if parameters else 'locks.slip(1)'}\n"
    planted = Source.of("accounting/days/services/new.py", f"{body}    ledger.post(reason={text}.strip())\n")
    assert len(list(wrongly_taken(planted))) == is_wrong
