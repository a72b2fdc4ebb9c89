"""What the audit says of a whole day, and of the books: facts from the selectors, verdicts from the pure rules."""

from collections.abc import Iterable

from django.utils import timezone

from accounting.models import GamingDay
from accounting.services.proofs import Broken
from accounting.verdicts import Rule, Verdict
from tables.selectors import dayfacts, dealerfacts
from tables.verdicts import day as days
from tables.verdicts import dealers


def day_verdicts(day_id: int) -> list[Verdict]:
    """All that does not tie on a gaming day; the hands themselves are not looked at here.  Reads only."""
    day = GamingDay.objects.select_related("house").get(pk=day_id)
    found = list(days.of_day(dayfacts.of_day(day, timezone.now())))
    date = f"{day.date:%Y-%m-%d}"
    for voids in dealerfacts.voids(day_id):
        found += dealers.of_voids(date, voids)
    # Tips and rake of a dealer are a matter of many hands: the month so far, like the tronc.
    month = dealerfacts.dealt(day.house_id, day.date.replace(day=1), day.date)
    return found + list(dealers.of_dealers(f"{day.date:%Y-%m}", month))


def book_verdicts(broken: Iterable[Broken]) -> list[Verdict]:
    """What a proof found broken, one verdict for each thing; the proof is run once for a whole audit."""
    return [Verdict(_rule(one), _subject(one), facts={"what": one.what}) for one in broken]


def _rule(one: Broken) -> Rule:
    if one.number is None and one.what.startswith("the balance"):
        return Rule.BALANCE_DIFFERS
    return Rule.SEAL_BROKEN if "seal" in one.what else Rule.CHAIN_BROKEN


def _subject(one: Broken) -> str:
    where = f"book:{one.book}" if one.number is None else f"book:{one.book}#{one.number}"
    return (where if one.book else f"books:{one.what}")[: dealers.SUBJECT_MAX]
