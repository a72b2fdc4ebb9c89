"""The places of eliminated players, and the winners of their bounties.

A later elimination places higher.  Of players eliminated in the same hand, the one who began it with more chips places
higher, and equal stacks share the place (WSOP; PokerStars, "Simultaneous elimination").  Hand for hand, one round of
hands at all tables counts as one hand; `AcrossTables` says how busts at different tables are then placed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from casino.errors import N_, Refusal
from tables.rules.result import Payout, Result


class AcrossTables(StrEnum):
    """How busts at different tables in one round of hand-for-hand play are placed."""

    TIE = "tie"  # WSOP, announced at the 2011 Main Event: they tie for the place, and for any money
    LARGER_STACK = "larger_stack"  # PokerStars, en.wikipedia.org/wiki/Hand-for-hand: as in one hand


@dataclass(frozen=True, slots=True)
class Bust:
    """An eliminated player: their table, and their chips when the hand began."""

    entrant: int
    table: int
    chips_before: int


@dataclass(frozen=True, slots=True)
class Placing:
    """The places that `sharing` players hold together from `place` on: 12 and 2 are the places 12 and 13."""

    entrant: int
    place: int
    sharing: int = 1


def placings(
    busts: Sequence[Bust], players_left: int, across_tables: AcrossTables = AcrossTables.TIE
) -> tuple[Placing, ...]:
    """The places of all players eliminated in one hand, or in one round of hand-for-hand play; best place first.

    `players_left`: the number of players with chips after it.  Refuses `entrant_twice`, `stack_empty`, `nobody_left`.
    """
    if players_left < 1:
        raise Refusal("nobody_left", N_("One player has all the chips, so not everyone can be out."))
    names = [bust.entrant for bust in busts]
    for bust in busts:
        if names.count(bust.entrant) > 1:
            raise Refusal("entrant_twice", N_("Nobody can go out twice in one hand."), entrant=bust.entrant)
        if bust.chips_before <= 0:
            raise Refusal(
                "stack_empty", N_("Only a player who had chips when the hand began can go out."), entrant=bust.entrant
            )
    found = []
    place = players_left + 1
    for group in _groups(busts, across_tables):
        found += [Placing(bust.entrant, place, len(group)) for bust in group]
        place += len(group)
    return tuple(found)


def _groups(busts: Sequence[Bust], across_tables: AcrossTables) -> list[list[Bust]]:
    """The groups that share a place, best first.

    With `AcrossTables.TIE` each table ranks its own players: the largest stacks of all tables tie, then the second
    largest, and so on.
    """
    by_rank: dict[int, list[Bust]] = {}
    for bust in busts:
        rivals = busts if across_tables is AcrossTables.LARGER_STACK else [b for b in busts if b.table == bust.table]
        rank = sum(rival.chips_before > bust.chips_before for rival in rivals)
        by_rank.setdefault(rank, []).append(bust)
    return [by_rank[rank] for rank in sorted(by_rank)]


# --- bounties ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BountyRule:
    """The value of a bounty to its winner: `paid_bp` of the head in money, the rest on the winner's own head.

    10,000 is the plain bounty; 5,000 the usual progressive one.
    """

    paid_bp: int = BASIS_POINTS
    unit_cents: int = 1


PLAIN = BountyRule()
PROGRESSIVE = BountyRule(paid_bp=BASIS_POINTS // 2)


@dataclass(frozen=True, slots=True)
class WonPot:
    """A pot of the hand: the players who could win it, and its winners clockwise from the left of the button."""

    entitled: frozenset[int]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """One winner's part of a head."""

    entrant: int
    paid_cents: int
    on_head_cents: int


def won_pots(result: Result, paid: Payout) -> list[WonPot]:
    """The pots of a hand: who got chips of any half on any board has won, alike for how many."""
    return [
        WonPot(frozenset(pot.eligible), tuple([seat for seat, cents in part.shares if cents]))
        for pot, part in zip(result.pots, paid.pots, strict=True)
    ]


def takers(bust: int, pots: Iterable[WonPot]) -> tuple[int, ...]:
    """The players who eliminated `bust`: the winners of the last pot they had chips in (`pots`: main pot first).

    A player with fewer chips who wins only the main pot has not won the last ones (bwin, "Progressive Knockouts").
    Refuses `pot_unknown` where `bust` was in no pot, and `bust_wins` where they won the last one.
    """
    entered = [pot for pot in pots if bust in pot.entitled]
    if not entered:
        raise Refusal("pot_unknown", N_("Only a player with chips in a pot can go out."), entrant=bust)
    if bust in entered[-1].winners:
        raise Refusal("bust_wins", N_("A player who wins the last pot they are in is not out."), entrant=bust)
    return entered[-1].winners


def claims(head_cents: int, winners: Sequence[int], rule: BountyRule) -> tuple[Claim, ...]:
    """The head shared by its winners, to the cent.

    Equal shares in whole units; odd units go one each in the order of the winners, as odd chips do (TDA 20: from the
    left of the button).  Of each share the part in money is rounded up, so that the smaller part stays at risk.
    """
    assert winners, "a head has a winner"
    found = []
    for entrant, won_cents in zip(
        winners, money.split(head_cents, [1] * len(winners), unit_cents=rule.unit_cents), strict=True
    ):
        share_cents = money.share(won_cents, rule.paid_bp, unit_cents=rule.unit_cents, rounding=Rounding.UP)
        paid_cents = min(won_cents, share_cents)
        found.append(Claim(entrant, paid_cents, won_cents - paid_cents))
    assert sum(one.paid_cents + one.on_head_cents for one in found) == head_cents
    return tuple(found)


def heads_after(heads_cents: Mapping[int, int], bust: int, claimed: Iterable[Claim]) -> dict[int, int]:
    """The heads after an elimination: without the bust's, and with the parts claimed for their winners' heads.

    The champion wins their own head, which is not paid here.
    """
    after = {entrant: cents for entrant, cents in heads_cents.items() if entrant != bust}
    for claim in claimed:
        after[claim.entrant] = after.get(claim.entrant, 0) + claim.on_head_cents
    return after
