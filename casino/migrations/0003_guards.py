"""What is written once stays; and the function by which triggers tell live pages what has changed."""

from django.db import migrations

from casino.guards import Guard, Refusing, together, announced

REFUSING = Refusing("casino_refuse_change", rows="append_only", table="append_only_all")
APPEND_ONLY = (
    "casino_loginevent",
    "casino_historicaluser",
    "casino_historicaldevice",
    "casino_historicalpinmisses",
    "django_admin_log",
)

# Told at commit (the triggers are deferred), so that the row is locked for no longer than the commit takes. As its
# owner: the application's role may read the row, and nothing else. The transaction's number is the version: within a
# transaction the second telling finds its work done.
TELL = Guard(
    """
CREATE FUNCTION casino_tell() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    told jsonb := (SELECT jsonb_object_agg(desk, pg_current_xact_id()::text::bigint) FROM unnest(TG_ARGV) AS desk);
BEGIN
    INSERT INTO casino_liveversion AS live (id, versions) VALUES (1, told)
        ON CONFLICT (id) DO UPDATE SET versions = live.versions || told WHERE NOT live.versions @> told;
    RETURN NULL;
END $$;
""",
    "DROP FUNCTION casino_tell();",
)

GUARDS = together(
    REFUSING.made("restrict_violation"),
    *(REFUSING.append_only(table) for table in APPEND_ONLY),
    TELL,
    announced("casino_pinmisses", "floor", event="AFTER INSERT OR UPDATE OR DELETE"),
    announced("casino_job", "jobs", "days"),
)


class Migration(migrations.Migration):
    dependencies = [("admin", "0003_logentry_add_action_flag_choices"), ("casino", "0002_confirmation")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
