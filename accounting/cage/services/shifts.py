"""A shift at a window: the steps shared by opening, closing, trading and slips.

All are inner steps; the caller holds the window (`accounting.locks.window`).
"""

from collections.abc import Mapping
from typing import NamedTuple

from accounting import chain, chips, places
from accounting.chain import Move
from accounting.ledger.selectors import balances
from accounting.models import Slip, Window, WindowShift
from casino import reasons
from casino.errors import N_, Refusal


class Counted(NamedTuple):
    """Chips by denomination, as stored, and their value."""

    chips: dict[str, int]
    cents: int


def of(window: Window) -> WindowShift:
    """The shift of a window that trades; refuses `window_closed`, and `window_counted` while its count waits."""
    shift = unfinished(window)
    if shift.counted_at is not None:
        raise Refusal(
            "window_counted", N_("Window %(window)s is counted: confirm the count, or carry on."), window=window.code
        )
    return shift


def unfinished(window: Window) -> WindowShift:
    """The window's open shift, counted or not, with its gaming day; refuses `window_closed`."""
    shift = WindowShift.objects.select_related("gaming_day").filter(window=window, closed_at=None).first()
    if shift is None:
        raise Refusal("window_closed", N_("Window %(window)s is closed."), window=window.code)
    shift.window = window
    return shift


def counted(window: Window, given: Mapping[str, object]) -> Counted:
    """Read chips by denomination; refuses `bad_chips` and `denomination_unknown` (a chip the house does not have)."""
    pieces = chips.parse(given, window.house.denominations_cents)
    return Counted(chips.dump(pieces), chips.total_cents(pieces))


def refuse_open_slips(window: Window) -> None:
    """Refuse (`slips_open`) to close a shift with open slips: a slip is booked into the shift it was asked for in."""
    numbers = list(
        Slip.objects.filter(window=window, state=Slip.State.ASKED).order_by("number").values_list("number", flat=True)
    )
    if numbers:
        raise Refusal(
            "slips_open",
            N_("Slips still to be done at this window: %(slips)s."),
            slips=", ".join(str(number) for number in numbers),
        )


def refuse_unexplained(
    booked: Mapping[str, int], found: Mapping[str, int], explanation: str, *, tolerance_cents: int = 0
) -> None:
    """Refuse (`explanation_required`) an unexplained difference at any place, even if the differences cancel out."""
    differs = any(abs(booked[place] - found[place]) > tolerance_cents for place in found)
    if differs and len(explanation.strip()) < reasons.SHORTEST:
        raise Refusal(
            "explanation_required",
            N_("Booked %(booked_cents)s, counted %(counted_cents)s. Count again, or give a reason."),
            booked_cents=sum(booked.values()),
            counted_cents=sum(found.values()),
            differences={place: found[place] - booked[place] for place in found if found[place] != booked[place]},
        )


def refuse_short(shift: WindowShift, place: str, amount_cents: int) -> None:
    """Refuse more than the place holds, naming cash or chips (`not_enough_cash`, `not_enough_chips`)."""
    held_cents = balances.of(shift.window.house_id, [place])[place]
    if held_cents >= amount_cents:
        return
    if place == places.cash(shift.window.code):
        raise Refusal(
            "not_enough_cash",
            N_("There are only %(cash_cents)s in the drawer."),
            cash_cents=held_cents,
            amount_cents=amount_cents,
        )
    raise Refusal(
        "not_enough_chips",
        N_("There are not enough chips for that."),
        chips_cents=held_cents,
        amount_cents=amount_cents,
    )


def back_to_bank(place: str, variance: str, booked_cents: int, counted_cents: int) -> list[Move]:
    """The counted sum to the bank, the difference from or to the variance; the place's balance is 0 afterwards."""
    over_cents = counted_cents - booked_cents
    moves = [Move(variance, place, over_cents)] if over_cents > 0 else []
    moves += [Move(place, variance, -over_cents)] if over_cents < 0 else []
    moves += [Move(place, places.bank(), counted_cents)] if counted_cents else []
    return moves


def book(window_code: str) -> str:
    """The ledger's book of a window."""
    return f"cage/{window_code}"


def subject(shift: WindowShift) -> str:
    """The subject by which entries and findings name a shift."""
    return f"shift:{shift.pk}"


def opening_facts(shift: WindowShift) -> list[object]:
    """The values that the evidence digest of an opening's entry covers."""
    return [
        shift.pk,
        shift.window_id,
        shift.gaming_day_id,
        chain.moment(shift.opened_at),
        shift.opened_by_id,
        shift.chips,
        [shift.chips_cents, shift.cash_cents],
    ]


def closing_facts(shift: WindowShift) -> list[object]:
    """The values that the evidence digest of a closing's entry covers."""
    assert shift.closed_at is not None
    return [
        shift.pk,
        chain.moment(shift.closed_at),
        [shift.counted_by_id, shift.closed_by_id, shift.closed_alone],
        shift.counted_chips,
        [shift.counted_chips_cents, shift.counted_cash_cents, shift.variance_cents],
        shift.explanation,
    ]
