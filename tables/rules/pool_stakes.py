"""Table stakes where one pool is kept (T1, T3): bounds of each guest's stack.

Where only outcomes are recorded, single stacks are unknown.  Known are the chips each guest brought, the pots since
they sat down and the sum of all stacks.  So a pot can be refused only where no course of those hands allows it:

- Nobody puts more into a pot than another player matches: an uncalled bet goes back before the pot is counted.  Only
  dead money (antes, missed blinds) is put in beside that.  So a hand costs a player at most half of the pot and half of
  their own dead money.
- A player wins from each other player at most their own contribution, so of a pot among `n` at least one n-th of the
  money that is not dead was the winner's own.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from casino.errors import Refusal, _
from tables.rules.terms import rebuys
from tables.rules.terms.rebuys import Rebuy

_HALF_BP: Final = BASIS_POINTS // 2


@dataclass(frozen=True, slots=True)
class Played:
    """A booked hand; `dead_cents`: the most dead money that one player can have put in."""

    pot_cents: int
    dealt_in: int
    dead_cents: int = 0

    @property
    def most_won_cents(self) -> int:
        """The most one player can have won, before tax and tips: those may have come out of others' winnings."""
        live_cents = max(0, self.pot_cents - self.dealt_in * self.dead_cents)
        return self.pot_cents - min(money.split(live_cents, [1] * self.dealt_in))

    @property
    def most_lost_cents(self) -> int:
        """The most one player can have lost."""
        half_cents = money.share(self.pot_cents + self.dead_cents, _HALF_BP, rounding=Rounding.UP)
        return min(self.pot_cents, half_cents)


@dataclass(frozen=True, slots=True)
class Holding:
    """The bounds of one guest's stack, in cents."""

    least_cents: int
    most_cents: int


def holding(
    brought_cents: int, hands: Iterable[Played], *, charged_cents: int = 0, found_cents: int = 0, missing_cents: int = 0
) -> Holding:
    """The bounds for a guest who brought `brought_cents` and may have been dealt into `hands`.

    `charged_cents`: the time charges since.  `found_cents`, `missing_cents`: how far counts of all chips on the table
    were above and below the books; they may concern any guest.
    """
    won_cents = lost_cents = 0
    for hand in hands:
        won_cents += hand.most_won_cents
        lost_cents += hand.most_lost_cents
    least_cents = brought_cents - lost_cents - charged_cents - missing_cents
    return Holding(max(0, least_cents), brought_cents + won_cents + found_cents)


def most_in_pot(holdings: Sequence[Holding], dealt_in: int, *, pool_cents: int | None, dead_cents: int) -> int:
    """The largest pot that `dealt_in` of these guests can have played for, in cents.

    `pool_cents`: the sum of all their stacks, of which the guests not dealt in keep at least their least; None where
    some have left since, or it is unknown.
    """
    stacks = sorted((one.most_cents for one in holdings), reverse=True)[:dealt_in]
    matched_cents = stacks[1] + dead_cents
    most_cents = sum(min(cents, matched_cents) for cents in stacks)
    if pool_cents is None:
        return most_cents
    kept_cents = sum(sorted(one.least_cents for one in holdings)[: len(holdings) - dealt_in])
    return min(most_cents, pool_cents - kept_cents)


def check_pot(pot_cents: int, most_cents: int, dealt_in: int) -> None:
    """Refuse a pot above the most that the players dealt in can have put in (`pot_above_stakes`; T1)."""
    if pot_cents > most_cents:
        raise Refusal(
            "pot_above_stakes",
            _(
                "%(dealt_in)s players can have put in at most %(most_cents)s, from what they brought and can have won. "
                "If a hand is missing, record it first."
            ),
            pot_cents=pot_cents,
            most_cents=most_cents,
            dealt_in=dealt_in,
        )


def check_top_up(
    has: Holding, amount_cents: int, rebuy: Rebuy, *, min_buy_in_cents: int, max_buy_in_cents: int | None
) -> None:
    """Refuse a top-up that the game does not sell (S6), below the minimum (T3; seed 001) or above the maximum (S5).

    Codes: those of `rebuys.check`, `below_minimum_buy_in`, `above_maximum_buy_in`; `count_required` where the answer
    depends on a stack that nobody has counted.  The maximum is refused only where it is certainly exceeded.
    """
    is_known = has.least_cents == has.most_cents
    rebuys.check(rebuy, has.least_cents, amount_cents)
    if rebuy.at_cents is not None and has.most_cents > rebuy.at_cents:
        raise _count_required(at_cents=rebuy.at_cents)
    short_cents = min_buy_in_cents - has.least_cents
    if amount_cents < short_cents:
        if not is_known and amount_cents >= min_buy_in_cents - has.most_cents:
            raise _count_required(min_buy_in_cents=min_buy_in_cents, least_cents=short_cents)
        raise Refusal(
            "below_minimum_buy_in",
            _("The stack must reach the minimum buy-in of %(min_buy_in_cents)s: add at least %(least_cents)s."),
            min_buy_in_cents=min_buy_in_cents,
            least_cents=min_buy_in_cents - has.most_cents,
        )
    if max_buy_in_cents is not None and has.least_cents + amount_cents > max_buy_in_cents:
        raise Refusal(
            "above_maximum_buy_in",
            _("The maximum buy-in is %(max_buy_in_cents)s: at most %(most_cents)s more."),
            max_buy_in_cents=max_buy_in_cents,
            most_cents=max(0, max_buy_in_cents - has.least_cents),
        )


def _count_required(**facts: int) -> Refusal:
    return Refusal(
        "count_required", _("This table keeps one pool: count the guest's chips before they buy more."), **facts
    )
