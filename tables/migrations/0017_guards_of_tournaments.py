"""Guards of the tournaments: facts stay as they were written, save what comes later by its nature; and who is told."""

from typing import ClassVar

from django.db import migrations

STAY = ("seatchange", "clockevent", "chipcount", "chipsetcheck", "chiprace", "deal")

# What may still come to a row; every other column stays.
LATER = {
    "purchase": ("returned_id",),
    "draw": ("purpose", "drawn_at", "facts", "result"),
    "elimination": ("undone_at",),
    "prize": ("amount_cents", "entrant_id", "window_id", "entry_id", "paid_at", "paid_by_id"),
    "tournamenthand": ("state", "actions", "result", "reason"),
}
# And until when: a draw once, a prize until it is paid, a hand until it is over.
OVER = {
    "purchase": "OLD.returned_id IS NOT NULL",
    "draw": "OLD.drawn_at IS NOT NULL",
    "elimination": "OLD.undone_at IS NOT NULL",
    "prize": "OLD.paid_at IS NOT NULL",
    "tournamenthand": "OLD.state = 'void'",
}


def kept(name: str) -> str:
    """Refuse to delete any row, and to empty the table."""
    return f"""
CREATE TRIGGER kept_rows BEFORE DELETE ON tables_{name} FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON tables_{name}
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();"""


def stays(name: str) -> str:
    """Refuse every change."""
    return f"""
CREATE TRIGGER stays BEFORE UPDATE ON tables_{name} FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();"""


def stays_but(name: str) -> str:
    """Refuse every change but that of the later columns, while it is not over."""
    later = ", ".join(f"'{column}'" for column in LATER[name])
    return f"""
CREATE TRIGGER stays BEFORE UPDATE ON tables_{name} FOR EACH ROW
    WHEN ({OVER[name]} OR (to_jsonb(OLD) - ARRAY[{later}]) IS DISTINCT FROM (to_jsonb(NEW) - ARRAY[{later}]))
    EXECUTE FUNCTION accounting_refuse_change();"""


TELL = """
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_tournament
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell('tournaments');
"""

GUARD = "".join([
    *(kept(name) for name in (*STAY, *LATER)),
    *(stays(name) for name in STAY),
    *(stays_but(name) for name in LATER),
    TELL,
])  # fmt: skip
UNDO = "DROP TRIGGER told_live ON tables_tournament;" + "".join(
    f"DROP TRIGGER {trigger} ON tables_{name};"
    for name in (*STAY, *LATER)
    for trigger in ("kept_rows", "kept_table", "stays")
)


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [
        ("tables", "0016_tournaments"),
        ("accounting", "0011_tournaments"),
        ("casino", "0007_live_versions"),
    ]
    operations: ClassVar = [migrations.RunSQL(GUARD, UNDO)]
