"""A guest who was registered twice: the duplicate leads to the guest whose it is, and nothing new is about it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.guards import Guard, together, trigger

# Whoever seats a guest holds the row (FOR KEY SHARE), whoever merges one locks it: the later sees what the other did.
MERGED = Guard(
    """
CREATE FUNCTION tables_guest_is_not_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM tables_guest WHERE id = NEW.guest_id AND merged_into_id IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'guest % is merged into another', NEW.guest_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'guest_not_merged', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_guest_merges_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM tables_guest WHERE id = NEW.merged_into_id AND house_id = NEW.house_id AND merged_into_id IS NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'guest % cannot be merged into %', NEW.id, NEW.merged_into_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'guest_merges_once', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    """
DROP FUNCTION tables_guest_merges_once();
DROP FUNCTION tables_guest_is_not_merged();
""",
)
GUARDS = together(
    MERGED,
    trigger(
        "merges_once", "BEFORE INSERT OR UPDATE OF merged_into_id", "tables_guest", "tables_guest_merges_once",
        when="NEW.merged_into_id IS NOT NULL",
    ),
    *(
        trigger("not_merged", "BEFORE INSERT", f"tables_{table}", "tables_guest_is_not_merged")
        for table in ("sitting", "waitingentry", "entrant", "houseban")
    ),
)  # fmt: skip


class Migration(migrations.Migration):

    dependencies = [
        ('accounting', '0007_membership'),
        ('tables', '0009_house_rule_sets'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='guest',
            name='merged_into',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='duplicates', to='tables.guest', verbose_name='merged into'),
        ),
        migrations.AddField(
            model_name='historicalguest',
            name='merged_into',
            field=models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='tables.guest', verbose_name='merged into'),
        ),
        migrations.AddConstraint(
            model_name='guest',
            constraint=models.CheckConstraint(condition=models.Q(('merged_into', None), models.Q(('merged_into', models.F('pk')), _negated=True), _connector='OR'), name='guest_merged_into_another'),
        ),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
