"""What was there before a change stays: the history of people, and the back office's own log."""

from typing import ClassVar

from django.db import migrations

APPEND_ONLY = ("casino_historicaluser", "django_admin_log")

GUARD = """
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
"""
UNGUARD = "DROP TRIGGER append_only ON {table}; DROP TRIGGER append_only_all ON {table};"


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("casino", "0002_guards"), ("admin", "0003_logentry_add_action_flag_choices")]
    operations: ClassVar = [
        migrations.RunSQL(GUARD.format(table=table), UNGUARD.format(table=table)) for table in APPEND_ONLY
    ]
