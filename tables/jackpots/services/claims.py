"""Claims on a jackpot: the floor enters one, its shares follow from the hand and the fund's terms, another approves it.

A claim holds the hand: while it is proposed or approved the hand is neither voided nor corrected.  The shares are
computed from what was posted when the claim was entered: chips that fall into the boxes later are the next jackpot's.
Whatever is entered, approved or declined for a fund holds the fund's lock.  An approval takes its sum out of what the
fund's other open claims are computed from, so that no cent is shared out twice; the sum approved is the sum paid.
"""

from typing import TYPE_CHECKING

from django.db import IntegrityError

from accounting import chain, places
from accounting import locks as money_locks
from accounting.days.services import days
from accounting.jackpots.services import awards, funds, payments
from accounting.jackpots.services.awards import Award
from accounting.ledger.selectors import balances
from accounting.models import Fund, FundTerms, GamingDay
from accounting.policy.jackpots import JackpotTerms, Kind, Role, Share, left_cents
from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal, Word
from casino.failures import constraint
from casino.selectors.decisions import PROPOSER
from casino.services import decisions
from casino.transactions import use_case
from tables import locks
from tables.jackpots.selectors import claims as selector
from tables.jackpots.selectors.claims import CLAIMS, Keyed, Proposal
from tables.models import Hand, JackpotClaim
from tables.rules import jackpots

if TYPE_CHECKING:
    from casino.models import User

State = JackpotClaim.State
AMOUNTS = "posted_cents", "falls_cents", "shares"
"""The columns that another claim's approval changes, under the fund's lock."""


@use_case(CLAIMS.edits)
def enter(*, hand_id: int, fund_id: int, keyed: Keyed | None = None, actor: "User") -> JackpotClaim:
    """Enter a claim on a settled hand; its shares are proposed, and nothing moves before another person approves.

    `keyed`: the cards and seats at a table that keeps summaries.  Refuses an open, void or corrected hand
    (`hand_not_settled`, `hand_void`), one that is claimed already (`already_claimed`), a closed fund or one without
    terms (`fund_closed`, `no_fund_terms`), a hand that ended before the terms (`before_the_terms`) or at a table that
    the fund is not for (`other_fund`), one that does not qualify (`not_qualified`), a fund below its share
    (`fund_below_share`), the person who dealt, recorded or booked the hand (`two_people`), and what
    `selectors.claims.seen` refuses of the cards.
    """
    hand = _settled(hand_id)
    fund, day = _fund_of(hand, fund_id)
    version, terms = funds.in_force(fund)
    _refuse_foreign(hand, fund, version, terms)
    proposal = _proposed(fund, terms, hand, keyed, _posted(fund))
    try:
        row = JackpotClaim.objects.create(
            house_id=hand.house_id,
            hand=hand,
            fund=fund,
            terms=version,
            gaming_day=day,
            shown=selector.stored_shown(proposal.shown),
            posted_cents=proposal.posted_cents,
            falls_cents=proposal.falls_cents,
            shares=selector.stored_shares(proposal.shares, selector.guests_at(hand)),
            proposed_by=actor,
            proposed_at=house_time.now(),
        )
    except IntegrityError as error:
        if constraint(error) == "jackpot_claim_one_a_hand":
            raise _claimed(hand) from error
        raise
    decisions.refuse_same(CLAIMS, row, PROPOSER, actor)
    return row


@use_case(CLAIMS.approves, password=True, decides=CLAIMS)
def approve(*, claim_id: int, seen: str, actor: "User") -> JackpotClaim:
    """Approve a claim that another person entered: the shares leave the fund, each on a numbered slip.

    Refuses another sum or other shares than were `seen` (`stale`: another claim has taken its share since), the person
    who entered the claim, dealt, recorded or booked the hand (`two_people`), one that is decided (`claim_decided`), a
    hand that is void by now (`hand_void`), a claim that others have left nothing (`nothing_falls`), and a fund below
    its share (`fund_below_share`).
    """
    row = _with_hand(claim_id)
    fund, day = _fund_of(row.hand, row.fund_id)
    row.refresh_from_db(fields=AMOUNTS)
    decisions.approve(CLAIMS, row, actor, seen, saves=False, gaming_day=day)
    if not row.shares:
        raise _nothing(fund)
    version = FundTerms.objects.select_related("fund").get(pk=row.terms_id)
    row.entry_id = awards.award(
        fund=fund,
        terms=funds.parsed(version),
        day=day,
        won=Award(
            subject=row.subject,
            table_code=row.hand.table.code,
            shares=[Share(Role(one["role"]), one["seat"], one["amount_cents"]) for one in row.shares],
            asked_by_id=row.proposed_by_id,
            facts=facts(row, version),
        ),
        actor=actor,
    )
    row.save()
    _leave_the_rest(row)
    return row


@use_case(CLAIMS.edits, decides=CLAIMS)
def decline(*, claim_id: int, reason: str, seen: str, actor: "User") -> JackpotClaim:
    """Decline a claim, or withdraw one's own, with a reason; the hand may be claimed again.

    Refuses one that is decided (`claim_decided`), and one that was `seen` otherwise (`stale`).
    """
    row = _with_hand(claim_id)
    money_locks.fund(row.fund_id)
    row.refresh_from_db(fields=AMOUNTS)
    return decisions.decline(CLAIMS, row, actor, seen, reason=reasons.given(reason))


