"""Windows of the cage (Kasse): opened with counted chips and cash, sell and redeem chips, are counted and closed.

A window's chips lie at `cage/<window>`, its cash at `cash/<window>`; a sale is one entry with both moves, chips to the
guests and money from them.  A shift books into the gaming day in which it was opened until it is closed, so a window
that is still open at roll-over belongs to the day that is being closed.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import IntegrityError

from accounting import chain, locks, money, places
from accounting.cage.selectors.windows import CLOSINGS
from accounting.cage.services import shifts
from accounting.chain import Move
from accounting.chips import refuse_part
from accounting.days.services import days, guests
from accounting.ledger.selectors import balances
from accounting.ledger.services import ledger
from accounting.models import EntryCode, House, Place, Window, WindowShift
from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.run_window"


@use_case("accounting.run_window")
def create(*, house_id: int, code: str, name: str, actor: "User") -> Window:
    """Set up a window.  Refuses a code that a window or a table has (`window_code_taken`): both name ledger places."""
    places.cage(code)
    _refuse_nameless(name)
    if not House.objects.filter(pk=house_id).exists():
        raise NotFound("no_such_house", N_("House not found."))
    taken = Refusal("window_code_taken", N_("A window or table %(window)s already exists."), window=code)
    tables_own = [places.table_float(code), places.guests(code), places.variance(code)]
    if Place.objects.filter(house_id=house_id, name__in=tables_own).exists():
        raise taken
    try:
        return Window.objects.create(house_id=house_id, code=code, name=name.strip())
    except IntegrityError:
        raise taken from None


@use_case("accounting.run_window")
def edit(*, window_id: int, name: str, is_active: bool, actor: "User") -> Window:
    """Change a window's name, or whether it is in use.  Refuses to take an open one out of use (`window_open`)."""
    window = locks.window(window_id)
    _refuse_nameless(name)
    if not is_active and WindowShift.objects.filter(window=window, closed_at=None).exists():
        raise _already_open(window)
    window.name, window.is_active = name.strip(), is_active
    window.save()
    return window


@use_case("accounting.run_window")
def open_window(*, window_id: int, chips: Mapping[str, object], cash_cents: int, actor: "User") -> WindowShift:
    """Open a window with chips by denomination and cash from the bank, in the house's open gaming day.

    Refuses a window that is open or out of use (`window_open`, `window_out_of_use`), chips the house does not have
    (`denomination_unknown`), and a house without an open gaming day (`no_gaming_day`).
    """
    window = locks.window(window_id)
    if not window.is_active:
        raise Refusal("window_out_of_use", N_("Window %(window)s is out of use."), window=window.code)
    if WindowShift.objects.filter(window=window, closed_at=None).exists():
        raise _already_open(window)
    counted = shifts.counted(window, chips)
    _refuse_amount(cash_cents, least_cents=0)
    shift = WindowShift(
        window=window,
        gaming_day=days.current(window.house_id),
        opened_at=house_time.now(),
        opened_by=actor,
        chips=counted.chips,
        chips_cents=counted.cents,
        cash_cents=cash_cents,
    )
    shift.save()
    brought = [(places.cage(window.code), counted.cents), (places.cash(window.code), cash_cents)]
    ledger.post(
        day=shift.gaming_day,
        book=shifts.book(window.code),
        code=EntryCode.WINDOW_IN,
        subject=shifts.subject(shift),
        moves=[Move(places.bank(), place, cents) for place, cents in brought if cents],
        actor=actor,
        reference=f"window-in:{shift.pk}",
        evidence=chain.evidence(shifts.opening_facts(shift)),
        at=shift.opened_at,
    )
    return shift


