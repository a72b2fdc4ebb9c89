"""Table stakes where one pool is kept (T1–T3): bounds of each guest's stack.

Where only outcomes are recorded, single stacks are unknown.  Known are the chips each guest brought, or had when they
were counted, the pots since, and the sum of all stacks.  So a pot or a count can be refused only where no course of
those hands allows it:

- Nobody puts more into a pot than another player matches: an uncalled bet goes back before the pot is counted.  Only
  dead money (antes, missed blinds) is put in beside that.  So a hand costs a player at most half of the pot and half of
  their own dead money.  A tip comes out of the stack of the guest who gives it.
- A player wins from each other player at most their own contribution, so of a pot among `n` at least one n-th of the
  money that is not dead was the winner's own; and from a stack they win at most as much from each of the others.

Where a hand says who put in how much, each stack changes by exactly that, and by what the only winner got.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, Protocol

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from casino.errors import N_, Refusal
from tables.rules.terms import rebuys
from tables.rules.terms.rebuys import Rebuy

_HALF_BP: Final = BASIS_POINTS // 2


@dataclass(frozen=True, slots=True)
class Holding:
    """The bounds of one guest's stack, in cents."""

    least_cents: int
    most_cents: int

    def allows(self, cents: int) -> bool:
        """Whether the stack can be this."""
        return self.least_cents <= cents <= self.most_cents


class Change(Protocol):
    """Something that changed a guest's stack."""

    def after(self, before: Holding) -> Holding:
        """The bounds afterwards."""
        ...


@dataclass(frozen=True)
class Played:
    """A booked hand; `dead_cents`: the most dead money that one player can have put in.

    `taken_cents`: what the house and the players' fund took; `tip_cents`: what the dealer got.  `contributions`: what
    each seat put in, where the hand says it; then `winners` are all who won a part, or unknown where none is named.
    `won`: the part of each winner, before the tip, where that is said too.
    """

    pot_cents: int
    dealt_in: int
    dead_cents: int = 0
    taken_cents: int = 0
    tip_cents: int = 0
    contributions: Mapping[int, int] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    won: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def most_won_cents(self) -> int:
        """The most one player can have won, before tax and tips: those may have come out of others' winnings."""
        live_cents = max(0, self.pot_cents - self.dealt_in * self.dead_cents)
        return self.pot_cents - min(money.split(live_cents, [1] * self.dealt_in))

    @cached_property
    def most_lost_cents(self) -> int:
        """The most one player can have lost, or given to the dealer."""
        half_cents = money.share(self.pot_cents + self.dead_cents, _HALF_BP, rounding=Rounding.UP)
        return min(self.pot_cents, half_cents) + self.tip_cents

    def after(self, before: Holding) -> Holding:
        """Bounds for a guest who may have been dealt in, and may have won."""
        from_others_cents = (self.dealt_in - 1) * (before.most_cents + self.dead_cents)
        return Holding(
            max(0, before.least_cents - self.most_lost_cents),
            before.most_cents + min(self.most_won_cents, from_others_cents),
        )

    def of_seat(self, seat: int | None) -> Change:
        """What the hand did to the guest of this seat (None: a guest who sat on no seat)."""
        if not self.contributions:
            return self
        paid_cents = self.contributions.get(seat, 0) if seat is not None else 0
        winners = self.winners or tuple(self.contributions)
        if seat not in winners:
            return Part(paid_cents, 0, 0)
        if len(winners) == 1:
            won_cents = self.pot_cents - self.taken_cents - self.tip_cents
            return Part(paid_cents, won_cents, won_cents)
        if seat in self.won:
            return Part(paid_cents, self.won[seat] - self.tip_cents, self.won[seat])
        most_cents = winnable(self.contributions, paid_cents, dead_cents=self.dead_cents)
        return Part(paid_cents, -self.tip_cents, min(most_cents, self.pot_cents - self.taken_cents))


