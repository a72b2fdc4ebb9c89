"""A database that differs from the schema of this version: `check` and `prove` name what differs."""

from io import StringIO

import pytest
from django.core.checks import Error
from django.core.management import CommandError, call_command
from django.db import connection

from accounting.models import ProofRun
from accounting.proof.services import proof_runs, proofs
from casino import checks, schema
from casino.embedded.postgres import APPLICATION
from casino.selectors.schema import described
from casino.services import schema as services

pytestmark = pytest.mark.django_db

# What each kind of change is called.
PLANTED = {
    "ALTER TABLE accounting_slip DROP CONSTRAINT slip_by_two": "constraint accounting_slip.slip_by_two is missing",
    "DROP INDEX entry_time": "index accounting_entry.entry_time is missing",
    "DROP TRIGGER append_only_rows ON accounting_entry": "trigger accounting_entry.append_only_rows is missing",
    "ALTER TABLE accounting_entry DISABLE TRIGGER append_only_rows": (
        "trigger accounting_entry.append_only_rows is “BEFORE DELETE OR UPDATE ON accounting_entry FOR EACH ROW "
        "EXECUTE FUNCTION accounting_refuse_change() (switched off)” instead of"
    ),
    "CREATE OR REPLACE FUNCTION casino_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'": (
        "function casino_refuse_change() has another definition"
    ),
    "ALTER TABLE casino_pulse ADD COLUMN beats integer": "column casino_pulse.beats is not of this version",
    "ALTER TABLE casino_deskcounter ALTER COLUMN commits TYPE integer": (
        "column casino_deskcounter.commits is “integer NOT NULL” instead of “bigint NOT NULL”"
    ),
    "ALTER TABLE accounting_slip ALTER COLUMN number DROP NOT NULL": (
        "column accounting_slip.number is “integer” instead of “integer NOT NULL”"
    ),
    "ALTER TABLE accounting_proofrun ALTER COLUMN ended_at DROP DEFAULT": (
        "column accounting_proofrun.ended_at is “timestamp with time zone NOT NULL” instead of “timestamp with time "
        "zone NOT NULL DEFAULT statement_timestamp()”"
    ),
}
PLANTED_TOO = {
    "ALTER TABLE accounting_entry ADD CONSTRAINT entry_small CHECK (number < 9)": (
        "constraint accounting_entry.entry_small is not of this version"
    ),
    "ALTER TABLE accounting_transfer DISABLE TRIGGER ALL": (
        "REFERENCES accounting_entry(id) DEFERRABLE INITIALLY DEFERRED (switched off)” instead of"
    ),
    "DROP INDEX hand_of_day; CREATE INDEX hand_of_day ON tables_hand (id)": (
        "index tables_hand.hand_of_day is “USING btree (id)” instead of “USING btree (gaming_day_id, id)”"
    ),
    "CREATE UNIQUE INDEX one_day ON tables_hand (gaming_day_id)": "index tables_hand.one_day is not of this version",
    "ALTER TABLE accounting_entry ENABLE REPLICA TRIGGER append_only_rows": "(for replicas)” instead of",
    "CREATE TRIGGER more BEFORE INSERT ON tables_hand FOR EACH ROW EXECUTE FUNCTION casino_refuse_change()": (
        "trigger tables_hand.more is not of this version"
    ),
    "ALTER FUNCTION casino_tell_house() SECURITY INVOKER": "function casino_tell_house() has another definition",
    "ALTER FUNCTION casino_tell_house() SET search_path = 'elsewhere'": (
        "function casino_tell_house() has another definition"
    ),
    "CREATE FUNCTION casino_is_erasing(which bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true'": (
        "function casino_is_erasing(which bigint) is not of this version"
    ),
    "DROP FUNCTION casino_forget_addresses": (
        "function casino_forget_addresses(before timestamp with time zone, most integer) is missing"
    ),
    "DROP TABLE accounting_proofrun": "table accounting_proofrun is missing",
    "CREATE RULE nothing AS ON INSERT TO accounting_entry DO INSTEAD NOTHING": (
        "rule accounting_entry.nothing is not of this version"
    ),
    "ALTER TABLE accounting_entry ENABLE ROW LEVEL SECURITY": (
        "table accounting_entry is “TABLE ROW LEVEL SECURITY” instead of “TABLE”"
    ),
    "CREATE POLICY mine ON accounting_entry USING (number > 3)": "policy accounting_entry.mine is not of this version",
    "ALTER TABLE casino_deskcounter SET UNLOGGED": ("table casino_deskcounter is “UNLOGGED TABLE” instead of “TABLE”"),
}


