"""What is watched of the books: roll-ups, gaming days, findings, proofs."""

from collections.abc import Mapping
from typing import Final

from accounting import hours
from accounting.models import GamingDay
from casino import house_time
from casino.errors import N_
from casino.selectors.condition import bounded, row, since
from casino.watching import Alarm, Watch

_HOUR = 3600

_BOOKS: Final = f"""
SELECT coalesce(sum(book.number - coalesce(mark.number, 0)), 0) AS casino_rollup_entries_behind,
       coalesce(extract(epoch FROM now() - min(entry.at)), 0) AS casino_rollup_lag_seconds,
       (SELECT count(*) FROM accounting_finding WHERE state = 'open') AS casino_findings_open,
       (SELECT coalesce(extract(epoch FROM now() - min(found_at)), 0) FROM accounting_finding WHERE state = 'open')
           AS casino_finding_open_seconds,
       coalesce((SELECT (broken > 0)::int FROM accounting_proofrun ORDER BY id DESC LIMIT 1), 0) AS casino_proof_failed,
       {since("(SELECT max(began_at) FROM accounting_proofrun)")} AS casino_proof_age_seconds
  FROM accounting_book book
  LEFT JOIN accounting_rollupmark mark ON mark.book_id = book.id
  LEFT JOIN accounting_entry entry ON entry.book_id = book.id AND entry.number = coalesce(mark.number, 0) + 1
 WHERE book.number > coalesce(mark.number, 0)
"""  # noqa: S608 -- no value is in it


def _of_the_books() -> Mapping[str, float | None]:
    return {**row(_BOOKS), "casino_day_overdue_seconds": _overdue()}


def _overdue() -> float:
    """Time since the end of the earliest gaming day that is not closed."""
    now = house_time.now()
    with bounded():
        days = list(GamingDay.objects.exclude(state=GamingDay.State.CLOSED).select_related("house"))
    ends = [hours.ends_at(day.date, day.house.rolls_over_at, day.house.time_zone) for day in days]
    return max((now - min([*ends, now])).total_seconds(), 0)


BOOKS: Final = Watch(
    gauges={
        "casino_rollup_entries_behind": N_("Entries that the figures of the reports do not have yet"),
        "casino_rollup_lag_seconds": N_("Age of the oldest of these entries"),
        "casino_findings_open": N_("Findings that nobody has decided"),
        "casino_finding_open_seconds": N_("Age of the oldest of these findings"),
        "casino_proof_failed": N_("Errors found in the books by the last proof"),
        "casino_proof_age_seconds": N_("Time since the last proof began, or since the installation"),
        "casino_day_overdue_seconds": N_("Time since the end of the earliest gaming day that is not closed"),
    },
    read=_of_the_books,
    alarms=(
        Alarm("BooksBroken", "casino_proof_failed", 0, N_("The proof of the books has failed."), minutes=0),
        Alarm(
            "BooksUnproven", "casino_proof_age_seconds", 26 * _HOUR, N_("The books have not been proven for 26 hours.")
        ),
        Alarm("RollupsBehind", "casino_rollup_lag_seconds", 600, N_("The reports are more than ten minutes behind.")),
        Alarm(
            "DayOverdue",
            "casino_day_overdue_seconds",
            6 * _HOUR,
            N_("A gaming day that ended more than six hours ago has not been closed."),
        ),
        Alarm(
            "FindingUndecided",
            "casino_finding_open_seconds",
            7 * 24 * _HOUR,
            N_("A finding has been waiting a week for a decision."),
            tonight=False,
        ),
    ),
)