@dataclass(frozen=True, slots=True)
class Part:
    """One guest's part in a hand that says who put in how much; won is net of the tip."""

    paid_cents: int
    least_won_cents: int
    most_won_cents: int

    def after(self, before: Holding) -> Holding:
        """Bounds for the guest, who had at least what they put in."""
        least_cents = max(before.least_cents, self.paid_cents) - self.paid_cents + self.least_won_cents
        most_cents = max(before.most_cents, self.paid_cents) - self.paid_cents + self.most_won_cents
        return Holding(max(0, least_cents), most_cents)


@dataclass(frozen=True, slots=True)
class Undone:
    """A hand that was taken back after the guest's chips were counted: each may have got back what it cost them."""

    played: Played

    def after(self, before: Holding) -> Holding:
        """Bounds for a guest who may have been dealt in."""
        return Holding(
            max(0, before.least_cents - self.played.most_won_cents), before.most_cents + self.played.most_lost_cents
        )


def winnable(contributions: Mapping[int, int], paid_cents: int, *, dead_cents: int) -> int:
    """What a player who put in `paid_cents` can win: their own, of each other as much at most, and dead money (H9)."""
    return sum(min(cents, paid_cents + dead_cents) for cents in contributions.values())


def holding(
    has_cents: int, changes: Iterable[Change], *, charged_cents: int = 0, found_cents: int = 0, missing_cents: int = 0
) -> Holding:
    """The bounds for a guest who had `has_cents`, by a count or because they brought it, before these changes.

    Chips that they bought since are part of `has_cents`.  `charged_cents`: the time charges since.  `found_cents`,
    `missing_cents`: how far counts were above and below the books; they may concern any guest.
    """
    held = Holding(has_cents, has_cents + found_cents)
    for change in changes:
        held = change.after(held)
    return Holding(max(0, held.least_cents - charged_cents - missing_cents), held.most_cents)


def narrowed(holdings: Sequence[Holding], pool_cents: int) -> list[Holding]:
    """The bounds of all guests at a table, whose stacks are `pool_cents` together.

    They stay as they are where the sum contradicts them: then a hand is missing, or one was keyed wrong.
    """
    least_cents = sum(one.least_cents for one in holdings)
    most_cents = sum(one.most_cents for one in holdings)
    if not least_cents <= pool_cents <= most_cents:
        return list(holdings)
    return [
        Holding(
            max(one.least_cents, pool_cents - (most_cents - one.most_cents)),
            min(one.most_cents, pool_cents - (least_cents - one.least_cents)),
        )
        for one in holdings
    ]


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
            N_(
                "Given their buy-ins and possible winnings, %(dealt_in)s players can have put in no more than "
                "%(most_cents)s. If a hand is missing, record it first."
            ),
            pot_cents=pot_cents,
            most_cents=most_cents,
            dealt_in=dealt_in,
        )


def check_count(counted_cents: int, has: Holding, *, seat: int) -> None:
    """Refuse chips that the guest cannot have (`stack_out_of_bounds`): too many (T1), or too few to be all (T2)."""
    if not has.allows(counted_cents):
        raise Refusal(
            "stack_out_of_bounds",
            N_(
                "By the books seat %(seat)s has between %(least_cents)s and %(most_cents)s, not %(counted_cents)s. "
                "Count again; if a hand is missing, record it first. Otherwise the floor explains the count."
            ),
            seat=seat,
            counted_cents=counted_cents,
            least_cents=has.least_cents,
            most_cents=has.most_cents,
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
            N_("The stack must reach the minimum buy-in of %(min_buy_in_cents)s: add at least %(least_cents)s."),
            min_buy_in_cents=min_buy_in_cents,
            least_cents=min_buy_in_cents - has.most_cents,
        )
    if max_buy_in_cents is not None and has.least_cents + amount_cents > max_buy_in_cents:
        raise Refusal(
            "above_maximum_buy_in",
            N_("The maximum buy-in is %(max_buy_in_cents)s: no more than %(most_cents)s can be added."),
            max_buy_in_cents=max_buy_in_cents,
            most_cents=max(0, max_buy_in_cents - has.least_cents),
        )


def _count_required(**facts: int) -> Refusal:
    return Refusal(
        "count_required", N_("This table keeps one pool: count the guest's chips before they buy more."), **facts
    )
