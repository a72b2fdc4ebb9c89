"""Jackpots on a busy night, for the look at every page: one fell and is partly paid, one is claimed, boxes wait."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import TypeAlias

from accounting.models import Fund, FundDrop, FundMove, FundTerms, House, JackpotSlip, Window
from accounting.services import prints
from accounting.services.jackpots import awards, counting, funds, payments
from casino import house_time
from casino.models import User
from tables.jackpots.selectors import claims as selector
from tables.jackpots.selectors.claims import Keyed
from tables.jackpots.services import claims
from tables.models import Hand, JackpotClaim

Examples: TypeAlias = Sequence[tuple[str, Mapping[str, Sequence[object]]]]
BAD_BEAT = {
    "loser_bp": 5_000, "winner_bp": 2_500, "table_bp": 2_500, "qualifying": "Ah As Ad Tc Th", "least_dealt_in": 4,
    "least_pot_cents": 2_000, "seed_cents": 500_000, "reserve_bp": 1_000, "must_fall_cents": 3_000_000,
}  # fmt: skip
MYSTERY = {"winner_bp": 6_000, "table_bp": 4_000, "falls_bp": 5_000, "every_table": True, "seed_cents": 100_000}


def people() -> tuple[User, ...]:
    """Floor, two managers, two of the cage."""
    return tuple(User.objects.get(username=name) for name in ("floor", "manager", "manager2", "cage", "cage2"))


def play(house: House) -> None:
    """Two funds with terms and money; a jackpot is half paid, another one waits for its second person."""
    floor, manager, second, cage, cage2 = people()
    fallen, claimed = hands(2, "every_action"), hands(1, "summary")
    before = Hand.objects.order_by("started_at").first()
    assert before is not None
    then = before.started_at - timedelta(hours=1)
    with house_time.shown_by(lambda: then):
        bad_beat = _signed(house, "bad-beat", "Bad-Beat-Jackpot", "bad_beat", BAD_BEAT, manager, second)
        mystery = _signed(house, "mystery", "Mystery", "mystery", MYSTERY, manager, second)
    _give(bad_beat, 2_491_800, manager, second)
    _give(mystery, 120_050, manager, second)
    claim = claims.enter(hand_id=fallen[0].pk, fund_id=mystery.pk, actor=floor)
    claims.approve(claim_id=claim.pk, actor=manager)
    window = Window.objects.get(code="K1").pk
    first = JackpotSlip.objects.earliest("number")
    awards.pay(jackpot_slip_id=first.pk, window_id=window, guest="4711", actor=cage)
    prints.record(house_id=house.pk, subject=f"jackpot-slip:{first.number}", actor=cage)
    seats = sorted(selector.guests_at(claimed[0]))[: (claimed[0].result or {})["dealt_in"]]
    winners = tuple((claimed[0].result or {}).get("winners") or seats[:1])
    claims.enter(
        hand_id=claimed[0].pk,
        fund_id=mystery.pk,
        keyed=Keyed(dealt_in=_with(seats, winners, sorted(selector.guests_at(claimed[0]))), winners=winners),
        actor=floor,
    )
    row = counting.take_boxes(fund_id=mystery.pk, actor=floor)
    for person in (cage, cage2):
        counting.count_boxes(fund_drop_id=row.pk, found={"200": 1}, actor=person)
    counting.take_boxes(fund_id=bad_beat.pk, actor=floor)
    funds.propose_terms(fund_id=bad_beat.pk, terms={**BAD_BEAT, "reserve_bp": 2_000}, actor=second)
    payments.ask_payment(fund_id=bad_beat.pk, kind="seed", amount_cents=50_000, reason="zum Wochenende", actor=second)


def examples() -> Examples:
    """What stands for the parts of these pages' addresses."""
    due = JackpotSlip.objects.filter(state="due").earliest("number").pk
    paid = JackpotSlip.objects.get(state="paid").pk
    proposed = JackpotClaim.objects.get(state="proposed").pk
    return (
        (r"management/funds/terms/", {"pk": [FundTerms.objects.get(state="proposed").pk]}),
        (r"management/funds/payments/", {"pk": [FundMove.objects.get(state="asked").pk]}),
        (r"management/funds/counts/", {"pk": [FundDrop.objects.get(counted_at__isnull=False).pk]}),
        (r"management/funds/slips/", {"pk": [due]}),
        (r"management/funds/", {"pk": list(Fund.objects.order_by("code").values_list("pk", flat=True))}),
        (r"cage/jackpots/count/", {"pk": [FundDrop.objects.get(counted_at=None).pk]}),
        (r"cage/jackpots/<jackpot_slip:pk>/print/", {"pk": [paid], "number": [1]}),
        (r"cage/jackpots/<jackpot_slip:pk>/pay/", {"pk": [due]}),
        (r"cage/jackpots/", {"pk": [due, paid]}),
        (r"floor/jackpots/hands/", {"pk": [hands(1, kind)[0].pk for kind in ("every_action", "summary")]}),
        (r"floor/jackpots/<claim:pk>/(approve|decline)/", {"pk": [proposed]}),
        (r"floor/jackpots/", {"pk": [JackpotClaim.objects.get(state="approved").pk, proposed]}),
    )


def hands(count: int, recording: str) -> list[Hand]:
    """The latest settled hands at open tables that nobody has claimed."""
    claimed = JackpotClaim.objects.values("hand_id")
    rows = Hand.objects.filter(state="settled", recording=recording, session__closed_at=None, corrects=None)
    return list(rows.exclude(pk__in=claimed).order_by("-pk")[:count])


def _with(seats: Sequence[int], winners: Sequence[int], there: Sequence[int]) -> tuple[int, ...]:
    """As many seats as were dealt in, the winners among them."""
    others = [seat for seat in there if seat not in winners]
    return tuple(sorted([*winners, *others][: len(seats)]))


def _signed(
    house: House, code: str, name: str, kind: str, terms: Mapping[str, object], author: User, second: User
) -> Fund:
    fund = funds.open_fund(house_id=house.pk, code=code, name=name, kind=kind, actor=author)
    row = funds.propose_terms(fund_id=fund.pk, terms=dict(terms), actor=author)
    funds.approve_terms(fund_terms_id=row.pk, actor=second)
    return fund


def _give(fund: Fund, amount_cents: int, author: User, second: User) -> None:
    row = payments.ask_payment(
        fund_id=fund.pk, kind="gift", amount_cents=amount_cents, reason="Jubiläum des Hauses", actor=author
    )
    payments.approve_payment(fund_move_id=row.pk, actor=second)
