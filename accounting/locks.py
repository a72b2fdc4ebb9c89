"""Locks of the money side, always taken in one order.

House → gaming day → fund, drop, slip, window → book → places by name.

The day is locked by an advisory lock, not on its row.  Every post holds it shared, so that closing waits for posts in
progress, and later posts find the day closed (the trigger `entry_day_is_open` takes the same lock).  Locking the row
instead would make every hand of the house contend for it.
"""

from collections.abc import Iterable
from typing import TypeVar

from django.db import connection
from django.db.models import Model

from accounting.models import (
    Drop,
    Finding,
    Fund,
    FundDrop,
    FundMove,
    FundTerms,
    GamingDay,
    House,
    JackpotPayee,
    JackpotSlip,
    Slip,
    Window,
)
from casino.errors import N_, NotFound, Refusal
from casino.rows import existing
from casino.selectors.decisions import Matter

RowType = TypeVar("RowType", bound=Model)

DAY_LOCK = 20_261  # first key of the advisory lock, also in the trigger `entry_day_is_open`
ROLL_UP_LOCK = 20_262  # outside the lock order: only one transaction fills the roll-ups


def share_day(day_id: int) -> None:
    """Keep the day open for entries until the transaction ends; refuses `gaming_day_closed`."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", [DAY_LOCK, day_id])
        cursor.execute("SELECT state <> 'closed' FROM accounting_gamingday WHERE id = %s", [day_id])
        if cursor.fetchone() != (True,):
            raise Refusal("gaming_day_closed", N_("The gaming day is closed."))


def take_day(day_id: int) -> GamingDay:
    """Lock the house and the day exclusively until the transaction ends, so that nothing can be posted into the day."""
    rows = GamingDay.objects.filter(pk=day_id)
    house(
        existing(rows.values_list("house_id", flat=True), NotFound("no_such_gaming_day", N_("Gaming day not found.")))
    )
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [DAY_LOCK, day_id])
    return rows.select_for_update(of=("self",)).select_related("house").get()


def house(house_id: int) -> House:
    """Lock a house for steps that must not run twice at once (opening its day, numbering its slips and schedules).

    A `no key` lock: inserting rows that refer to the house does not wait for it, so that tables play on.  Refuses
    `no_such_house`.
    """
    rows = House.objects.select_for_update(no_key=True).filter(pk=house_id)
    return existing(rows, NotFound("no_such_house", N_("House not found.")))


def of_house(matter: Matter[RowType], pk: int) -> RowType:
    """Lock the house of a row that waits for its second person, and return the row as it is then.

    Refuses a row that is not there, as the matter does.
    """
    rows = matter.model._default_manager.filter(pk=pk).values_list(matter.house(), flat=True)
    house(existing(rows, matter.missing()))
    return matter.row(pk)


def drop(drop_id: int) -> Drop:
    """Lock a box taken from a table; refuses `no_such_drop`."""
    rows = Drop.objects.select_for_update(of=("self",)).select_related("house", "gaming_day")
    return existing(rows.filter(pk=drop_id), NotFound("no_such_drop", N_("Box not found.")))


def fund(fund_id: int) -> Fund:
    """Lock a jackpot fund while its terms, money or boxes are decided on; hands go on feeding it.

    Refuses `no_such_fund`.
    """
    rows = Fund.objects.select_for_update(of=("self",), no_key=True).select_related("house")
    return existing(rows.filter(pk=fund_id), NotFound("no_such_fund", N_("Fund not found.")))


def funds(fund_ids: Iterable[int]) -> dict[int, Fund]:
    """Lock several funds in one order; refuses `no_such_fund`."""
    return {fund_id: fund(fund_id) for fund_id in sorted(set(fund_ids))}


def fund_terms(terms_id: int) -> FundTerms:
    """Lock a fund and return a version of its terms; refuses `no_such_version`."""
    rows = FundTerms.objects.select_related("fund__house").filter(pk=terms_id)
    fund(existing(rows.values_list("fund_id", flat=True), NotFound("no_such_version", N_("Terms not found."))))
    return rows.get()


def fund_move(move_id: int) -> FundMove:
    """Lock a payment's fund, and the one it goes to, and return the payment; refuses `no_such_payment`."""
    row = existing(FundMove.objects.filter(pk=move_id), NotFound("no_such_payment", N_("Payment not found.")))
    funds([row.fund_id] if row.to_fund_id is None else [row.fund_id, row.to_fund_id])
    return FundMove.objects.select_related("fund__house", "to_fund").get(pk=move_id)


