"""Statements of revenue: one person signs, a second one confirms and seals; the authority countersigns with its key.

The first signature fixes the figures of a closed gaming day, or the sum of a month's days or a year's months.  The
second is given by another person, for figures that are still the same, and seals them: over the figures, the day's own
seal (or the seals of the statements added up) and the statement sealed before.  A sealed statement never changes: a
correction is a further version with both signatures and a reason, and it names what differs.
"""

from datetime import date
from typing import TYPE_CHECKING, Any

from accounting import chain, ed25519, locks, revenue_seals
from accounting.models import AuthorityKey, Countersignature, Statement
from accounting.policy import statement as policy
from accounting.revenue.selectors import statements as selector
from accounting.revenue.selectors.statements import STATEMENTS, Draft
from accounting.revenue.services import authority_keys
from casino import house_time, reasons
from casino.errors import N_, Malformed, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

Period = Statement.Period
State = Statement.State


@use_case(STATEMENTS.edits, password=True)
def sign(*, house_id: int, period: str, first: date, reason: str = "", actor: "User") -> Statement:
    """Sign the statement of a gaming day, month or year that begins on `first`; a second person then confirms it.

    Where a sealed version exists this is a correction: it needs a reason (`reason_required`) and something that differs
    (`statement_unchanged`).  Refuses a second one while one waits (`statement_waits`), and whatever cannot be stated
    yet (`selectors.statements.draft`).
    """
    if period not in Period.values:
        raise Malformed(
            "bad_word", N_("%(parameter)s must be one of %(known)s."), parameter="period", known=Period.values
        )
    house = locks.house(house_id)
    waiting = selector.undecided(house_id, period, first)
    if waiting is not None:
        raise Refusal(
            "statement_waits",
            N_("This statement is waiting for its second signature, after %(who)s."),
            who=str(waiting.signed_by),
        )
    draft = selector.draft(house, period, first)
    last = selector.latest(house_id, period, first)
    return Statement.objects.create(
        house=house,
        period=period,
        first=draft.first,
        version=last.version + 1 if last else 1,
        gaming_day=draft.gaming_day,
        terms=draft.terms,
        figures=draft.figures,
        rests_on=draft.rests_on,
        reason=reasons.given(reason) if last else "",
        differences=_differences(last, draft),
        signed_at=house_time.now(),
        signed_by=actor,
    )


@use_case(STATEMENTS.approves, password=True, decides=STATEMENTS)
def confirm(*, statement_id: int, seen: str, actor: "User") -> Statement:
    """Give the second signature, which seals the statement.

    Refuses a decided statement (`statement_decided`), the first signer (`two_people`), another than was `seen`
    (`stale`), and figures that are no longer those signed (`figures_changed`): that one is declined and signed again.
    """
    row = locks.of_house(STATEMENTS, statement_id)
    decisions.approve(STATEMENTS, row, actor, seen, saves=False)
    draft = selector.draft(row.house, row.period, row.first)
    if (draft.figures, draft.rests_on) != (row.figures, row.rests_on):
        raise Refusal(
            "figures_changed",
            N_("The figures have changed since they were signed: decline this statement and sign it again."),
        )
    before = Statement.objects.filter(house_id=row.house_id, state=State.SEALED).order_by("-number").first()
    row.number, row.previous = (before.number or 0) + 1 if before else 1, before.digest if before else ""
    row.digest = revenue_seals.digest(facts(row), row.previous)
    row.save(update_fields=["state", "decided_at", "decided_by", "number", "previous", "digest"])
    return row


@use_case(STATEMENTS.edits, decides=STATEMENTS)
def decline(*, statement_id: int, seen: str, actor: "User") -> Statement:
    """Decline a statement that waits for its second signature, or withdraw one's own; it stays on record.

    Refuses a decided statement (`statement_decided`), and `stale`.
    """
    return decisions.decline(STATEMENTS, locks.of_house(STATEMENTS, statement_id), actor, seen)


@use_case("accounting.countersign")
def countersign(*, statement_id: int, signature: str, actor: "User") -> Countersignature:
    """Keep the authority's signature over a sealed statement, once a registered key of the authority verifies it.

    Who hands it in does not matter: it proves itself.  Refuses a statement that is not sealed (`statement_not_sealed`),
    a text that is no signature (`bad_signature`), one that no key in force fits, be it of an unknown key or over
    another seal (`signature_does_not_fit`), and a second one by the same key (`countersigned`).
    """
    given = authority_keys.read(signature, ed25519.SIGNATURE_BYTES)
    if given is None:
        raise Malformed("bad_signature", N_("An Ed25519 signature has 64 bytes: enter it in hexadecimal or base64."))
    row = selector.one(statement_id)
    locks.house(row.house_id)
    if row.state != State.SEALED:
        raise Refusal("statement_not_sealed", N_("Only a sealed statement can be countersigned."))
    key = _key_of(row, given)
    if Countersignature.objects.filter(statement=row, key=key).exists():
        raise Refusal("countersigned", N_("This key of the authority has already countersigned."))
    return Countersignature.objects.create(statement=row, key=key, signature=given, at=house_time.now(), by=actor)


def _key_of(row: Statement, signature: bytes) -> AuthorityKey:
    """The key in force that the signature was made with."""
    signed = message(row)
    for key in AuthorityKey.objects.filter(
        house_id=row.house_id, state=AuthorityKey.State.APPROVED, withdrawal__isnull=True
    ):
        if ed25519.verifies(bytes(key.public_key), signed, signature):
            return key
    raise Refusal(
        "signature_does_not_fit",
        N_(
            "No key of the authority in force has signed this seal: a different text was signed, or the key is unknown."
        ),
        text=signed.decode(),
    )


def message(row: Statement) -> bytes:
    """The text that the authority signs, of a sealed statement."""
    return revenue_seals.message(row.figures["house"], row.period, str(row.first), row.version, row.digest)


def facts(row: Statement) -> revenue_seals.Facts:
    """What the statement's seal covers; it is complete once the second person has signed."""
    assert row.number is not None
    assert row.decided_at is not None
    assert row.decided_by_id is not None
    terms = row.terms
    return revenue_seals.Facts(
        house_id=row.house_id,
        number=row.number,
        period=row.period,
        first=str(row.first),
        version=row.version,
        figures=row.figures,
        rests_on=row.rests_on,
        terms=None if terms is None else {"version": terms.version, "from": str(terms.valid_from), **terms.terms},
        reason=row.reason,
        differences=row.differences,
        signed_at=chain.moment(row.signed_at),
        signed_by=row.signed_by_id,
        decided_at=chain.moment(row.decided_at),
        decided_by=row.decided_by_id,
    )


def _differences(last: Statement | None, draft: Draft) -> list[list[Any]]:
    """What the correction changes; refuses one that changes nothing."""
    if last is None:
        return []
    if (last.figures, last.rests_on) == (draft.figures, draft.rests_on):
        raise Refusal(
            "statement_unchanged", N_("Nothing differs from the sealed version %(version)s."), version=last.version
        )
    return policy.differences(last.figures, draft.figures)
