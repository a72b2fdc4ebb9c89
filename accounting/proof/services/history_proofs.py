"""Proves rows that are edited: each equals the last row of its history, whose rows follow one another.

A person who writes past the application changes the row, or its history, or both alike; the last is found once the
history is sealed (`accounting.days.services.sealed_rows`).
"""

from collections.abc import Iterator

from accounting.days.selectors import sealed_rows
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from casino import protection
from casino.protection import Kept

# A history begins with a row that was added, and has no second; a row that was deleted is not there.
_DIFFERING = """
WITH kept AS (
    SELECT history.*, row_number() OVER (PARTITION BY {key} ORDER BY history_id) AS at,
           row_number() OVER (PARTITION BY {key} ORDER BY history_id DESC) AS from_end
      FROM {history} history
)
SELECT COALESCE(row.{key}, last.{key}),
       CASE WHEN last.{key} IS NULL THEN 'it has no history'
            WHEN last.history_type = '-' AND row.{key} IS NOT NULL THEN 'its history says that it was deleted'
            WHEN last.history_type <> '-' AND row.{key} IS NULL THEN 'it is not there any more'
            ELSE 'it is not what its history says' END
  FROM {table} row FULL JOIN (SELECT * FROM kept WHERE from_end = 1) last ON last.{key} = row.{key}
 WHERE last.{key} IS NULL OR (last.history_type = '-') <> (row.{key} IS NULL)
    OR row.{key} IS NOT NULL AND ({rows}) IS DISTINCT FROM ({lasts})
UNION ALL
SELECT {key}, 'its history is not whole' FROM kept
 WHERE (at = 1) <> (history_type = '+') OR history_type = '-' AND from_end <> 1
 ORDER BY 1, 2
"""


def prove() -> Iterator[Broken]:
    """Rows that differ from their histories, and histories with gaps (one of `settings.PROVERS`)."""
    absent = sealed_rows.absent()
    for table, model in sorted(sealed_rows.models_by_table().items()):
        how = protection.of(table)
        if not isinstance(how, Kept) or table in absent:
            continue
        columns = [name for name in sealed_rows.columns_of(model) if name not in how.left_out]
        statement = _DIFFERING.format(
            table=table,
            history=model.history.model._meta.db_table,  # type: ignore[attr-defined]  # simple-history's
            key="id",
            rows=", ".join(f'row."{column}"' for column in columns),
            lasts=", ".join(f'last."{column}"' for column in columns),
        )
        for number, what in chains.found(statement):
            yield Broken(table, number, what)
