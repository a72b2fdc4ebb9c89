"""What is watched of the audit: when it last computed the hands again."""

from typing import Final

from casino.errors import N_
from casino.selectors.condition import row
from casino.watching import Watch

_AUDITS: Final = """
SELECT extract(epoch FROM now() - max(finished_at)) AS casino_audit_age_seconds FROM tables_auditrun
"""

AUDITS: Final = Watch(
    gauges={"casino_audit_age_seconds": N_("Time since an audit was finished")},
    read=lambda: row(_AUDITS),
)
