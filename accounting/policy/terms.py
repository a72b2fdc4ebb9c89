"""The terms of a rake schedule: read from strict JSON into frozen dataclasses.

`parse(data)` reads and checks, `dump(terms)` writes the canonical JSON (defaults left out), and `parse(dump(terms))`
equals `terms`.  `accounting.policy.rake` documents the effect of each field; the tests have real rooms' terms, with
sources.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from accounting import places
from accounting.money import Rounding
from accounting.policy.fields import Fields
from casino.errors import N_, Malformed

JSON: TypeAlias = "bool | int | str | list[JSON] | dict[str, JSON] | None"

MOST_PLAYERS = 23
"""The most players that one deck serves with two cards each and a board; no table is larger."""


class Kind(StrEnum):
    """The JSON word of each kind of charge."""

    PERCENT = "percent"
    STEPS = "steps"
    INCREMENT = "increment"
    FIXED = "fixed"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Percent:
    """`rate_bp` of the base; at least `least_cents` ("1 on the flop; from 20, ten per cent")."""

    rate_bp: int
    least_cents: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """From a base of `from_cents` on, `total_cents` are due in all, or `add_cents` more than by the step before."""

    from_cents: int
    total_cents: int | None = None
    add_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """Fixed amounts once the base reaches each threshold, ascending."""

    steps: tuple[Step, ...]

    def at(self, base_cents: int) -> int:
        """The cents due of this base."""
        due_cents = 0
        for step in self.steps:
            if base_cents >= step.from_cents:
                due_cents = due_cents + step.add_cents if step.add_cents is not None else step.total_cents or 0
        return due_cents


@dataclass(frozen=True, slots=True)
class Increment:
    """`first_cents`, then `amount_cents` for every full `per_cents` of the base."""

    amount_cents: int
    per_cents: int
    first_cents: int = 0


@dataclass(frozen=True, slots=True)
class Fixed:
    """The same for every hand."""

    amount_cents: int


@dataclass(frozen=True, slots=True)
class Time:
    """Nothing from the pot; each seat pays `amount_cents` for every `period_minutes` begun."""

    amount_cents: int
    period_minutes: int


Charge: TypeAlias = Percent | Steps | Increment | Fixed | Time


@dataclass(frozen=True, slots=True)
class PlayersCap:
    """With `players` or more dealt in, never more than `cap_cents`."""

    players: int
    cap_cents: int


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A second drop into a fund of the players, with its own steps and conditions; not part of the house's tax."""

    fund: str
    steps: Steps
    min_players: int = 2
    flop_required: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """All terms of a schedule.  Amounts in cents; `chip_cents`: the tax is a multiple of it.

    `bomb_pots_free`: a bomb pot pays neither the house nor the fund.
    """

    charge: Charge
    cap_cents: int | None = None
    caps: tuple[PlayersCap, ...] = ()
    min_pot_cents: int = 0
    no_flop_no_drop: bool = False
    bomb_pots_free: bool = False
    rounding: Rounding = Rounding.DOWN
    chip_cents: int = 1
    base_includes_uncalled: bool = False
    jackpot: Jackpot | None = None

    @property
    def kind(self) -> Kind:
        return _KINDS[type(self.charge)]


_KINDS: dict[type, Kind] = {
    Percent: Kind.PERCENT,
    Steps: Kind.STEPS,
    Increment: Kind.INCREMENT,
    Fixed: Kind.FIXED,
    Time: Kind.TIME,
}


def parse(data: object) -> Terms:
    """Read terms.  Refuses (`bad_terms`, 400, with the field's pointer) missing, unknown and contradictory fields."""
    with Fields(data) as fields:
        kind = fields.choice("kind", Kind)
        charge = _charge(kind, fields)
        jackpot = _jackpot(fields.nested("jackpot")) if fields.has("jackpot") else None
        if isinstance(charge, Time):
            return Terms(charge, jackpot=jackpot)
        chip_cents = fields.cents("chip_cents", least=1, default=1)
        return Terms(
            charge,
            # A cap below one chip would be rounded down to 0.
            cap_cents=fields.cents_or_none("cap_cents", least=chip_cents),
            caps=_caps(fields) if fields.has("caps") else (),
            min_pot_cents=fields.cents("min_pot_cents", default=0),
            no_flop_no_drop=fields.flag("no_flop_no_drop", default=False),
            bomb_pots_free=fields.flag("bomb_pots_free", default=False),
            rounding=fields.choice("rounding", Rounding, default=Rounding.DOWN),
            chip_cents=chip_cents,
            base_includes_uncalled=fields.flag("base_includes_uncalled", default=False),
            jackpot=jackpot,
        )


