"""Reads jackpot funds: what is in them, what hands have posted to them in a day, their terms, counts and slips.

Readers of the reports see what a fund holds.  People who count its boxes blind do not: what a fund holds, less what was
paid in, is what lies in its boxes.  The slips are for the cage too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Case, QuerySet, Sum, When
from django.utils.module_loading import import_string

from accounting import money, places
from accounting.cage.selectors import boxes
from accounting.cage.selectors.boxes import Shown
from accounting.ledger.selectors import balances, blind
from accounting.models import Fund, FundDrop, FundMove, FundTerms, GamingDay, JackpotPayee, JackpotSlip, Print
from accounting.policy import jackpots as policy
from accounting.policy.jackpots import JackpotTerms, Kind
from casino import roles, wording
from casino.errors import N_, NotFound, Refusal
from casino.rows import existing
from casino.selectors.decisions import APPROVER, AWARDER, CLAIMANT, PAYER, PROPOSER, Duties, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"
FUNDS = blind.REPORTS
SHOWN = 20
EDITS, APPROVES = "accounting.edit_fund", "accounting.approve_fund"
PAYS = "accounting.run_window"
"""Who pays slips, and before whom a winner names another payee: the winner stands at a window."""
Winner = Callable[[JackpotSlip], str]
"""The number of the guest who won a slip; `settings.JACKPOT_WINNER`."""


class Known(NamedTuple):
    """The number under which a guest is known now, and the name; empty where the number is nobody's."""

    number: str
    name: str = ""


KnownAs = Callable[[int, str], Known]
"""As whom the guest of a house (id) with a number is known now; `settings.GUEST_KNOWN_AS`."""


def held(fund: Fund) -> dict[str, int]:
    """The fund's own money by place: what is posted, and the reserve."""
    return balances.of(fund.house_id, [places.jackpot(fund.code), places.reserve(fund.code)])


def moved_cents(row: FundMove) -> int:
    """What a payment moves; a closing that waits moves all that its fund holds now."""
    is_open_closing = row.kind == FundMove.Kind.CLOSING and row.state == FundMove.State.ASKED
    return sum(held(row.fund).values()) if is_open_closing else row.amount_cents


def winner(slip: JackpotSlip) -> str:
    """The number of the guest who won a slip."""
    of_slip: Winner = import_string(settings.JACKPOT_WINNER)
    return of_slip(slip)


def naming(slip: JackpotSlip) -> JackpotPayee | None:
    """The payee whom the winner of a slip has named, decided or not; None where there is none."""
    return next((row for row in slip.payees.all() if row.state != JackpotPayee.State.DECLINED), None)


def payee(slip: JackpotSlip) -> JackpotPayee | None:
    """The payee whom the winner of a slip has named before two people."""
    row = naming(slip)
    return row if row is not None and row.state == JackpotPayee.State.APPROVED else None


def named(slip: JackpotSlip) -> str | None:
    """The number under which that payee is known now; None: the winner alone is paid."""
    row = payee(slip)
    return None if row is None else known(slip.house_id, row.guest).number


def known(house_id: int, number: str) -> Known:
    """As whom the guest with a number is known now."""
    known_as: KnownAs = import_string(settings.GUEST_KNOWN_AS)
    return known_as(house_id, number)


TERMS = Matter(
    model=FundTerms,
    name=N_("Terms of a jackpot fund"),
    about=str,
    persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
    edits=EDITS,
    approves=APPROVES,
    page="management:fund-terms-approve",
    declines="management:fund-terms-decline",
    decided=lambda row: (
        Refusal("terms_declined", N_("This proposal was declined."))
        if row.state == FundTerms.State.DECLINED
        else Refusal("terms_approved", N_("These terms are already approved."))
    ),
    missing=lambda: NotFound("no_such_version", N_("Terms not found.")),
    related=("fund",),
    is_alarmed=True,
)
PAYMENTS = Matter(
    model=FundMove,
    name=N_("Payment of a jackpot fund"),
    about=lambda row: f"{row.fund} · {row.get_kind_display()} · {wording.money(moved_cents(row))}",
    persons={PROPOSER: "asked_by", APPROVER: "decided_by"},
    edits=EDITS,
    approves=APPROVES,
    page="management:fund-payment-approve",
    declines="management:fund-payment-decline",
    decided=lambda _row: Refusal("payment_decided", N_("This payment has already been decided.")),
    shows=moved_cents,
    asked_at="asked_at",
    waits={"state": FundMove.State.ASKED},
    approved={"state": FundMove.State.DONE},
    missing=lambda: NotFound("no_such_payment", N_("Payment not found.")),
    related=("fund", "to_fund"),
)
SLIPS = Duties(
    model=JackpotSlip,
    name=N_("Jackpot slip"),
    persons={PROPOSER: "asked_by", APPROVER: "issued_by", PAYER: "done_by"},
    shows=named,
)
"""Three people: one enters the claim, one approves it, one pays the share or gives it back to the fund."""
PAYEES = Matter(
    model=JackpotPayee,
    name=N_("Payee of a jackpot slip"),
    about=lambda row: f"{row.slip} · {wording.money(row.slip.paid_out_cents)} · {row.guest}",
    # As of a slip (`SLIPS`), nobody is two of them.  Two witnesses who entered and approved the claim could lead any
    # share to a guest of theirs, and so could one who pays: each of these takes a third person to join in.
    persons={
        PROPOSER: "proposed_by",
        APPROVER: "decided_by",
        CLAIMANT: "slip__asked_by",
        AWARDER: "slip__issued_by",
        PAYER: "paid_by",
    },
    # A naming that nobody approved changes nothing: the person who asked for it may pay the winner.
    ways={"paid_by": Case(When(state=JackpotPayee.State.APPROVED, then="slip__done_by"))},
    edits=PAYS,
    approves=APPROVES,
    page="cage:jackpot-payee-approve",
    declines="cage:jackpot-payee-decline",
    decided=lambda _row: Refusal("payee_decided", N_("This payee has already been decided on.")),
    missing=lambda: NotFound("no_such_payee", N_("Payee not found.")),
    related=("slip__fund", "slip__house"),
)
"""Two witnesses of the payee whom a winner names, neither of whom has to do with the claim or pays."""