def facts(row: JackpotClaim, version: FundTerms) -> list[object]:
    """The values of an approved claim that its entry's evidence digest covers, with the terms it was judged by."""
    assert row.decided_at is not None
    return [
        row.pk,
        row.hand_id,
        row.fund_id,
        [version.pk, version.version, version.terms],
        row.shown,
        row.posted_cents,
        row.falls_cents,
        row.shares,
        [row.proposed_by_id, chain.moment(row.proposed_at)],
        [row.decided_by_id, chain.moment(row.decided_at)],
    ]


def _settled(hand_id: int) -> Hand:
    """The locked hand, which is settled and not claimed."""
    hand = locks.hand(hand_id).hand
    _refuse_unsettled(hand)
    if JackpotClaim.objects.filter(hand_id=hand.pk).exclude(state=State.DECLINED).exists():
        raise _claimed(hand)
    return hand


def _refuse_unsettled(hand: Hand) -> None:
    if hand.state == Hand.State.VOID:
        raise Refusal("hand_void", N_("This hand is already void."))
    if hand.state != Hand.State.SETTLED:
        raise Refusal("hand_not_settled", N_("The hand is still in play: settle it first."))


def _with_hand(claim_id: int) -> JackpotClaim:
    """The claim with its hand locked; refuses a decided one, and one whose hand is not settled any more."""
    hand_id = JackpotClaim.objects.filter(pk=claim_id).values_list("hand_id", flat=True).first()
    if hand_id is None:
        raise NotFound("no_such_claim", N_("Claim not found."))
    hand = locks.hand(hand_id).hand
    row = JackpotClaim.objects.select_related("hand__table", "fund").get(pk=claim_id)
    decisions.refuse_decided(CLAIMS, row)
    _refuse_unsettled(hand)
    return row


def _fund_of(hand: Hand, fund_id: int) -> tuple[Fund, GamingDay]:
    """Lock house, day and fund in that order; refuses `fund_closed` and a fund of another house (`no_such_fund`)."""
    money_locks.house(hand.house_id)
    day = days.current(hand.house_id)
    money_locks.share_day(day.pk)
    fund = money_locks.fund(fund_id)
    if fund.house_id != hand.house_id:
        raise NotFound("no_such_fund", N_("Fund not found."))
    funds.refuse_closed(fund)
    return fund, day


def _leave_the_rest(fallen: JackpotClaim) -> None:
    """Compute the fund's other open claims of what the approved one has left of what was posted for them."""
    others = JackpotClaim.objects.select_related("fund", "terms__fund")
    for row in others.filter(fund_id=fallen.fund_id, state=State.PROPOSED).order_by("pk"):
        posted_cents = left_cents(row.posted_cents, fallen.posted_cents, fallen.falls_cents)
        shown = selector.read_shown(row.shown)
        proposal = selector.propose(Kind(row.fund.kind), funds.parsed(row.terms), shown, posted_cents)
        guests = {one["seat"]: one["guest"] for one in row.shares}
        row.posted_cents, row.falls_cents = posted_cents, proposal.falls_cents
        row.shares = selector.stored_shares(proposal.shares, guests)
        row.save(update_fields=AMOUNTS)


def _posted(fund: Fund) -> int:
    place = places.jackpot(fund.code)
    return balances.of(fund.house_id, [place])[place]


def _refuse_foreign(hand: Hand, fund: Fund, version: FundTerms, terms: JackpotTerms) -> None:
    if not selector.feeds(fund, terms, hand):
        raise Refusal("other_fund", N_("The rake of this table does not feed “%(fund)s”."), fund=fund.name)
    if hand.ended_at is None or version.decided_at is None or hand.ended_at < version.decided_at:
        raise Refusal(
            "before_the_terms",
            N_("The terms of “%(fund)s” were approved after this hand: they do not apply to it."),
            fund=fund.name,
        )


def _proposed(fund: Fund, terms: JackpotTerms, hand: Hand, keyed: Keyed | None, posted_cents: int) -> Proposal:
    shown = selector.seen(hand, keyed)
    proposal = selector.propose(Kind(fund.kind), terms, shown, posted_cents)
    if not proposal.finding.qualifies:
        lacks = proposal.finding.lacks
        raise Refusal(
            "not_qualified",
            N_("No jackpot: %(lacks)s"),
            lacks=Word(jackpots.SENTENCES[lacks[0]]),
            open=[one.value for one in lacks],
        )
    if not proposal.shares:
        raise _nothing(fund)
    payments.refuse_below(fund, places.jackpot(fund.code), proposal.falls_cents)
    return proposal


def _nothing(fund: Fund) -> Refusal:
    return Refusal("nothing_falls", N_("“%(fund)s” has nothing to pay out."), fund=fund.name)


def _claimed(hand: Hand) -> Refusal:
    return Refusal("already_claimed", N_("Hand %(number)s has already been claimed."), number=hand.number)
