"""What a hand is worth by a fund's rules: its cards, the seats that share, and each seat's share; claims so far."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from django.db.models import Q, QuerySet

from accounting.models import EntryCode, Fund, JackpotSlip
from accounting.policy.jackpots import JackpotTerms, Kind, Share, shares
from casino import roles, wording
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.selectors.decisions import APPROVER, BOOKER, DEALER, PROPOSER, RECORDER, Matter
from tables.hands.selectors import hands
from tables.hands.selectors.duties import booker
from tables.models import Game, Guest, Hand, JackpotClaim, Sitting
from tables.rules import cards, jackpots
from tables.rules.forms import FORMS
from tables.rules.jackpots import Finding, HandShown
from tables.rules.result import result

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.read_every_hand"
RECENT = 40
AT_THE_TABLE = DEALER, RECORDER, BOOKER
CLAIMS = Matter(
    model=JackpotClaim,
    name=N_("Claim on a jackpot"),
    about=lambda row: f"{row.fund} · {row.hand} · {wording.money(row.falls_cents)}",
    persons={
        PROPOSER: "proposed_by",
        APPROVER: "decided_by",
        DEALER: "hand__dealer",
        RECORDER: "hand__actions__actor",
        BOOKER: "booked_by",
    },
    # The dealer of a hand mostly records and books it too; none of them judges it (docs/domain.md §4.13).
    together=frozenset(frozenset(pair) for pair in combinations(AT_THE_TABLE, 2)),
    ways={"booked_by": booker(EntryCode.HAND, "hand_id")},
    edits="tables.claim_jackpot",
    approves="tables.approve_jackpot",
    page="floor:jackpot-approve",
    declines="floor:jackpot-decline",
    decided=lambda _row: Refusal("claim_decided", N_("This claim has already been decided.")),
    related=("fund", "hand__table"),
)


@dataclass(frozen=True, slots=True)
class Keyed:
    """The cards and seats of a hand at a table that keeps summaries, as the floor wrote them down.

    `hole`: each shown hand by seat; `winners`: empty where the best shown hand won.
    """

    board: str = ""
    hole: Mapping[int, str] | None = None
    dealt_in: Sequence[int] = ()
    winners: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What follows from a hand: the cards, who shares, and how much of `posted_cents` falls."""

    shown: HandShown
    finding: Finding
    posted_cents: int
    falls_cents: int
    shares: tuple[Share, ...]


def seen(hand: Hand, keyed: Keyed | None) -> HandShown:
    """The cards and seats of a settled hand: from its record, or as keyed at a table that keeps summaries.

    Refuses keyed cards for a recorded hand and a summary without them (`cards_recorded`, `cards_required`), a number
    of players other than booked (`dealt_in_differs`), other winners (`winner_differs`), somebody dealt in at an
    empty seat (`nobody_there`), and what `jackpots.read` refuses.
    """
    if hand.setup is not None:
        if keyed is not None and (keyed.board or keyed.hole):
            raise Malformed("cards_recorded", N_("The cards of this hand are recorded: leave them out."))
        return _recorded(hand)
    if keyed is None or not keyed.dealt_in:
        raise Malformed("cards_required", N_("Enter the cards and who was dealt in: the table keeps summaries."))
    return _keyed(hand, keyed)


def propose(kind: Kind, terms: JackpotTerms, shown: HandShown, posted_cents: int) -> Proposal:
    """What the terms make of a hand while so much is posted."""
    finding = jackpots.examine(kind, terms, shown)
    falls_cents = terms.falls_cents(posted_cents)
    return Proposal(
        shown,
        finding,
        posted_cents,
        falls_cents,
        shares(terms, falls_cents, dict(finding.seats)) if finding.qualifies else (),
    )


def stored_shown(shown: HandShown) -> dict[str, Any]:
    """The cards and seats as a claim keeps them."""
    return {
        "variant": shown.form.key,
        "boards": [cards.format(board) for board in shown.boards],
        "hole": {str(seat): cards.format(hole) for seat, hole in sorted(shown.hole.items())},
        "dealt_in": list(shown.dealt_in),
        "winners": list(shown.winners),
        "pot_cents": shown.pot_cents,
    }


def read_shown(stored: Mapping[str, Any]) -> HandShown:
    """A claim's stored cards and seats."""
    return HandShown(
        FORMS[stored["variant"]],
        tuple(cards.parse(board) if board else () for board in stored["boards"]),
        {int(seat): cards.parse(hole) for seat, hole in stored["hole"].items()},
        tuple(stored["dealt_in"]),
        tuple(stored["winners"]),
        stored["pot_cents"],
    )


def stored_shares(found: Sequence[Share], guests: Mapping[int, int]) -> list[dict[str, Any]]:
    """The shares as a claim keeps them, with the guest of each seat."""
    return [
        {"role": one.role.value, "seat": one.seat, "guest": guests[one.seat], "amount_cents": one.amount_cents}
        for one in found
    ]


def guests_at(hand: Hand) -> dict[int, int]:
    """The ids of the guests by seat at the time a hand began."""
    rows = Sitting.objects.filter(
        Q(left_at=None) | Q(left_at__gte=hand.started_at), table_id=hand.table_id, sat_at__lte=hand.ended_at
    )
    return dict(rows.order_by("sat_at").values_list("seat", "guest_id"))


