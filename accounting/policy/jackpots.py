"""The posted rules of a jackpot fund: when it falls, who shares in it, its seed and reserve, tax and time limit.  Pure.

Sources: shares of loser, winner and table, both cards played, a pocket pair for quads, a smallest pot and number of
players dealt in, as posted by rooms (domain §4.13); N.J.A.C. 13:69F-14.19 asks for a notice of rules and amount.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from accounting.policy.fields import Fields
from casino.errors import N_

JSON = str | int | bool
MOST_PLAYERS: Final = 10
MOST_DAYS: Final = 3_650
CARDS: Final = 5
_CARDS: Final = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")


class Kind(StrEnum):
    """What a fund is paid for; the values are those of `accounting.models.Fund.Kind`."""

    BAD_BEAT = "bad_beat"
    HIGH_HAND = "high_hand"
    MYSTERY = "mystery"
    SPLASH = "splash"


class Role(StrEnum):
    """A guest's part in a jackpot; the values are those of `accounting.models.JackpotSlip.Role`."""

    LOSER = "loser"
    WINNER = "winner"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class JackpotTerms:
    """The terms of a fund; amounts in cents, rates in basis points.

    `qualifying`: the lowest hand that counts, as five cards (`Ah As Ad Jc Jd`); for a bad beat it is the losing one;
    empty: every hand.  `fixed_cents`: the amount that falls; 0: `falls_bp` of the posted amount.  `seed_cents`: the
    most that the house may pay in as a seed, and the sum up to which the reserve fills the fund after it fell.
    `reserve_bp`: the part of each counted drop that goes into the reserve.  `must_fall_cents`: the posted amount at
    which it is to fall at the latest; 0: none.  `every_table`: also hands of tables whose rake does not feed the fund.
    """

    falls_bp: int = BASIS_POINTS
    fixed_cents: int = 0
    loser_bp: int = 0
    winner_bp: int = BASIS_POINTS
    table_bp: int = 0
    qualifying: str = ""
    both_cards: bool = True
    pocket_pair: bool = True
    least_dealt_in: int = 2
    least_pot_cents: int = 0
    seed_cents: int = 0
    reserve_bp: int = 0
    must_fall_cents: int = 0
    claim_days: int = 30
    tax_bp: int = 0
    tax_from_cents: int = 0
    every_table: bool = False

    def falls_cents(self, posted_cents: int) -> int:
        """The amount that falls while so much is posted; a fixed amount may be more than is there."""
        return self.fixed_cents or money.share(posted_cents, self.falls_bp, rounding=Rounding.DOWN)

    def tax_cents(self, amount_cents: int) -> int:
        """The tax withheld from one share, rounded down: the guest is never charged more than is due."""
        if not self.tax_bp or amount_cents < max(self.tax_from_cents, 1):
            return 0
        return money.share(amount_cents, self.tax_bp, rounding=Rounding.DOWN)

    def reserve_cents(self, posted_cents: int) -> int:
        """The part of a drop that goes into the reserve, rounded down; a negative drop has none."""
        return money.share(max(posted_cents, 0), self.reserve_bp, rounding=Rounding.DOWN)