@use_case("accounting.run_window")
def sell(
    *,
    window_id: int,
    amount_cents: int,
    actor: "User",
    guest: str = "",
    chips: Mapping[str, object] | None = None,
) -> WindowShift:
    """Sell chips for cash.

    `guest`: the number on the guest's card, or "" for one who is not known, which is refused from 2,000 euros on
    (`guest_required`, GwG §10 (5)); `guests.named` says what else is refused of it.  `chips` by denomination, if given,
    must be worth the amount (`chips_differ`).  Refuses a closed window (`window_closed`), an amount that is not in
    whole chips (`not_on_chip`), and more chips than the window holds (`not_enough_chips`).
    """
    shift = _check_trade(window_id, amount_cents, chips)
    guest = guests.named(shift.window.house_id, guest, amount_cents)
    code = shift.window.code
    shifts.refuse_short(shift, places.cage(code), amount_cents)
    _trade(shift, EntryCode.SALE, places.cage(code), places.cash(code), amount_cents, guest=guest, actor=actor)
    return shift


@use_case("accounting.run_window")
def redeem(
    *,
    window_id: int,
    amount_cents: int,
    actor: "User",
    guest: str = "",
    chips: Mapping[str, object] | None = None,
) -> WindowShift:
    """Take chips back for cash.  Refuses as `sell` does, but for the drawer's cash instead (`not_enough_cash`)."""
    shift = _check_trade(window_id, amount_cents, chips)
    guest = guests.named(shift.window.house_id, guest, amount_cents)
    code = shift.window.code
    shifts.refuse_short(shift, places.cash(code), amount_cents)
    _trade(shift, EntryCode.REDEMPTION, places.cash(code), places.cage(code), amount_cents, guest=guest, actor=actor)
    return shift


@use_case("accounting.run_window")
def close_window(
    *,
    window_id: int,
    chips: Mapping[str, object],
    cash_cents: int,
    actor: "User",
    explanation: str = "",
) -> WindowShift:
    """Count a window in order to close it: it trades no more until another person confirms the count.

    Counting again replaces the count.  A house that does not ask for two people (`House.money_by_two`) has it closed at
    once.  Refuses while the window has open slips (`slips_open`), and an unexplained difference of chips or cash
    (`explanation_required`).
    """
    window = locks.window(window_id)
    shift = shifts.unfinished(window)
    shifts.refuse_open_slips(window)
    counted = shifts.counted(window, chips)
    _refuse_amount(cash_cents, least_cents=0)
    shift.counted_at, shift.counted_by, shift.explanation = house_time.now(), actor, explanation.strip()
    shift.counted_chips, shift.counted_chips_cents, shift.counted_cash_cents = counted.chips, counted.cents, cash_cents
    shifts.refuse_unexplained(_booked(shift), _found(shift), shift.explanation)
    shift.save()
    if not window.house.money_by_two:
        _close(shift, actor, is_alone=True)
    return shift


@use_case(CLOSINGS.approves, decides=CLOSINGS)
def confirm_window(*, window_shift_id: int, seen: str, actor: "User") -> WindowShift:
    """Confirm another person's count, which closes the window: all goes back to the bank, differences to its variance.

    Refuses a window that is closed (`window_closed`) or not counted (`window_not_counted`), the person who counted it
    (`two_people`), and another count than was `seen` (`stale`).
    """
    shift = _locked(window_shift_id)
    decisions.approve(CLOSINGS, shift, actor, seen, saves=False)
    _close(shift, actor, is_alone=False)
    return shift


@use_case(CLOSINGS.edits, decides=CLOSINGS)
def resume_window(*, window_shift_id: int, seen: str, actor: "User") -> WindowShift:
    """Drop the count, so that the window trades on.  Refuses a window as `confirm_window` does."""
    shift = _locked(window_shift_id)
    decisions.refuse_declining(CLOSINGS, shift, actor, seen)
    shift.counted_at = shift.counted_by = shift.counted_chips = None
    shift.counted_chips_cents = shift.counted_cash_cents = None
    shift.explanation = ""
    shift.save()
    return shift