def dump(terms: Terms) -> dict[str, JSON]:
    """The terms as canonical JSON, without defaults: equal terms give equal JSON."""
    data: dict[str, JSON] = {"kind": terms.kind.value, **_dump_charge(terms.charge)}
    if terms.caps:
        data["caps"] = [{"players": cap.players, "cap_cents": cap.cap_cents} for cap in terms.caps]
    if terms.jackpot is not None:
        data["jackpot"] = {
            "fund": terms.jackpot.fund,
            "steps": _dump_steps(terms.jackpot.steps),
            "min_players": terms.jackpot.min_players,
            "flop_required": terms.jackpot.flop_required,
        }
    plain: dict[str, tuple[JSON, JSON]] = {
        "cap_cents": (terms.cap_cents, None),
        "min_pot_cents": (terms.min_pot_cents, 0),
        "no_flop_no_drop": (terms.no_flop_no_drop, False),
        "bomb_pots_free": (terms.bomb_pots_free, False),
        "rounding": (terms.rounding.value, Rounding.DOWN.value),
        "chip_cents": (terms.chip_cents, 1),
        "base_includes_uncalled": (terms.base_includes_uncalled, False),
    }
    return data | {name: value for name, (value, default) in plain.items() if value != default}


def _charge(kind: Kind, fields: Fields) -> Charge:
    match kind:
        case Kind.PERCENT:
            return Percent(fields.basis_points("rate_bp"), fields.cents("least_cents", default=0))
        case Kind.STEPS:
            return _steps(fields)
        case Kind.INCREMENT:
            return Increment(
                fields.cents("amount_cents", least=1),
                fields.cents("per_cents", least=1),
                fields.cents("first_cents", default=0),
            )
        case Kind.FIXED:
            return Fixed(fields.cents("amount_cents"))
        case Kind.TIME:
            day_minutes = 24 * 60
            return Time(fields.cents("amount_cents"), fields.count("period_minutes", least=1, most=day_minutes))


def _steps(fields: Fields) -> Steps:
    steps: list[Step] = []
    due_cents = 0
    for item in fields.listed("steps"):
        with item:
            step = Step(item.cents("from_cents"), item.cents_or_none("total_cents"), item.cents_or_none("add_cents"))
            if (step.total_cents is None) == (step.add_cents is None):
                item.refuse("total_cents", N_("exactly one of total_cents and add_cents"))
            if steps and step.from_cents <= steps[-1].from_cents:
                item.refuse("from_cents", N_("more than in the step before"))
            if step.total_cents is not None and step.total_cents <= due_cents:
                item.refuse("total_cents", N_("more than in the step before"))
            due_cents = step.total_cents if step.total_cents is not None else due_cents + (step.add_cents or 0)
            steps.append(step)
    return Steps(tuple(steps))


def _caps(fields: Fields) -> tuple[PlayersCap, ...]:
    caps: list[PlayersCap] = []
    for item in fields.listed("caps"):
        with item:
            cap = PlayersCap(item.count("players", least=2, most=MOST_PLAYERS), item.cents("cap_cents"))
            if caps and cap.players <= caps[-1].players:
                item.refuse("players", N_("more than in the line before"))
            caps.append(cap)
    if caps[0].players != 2:
        # Without a line for 2 players, short-handed games would have no cap.
        fields.refuse("caps", N_("a first line for 2 players"))
    return tuple(caps)


def _jackpot(fields: Fields) -> Jackpot:
    with fields:
        fund = fields.text("fund")
        try:
            places.jackpot(fund)
        except Malformed as refusal:
            fields.refuse("fund", refusal.message % refusal.facts)
        return Jackpot(
            fund,
            _steps(fields),
            fields.count("min_players", least=2, most=MOST_PLAYERS, default=2),
            fields.flag("flop_required", default=False),
        )


def _dump_charge(charge: Charge) -> dict[str, JSON]:
    match charge:
        case Percent(rate_bp, least_cents):
            least: dict[str, JSON] = {"least_cents": least_cents} if least_cents else {}
            return {"rate_bp": rate_bp} | least
        case Steps():
            return {"steps": _dump_steps(charge)}
        case Increment(amount_cents, per_cents, first_cents):
            first: dict[str, JSON] = {"first_cents": first_cents} if first_cents else {}
            return {"amount_cents": amount_cents, "per_cents": per_cents} | first
        case Fixed(amount_cents):
            return {"amount_cents": amount_cents}
        case Time(amount_cents, period_minutes):
            return {"amount_cents": amount_cents, "period_minutes": period_minutes}


def _dump_steps(steps: Steps) -> list[JSON]:
    return [
        {"from_cents": step.from_cents, "total_cents": step.total_cents}
        if step.total_cents is not None
        else {"from_cents": step.from_cents, "add_cents": step.add_cents}
        for step in steps.steps
    ]
