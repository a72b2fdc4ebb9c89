"""The tables that are append-only, and what must never be done to them."""

from django.apps import apps
from psycopg import sql

from casino import grants

MODELS = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
TABLES = sorted(MODELS | {"django_migrations"})
APPEND_ONLY = grants.append_only(TABLES)
# The docstrings of the models: these at the least.
NAMED = {
    "accounting_assessment", "accounting_entry", "accounting_transfer", "casino_loginevent", "tables_handaction",
    "accounting_historicalscheduleversion", "casino_historicaluser",
}  # fmt: skip


def first_column(table: str) -> sql.Identifier:
    model = next(model for model in apps.get_models(include_auto_created=True) if model._meta.db_table == table)
    return sql.Identifier(model._meta.concrete_fields[0].column)


def statements(table: str) -> dict[str, sql.Composed]:
    """What must never be done to an append-only table."""
    named, column = sql.Identifier(table), first_column(table)
    return {
        "UPDATE": sql.SQL("UPDATE {} SET {} = {}").format(named, column, column),
        "DELETE": sql.SQL("DELETE FROM {}").format(named),
        "TRUNCATE": sql.SQL("TRUNCATE {} CASCADE").format(named),
        "DISABLE": sql.SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(named),
        "ALTER": sql.SQL("ALTER TABLE {} ADD COLUMN more int").format(named),
        "DROP": sql.SQL("DROP TABLE {} CASCADE").format(named),
        "TRIGGER": sql.SQL(
            "CREATE TRIGGER mine BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION casino_refuse_change()"
        ).format(named),
        "INTO": sql.SQL("MERGE INTO {} USING (SELECT 1) one ON true WHEN MATCHED THEN DELETE").format(named),
    }
