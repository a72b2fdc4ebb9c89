"""Proves findings: each row must equal the last row of its history, which is append-only.

Deciding a finding changes its row, so anybody with write access could change the row alone; its history shows that.
"""

from collections.abc import Iterator

from accounting.selectors import chains
from accounting.services.walks import Broken

BOOK = "findings"
"""The `Broken.book` of broken findings; the number is the finding's id."""

_DECISIONS = """
SELECT coalesce(finding.id, last.id), finding.id IS NOT NULL
  FROM accounting_finding finding
  FULL JOIN (SELECT DISTINCT ON (id) * FROM accounting_historicalfinding ORDER BY id, history_id DESC) last
         ON last.id = finding.id
 WHERE (finding.house_id, finding.rule, finding.subject, finding.amount_cents, finding.booked_by_id, finding.state,
        finding.resolution, finding.comment, finding.resolved_by_id, finding.resolved_at)
       IS DISTINCT FROM
       (last.house_id, last.rule, last.subject, last.amount_cents, last.booked_by_id, last.state,
        last.resolution, last.comment, last.resolved_by_id, last.resolved_at)
 ORDER BY 1
"""


def prove() -> Iterator[Broken]:
    """Findings that were changed or deleted without their history (one of `settings.PROVERS`)."""
    for number, is_there in chains.stream(_DECISIONS):
        yield Broken(BOOK, number, "it is not what its history says" if is_there else "it is not there any more")
