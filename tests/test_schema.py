"""The database's schema: kept in `tests/schema.sql`, and what the migrations make.

Run `make schema` after an intended change.
"""

import os
import re
import subprocess
from difflib import unified_diff
from importlib import import_module
from pathlib import Path

import pytest
from django.db import connection

from tests import dumps

KEPT = Path(__file__).with_name("schema.sql")
# What a dump says of itself and of the session that reads it back, and the spaces between statements.
NO_FACTS = re.compile(r"(--|SET \w+ = |SELECT pg_catalog\.set_config|\\(un)?restrict )|$")
TABLE = re.compile(r"(CREATE TABLE .+ \(\n)((?:    .+\n)+)(\);\n)")


def made() -> str:
    """The schema of the database as it is now, as SQL: pg_dump's order, which is by kind and name."""
    dump = subprocess.run(
        [
            dumps.programs() / "pg_dump",
            "--schema-only",
            "--no-owner",
            "--no-acl",
            dumps.url(connection.settings_dict["NAME"]),
        ],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    facts = "".join(line for line in dump.splitlines(keepends=True) if not NO_FACTS.match(line))
    return TABLE.sub(in_order, facts).replace("public.", "")


def in_order(table: re.Match[str]) -> str:
    """Columns by name: that one was added later than another is no fact."""
    begin, lines, end = table.groups()
    return begin + "\n".join(sorted(line.rstrip(",") for line in lines.splitlines())) + "\n" + end


def differences(kept: str, now: str) -> list[str]:
    """A unified diff; each piece begins with the statement in which it stands."""
    before = kept.splitlines()
    found = list(unified_diff(before, now.splitlines(), "kept", "made", lineterm=""))
    for place, line in enumerate(found):
        if piece := re.match(r"@@ -(\d+)", line):
            found[place] += next((f" {up}" for up in reversed(before[: int(piece[1])]) if up[:1].isupper()), "")
    return found


@pytest.mark.django_db
def test_a_change_of_the_schema_is_seen_in_review():
    now = made()
    if os.environ.get("WRITE_SCHEMA"):
        KEPT.write_text(now)
    if changes := differences(KEPT.read_text(), now):
        pytest.fail("\n".join(["The schema has changed. If it is meant: make schema", *changes]), pytrace=False)


@pytest.mark.django_db
def test_guards_can_be_taken_away():
    with connection.cursor() as cursor:
        for guards in (
            "tables.migrations.0007_triggers_of_jackpots",
            "tables.migrations.0006_erasing_guests",
            "tables.migrations.0005_triggers_of_guests",
            "tables.migrations.0004_triggers_of_games",
            "tables.migrations.0003_triggers_of_chips",
            "tables.migrations.0002_triggers",
            "accounting.migrations.0005_triggers_of_jackpots",
            "accounting.migrations.0004_triggers_of_the_tronc",
            "accounting.migrations.0003_triggers_of_statements",
            "accounting.migrations.0002_triggers",
            "casino.migrations.0003_triggers",
        ):
            cursor.execute(import_module(guards).GUARDS.drop)
        cursor.execute("""
            SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal
             UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        """)
        assert cursor.fetchall() == []