def _locked(window_shift_id: int) -> WindowShift:
    """Lock the shift's window; returns the shift, with its gaming day.  Refuses `no_such_shift`."""
    window = locks.window(CLOSINGS.row(window_shift_id).window_id)
    shift = WindowShift.objects.select_related("gaming_day").get(pk=window_shift_id)
    shift.window = window
    return shift


def _booked(shift: WindowShift) -> dict[str, int]:
    """The balances of chips and cash, by place."""
    return balances.of(shift.window.house_id, [places.cage(shift.window.code), places.cash(shift.window.code)])


def _found(shift: WindowShift) -> dict[str, int]:
    """What was counted of chips and cash, by place."""
    code, chips_cents, cash_cents = shift.window.code, shift.counted_chips_cents, shift.counted_cash_cents
    assert chips_cents is not None
    assert cash_cents is not None
    return {places.cage(code): chips_cents, places.cash(code): cash_cents}


def _close(shift: WindowShift, actor: "User", *, is_alone: bool) -> None:
    """Book everything back to the bank; differences go to the window's variance."""
    code, booked, found = shift.window.code, _booked(shift), _found(shift)
    shift.closed_at, shift.closed_by, shift.closed_alone = house_time.now(), actor, is_alone
    shift.variance_cents = sum(found.values()) - sum(booked.values())
    shift.save()
    variance = places.variance(code)
    ledger.post(
        day=shift.gaming_day,
        book=shifts.book(code),
        code=EntryCode.WINDOW_OUT,
        subject=shifts.subject(shift),
        moves=[move for place in found for move in shifts.back_to_bank(place, variance, booked[place], found[place])],
        actor=actor,
        reason=shift.explanation,
        reference=f"window-out:{shift.pk}",
        evidence=chain.evidence(shifts.closing_facts(shift)),
        at=shift.closed_at,
    )


def _already_open(window: Window) -> Refusal:
    return Refusal("window_open", N_("Window %(window)s is already open."), window=window.code)


def _refuse_nameless(name: str) -> None:
    if not name.strip():
        raise Refusal("window_nameless", N_("Enter a name for the window."))


def _refuse_amount(amount_cents: int, *, least_cents: int) -> None:
    if amount_cents < least_cents:
        raise Refusal(
            "amount_too_small",
            N_("Must be at least %(least_cents)s."),
            amount_cents=amount_cents,
            least_cents=least_cents,
        )
    if amount_cents > money.MOST_CENTS:
        raise Refusal(
            "amount_too_large",
            N_("The amount must not exceed %(most_cents)s."),
            amount_cents=amount_cents,
            most_cents=money.MOST_CENTS,
        )


def _check_trade(window_id: int, amount_cents: int, given: Mapping[str, object] | None) -> WindowShift:
    """Lock the window and check a sale or redemption; returns the window's shift."""
    shift = shifts.of(locks.window(window_id))
    smallest_cents = min(shift.window.house.denominations_cents, default=1)
    _refuse_amount(amount_cents, least_cents=smallest_cents)
    refuse_part(amount_cents, smallest_cents)
    if given is not None:
        chips_cents = shifts.counted(shift.window, given).cents
        if chips_cents != amount_cents:
            raise Refusal(
                "chips_differ",
                N_("The chips are worth %(chips_cents)s."),
                chips_cents=chips_cents,
                amount_cents=amount_cents,
            )
    return shift


def _trade(
    shift: WindowShift, code: EntryCode, source: str, destination: str, amount_cents: int, *, guest: str, actor: "User"
) -> None:
    """Post one entry: `source` pays the guests, the guests pay `destination`."""
    outside = places.guests(shift.window.code)
    ledger.post(
        day=shift.gaming_day,
        book=shifts.book(shift.window.code),
        code=code,
        subject=shifts.subject(shift),
        moves=[Move(source, outside, amount_cents), Move(outside, destination, amount_cents)],
        actor=actor,
        reason=guest,
    )
