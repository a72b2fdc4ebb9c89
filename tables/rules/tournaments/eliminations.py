"""Who came in which place, and who wins the bounty of whom.

Who goes out later places higher.  Of those who go out in the same hand, the one who began it with more chips places
higher, and equal stacks share the place (WSOP; PokerStars, "Simultaneous elimination").  Hand for hand, one round of
hands at all tables counts as one hand; what that means for busts at different tables is a setting.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from casino.errors import Refusal, _


class AcrossTables(StrEnum):
    """How busts at different tables in one round of hand-for-hand play are placed."""

    TIE = "tie"  # WSOP, announced at the 2011 Main Event: they tie for the place, and for any money
    LARGER_STACK = "larger_stack"  # PokerStars, en.wikipedia.org/wiki/Hand-for-hand: as in one hand


@dataclass(frozen=True, slots=True)
class Bust:
    """Somebody who is out: where, and with how many chips he began the hand."""

    entrant: int
    table: int
    chips_before: int


@dataclass(frozen=True, slots=True)
class Placing:
    """`sharing` players hold the places from `place` on together: 12 and 2 are the places 12 and 13."""

    entrant: int
    place: int
    sharing: int = 1


def placings(
    busts: Sequence[Bust], players_left: int, across_tables: AcrossTables = AcrossTables.TIE
) -> tuple[Placing, ...]:
    """The places of all who went out in one hand, or in one round of hand-for-hand play; best place first.

    `players_left`: who still has chips after it.  Refuses `entrant_twice`, `stack_empty` and `nobody_left`.
    """
    if players_left < 1:
        raise Refusal("nobody_left", _("Somebody has all the chips; not everybody can be out."))
    names = [bust.entrant for bust in busts]
    for bust in busts:
        if names.count(bust.entrant) > 1:
            raise Refusal("entrant_twice", _("Nobody goes out twice in one hand."), entrant=bust.entrant)
        if bust.chips_before <= 0:
            raise Refusal("stack_empty", _("Who goes out had chips when the hand began."), entrant=bust.entrant)
    found = []
    place = players_left + 1
    for group in _groups(busts, across_tables):
        found += [Placing(bust.entrant, place, len(group)) for bust in group]
        place += len(group)
    return tuple(found)


def _groups(busts: Sequence[Bust], across_tables: AcrossTables) -> list[list[Bust]]:
    """Who shares a place, best first.

    Where tables tie, the largest stacks of all tables tie, then the second largest, and so on: each table ranks its
    own.
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
    """What a bounty is worth to who wins it: `paid_bp` of the head in money, the rest on the winner's own head.

    10,000 is the plain bounty; 5,000 the usual progressive one.
    """

    paid_bp: int = BASIS_POINTS
    unit_cents: int = 1

    @property
    def is_progressive(self) -> bool:
        """Whether heads grow."""
        return self.paid_bp < BASIS_POINTS


PLAIN = BountyRule()
PROGRESSIVE = BountyRule(paid_bp=BASIS_POINTS // 2)


@dataclass(frozen=True, slots=True)
class WonPot:
    """A pot of the hand: who could win it, and who did, clockwise from the left of the button."""

    entitled: frozenset[int]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """What one winner gets for a head."""

    entrant: int
    paid_cents: int
    on_head_cents: int


def takers(bust: int, pots: Iterable[WonPot]) -> tuple[int, ...]:
    """Who put him out: the winners of the last pot he had chips in (`pots`: main pot first).

    Whoever wins only the main pot with fewer chips has not got his last ones (bwin, "Progressive Knockouts").  Refuses
    `pot_unknown` where he was in no pot, and `bust_wins` where he won that one himself.
    """
    his = [pot for pot in pots if bust in pot.entitled]
    if not his:
        raise Refusal("pot_unknown", _("Who goes out had chips in a pot."), entrant=bust)
    if bust in his[-1].winners:
        raise Refusal("bust_wins", _("Who wins the last pot that he is in is not out."), entrant=bust)
    return his[-1].winners


def claims(head_cents: int, winners: Sequence[int], rule: BountyRule) -> tuple[Claim, ...]:
    """The head shared by its winners, to the cent.

    Equal shares in whole units; odd units go one each in the order of the winners, as odd chips do (TDA 20: from the
    left of the button).  Of each share the part in money is rounded up, so that the smaller part stays at risk.
    """
    assert winners, "somebody put him out"
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
    """What is on each head after it; the head of who is out is gone.  The champion wins his own."""
    after = {entrant: cents for entrant, cents in heads_cents.items() if entrant != bust}
    for claim in claimed:
        after[claim.entrant] = after.get(claim.entrant, 0) + claim.on_head_cents
    return after
