"""Live pages are told of the changes of their own house."""

from django.db import migrations

from casino.guards import announced, instead_of, together, told

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
THROUGH = {
    "count": "accounting_drop.drop_id",
    "windowshift": "accounting_window.window_id",
    "scheduleversion": "accounting_rakeschedule.schedule_id",
    "reopening": "accounting_gamingday.gaming_day_id",
}
OF_THE_CAGE = "'buy_in', 'top_up', 'cash_out', 'window_in', 'window_out', 'sale', 'redemption', 'kept_out'"
OF_TOURNAMENTS = "'tournament_in', 'tournament_out'"


def by_house(table: str, *desks: str, name: str = "told_live", when: str = ""):
    """The trigger of a table that knows the house, instead of the one that does not."""
    of = f"accounting_{table}"
    return instead_of(
        announced(of, *desks, name=name, when=when),
        told(of, *desks, through=THROUGH.get(table, ""), name=name, when=when),
    )


GUARDS = together(
    *(by_house(table, *desks) for table, desks in TOLD.items()),
    by_house("entry", "cage", name="told_cage", when=f"NEW.code IN ({OF_THE_CAGE})"),
    by_house("entry", "cage", name="told_cage_of_tournaments", when=f"NEW.code IN ({OF_TOURNAMENTS})"),
    by_house("scheduleversion", "floor", name="told_floor"),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0008_letterhead"), ("casino", "0014_desk_counters")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
