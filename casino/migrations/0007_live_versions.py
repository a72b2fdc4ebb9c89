"""The row that live pages poll, and the function by which triggers tell what has changed."""

from typing import ClassVar

from django.db import migrations, models

# Told at commit (the triggers are deferred), so that the row is locked for no longer than the commit takes. As its
# owner: the application's role may read the row, and nothing else. The transaction's number is the version: within a
# transaction the second telling finds its work done.
TELL = """
CREATE FUNCTION casino_tell() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    told jsonb := (SELECT jsonb_object_agg(desk, pg_current_xact_id()::text::bigint) FROM unnest(TG_ARGV) AS desk);
BEGIN
    INSERT INTO casino_liveversion AS live (id, versions) VALUES (1, told)
        ON CONFLICT (id) DO UPDATE SET versions = live.versions || told WHERE NOT live.versions @> told;
    RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE OR DELETE ON casino_pinmisses
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell('floor');
CREATE CONSTRAINT TRIGGER told_live AFTER INSERT OR UPDATE ON casino_job
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION casino_tell('jobs', 'days');
"""

UNDO = """
DROP TRIGGER told_live ON casino_pinmisses;
DROP TRIGGER told_live ON casino_job;
DROP FUNCTION casino_tell();
"""


class Migration(migrations.Migration):
    """One row, one function, two triggers; the other applications' triggers are theirs."""

    dependencies: ClassVar = [("casino", "0006_job_files")]

    operations: ClassVar = [
        migrations.CreateModel(
            name="LiveVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("versions", models.JSONField(default=dict)),
            ],
        ),
        migrations.RunSQL(TELL, UNDO),
    ]
