"""Commits are counted by desk and house, without waiting for each other."""

from django.db import migrations, models

from casino.guards import Guard, announced, instead_of, together, told

# Counted at commit (the triggers are deferred), so that a counter is held for no longer than the commit takes. As its
# owner: the application's role may read the counters, and nothing else.
#
# `casino.told` lists what this transaction has counted; it ends with the transaction. A rolled back savepoint undoes
# the list together with the increments.
#
# A transaction that reads one snapshot to its end may not touch a counter that has changed since: it adds its own.
TELL = Guard(
    """
CREATE FUNCTION casino_tell_house() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    changed record;
    house bigint;
    told text := coalesce(current_setting('casino.told', true), '');
    this_desk text;
    free bigint;
BEGIN
    IF TG_OP = 'DELETE' THEN
        changed := OLD;
    ELSE
        changed := NEW;
    END IF;
    IF TG_ARGV[0] = '' THEN
        house := changed.house_id;
    ELSE
        EXECUTE format('SELECT house_id FROM %I WHERE id = ($1).%I',
                       split_part(TG_ARGV[0], '.', 1), split_part(TG_ARGV[0], '.', 2)) INTO house USING changed;
    END IF;
    house := coalesce(house, 0);
    FOREACH this_desk IN ARRAY TG_ARGV[1:] LOOP
        CONTINUE WHEN strpos(told, format('<%s %s>', this_desk, house)) > 0;
        free := NULL;
        IF current_setting('transaction_isolation') = 'read committed' THEN
            SELECT place INTO free FROM casino_deskcounter
             WHERE desk = this_desk AND house_id = house ORDER BY place LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
        END IF;
        IF free IS NULL THEN
            INSERT INTO casino_deskcounter (desk, house_id, place, commits)
            VALUES (this_desk, house, pg_current_xact_id()::text::bigint, 1);
        ELSE
            UPDATE casino_deskcounter SET commits = commits + 1
             WHERE desk = this_desk AND house_id = house AND place = free;
        END IF;
        told := told || format('<%s %s>', this_desk, house);
        PERFORM set_config('casino.told', told, true);
    END LOOP;
    RETURN NULL;
END $$;
""",
    "DROP FUNCTION casino_tell_house();",
)

ANY = "AFTER INSERT OR UPDATE OR DELETE"
GUARDS = together(
    TELL,
    instead_of(
        announced("casino_pinmisses", "floor", event=ANY),
        told("casino_pinmisses", "floor", through="casino_device.device_id", event=ANY),
    ),
    instead_of(announced("casino_job", "jobs", "days"), told("casino_job", "jobs", "days")),
)


class Migration(migrations.Migration):
    dependencies = [("casino", "0013_preferences")]

    operations = [
        migrations.CreateModel(
            name="DeskCounter",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "desk", "house_id", "place", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("desk", models.CharField(max_length=16)),
                ("house_id", models.BigIntegerField()),
                ("place", models.BigIntegerField()),
                ("commits", models.BigIntegerField()),
            ],
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
