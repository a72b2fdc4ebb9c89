"""Jackpots on a busy night, for the look at every page: beside what the demo plays, boxes wait and were counted."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from accounting.cage.services import prints
from accounting.jackpots.services import counting, payees
from accounting.models import Fund, FundDrop, FundMove, FundTerms, House, JackpotPayee, JackpotSlip
from casino.models import User
from tables.jackpots.selectors.claims import winner
from tables.models import Guest, JackpotClaim
from tools.evening.jackpots import hands

Examples: TypeAlias = Sequence[tuple[str, Mapping[str, Sequence[object]]]]


def play(house: House) -> None:
    """The slip that was paid is printed again; a payee waits; boxes of one fund are counted, of the other taken."""
    floor, cage, cage2 = (User.objects.get(username=name) for name in ("floor", "cage", "cage2"))
    bad_beat, mystery = Fund.objects.get(code="bad-beat"), Fund.objects.get(code="mystery")
    first = JackpotSlip.objects.get(state="paid")
    prints.record(house_id=house.pk, subject=f"jackpot-slip:{first.number}", actor=cage)
    row = counting.take_boxes(fund_id=mystery.pk, actor=floor)
    for person in (cage, cage2):
        counting.count_boxes(fund_drop_id=row.pk, found={"200": 1}, actor=person)
    counting.take_boxes(fund_id=bad_beat.pk, actor=floor)
    due = JackpotSlip.objects.filter(state="due").earliest("number")
    others = Guest.objects.filter(house=house, merged_into=None, erased_at=None).exclude(number=winner(due))
    friend = others.latest("pk").number
    payees.name(jackpot_slip_id=due.pk, guest=friend, reason="the winner leaves tonight", actor=cage)


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
        (r"cage/jackpots/<jackpot_slip:pk>/payee/", {"pk": [due]}),
        (r"cage/jackpots/payees/", {"pk": [JackpotPayee.objects.get(state="proposed").pk]}),
        (r"cage/jackpots/", {"pk": [due, paid]}),
        (r"floor/jackpots/hands/", {"pk": [hands(1, kind)[0].pk for kind in ("every_action", "summary")]}),
        (r"floor/jackpots/<claim:pk>/(approve|decline)/", {"pk": [proposed]}),
        (r"floor/jackpots/", {"pk": [JackpotClaim.objects.get(state="approved").pk, proposed]}),
    )
