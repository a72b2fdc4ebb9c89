"""A database is upgraded by what it has not run yet, so a migration that was shipped stays as it is."""

import pytest
from django.db.migrations.operations.fields import FieldOperation
from django.db.migrations.operations.models import IndexOperation

from tests import shipped_migrations
from tests.shipped_migrations import changed

RENDERING = (FieldOperation, IndexOperation)  # of a constraint too
FEW = 2
MIGRATION = "accounting/migrations/0001_models.py"


def test_no_shipped_migration_was_edited_or_deleted() -> None:
    assert changed(shipped_migrations.shipped(), shipped_migrations.found()) == []


def test_a_new_migration_takes_its_steps_at_once() -> None:
    """Each that changes the fields of a model has Django render all related ones again: 0.2 s each, nearly all are.

    So 17 new fields cost every new house four seconds at its first start; `AtOnce` renders them once.
    """
    new = shipped_migrations.found().keys() - shipped_migrations.shipped().keys()
    several = {
        path: changes
        for path in new
        if (changes := sum(isinstance(step, RENDERING) for step in shipped_migrations.steps(path))) > FEW
    }
    assert several == {}


def test_those_of_the_first_release_are_shipped() -> None:
    """docs/upgrading.md promises that a database of theirs can be upgraded."""
    assert shipped_migrations.shipped().keys() >= {
        MIGRATION,
        "accounting/migrations/0007_authority_key_once.py",
        "casino/migrations/0003_triggers.py",
        "tables/migrations/0007_triggers_of_jackpots.py",
    }


def test_what_is_edited_or_deleted_is_named_and_what_is_new_is_not() -> None:
    shipped = shipped_migrations.shipped()
    (edited,) = changed(shipped, shipped | {MIGRATION: "0" * 64, "tables/migrations/9999_new.py": "1" * 64})
    assert edited.startswith(f"{MIGRATION} was edited")
    (deleted,) = changed(shipped, {path: digest for path, digest in shipped.items() if path != MIGRATION})
    assert deleted.startswith(f"{MIGRATION} was deleted")


def test_an_edit_of_the_sql_that_others_write_is_an_edit(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The SQL of a trigger stands in `casino.guards`, not in the file of its migration."""
    path = shipped_migrations.environment.ROOT / "casino/migrations/0003_triggers.py"
    before = shipped_migrations._digest(path)
    (operation,) = shipped_migrations.import_module("casino.migrations.0003_triggers").Migration.operations
    monkeypatch.setattr(operation, "sql", operation.sql.replace("BEFORE UPDATE", "AFTER UPDATE"))
    assert shipped_migrations._digest(path) != before


def test_a_release_adds_the_new_ones_and_overwrites_none(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "shipped.txt"
    monkeypatch.setattr(shipped_migrations, "KEPT", kept)
    before = f"{MIGRATION} {shipped_migrations.found()[MIGRATION]}\n"
    kept.write_text(before)
    shipped_migrations.ship()
    assert shipped_migrations.shipped() == shipped_migrations.found()
    kept.write_text(edited := f"{MIGRATION} {'0' * 64}\n")
    with pytest.raises(SystemExit, match=f"{MIGRATION} was edited"):
        shipped_migrations.ship()
    assert kept.read_text() == edited
