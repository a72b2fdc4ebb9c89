"""Proves that the books moved nothing between places that have nothing to do with each other (`accounting.flows`)."""

from collections.abc import Iterator

from accounting import flows
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken

# By the kinds of places, and the house's accounts by name: some dozen pairs; of each the first entry.
_PAIRS = """
SELECT source, destination, book.code, entry.number
  FROM (SELECT CASE WHEN source LIKE 'bank/%' THEN source ELSE split_part(source, '/', 1) END AS source,
               CASE WHEN destination LIKE 'bank/%' THEN destination ELSE split_part(destination, '/', 1) END
               AS destination, min(entry_id) AS entry_id
          FROM accounting_transfer GROUP BY 1, 2) AS moved
  JOIN accounting_entry entry ON entry.id = moved.entry_id
  JOIN accounting_book book ON book.id = entry.book_id
 ORDER BY entry.id, source, destination
"""


def prove() -> Iterator[Broken]:
    """Entries that moved something for which there is no flow (one of `settings.PROVERS`)."""
    for source, destination, book, number in chains.found(_PAIRS):
        if (flows.side(source), flows.side(destination)) not in flows.PAIRS:
            yield Broken(book, number, f"it moves something from {source} to {destination}")
