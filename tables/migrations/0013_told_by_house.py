"""Live pages are told of the changes of their own house; the floor also of tournaments, whose clocks its board shows."""

from django.db import migrations

from casino.guards import announced, instead_of, together, told

TOLD = {
    "table": ("floor", "days"),
    "session": ("floor", "days"),
    "keptchips": ("floor", "days"),
    "auditrun": ("days",),
    "tournament": ("tournaments",),
} | dict.fromkeys(
    (
        "acknowledgement", "calltaking", "dealerbreak", "floorcall", "handover", "houserules", "incident",
        "incidentnote", "moverequest", "mustmove", "plannedopening", "qualification", "ruling", "seatdraw", "shift",
        "waitinglist",
    ),
    ("floor",),
)  # fmt: skip
ALSO = {"tournament": ("floor",)}
THROUGH = {
    "calltaking": "tables_floorcall.call_id",
    "dealerbreak": "tables_shift.shift_id",
    "incidentnote": "tables_incident.incident_id",
    "keptchips": "accounting_gamingday.gaming_day_id",
    "moverequest": "tables_game.game_id",
    "mustmove": "tables_game.game_id",
    "plannedopening": "tables_table.table_id",
    "seatdraw": "tables_table.table_id",
    "session": "tables_table.table_id",
}

GUARDS = together(
    *(
        instead_of(
            announced(f"tables_{table}", *desks),
            told(f"tables_{table}", *desks, *ALSO.get(table, ()), through=THROUGH.get(table, "")),
        )
        for table, desks in TOLD.items()
    )
)


class Migration(migrations.Migration):
    dependencies = [("tables", "0012_indexes_of_hands"), ("casino", "0014_desk_counters")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
