"""The door that erases a guest empties the reasons of changes in the histories of the tronc too."""

from importlib import import_module

from django.db import migrations

_FIRST = import_module("tables.migrations.0006_erasing_guests")
SCRUBBED = (
    *_FIRST.SCRUBBED,
    "accounting_historicaltroncmember.history_change_reason",
    "accounting_historicaltroncrules.history_change_reason",
)
_MAKE = _FIRST.DOOR.make
_BEFORE = _MAKE[_MAKE.index("CREATE FUNCTION tables_erase") :].replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
_AFTER = _BEFORE.replace(_FIRST._list((*_FIRST.SCRUBBED, *_FIRST.ABOUT)), _FIRST._list((*SCRUBBED, *_FIRST.ABOUT)))


class Migration(migrations.Migration):
    dependencies = [("tables", "0010_alone"), ("accounting", "0009_decisions_of_the_tronc")]

    operations = [migrations.RunSQL(_AFTER, _BEFORE)]
