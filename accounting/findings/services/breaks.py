"""Keeps what a proof found broken as findings, which stay open until a person has decided them."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from accounting.days.selectors import houses
from accounting.days.services.seals import BOOK as SEALS
from accounting.findings.services import findings
from accounting.ledger.services.walks import Broken
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

SUBJECT_MAX: Final = 80


@use_case("accounting.run_audit", console=True)
def note(*, broken: Iterable[Broken], actor: "User | None") -> int:
    """Record what a proof found, one finding for each rule, book and number; returns how many were written.

    The findings belong to no gaming day, since a chain is broken from that number on.  A separate step, because a proof
    only reads.  `actor` None: the operator at the console; anybody else needs `accounting.run_audit`.
    """
    house = houses.public()
    return findings.note(house.pk, None, verdicts(broken), house_time.now()) if house else 0


def verdicts(broken: Iterable[Broken]) -> list[Verdict]:
    """One verdict for each rule, book and number; `facts["what"]` joins everything that is wrong there."""
    found: dict[tuple[Rule, str], list[str]] = {}
    for one in broken:
        found.setdefault((_rule(one), _subject(one)), []).append(one.what)
    return [Verdict(rule, subject, facts={"what": "; ".join(what)}) for (rule, subject), what in found.items()]


def _rule(one: Broken) -> Rule:
    if one.number is None and "balance" in one.what:
        return Rule.BALANCE_DIFFERS
    return Rule.SEAL_BROKEN if one.book == SEALS or "seal" in one.what else Rule.CHAIN_BROKEN


def _subject(one: Broken) -> str:
    where = f"book:{one.book}" if one.number is None else f"book:{one.book}#{one.number}"
    return (where if one.book else f"books:{one.what}")[:SUBJECT_MAX]
