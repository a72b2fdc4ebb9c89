"""What the proof says of findings: each stands as its history, which is only ever added to, has it.

A finding is decided by changing its row, so the row alone could be changed by anybody who can write to it.
"""

from collections.abc import Iterator

from accounting.selectors import chains
from accounting.services.walks import Broken

BOOK = "findings"
"""Where breaks of findings are named; the number is the finding's."""

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
    """Findings that were changed or taken away past their history (`settings.PROVERS`)."""
    for number, is_there in chains.stream(_DECISIONS):
        yield Broken(BOOK, number, "it is not what its history says" if is_there else "it is not there any more")
