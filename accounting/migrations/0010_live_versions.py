"""Which of the books' rows tell which desk that something has changed (`casino_tell`)."""

from typing import ClassVar

from django.db import migrations

# What guests, windows and the cage move; every entry changes whether a day's audit is still current.
OF_THE_CAGE = ("buy_in", "top_up", "cash_out", "window_in", "window_out", "sale", "redemption")

TOLD = {
    "gamingday": ("floor", "cage", "counts", "days"),
    "slip": ("floor", "cage", "days"),
    "drop": ("floor", "counts", "days"),
    "count": ("floor", "counts", "days"),
    "window": ("cage", "days"),
    "windowshift": ("cage", "days"),
    "finding": ("days",),
    "scheduleversion": ("days",),
    "reopening": ("days",),
    "entry": ("days",),
}


def trigger(table: str, desks: tuple[str, ...], *, name: str = "told_live", when: str = "") -> str:
    """Deferred to the commit: see `casino_tell`."""
    condition = f"WHEN ({when})" if when else ""
    return f"""
CREATE CONSTRAINT TRIGGER {name} AFTER INSERT OR UPDATE ON accounting_{table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW {condition}
    EXECUTE FUNCTION casino_tell({", ".join(f"'{desk}'" for desk in desks)});"""


CODES = ", ".join(f"'{code}'" for code in OF_THE_CAGE)
TELL = "".join(trigger(table, desks) for table, desks in TOLD.items()) + trigger(
    "entry", ("cage",), name="told_cage", when=f"NEW.code IN ({CODES})"
)
UNDO = "DROP TRIGGER told_cage ON accounting_entry;" + "".join(
    f"DROP TRIGGER told_live ON accounting_{table};" for table in TOLD
)


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("accounting", "0009_rounds"), ("casino", "0007_live_versions")]
    operations: ClassVar = [migrations.RunSQL(TELL, UNDO)]