# What the hands of a gaming day have put into a fund, less reversals; a hand is booked in its table's book.
_POSTED = """
SELECT COALESCE(sum(CASE WHEN t.destination = %(place)s THEN t.amount_cents ELSE -t.amount_cents END), 0)
  FROM accounting_entry e
  JOIN accounting_book b ON b.id = e.book_id AND b.house_id = %(house)s AND b.code LIKE 'table/%%'
  JOIN accounting_transfer t ON t.entry_id = e.id AND %(place)s IN (t.source, t.destination)
 WHERE e.gaming_day_id = %(day)s
"""


@dataclass(frozen=True, slots=True)
class FundView:
    """A fund as a reader of the reports sees it; amounts in cents.

    `posted_cents`: the amount on the wall; `owed_cents`: approved shares that are not paid; `uncounted_cents`: posted
    by hands of the days that are not closed, and not counted yet.
    """

    fund: Fund
    posted_cents: int
    reserve_cents: int
    owed_cents: int
    withheld_cents: int
    uncounted_cents: int
    current: FundTerms | None
    versions: Sequence[FundTerms]
    moves: Sequence[FundMove]
    drops: Sequence[Shown[FundDrop]]
    slips: Sequence[JackpotSlip]

    @property
    def terms(self) -> JackpotTerms | None:
        return parsed(self.current) if self.current else None

    @property
    def open_drop(self) -> FundDrop | None:
        """The boxes that were taken and are not counted yet."""
        return next((box.drop for box in self.drops if box.drop.counted_at is None), None)


@dataclass(frozen=True, slots=True)
class Meter:
    """A fund on the wall: its name, the posted amount, and the amount at which it falls at the latest (0: none)."""

    name: str
    posted_cents: int
    must_fall_cents: int

    @property
    def permille(self) -> int:
        """How far the posted amount has come on its way to `must_fall_cents`, for the bar."""
        if not self.must_fall_cents:
            return 0
        return money.whole_times(1_000 * min(self.posted_cents, self.must_fall_cents), self.must_fall_cents)

    @property
    def percent(self) -> int:
        """The same in whole per cent, for those who hear the screen."""
        return money.whole_times(self.permille, 10)


def parsed(row: FundTerms) -> JackpotTerms:
    """The stored terms of a version."""
    return policy.parse(Kind(row.fund.kind), row.terms)


def contributed(fund: Fund, day: GamingDay) -> int:
    """Cents that the hands of a gaming day have put into the fund; negative if corrections took back more."""
    with connection.cursor() as cursor:
        place = places.jackpot(fund.code)
        cursor.execute(_POSTED, {"place": place, "house": fund.house_id, "day": day.pk})
        return int(cursor.fetchone()[0])


def posted_since(fund: Fund, day: GamingDay) -> int:
    """What hands of that day have posted to the fund since its boxes were last taken."""
    taken = fund.drops.filter(gaming_day=day).aggregate(cents=Sum("posted_cents"))["cents"] or 0
    return contributed(fund, day) - taken


def day_to_count(fund: Fund) -> GamingDay | None:
    """The day that is being closed, while hands of it are still uncounted; None: the open day is next."""
    closing = GamingDay.objects.filter(house_id=fund.house_id, state=GamingDay.State.CLOSING).first()
    return closing if closing is not None and posted_since(fund, closing) else None


def uncounted(fund: Fund) -> list[str]:
    """The dates of days that are not closed and have money of the fund that nobody has counted."""
    days = GamingDay.objects.filter(house_id=fund.house_id).exclude(state=GamingDay.State.CLOSED).order_by("date")
    return [str(day.date) for day in days if is_uncounted(fund, day)]


def is_uncounted(fund: Fund, day: GamingDay) -> bool:
    """Whether money of a day is not taken, not counted, or differs without an explanation."""
    if posted_since(fund, day):
        return True
    for drop in fund.drops.filter(gaming_day=day):
        if drop.counted_cents is None or (drop.counted_cents != drop.posted_cents and not drop.explanation):
            return True
    return False


