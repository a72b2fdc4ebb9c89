"""Chips by denomination: the number of pieces of each value.  Pure.

`{10_000: 5, 500: 20}` are five chips of 100 euros and twenty of 5: 600 euros.  As JSON the denominations are text.
"""

import re
from collections.abc import Collection, Mapping
from typing import TypeAlias

from accounting import money
from accounting.money import MOST_CENTS
from casino.errors import N_, Malformed, Refusal

_DENOMINATION = re.compile(r"[1-9][0-9]{0,11}")

Chips: TypeAlias = Mapping[int, int]
"""Pieces by denomination in cents; denominations without pieces are left out."""


def parse(given: object, denominations_cents: Collection[int]) -> Chips:
    """Read `{"10000": 5}`; refuses `bad_chips`, `denomination_unknown` (not the house's) and `amount_too_large`."""
    if not isinstance(given, Mapping):
        raise _bad(given)
    pieces = {}
    for denomination, count in given.items():
        if not _DENOMINATION.fullmatch(denomination) or type(count) is not int or count < 0:
            raise _bad(given)
        if count:
            pieces[int(denomination)] = count
    unknown = sorted(set(pieces) - set(denominations_cents))
    if unknown:
        raise Refusal(
            "denomination_unknown",
            N_("The house has no chip of %(denomination_cents)s."),
            denomination_cents=unknown[0],
            denominations=sorted(denominations_cents),
        )
    if total_cents(pieces) > MOST_CENTS:
        raise Refusal(
            "amount_too_large",
            N_("The amount must not exceed %(most_cents)s."),
            amount_cents=total_cents(pieces),
            most_cents=MOST_CENTS,
        )
    return dict(sorted(pieces.items(), reverse=True))


def _bad(given: object) -> Malformed:
    return Malformed(
        "bad_chips", N_("Enter chips like {“10000”: 5}: the value in cents, then how many."), given=str(given)
    )


def refuse_part(amount_cents: int, chip_cents: int, **facts: object) -> None:
    """Refuse (`not_on_chip`) an amount that is no multiple of the smallest chip, `chip_cents`.

    At a cash table it is the smallest chip of the game, at a window the smallest of the house.
    """
    if not money.is_multiple(amount_cents, chip_cents):
        raise Refusal(
            "not_on_chip",
            N_("The smallest chip here is %(chip_cents)s."),
            amount_cents=amount_cents,
            chip_cents=chip_cents,
            **facts,
        )


def counted(given: object, counted_cents: int | None, denominations_cents: Collection[int]) -> tuple[Chips | None, int]:
    """A count as chips (None if only a sum was given) and as cents.

    Refuses a sum that is not that of the chips (`chips_differ`), no count at all (`count_required`), and an impossible
    amount (`amount_too_large`).
    """
    pieces = None
    if given is not None:
        pieces = parse(given, denominations_cents)
        chips_cents = total_cents(pieces)
        if counted_cents not in (None, chips_cents):
            raise Refusal(
                "chips_differ",
                N_("The chips are worth %(chips_cents)s."),
                chips_cents=chips_cents,
                counted_cents=counted_cents,
            )
        counted_cents = chips_cents
    if counted_cents is None:
        raise Refusal("count_required", N_("Count the chips."))
    if not 0 <= counted_cents <= MOST_CENTS:
        raise Refusal(
            "amount_too_large",
            N_("The amount must be between %(least_cents)s and %(most_cents)s."),
            amount_cents=counted_cents,
            least_cents=0,
            most_cents=MOST_CENTS,
        )
    return pieces, counted_cents


def total_cents(chips: Chips) -> int:
    """The value of the chips, in cents."""
    return sum(denomination * pieces for denomination, pieces in chips.items())


def dump(chips: Chips) -> dict[str, int]:
    """The chips as JSON, the largest denomination first; `parse` and `load` read it back."""
    return {str(denomination): pieces for denomination, pieces in sorted(chips.items(), reverse=True) if pieces}


def load(stored: Mapping[str, int]) -> Chips:
    """Read what `dump` wrote, unchecked."""
    return {int(denomination): pieces for denomination, pieces in stored.items()}
