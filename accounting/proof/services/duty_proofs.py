"""Proves that nobody was two persons of one row that are never the same (`casino.selectors.decisions`)."""

from collections.abc import Iterator

from accounting.ledger.services.walks import Broken
from casino.selectors import decisions


def prove() -> Iterator[Broken]:
    """Rows of which one person is two parts that are kept apart (one of `settings.PROVERS`)."""
    for duties in decisions.with_rows():
        for row, one, two in duties.broken():
            what = f"one person is its {one.word} and its {two.word}, which takes two"
            yield Broken(duties.model._meta.db_table, row, what)
