"""Levy terms: one person proposes the law's rates with their source, a second one approves them; versions stay.

Terms hold from a gaming day on.  That day may be past, since a law may begin before it is promulgated; days stated
under other terms then need a further version of their statement.
"""

from datetime import date
from typing import TYPE_CHECKING

from accounting import locks
from accounting.models import LevyTerms
from accounting.policy import levy
from accounting.revenue.selectors.levies import TERMS, in_force
from casino import house_time
from casino.errors import N_, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = LevyTerms.State


@use_case(TERMS.edits)
def propose(*, house_id: int, terms: dict[str, object], valid_from: date, actor: "User") -> LevyTerms:
    """Propose terms as the house's next version.

    Refuses malformed terms (`bad_terms`), a second proposal while one is undecided (`proposal_open`), and terms that
    are in force on that day already (`terms_unchanged`).
    """
    canonical = levy.dump(levy.parse(terms))
    house = locks.house(house_id)
    version = decisions.next_version(LevyTerms.objects.filter(house=house), lambda last: last.terms["law"])
    now = in_force(house_id, valid_from)
    if now is not None and now.terms == canonical:
        raise Refusal("terms_unchanged", N_("These terms are already in force on that day."))
    return LevyTerms.objects.create(
        house=house,
        version=version,
        terms=canonical,
        valid_from=valid_from,
        proposed_at=house_time.now(),
        proposed_by=actor,
    )


@use_case(TERMS.approves, password=True, decides=TERMS)
def approve(*, levy_terms_id: int, seen: str, actor: "User") -> LevyTerms:
    """Approve terms that another person proposed.

    Refuses them (`two_people`), decided terms (`terms_decided`), and others than were `seen` (`stale`).
    """
    return decisions.approve(TERMS, locks.of_house(TERMS, levy_terms_id), actor, seen)


@use_case(TERMS.edits, decides=TERMS)
def decline(*, levy_terms_id: int, seen: str, actor: "User") -> LevyTerms:
    """Decline terms, or withdraw one's own proposal; they stay on record.  Refuses decided terms, and `stale`."""
    return decisions.decline(TERMS, locks.of_house(TERMS, levy_terms_id), actor, seen)