def winner(slip: JackpotSlip) -> str:
    """The number of the guest who won a slip: who sat at its seat, or the guest into whom they were merged since.

    One of `settings`: `JACKPOT_WINNER`.
    """
    claim = JackpotClaim.objects.get(pk=slip.subject.removeprefix(JackpotClaim.SUBJECT))
    won = next(share["guest"] for share in claim.shares if share["seat"] == slip.seat)
    guest = Guest.objects.select_related("merged_into").get(pk=won)
    return (guest.merged_into or guest).number


def claims(house_id: int, *, actor: "User") -> QuerySet[JackpotClaim]:
    """The house's claims with the people who signed them, the newest first."""
    roles.require(actor, PERMISSION)
    return rows(actor=actor).filter(house_id=house_id)


def rows(*, actor: "User") -> QuerySet[JackpotClaim]:
    """All claims, the newest first."""
    roles.require(actor, PERMISSION)
    return JackpotClaim.objects.select_related(
        "fund", "terms", "hand__table", "gaming_day", "proposed_by", "decided_by"
    ).order_by("-pk")


def one(claim_id: int, *, actor: "User") -> JackpotClaim:
    """A claim; refuses `no_such_claim`."""
    row = rows(actor=actor).filter(pk=claim_id).first()
    if row is None:
        raise NotFound("no_such_claim", N_("Claim not found."))
    return row


def claimable(house_id: int, *, actor: "User") -> QuerySet[Hand]:
    """The house's latest settled hands without a claim, the newest first, at most `RECENT`."""
    roles.require(actor, PERMISSION)
    claimed = JackpotClaim.objects.exclude(state=JackpotClaim.State.DECLINED).values("hand_id")
    found = Hand.objects.select_related("table", "game", "schedule_version").filter(
        house_id=house_id, state=Hand.State.SETTLED, session__closed_at=None
    )
    return found.exclude(pk__in=claimed).order_by("-pk")[:RECENT]


def hand(hand_id: int, *, actor: "User") -> Hand:
    """A hand of any state with its table; refuses `no_such_hand`."""
    roles.require(actor, PERMISSION)
    row = Hand.objects.select_related("table", "game", "schedule_version").filter(pk=hand_id).first()
    if row is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    return row


def feeds(fund: Fund, terms: JackpotTerms, hand: Hand) -> bool:
    """Whether hands like this one count for the fund: their rake feeds it, or the terms name every table."""
    named = hand.schedule_version.terms.get("jackpot") or {}
    return terms.every_table or named.get("fund") == fund.code


def _recorded(hand: Hand) -> HandShown:
    state = hands.state_of(hand, hands.rows_of(hand.pk))
    found = result(state)
    seats = state.frame.seats
    main = found.pots[0].winners if found.pots else ()
    return HandShown(
        form=state.frame.form,
        boards=tuple(tuple(board) for board in state.boards),
        hole={seats[position]: tuple(hole) for position, hole in state.shown.items()} if found.showdown else {},
        dealt_in=tuple(sorted(seats)),
        winners=tuple(sorted({seat for board in main for seat in board})),
        pot_cents=found.total_cents,
    )


def _keyed(hand: Hand, keyed: Keyed) -> HandShown:
    assert hand.result is not None, "a settled hand has a result"
    booked: Mapping[str, Any] = hand.result
    if len(keyed.dealt_in) != booked["dealt_in"]:
        raise Refusal(
            "dealt_in_differs",
            N_("%(booked)s players are booked as dealt in, but %(given)s are named."),
            booked=booked["dealt_in"],
            given=len(keyed.dealt_in),
        )
    empty = sorted(set(keyed.dealt_in) - set(guests_at(hand)))
    if empty:
        raise Refusal("nobody_there", N_("Nobody sat at seat %(seat)s."), seat=empty[0])
    game = Game.objects.get(pk=hand.game_id)
    form = FORMS[game.variant]
    boards = game.bomb_pot_boards if booked.get("bomb_pot") else game.boards
    # The winners that are booked include those of the low half, so there the cards say who won the high.
    by_cards = len(form.halves) > 1 and boards == 1 and bool(keyed.board and keyed.hole)
    winners = keyed.winners or (() if by_cards else booked.get("winners")) or ()
    shown = jackpots.read(
        form,
        board=keyed.board,
        hole=keyed.hole or {},
        dealt_in=keyed.dealt_in,
        winners=winners,
        pot_cents=booked["pot_cents"],
    )
    few, all_of = set(booked.get("winners") or ()), set(shown.winners)
    if by_cards:
        few, all_of = all_of, few or all_of
    if few and not few <= all_of:
        raise Refusal(
            "winner_differs",
            N_("The seats booked as winners are %(booked)s."),
            booked=", ".join(str(seat) for seat in booked["winners"]),
        )
    if boards > 1:
        return replace(shown, boards=(*shown.boards, *[()] * (boards - 1)))
    _refuse_other_best(shown)
    return shown


def _refuse_other_best(shown: HandShown) -> None:
    """Refuse (`winner_differs`) cards by which another seat has the best hand than the one that won."""
    ranks = shown.ranks() if shown.has_showdown else {}
    if (
        ranks
        and shown.winners
        and not {seat for seat, value in ranks.items() if value == min(ranks.values())} <= set(shown.winners)
    ):
        best = min(ranks, key=lambda seat: (ranks[seat], seat))
        raise Refusal("winner_differs", N_("The seats booked as winners are %(booked)s."), booked=best)
