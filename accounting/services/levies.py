"""Levy terms: one person proposes the law's rates with their source, a second one approves them; versions stay.

Terms hold from a gaming day on.  That day may be past, since a law may begin before it is promulgated; days stated
under other terms then need a further version of their statement.
"""

from datetime import date
from typing import TYPE_CHECKING

from accounting import locks
from accounting.models import LevyTerms
from accounting.policy import levy
from accounting.selectors import statements as selector
from casino import house_time, roles
from casino.errors import NotAllowed, NotFound, Refusal, _
from casino.models.security import SecurityKind
from casino.services import security
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = LevyTerms.State


@use_case("accounting.edit_levy")
def propose(*, house_id: int, terms: dict[str, object], valid_from: date, actor: "User") -> LevyTerms:
    """Propose terms as the house's next version.

    Refuses malformed terms (`bad_terms`), a second proposal while one is undecided (`proposal_open`), and terms that
    are in force on that day already (`terms_unchanged`).
    """
    canonical = levy.dump(levy.parse(terms))
    house = locks.house(house_id)
    last = LevyTerms.objects.filter(house=house).order_by("-version").first()
    if last is not None and last.state == State.PROPOSED:
        raise Refusal(
            "proposal_open",
            _("Version %(version)s of “%(name)s” is proposed already: approve or decline it first."),
            name=last.terms["law"],
            version=last.version,
        )
    now = selector.in_force(house_id, valid_from)
    if now is not None and now.terms == canonical:
        raise Refusal("terms_unchanged", _("These terms are in force on that day already."))
    return LevyTerms.objects.create(
        house=house,
        version=last.version + 1 if last else 1,
        terms=canonical,
        valid_from=valid_from,
        proposed_at=house_time.now(),
        proposed_by=actor,
    )


@use_case("accounting.approve_levy")
def approve(*, levy_terms_id: int, actor: "User") -> LevyTerms:
    """Approve terms that another person proposed.  Refuses them (`two_people`) and decided terms (`terms_decided`)."""
    row = _undecided(levy_terms_id)
    if row.proposed_by_id == actor.pk:
        raise NotAllowed("two_people", _("Whoever wrote the terms cannot approve them: that takes a second person."))
    security.note(SecurityKind.TERMS, f"{row.terms['law']} v{row.version}", user=actor)
    return _decided(row, State.APPROVED, actor)


@use_case("accounting.edit_levy")
def decline(*, levy_terms_id: int, actor: "User") -> LevyTerms:
    """Decline terms, or withdraw one's own proposal; they stay on record.  Refuses decided terms (`terms_decided`)."""
    row = _undecided(levy_terms_id)
    if row.proposed_by_id != actor.pk:
        roles.require(actor, "accounting.approve_levy")
    return _decided(row, State.DECLINED, actor)


def _undecided(levy_terms_id: int) -> LevyTerms:
    house_id = LevyTerms.objects.filter(pk=levy_terms_id).values_list("house_id", flat=True).first()
    if house_id is None:
        raise NotFound("no_such_version", _("There are no such terms."))
    locks.house(house_id)
    row = LevyTerms.objects.select_related("house").get(pk=levy_terms_id)
    if row.state != State.PROPOSED:
        raise Refusal("terms_decided", _("These terms were decided already."), state=row.state)
    return row


def _decided(row: LevyTerms, state: str, actor: "User") -> LevyTerms:
    row.state, row.decided_at, row.decided_by = state, house_time.now(), actor
    row.save(update_fields=["state", "decided_at", "decided_by"])
    return row