def change(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def checked() -> list[Error]:
    return checks.the_database_is_of_this_version(databases=["default"])


def proven() -> list[str]:
    """The lines that `prove` prints before it ends with what differs."""
    out = StringIO()
    with pytest.raises(CommandError, match="differs from the schema of this version"):
        call_command("prove", stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.parametrize(("statement", "says"), PLANTED.items(), ids=PLANTED)
def test_check_names_it(statement: str, says: str) -> None:
    change(statement)
    (found,) = checked()
    assert (found.id, found.msg.count(says)) == ("casino.E002", 1)


def test_prove_names_all_of_them() -> None:
    for statement in PLANTED:
        if "DISABLE" not in statement:  # of the trigger that another one has dropped
            change(statement)
    lines = proven()
    found = [line.removeprefix("schema: ") for line in lines if line.startswith("schema: ")]
    assert sorted(found) == sorted(says for statement, says in PLANTED.items() if "DISABLE" not in statement)


@pytest.mark.parametrize(("statement", "says"), PLANTED_TOO.items(), ids=PLANTED_TOO)
def test_it_is_a_difference(statement: str, says: str) -> None:
    change(statement)
    found = services.structure()
    assert found
    assert all(says in line for line in found if "accounting_transfer" not in line)
    assert says in " ".join(found)


def test_an_unchanged_database_has_none() -> None:
    assert services.differences() == []
    assert checked() == []
    call_command("prove", stdout=StringIO())


@pytest.mark.parametrize(
    ("statement", "table"),
    [
        (f"REVOKE INSERT ON casino_job FROM {APPLICATION}", "casino_job"),
        (f"GRANT DELETE ON accounting_entry TO {APPLICATION}", "accounting_entry"),
        ("GRANT UPDATE (subject) ON accounting_entry TO PUBLIC", "accounting_entry"),
    ],
)
def test_a_right_that_was_given_or_taken_is_named(statement: str, table: str, granted: None) -> None:
    """Asked as the application: rights do not bind an owner."""
    change(f"{statement}; SET LOCAL ROLE {APPLICATION}")
    (found,) = checks.the_application_is_not_the_owner(databases=["default"])
    assert (found.id, f" {table}." in found.msg) == ("casino.E003", True)
    assert [line for line in proven() if line.startswith("schema: ")] == [
        f"schema: rights on {table} are not those of the packages' grants.py"
    ]


def test_what_is_the_operators_own_is_none() -> None:
    """Their tables, views and functions, a schema of their own, and an index that refuses nothing."""
    change("""
        CREATE SCHEMA reports; CREATE TABLE reports.accounting_entry (id int);
        CREATE TABLE takings (house int UNIQUE); CREATE VIEW takings_of_all AS SELECT sum(house) FROM takings;
        CREATE VIEW reports.places AS SELECT name, balance_cents FROM accounting_place;
        CREATE FUNCTION add_up() RETURNS int LANGUAGE sql AS 'SELECT 1';
        CREATE INDEX reports_by_code ON accounting_entry (code, at);
        CREATE STATISTICS by_code ON code, at FROM accounting_entry;
        COMMENT ON TABLE accounting_entry IS 'read by the reports'; ALTER TABLE tables_hand SET (fillfactor = 90)
    """)
    assert services.differences() == []


def test_the_nightly_proof_keeps_it_for_monitoring(caplog: pytest.LogCaptureFixture) -> None:
    change("DROP INDEX entry_time")
    assert not proof_runs.prove().ok
    assert ProofRun.objects.get().broken == 1
    assert "index accounting_entry.entry_time is missing" in caplog.text


class TestACopyOfTheRowsAlone:
    """docs/operations.md: a dump for an auditor has neither keys nor indexes nor triggers."""

    @pytest.fixture(autouse=True)
    def described_without_guards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = {name: text for name, text in described().items() if not schema._is_guard(name, text)}
        monkeypatch.setattr(services.described_schema, "described", lambda: found)

    def test_proves_and_says_what_was_not_compared(self) -> None:
        out = StringIO()
        call_command("prove", stdout=out)
        assert "so not checked: " in out.getvalue()
        assert "keys, indexes and triggers" in out.getvalue()

    def test_is_no_house(self) -> None:
        assert proofs.prove_house().schema == [schema.WITHOUT_GUARDS]
        assert not proof_runs.prove().ok
        assert schema.WITHOUT_GUARDS in checked()[0].msg


def test_a_description_is_read_as_it_was_written() -> None:
    found = {"table t": "TABLE", "column t.c": "text: plain", "function f(a integer)": "RETURNS\n  SELECT ': '\nEND"}
    assert schema.read(schema.write(found)) == found
    assert schema.write(found).splitlines()[0] == "table t: TABLE", "a table stands before its columns"


def test_a_sentence_names_a_few_and_counts_the_others() -> None:
    assert services.listed(["a", "b"]) == "a, b"
    assert services.listed(list("abcdefg")) == "a, b, c, d, e and 2 more"