def fund_drop(drop_id: int) -> FundDrop:
    """Lock a fund and return its boxes; refuses `no_such_drop`."""
    rows = FundDrop.objects.select_related("fund__house", "gaming_day").filter(pk=drop_id)
    fund(existing(rows.values_list("fund_id", flat=True), NotFound("no_such_drop", N_("Box not found."))))
    return rows.get()


def jackpot_slip(slip_id: int) -> JackpotSlip:
    """Lock a jackpot's slip while it is paid or lapses; refuses `no_such_slip`."""
    rows = JackpotSlip.objects.select_for_update(of=("self",)).select_related("house", "fund")
    return existing(rows.filter(pk=slip_id), NotFound("no_such_slip", N_("Slip not found.")))


def jackpot_payee(payee_id: int) -> JackpotPayee:
    """Lock a jackpot's slip and return the naming of another payee; refuses `no_such_payee`."""
    rows = JackpotPayee.objects.select_related("slip__house", "slip__fund").filter(pk=payee_id)
    jackpot_slip(existing(rows.values_list("slip_id", flat=True), NotFound("no_such_payee", N_("Payee not found."))))
    return rows.get()


def slip(slip_id: int) -> Slip:
    """Lock a slip while its chips are brought or it is cancelled; refuses `no_such_slip`."""
    return existing(
        Slip.objects.select_for_update(of=("self",)).select_related("house", "gaming_day", "window").filter(pk=slip_id),
        NotFound("no_such_slip", N_("Slip not found.")),
    )


def window(window_id: int) -> Window:
    """Lock a window together with its shift, chips and cash; refuses `no_such_window`."""
    return existing(
        Window.objects.select_for_update(of=("self",), no_key=True).select_related("house").filter(pk=window_id),
        NotFound("no_such_window", N_("Window not found.")),
    )


def finding(finding_id: int) -> Finding:
    """Lock a finding while it is decided; refuses `no_such_finding`."""
    rows = Finding.objects.select_for_update(of=("self",)).filter(pk=finding_id)
    return existing(rows, NotFound("no_such_finding", N_("Finding not found.")))


def findings(finding_ids: Iterable[int]) -> list[Finding]:
    """Lock findings while they are decided, after their house, which numbers decisions; refuses `no_such_finding`."""
    ordered = sorted(set(finding_ids))
    houses = Finding.objects.filter(pk__in=ordered).order_by("house_id").values_list("house_id", flat=True)
    for house_id in houses.distinct():
        house(house_id)
    return [finding(finding_id) for finding_id in ordered]


def findings_under(house_id: int, decision_number: int) -> list[Finding]:
    """Lock a house, so that no day of it is closed meanwhile, and the findings that stand under one of its decisions.

    Refuses `no_such_house`.
    """
    house(house_id)
    rows = Finding.objects.select_for_update(of=("self",)).order_by("pk")
    return list(rows.filter(house_id=house_id, decision_number=decision_number))


def try_roll_ups() -> bool:
    """Lock the roll-ups until the transaction ends; False if another transaction holds the lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, 0)", [ROLL_UP_LOCK])
        return bool(cursor.fetchone() == (True,))


def roll_ups() -> None:
    """Lock the roll-ups until the transaction ends; waits while another transaction holds the lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, 0)", [ROLL_UP_LOCK])
