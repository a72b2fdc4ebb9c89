"""Terms are proposed first, and count only once a second person has approved them, from then on or later."""

from django.db import migrations, models

from casino.guards import Guard, Refusing, same, together, announced, trigger

TABLE = "accounting_scheduleversion"
REFUSING = Refusing("accounting_refuse_change")
VERSION = ("id", "schedule_id", "version", "terms", "created_at", "created_by_id")


def stays(in_force: str) -> Guard:
    """A proposal is decided once; published terms get an end once, and where they were unsigned a name once."""
    changes = f"""
    NOT ({same(*VERSION)}
         AND ((OLD.state = 'proposed' AND ({in_force}))
              OR (OLD.state = 'published' AND NEW.state = 'published' AND {same("valid_from")}
                  AND (OLD.valid_to IS NULL OR {same("valid_to")})
                  AND (OLD.approved_at IS NULL OR {same("approved_at", "approved_by_id")}))))"""
    return REFUSING.stays(TABLE, when=changes, name="terms_stay")


BEFORE = stays("NEW.state IN ('published', 'declined')")
AFTER = stays("NEW.state = 'declined' OR NEW.state = 'published' AND coalesce(NEW.approved_at <= NEW.valid_from, false)")
# Which terms are in force is shown at the tables.
GUARDS = together(
    Guard(BEFORE.drop, BEFORE.make),
    AFTER,
    trigger(
        "terms_are_proposed", "BEFORE INSERT", TABLE, REFUSING.function, when="NEW.state IS DISTINCT FROM 'proposed'"
    ),
    announced(TABLE, "floor", name="told_floor"),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0004_stakes_agreed")]

    operations = [
        migrations.AlterField(
            "scheduleversion",
            "state",
            models.CharField(
                choices=[("proposed", "proposed"), ("published", "published"), ("declined", "declined")],
                default="proposed",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            "historicalscheduleversion",
            "state",
            models.CharField(
                choices=[("proposed", "proposed"), ("published", "published"), ("declined", "declined")],
                default="proposed",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