def parse(kind: Kind, data: object) -> JackpotTerms:
    """Read terms.  Refuses (`bad_terms`, 400, with the field's pointer) missing, unknown and contradictory fields."""
    usual = JackpotTerms()
    with Fields(data) as fields:
        terms = JackpotTerms(
            falls_bp=fields.basis_points("falls_bp", default=usual.falls_bp),
            fixed_cents=fields.cents("fixed_cents", default=0),
            loser_bp=_rate(fields, "loser_bp", 0),
            winner_bp=_rate(fields, "winner_bp", usual.winner_bp),
            table_bp=_rate(fields, "table_bp", 0),
            qualifying=_qualifying(fields),
            both_cards=fields.flag("both_cards", default=True),
            pocket_pair=fields.flag("pocket_pair", default=True),
            least_dealt_in=fields.count("least_dealt_in", least=2, most=MOST_PLAYERS, default=2),
            least_pot_cents=fields.cents("least_pot_cents", default=0),
            seed_cents=fields.cents("seed_cents", default=0),
            reserve_bp=_rate(fields, "reserve_bp", 0),
            must_fall_cents=fields.cents("must_fall_cents", default=0),
            claim_days=fields.count("claim_days", least=1, most=MOST_DAYS, default=usual.claim_days),
            tax_bp=_rate(fields, "tax_bp", 0),
            tax_from_cents=fields.cents("tax_from_cents", default=0),
            every_table=fields.flag("every_table", default=False),
        )
        if terms.loser_bp + terms.winner_bp + terms.table_bp != BASIS_POINTS:
            fields.refuse("winner_bp", N_("shares of loser, winner and table that add up to 100 %"))
        if (terms.loser_bp > 0) != (kind is Kind.BAD_BEAT):
            fields.refuse("loser_bp", N_("a share of the losing hand in a bad beat only"))
        if not terms.qualifying and kind in (Kind.BAD_BEAT, Kind.HIGH_HAND):
            fields.refuse("qualifying", N_("the lowest hand that counts"))
        if terms.tax_bp == BASIS_POINTS:
            fields.refuse("tax_bp", N_("less than 100 %"))
    return terms


def dump(terms: JackpotTerms) -> dict[str, JSON]:
    """The terms as canonical JSON, without defaults: equal terms give equal JSON."""
    usual = JackpotTerms()
    return {
        name: getattr(terms, name)
        for name in JackpotTerms.__dataclass_fields__
        if getattr(terms, name) != getattr(usual, name)
    }


@dataclass(frozen=True, slots=True)
class Share:
    """One guest's share of a jackpot."""

    role: Role
    seat: int
    amount_cents: int


def left_cents(own_cents: int, other_cents: int, falls_cents: int) -> int:
    """What is left for a claim that was entered while `own_cents` were posted, after another one fell.

    `other_cents`: what was posted for the one that fell.  It takes what came in last first, so that an older claim
    loses nothing to it that a newer chip can pay, and no cent is shared out twice.
    """
    return max(min(own_cents, max(own_cents, other_cents) - falls_cents), 0)


def shares(terms: JackpotTerms, amount_cents: int, seats: dict[Role, Sequence[int]]) -> tuple[Share, ...]:
    """Split the amount by role, then evenly among the seats of each, by largest remainder.

    The part of a role that nobody has stays in the fund, so the shares are never more than the amount, and exactly the
    amount where somebody has each role.  A share below one cent is left out.
    """
    rates = {Role.LOSER: terms.loser_bp, Role.WINNER: terms.winner_bp, Role.TABLE: terms.table_bp}
    parts = dict(zip(rates, money.split(amount_cents, list(rates.values())), strict=True))
    found = []
    for role, part_cents in parts.items():
        holders = sorted(seats.get(role, ()))
        if holders and part_cents:
            split = money.split(part_cents, [1] * len(holders))
            found += [Share(role, seat, cents) for seat, cents in zip(holders, split, strict=True) if cents]
    assert sum(share.amount_cents for share in found) <= amount_cents, found
    return tuple(found)


def _rate(fields: Fields, name: str, default: int) -> int:
    return fields.count(name, least=0, most=BASIS_POINTS, default=default)


def _qualifying(fields: Fields) -> str:
    if not fields.has("qualifying"):
        return ""
    text = fields.text("qualifying").strip()
    cards = [word[:1].upper() + word[1:].lower() for word in text.split()]
    if text and (len(cards) != CARDS or len(set(cards)) != CARDS or not _CARDS.issuperset(cards)):
        fields.refuse("qualifying", N_("five cards, for example Ah As Ad Jc Jd"))
    return " ".join(cards)
