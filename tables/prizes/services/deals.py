"""Deals among the remaining players: proposed by a model or agreed freely, always exactly what is still to be won."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables.models import Deal, Prize, Tournament
from tables.prizes.services import prizes
from tables.rules.tournaments import deals as law
from tables.rules.tournaments.deals import Method
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import steps

if TYPE_CHECKING:
    from casino.models import User

AGREED = "agreed"


def open_prizes(row: Tournament) -> list[int]:
    """The prizes still played for, first place first, in cents; refuses while they are not fixed (`no_deal`)."""
    if row.closed_at is None or row.seat_for_id is not None:
        raise Refusal("no_deal", N_("There is nothing to share out yet."))
    return list(row.payouts[: len(facts.seated(row))])


def propose(row: Tournament, method: Method, played_for_cents: int = 0) -> dict[int, int]:
    """Each remaining player's share in cents, by entrant's id and the last chip count.  Only a proposal."""
    players = facts.seated(row)
    stacks = [entrant.chips for entrant in players]
    found = law.propose(
        method, stacks, open_prizes(row), played_for_cents=played_for_cents, unit_cents=row.payout_unit_cents
    )
    return {entrant.pk: cents for entrant, cents in zip(players, found.shares_cents, strict=True)}


@use_case("tables.run_tournament")
def agree(
    *,
    tournament_id: int,
    version: int | None,
    method: Method | None,
    shares_cents: Mapping[int, int] | None = None,
    played_for_cents: int = 0,
    actor: "User",
) -> Deal:
    """Record the deal of all remaining players: by a method, or shares of their own (`method` None).

    `played_for_cents` goes to the winner.  Refuses shares that are not exactly what there is (`deal_sum`), or not those
    of the remaining players (`deal_players`).
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    players = {entrant.pk: entrant for entrant in facts.seated(row)}
    left = open_prizes(row)
    shares = dict(shares_cents) if shares_cents is not None else {}
    if method is not None:
        shares = propose(row, method, played_for_cents)
    if set(shares) != set(players):
        raise Refusal("deal_players", N_("A deal must name everyone still in, and nobody else."))
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
