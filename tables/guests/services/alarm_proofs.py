"""Proves the texts of alarms: no seal covers them, since an erasure may take a guest's name out of one."""

from collections.abc import Iterator

from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken

TABLE = "casino_securityevent"

_ALTERED = """
SELECT id, position('[erased]' IN about) > 0 FROM casino_securityevent
 WHERE about_digest <> '' AND about_digest <> encode(sha256(convert_to(about, 'UTF8')), 'hex')
 ORDER BY id
"""

_ERASED = "SELECT COALESCE(sum((rows ->> 'casino_securityevent.about')::bigint), 0) FROM tables_erasure"


def prove() -> Iterator[Broken]:
    """Alarms whose text is not the one they were raised with, save what erasures changed (one of `settings.PROVERS`).

    Each erasure says how many texts it changed: of those that say so, no more than that are its own.
    """
    [(erased,)] = chains.found(_ERASED)
    for number, is_said_erased in chains.found(_ALTERED):
        if is_said_erased and erased:
            erased -= 1
        else:
            yield Broken(TABLE, number, "its text is not the one that the alarm was raised with")
