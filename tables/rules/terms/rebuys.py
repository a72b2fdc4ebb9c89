"""Buying in again (S6; seed 000): whether, at what stack, and how much.

Seed 000: "whether you want to allow a player to buy-in again once he has lost all his chips or fallen below a certain
score, and how much"; it advises the same amount as for the buy-in.  That is therefore the default of a policy with a
stack, and of a re-buy for which nobody names an amount.
"""

from dataclasses import dataclass

from casino.errors import N_, Refusal


@dataclass(frozen=True, slots=True)
class Rebuy:
    """`at_cents`: the largest stack with which chips are sold; `amount_cents`: exactly how much.  None: any."""

    is_allowed: bool = True
    at_cents: int | None = None
    amount_cents: int | None = None


def policy(*, is_allowed: bool, at_cents: int | None, amount_cents: int | None, min_buy_in_cents: int) -> Rebuy:
    """The policy of a game: where it names a stack but no amount, the amount is the minimum buy-in."""
    if at_cents is not None and amount_cents is None:
        amount_cents = min_buy_in_cents
    return Rebuy(is_allowed, at_cents, amount_cents)


def usual_cents(rebuy: Rebuy, min_buy_in_cents: int) -> int:
    """How much a re-buy is where nobody says: as the policy has it, else as much as the buy-in (seed 000)."""
    return min_buy_in_cents if rebuy.amount_cents is None else rebuy.amount_cents


def check(rebuy: Rebuy, stack_cents: int | None, amount_cents: int) -> None:
    """Refuse chips that the policy does not sell; an unknown stack (None: one pool) is left to the floor.

    Codes: `rebuy_not_allowed`, `stack_above_rebuy`, `rebuy_differs`.
    """
    if not rebuy.is_allowed:
        raise Refusal("rebuy_not_allowed", N_("This game has no re-buys."))
    if rebuy.at_cents is not None and stack_cents is not None and stack_cents > rebuy.at_cents:
        raise Refusal(
            "stack_above_rebuy",
            N_("Re-buys are only for stacks of up to %(at_cents)s."),
            stack_cents=stack_cents,
            at_cents=rebuy.at_cents,
        )
    if rebuy.amount_cents is not None and amount_cents != rebuy.amount_cents:
        raise Refusal(
            "rebuy_differs",
            N_("A re-buy must be %(rebuy_cents)s."),
            amount_cents=amount_cents,
            rebuy_cents=rebuy.amount_cents,
        )