def to_count(day: GamingDay) -> list[str]:
    """The codes of the house's funds that keep a gaming day from being closed."""
    rows = Fund.objects.filter(house_id=day.house_id, closed_at=None).order_by("code")
    return [fund.code for fund in rows if is_uncounted(fund, day)]


def of_house(house_id: int, *, actor: "User") -> list[FundView]:
    """The house's funds, those that are open first."""
    roles.require(actor, FUNDS)
    rows = Fund.objects.filter(house_id=house_id).order_by("closed_at", "name")
    return [_view(fund, actor) for fund in sorted(rows, key=lambda fund: (fund.closed_at is not None, fund.name))]


def one(fund_id: int, *, actor: "User") -> FundView:
    """One fund; refuses `no_such_fund`."""
    roles.require(actor, FUNDS)
    rows = Fund.objects.select_related("house").filter(pk=fund_id)
    return _view(existing(rows, NotFound("no_such_fund", N_("Fund not found."))), actor)


def meters(house_id: int) -> tuple[Meter, ...]:
    """The open funds with approved terms, for the wall: what is posted, without anything about a guest."""
    found = []
    for fund in Fund.objects.filter(house_id=house_id, closed_at=None).order_by("name"):
        terms = current(fund)
        if terms is not None:
            place = places.jackpot(fund.code)
            posted_cents = balances.of(house_id, [place])[place]
            found.append(Meter(fund.name, posted_cents, parsed(terms).must_fall_cents))
    return tuple(found)


def slips(house_id: int, *, actor: "User") -> QuerySet[JackpotSlip]:
    """The house's jackpot slips with the people who signed them, the newest first."""
    roles.require(actor, PERMISSION)
    return _slips().filter(house_id=house_id).order_by("-number")


def slip(slip_id: int, *, actor: "User") -> JackpotSlip:
    """A slip with its house; refuses `no_such_slip`."""
    roles.require(actor, PERMISSION)
    return existing(_slips().filter(pk=slip_id), NotFound("no_such_slip", N_("Slip not found.")))


def _slips() -> QuerySet[JackpotSlip]:
    """Slips with the people who signed them and the payees whom their winners named."""
    rows = JackpotSlip.objects.select_related("house", "fund", "window", "asked_by", "issued_by", "done_by")
    return rows.prefetch_related("payees__proposed_by", "payees__decided_by")


def printed(row: JackpotSlip, number: int) -> Print | None:
    """The slip's print of that number, with the person who made it; None if there is none."""
    rows = Print.objects.select_related("by").filter(house_id=row.house_id, subject=paper(row), number=number)
    return rows.first()


def paper(row: JackpotSlip) -> str:
    """The subject by which a slip's prints are numbered."""
    return f"jackpot-slip:{row.number}"


def current(fund: Fund) -> FundTerms | None:
    """The terms in force; None while none was approved."""
    rows = FundTerms.objects.select_related("fund").filter(fund=fund, state=FundTerms.State.APPROVED)
    return rows.order_by("-version").first()


def boxes_taken(fund_drop_id: int) -> FundDrop:
    """The boxes of a fund that were taken together; refuses `no_such_drop`."""
    rows = FundDrop.objects.select_related("fund").filter(pk=fund_drop_id)
    return existing(rows, NotFound("no_such_drop", N_("Box not found.")))


def waiting(house_id: int, *, actor: "User") -> list[Shown[FundDrop]]:
    """The house's boxes of funds that are not settled yet, as the actor may see them, the oldest first."""
    roles.require(actor, PERMISSION)
    rows = FundDrop.objects.select_related("fund", "gaming_day", "taken_by").prefetch_related("counts__counted_by")
    found = rows.filter(house_id=house_id, counted_at=None).order_by("taken_at")
    return [boxes.shown(row, actor=actor) for row in found]


def _view(fund: Fund, actor: "User") -> FundView:
    code = fund.code
    named = (places.jackpot(code), places.reserve(code), places.won(code), places.withheld(code))
    held = balances.of(fund.house_id, named)
    days = GamingDay.objects.filter(house_id=fund.house_id).exclude(state=GamingDay.State.CLOSED)
    versions = FundTerms.objects.select_related("fund", "proposed_by", "decided_by").filter(fund=fund)
    moves = FundMove.objects.select_related("asked_by", "decided_by", "to_fund").filter(fund=fund)
    drops = fund.drops.select_related("gaming_day", "taken_by", "explained_by").prefetch_related("counts__counted_by")
    paid = JackpotSlip.objects.select_related("fund", "window", "done_by").filter(fund=fund)
    return FundView(
        fund,
        posted_cents=held[named[0]],
        reserve_cents=held[named[1]],
        owed_cents=held[named[2]],
        withheld_cents=held[named[3]],
        uncounted_cents=sum(posted_since(fund, day) for day in days),
        current=current(fund),
        versions=list(versions.order_by("-version")),
        moves=list(moves.order_by("-pk")[:SHOWN]),
        drops=[boxes.shown(row, actor=actor) for row in drops.order_by("-taken_at", "-pk")[:SHOWN]],
        slips=list(paid.order_by("-number")[:SHOWN]),
    )
