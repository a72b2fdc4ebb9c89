"""Guards of rulings and carry-overs: what was decided or counted stays."""

from typing import ClassVar

from django.db import migrations

APPEND_ONLY = ("tables_ruling", "tables_carryover")

GUARD = """
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""
UNGUARD = "DROP TRIGGER append_only_rows ON {table}; DROP TRIGGER append_only_table ON {table};"


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("tables", "0006_audits"), ("accounting", "0007_guards_of_proof")]
    operations: ClassVar = [
        migrations.RunSQL(GUARD.format(table=table), UNGUARD.format(table=table)) for table in APPEND_ONLY
    ]
