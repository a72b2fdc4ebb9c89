"""Deals of those who are left: proposed by a model or agreed on freely, always exactly what there is still to win."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from casino.errors import Refusal, _
from casino.transactions import use_case
from tables.models import Deal, Prize, Tournament
from tables.rules.tournaments import deals as law
from tables.rules.tournaments.deals import Method
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import prizes, steps

if TYPE_CHECKING:
    from casino.models import User

AGREED = "agreed"


def open_prizes(row: Tournament) -> list[int]:
    """What those who are left still play for, first place first; refuses before the prizes are fixed."""
    if row.closed_at is None or row.seat_for_id is not None:
        raise Refusal("no_deal", _("There is nothing to divide yet."))
    return list(row.payouts[: len(facts.seated(row))])


def propose(row: Tournament, method: Method, played_for_cents: int = 0) -> dict[int, int]:
    """What each who is left would get, by entrant's id; by the chips that were counted last.  Only a proposal."""
    players = facts.seated(row)
    stacks = [entrant.chips for entrant in players]
    found = law.propose(
        method, stacks, open_prizes(row), played_for_cents=played_for_cents, unit_cents=row.payout_unit_cents
    )
    return {entrant.pk: cents for entrant, cents in zip(players, found.shares_cents, strict=True)}


@use_case
def agree(
    *,
    tournament_id: int,
    version: int | None,
    method: Method | None,
    shares_cents: Mapping[int, int] | None = None,
    played_for_cents: int = 0,
    actor: "User",
) -> Deal:
    """Write down what all who are left agreed on: by a method, or any shares of their own (`method` None).

    What is still played for goes to the winner.  Refuses shares that are not exactly what there is (`deal_sum`), and of
    others than those who are left (`deal_players`).
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    players = {entrant.pk: entrant for entrant in facts.seated(row)}
    left = open_prizes(row)
    shares = dict(shares_cents) if shares_cents is not None else {}
    if method is not None:
        shares = propose(row, method, played_for_cents)
    if set(shares) != set(players):
        raise Refusal("deal_players", _("A deal names all who are left, and nobody else."))
    law.check(shares, played_for_cents, left)
    paid_places = len(left)
    row.payouts = [played_for_cents, *[0] * (paid_places - 1), *row.payouts[paid_places:]]
    row.save(update_fields=["payouts"])
    for pk, cents in shares.items():
        if cents:
            steps.add(Prize, row, actor, kind=Prize.Kind.DEAL, entrant=players[pk], amount_cents=cents)
    prizes.hand_out(row)
    return steps.add(
        Deal,
        row,
        actor,
        method=method.value if method else AGREED,
        stacks={str(entrant.number): entrant.chips for entrant in players.values()},
        amounts={str(players[pk].number): cents for pk, cents in shares.items()},
        left_cents=played_for_cents,
    )
