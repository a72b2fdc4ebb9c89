"""Which of the room's rows tell which desk that something has changed (`casino_tell`)."""

from typing import ClassVar

from django.db import migrations

TOLD = {
    "table": ("floor", "days"),  # every command on a table counts its version up
    "session": ("floor", "days"),
    "acknowledgement": ("floor",),
    "floorcall": ("floor",),
    "auditrun": ("days",),
}

TELL = "".join(
    f"""
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON tables_{table}
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    EXECUTE FUNCTION casino_tell({", ".join(f"'{desk}'" for desk in desks)});"""
    for table, desks in TOLD.items()
)
UNDO = "".join(f"DROP TRIGGER told_live ON tables_{table};" for table in TOLD)


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("tables", "0014_guards_of_rounds"), ("accounting", "0010_live_versions")]
    operations: ClassVar = [migrations.RunSQL(TELL, UNDO)]
