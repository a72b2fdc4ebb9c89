"""The demo's jackpots: two funds, one that fell and is partly paid, and what waits for a second person."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from accounting.jackpots.selectors.jackpots import PAYMENTS, SLIPS, TERMS
from accounting.jackpots.services import awards, funds, payments
from accounting.models import Fund, House, JackpotSlip, Window
from tables.jackpots.selectors import claims as selector
from tables.jackpots.selectors.claims import Keyed
from tables.jackpots.services import claims
from tables.models import Hand, JackpotClaim
from tools.evening.room import Room

BAD_BEAT: Final[dict[str, Any]] = {
    "loser_bp": 5_000, "winner_bp": 2_500, "table_bp": 2_500, "qualifying": "Ah As Ad Tc Th", "least_dealt_in": 4,
    "least_pot_cents": 2_000, "seed_cents": 500_000, "reserve_bp": 1_000, "must_fall_cents": 3_000_000,
}  # fmt: skip
MYSTERY: Final[dict[str, Any]] = {
    "winner_bp": 6_000, "table_bp": 4_000, "falls_bp": 5_000, "every_table": True, "seed_cents": 100_000,
}  # fmt: skip
GIVEN_CENTS: Final = {"bad-beat": 2_491_800, "mystery": 120_050}


def open_funds(room: Room, house: House) -> None:
    """Two funds, each with terms that two managers have signed before the first hand."""
    for code, name, kind, terms in (
        ("bad-beat", "Bad-Beat-Jackpot", "bad_beat", BAD_BEAT),
        ("mystery", "Mystery", "mystery", MYSTERY),
    ):
        fund = funds.open_fund(house_id=house.pk, code=code, name=name, kind=kind, actor=room.manager)
        row = funds.propose_terms(fund_id=fund.pk, terms=terms, actor=room.manager)
        funds.approve_terms(fund_terms_id=row.pk, seen=TERMS.seen(row), actor=room.second_manager)


def fall(room: Room) -> None:
    """The house gives money; a jackpot falls and its first share is paid, another one waits to be approved."""
    bad_beat, mystery = Fund.objects.get(code="bad-beat"), Fund.objects.get(code="mystery")
    for fund in (bad_beat, mystery):
        _give(room, fund)
    fallen, claimed = hands(1, "every_action")[0], hands(1, "summary")[0]
    claim = claims.enter(hand_id=fallen.pk, fund_id=mystery.pk, actor=room.floor)
    claims.approve(claim_id=claim.pk, seen=selector.CLAIMS.seen(claim), actor=room.manager)
    first = JackpotSlip.objects.earliest("number")
    window_id = Window.objects.get(code="K1").pk
    awards.pay(
        jackpot_slip_id=first.pk,
        window_id=window_id,
        guest=selector.winner(first),
        seen=SLIPS.seen(first),
        actor=room.counters[0],
    )
    claims.enter(hand_id=claimed.pk, fund_id=mystery.pk, keyed=_keyed(claimed), actor=room.floor)
    terms = {**BAD_BEAT, "reserve_bp": 2_000}
    funds.propose_terms(fund_id=bad_beat.pk, terms=terms, actor=room.second_manager)
    payments.ask_payment(
        fund_id=bad_beat.pk, kind="seed", amount_cents=50_000, reason="zum Wochenende", actor=room.second_manager
    )


def hands(count: int, recording: str) -> list[Hand]:
    """The latest settled hands at open tables that nobody has claimed."""
    claimed = JackpotClaim.objects.values("hand_id")
    rows = Hand.objects.filter(state="settled", recording=recording, session__closed_at=None, corrects=None)
    return list(rows.exclude(pk__in=claimed).order_by("-pk")[:count])


def _give(room: Room, fund: Fund) -> None:
    row = payments.ask_payment(
        fund_id=fund.pk,
        kind="gift",
        amount_cents=GIVEN_CENTS[fund.code],
        reason="Jubiläum des Hauses",
        actor=room.manager,
    )
    payments.approve_payment(fund_move_id=row.pk, seen=PAYMENTS.seen(row), actor=room.second_manager)


def _keyed(hand: Hand) -> Keyed:
    """What the floor enters where only the outcome was recorded: the winners, and as many seats as were dealt in."""
    result: Mapping[str, Any] = hand.result or {}
    there = sorted(selector.guests_at(hand))
    winners: Sequence[int] = tuple(result.get("winners") or there[:1])
    others = [seat for seat in there if seat not in winners]
    return Keyed(dealt_in=tuple(sorted([*winners, *others][: result["dealt_in"]])), winners=tuple(winners))
