"""What a proof found broken, kept as findings: a broken book is somebody's to see to, until he has said what it was."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from accounting.selectors import houses
from accounting.services import findings
from accounting.services.seals import BOOK as SEALS
from accounting.services.walks import Broken
from accounting.verdicts import Rule, Verdict
from casino import house_time, roles
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

SUBJECT_MAX: Final = 80


@use_case
def note(*, broken: Iterable[Broken], actor: "User | None") -> int:
    """Write down what a proof found, one finding for each book and number; gives how many.

    Of no single day, since a chain is broken from there on.  A proof itself reads only, so this is a step of its own.
    Without an actor: the operator at the console.
    """
    if actor is not None:
        roles.require(actor, "accounting.run_audit")
    house = houses.first()
    return findings.note(house.pk, None, verdicts(broken), house_time.now()) if house else 0


def verdicts(broken: Iterable[Broken]) -> list[Verdict]:
    """One verdict for each rule, book and number, with all that is wrong there."""
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
