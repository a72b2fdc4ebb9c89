"""(h) What grows with the history: the same questions to a house of few days and to one of many, in turns."""

from collections.abc import Callable
from functools import partial
from statistics import median

from accounting.models import GamingDay
from accounting.proof.services import proofs
from accounting.reports.selectors import reports
from accounting.reports.selectors.figures import By, Subject
from accounting.reports.services import rollups
from casino.embedded.postgres import Cluster
from casino.models import User
from tables.audit.services import audits
from tables.models import Hand
from tools.bench import books
from tools.bench.figures import Bound, Figure, Say, Sizes, in_turns, ratio, seconds_of
from tools.bench.parts.periods import use

PAGE = 50
LIST_LIMIT, DAY_LIMIT = 2.0, 1.5
"""A list from an index, a report and the audit of one day cost about the same however long the history is."""
LIST_MS, MILLION_S = 20, 90
_REPORTS = (By.DAY, By.TABLE, By.MONTH)
PROOF_LIMIT = 1.3
"""A proof is linear in the history: the seconds for each hand are compared."""
SHARE_LIMIT = 1.8
"""The least speed of PostgreSQL and Python together, beside Python alone."""


def measure(few: Cluster, many: Cluster, sizes: Sizes, say: Say) -> list[Figure]:
    """A table's newest hands, the audit of the last day, and the proof of all, in both houses."""
    hands = {}
    for server, days in ((few, sizes.few_days), (many, sizes.audit_days)):
        use(server)
        books.build(server, days=days, tables=sizes.audit_tables, played=sizes.audit_tables * 10)
        rollups.rebuild_all()
        hands[server.database] = Hand.objects.count()
    say(f"{hands[few.database]:,} and {hands[many.database]:,} hands of {sizes.audit_tables} tables")

    def both(work: Callable[[], object], rounds: int) -> tuple[list[float], list[float]]:
        at_few, at_many = in_turns([_timed(few, work), _timed(many, work)], rounds)
        return at_few, at_many

    list_few, list_many = both(_newest_of_a_table, sizes.rounds * 4)
    reports_found = [both(partial(_report, by), sizes.rounds * 4) for by in _REPORTS]
    day_few, day_many = both(_last_day, sizes.rounds)
    proof_few, proof_many = both(_proof, 2)
    each_few = [seconds / hands[few.database] for seconds in proof_few]
    each_many = [seconds / hands[many.database] for seconds in proof_many]
    alone, shared = in_turns([_timed(few, _proof_alone), _timed(few, _proof)], 2)
    return [
        Figure(
            "hands_of_a_table", median(list_many) * 1_000, "ms", ratio(list_many, list_few), LIST_LIMIT, Bound.AT_MOST
        ),
        Figure.within("hands_of_a_table_at_most", median(list_many) * 1_000, "ms", LIST_MS),
        *(
            Figure(
                f"report_by_{by.value}", median(at_many) * 1_000, "ms", ratio(at_many, at_few), DAY_LIMIT, Bound.AT_MOST
            )
            for by, (at_few, at_many) in zip(_REPORTS, reports_found, strict=True)
        ),
        Figure("audit_of_a_day", median(day_many) * 1_000, "ms", ratio(day_many, day_few), DAY_LIMIT, Bound.AT_MOST),
        Figure(
            "proof_of_a_million", median(each_many) * 1e6, "s", ratio(each_many, each_few), PROOF_LIMIT, Bound.AT_MOST
        ),
        Figure.within("proof_of_a_million_at_most", median(each_many) * 1e6, "s", MILLION_S),
        Figure("proof_by_both", median(shared), "s", ratio(alone, shared), SHARE_LIMIT),
    ]


def _timed(server: Cluster, work: Callable[[], object]) -> Callable[[], float]:
    def run() -> float:
        use(server)
        return seconds_of(work)

    return run


def _newest_of_a_table() -> None:
    rows = Hand.objects.filter(table_id=books.FIRST_ID).order_by("-pk")
    assert list(rows[:PAGE])


def _report(by: By) -> None:
    """The last gaming day, or by month the year up to it."""
    last = GamingDay.objects.order_by("-date")[0]
    first = last.date.replace(month=1, day=1) if by is By.MONTH else last.date
    manager = User.objects.filter(roles__contains=["manager"]).order_by("pk")[0]
    found = reports.report(
        subject=Subject.RAKE, by=by, first=first, last=last.date, house_id=last.house_id, actor=manager
    )
    assert found.rows


def _last_day() -> None:
    found = audits.audit(day_id=Hand.objects.latest("pk").gaming_day_id, actor=None)
    assert found.ok, found


def _proof() -> None:
    _prove(independent=False)


def _proof_alone() -> None:
    _prove(independent=True)


def _prove(*, independent: bool) -> None:
    found = proofs.prove(independent=independent)
    assert found.ok, found.broken[:10]
