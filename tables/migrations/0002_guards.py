"""Guard of the hands' actions: an action that was recorded stays; taking it back is one more row."""

from typing import ClassVar

from django.db import migrations

GUARD = """
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON tables_handaction
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_handaction
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""

UNDO = """
DROP TRIGGER append_only_rows ON tables_handaction;
DROP TRIGGER append_only_table ON tables_handaction;
"""


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("tables", "0001_initial"), ("accounting", "0002_guards")]
    operations: ClassVar = [migrations.RunSQL(GUARD, UNDO)]
