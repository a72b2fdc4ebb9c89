"""The rules of a tronc: read from strict JSON into frozen dataclasses.

`parse(data)` reads and checks, `dump(terms)` writes the canonical JSON (defaults left out), and `parse(dump(terms))`
equals `terms`.  `accounting.policy.tronc.distribution` documents the effect of each field.

Who shares, by how many points and after which deductions is agreed in each house (works agreement or collective
agreement), so every part of it is data: points by function and seniority, quotas of staff groups (75 % to gaming and
cash: LAG Hamm 10 TaBV 153/01), deductions with their legal basis (BAG 5 AZR 69/97, 5 AZR 363/98), a levy on tips (only
some Länder have one), one tronc over several houses (SpielbG NW 1974 § 7 (2); LAG Hamm 14 Sa 1680/95).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from accounting.money import BASIS_POINTS
from accounting.policy.fields import Fields
from accounting.policy.terms import JSON
from casino.errors import N_

MOST_POINTS_HUNDREDTHS: Final = 1_000_000
MOST_MINUTES: Final = 31 * 24 * 60
"""A month has no more minutes."""
MOST_YEARS: Final = 60
NAME_MOST: Final = 80
BASIS_MOST: Final = 200
TOLERANCE_MINUTES: Final = 30
"""By how much the hours of a person may differ on a gaming day without a finding; our own choice."""
TOLERANCE_MOST: Final = 24 * 60
_CODE: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")


class Electronic(StrEnum):
    """What becomes of a tip that a guest gives electronically; the Länder differ."""

    NONE = "none"
    """The house takes none."""
    TRONC = "tronc"
    """Part of the tronc if it is recorded separately (NSpielbG § 9)."""
    REVENUE = "revenue"
    """Recorded separately, and part of the gross gaming revenue (SpielbG NRW § 22)."""


class Remainder(StrEnum):
    """What becomes of the cents that do not divide."""

    LARGEST = "largest_remainder"
    """One each to the largest remainders, equal ones in the order of the people's numbers: everything is shared."""
    CARRY = "carry_forward"
    """The value of a point is rounded down to the cent, and each share too; the rest goes into the next month."""


class Hours(StrEnum):
    """What the hours of a month are those of; in each house by agreement, as the points are."""

    CLOCK = "clock"
    """Of the shifts, from coming to going."""
    ROSTER = "roster"
    """Of the shifts as planned before they began."""
    DOWNS = "downs"
    """Of the time at the tables, without breaks."""


@dataclass(frozen=True, slots=True)
class Group:
    """A staff group with its quota of what is shared."""

    code: str
    name: str
    quota_bp: int


@dataclass(frozen=True, slots=True)
class Function:
    """A function with its group, its points, and the pay that the house guarantees for a month."""

    code: str
    name: str
    group: str
    points_hundredths: int
    guarantee_cents: int = 0


@dataclass(frozen=True, slots=True)
class Seniority:
    """More hundredths of a point from a number of full years of service on."""

    from_years: int
    add_hundredths: int


@dataclass(frozen=True, slots=True)
class Deduction:
    """What the house may take out of the tronc before the value of a point is computed, and by what right."""

    code: str
    name: str
    basis: str


@dataclass(frozen=True, slots=True)
class Levy:
    """A levy on all tips of the month."""

    rate_bp: int
    basis: str


@dataclass(frozen=True, slots=True)
class Terms:
    """All rules of a tronc.

    `full_minutes`: the attendance for which a function has its points once (60: points per hour).  `is_capped`: more
    attendance counts no more.  `guarantee_minutes`: the attendance for the whole guaranteed pay, less gives its part;
    0: always the whole.  `recoup_bp`: the part of a share above the guaranteed pay that goes to what the house paid in
    advance.  `houses`: the codes of further houses whose tips come into this tronc.  `record_before_opening`: no gaming
    day opens while the tips of the day before are in no signed record.  `hours_tolerance_minutes`: by how
    much the hours may differ from what else is known of somebody's gaming day (`accounting.policy.tronc.hours`).
    """

    groups: tuple[Group, ...]
    functions: tuple[Function, ...]
    full_minutes: int
    is_capped: bool = False
    seniority: tuple[Seniority, ...] = ()
    deductions: tuple[Deduction, ...] = ()
    levy: Levy | None = None
    electronic: Electronic = Electronic.NONE
    remainder: Remainder = Remainder.LARGEST
    guarantee_minutes: int = 0
    recoup_bp: int = BASIS_POINTS
    houses: tuple[str, ...] = ()
    record_before_opening: bool = False
    hours: Hours = Hours.CLOCK
    hours_tolerance_minutes: int = TOLERANCE_MINUTES

    def function(self, code: str) -> Function | None:
        """The function with this code."""
        return next((one for one in self.functions if one.code == code), None)

    def deduction(self, code: str) -> Deduction | None:
        """The deduction with this code."""
        return next((one for one in self.deductions if one.code == code), None)

    def points_hundredths(self, function: Function, years: int) -> int:
        """The points of a function after `years` full years of service."""
        added = [step.add_hundredths for step in self.seniority if years >= step.from_years]
        return function.points_hundredths + max(added, default=0)


def parse(data: object) -> Terms:
    """Read rules.  Refuses (`bad_terms`, 400, with the field's pointer) missing, unknown and contradictory fields."""
    with Fields(data) as fields:
        groups = _groups(fields)
        return Terms(
            groups=groups,
            functions=_functions(fields, {one.code for one in groups}),
            full_minutes=fields.count("full_minutes", least=1, most=MOST_MINUTES),
            is_capped=fields.flag("is_capped", default=False),
            seniority=_seniority(fields) if fields.has("seniority") else (),
            deductions=_deductions(fields) if fields.has("deductions") else (),
            levy=_levy(fields.nested("levy")) if fields.has("levy") else None,
            electronic=fields.choice("electronic", Electronic, default=Electronic.NONE),
            remainder=fields.choice("remainder", Remainder, default=Remainder.LARGEST),
            guarantee_minutes=fields.count("guarantee_minutes", least=0, most=MOST_MINUTES, default=0),
            recoup_bp=fields.basis_points("recoup_bp", default=BASIS_POINTS),
            houses=_houses(fields) if fields.has("houses") else (),
            record_before_opening=fields.flag("record_before_opening", default=False),
            hours=fields.choice("hours", Hours, default=Hours.CLOCK),
            hours_tolerance_minutes=fields.count(
                "hours_tolerance_minutes", least=0, most=TOLERANCE_MOST, default=TOLERANCE_MINUTES
            ),
        )


def dump(terms: Terms) -> dict[str, JSON]:
    """The rules as canonical JSON, without defaults: equal rules give equal JSON."""
    data: dict[str, JSON] = {
        "groups": [{"code": one.code, "name": one.name, "quota_bp": one.quota_bp} for one in terms.groups],
        "functions": [_dump_function(one) for one in terms.functions],
        "full_minutes": terms.full_minutes,
    }
    if terms.seniority:
        data["seniority"] = [
            {"from_years": step.from_years, "add_hundredths": step.add_hundredths} for step in terms.seniority
        ]
    if terms.deductions:
        data["deductions"] = [{"code": one.code, "name": one.name, "basis": one.basis} for one in terms.deductions]
    if terms.levy is not None:
        data["levy"] = {"rate_bp": terms.levy.rate_bp, "basis": terms.levy.basis}
    if terms.houses:
        data["houses"] = [{"code": code} for code in terms.houses]
    plain: dict[str, tuple[JSON, JSON]] = {
        "is_capped": (terms.is_capped, False),
        "electronic": (terms.electronic.value, Electronic.NONE.value),
        "remainder": (terms.remainder.value, Remainder.LARGEST.value),
        "guarantee_minutes": (terms.guarantee_minutes, 0),
        "recoup_bp": (terms.recoup_bp, BASIS_POINTS),
        "record_before_opening": (terms.record_before_opening, False),
        "hours": (terms.hours.value, Hours.CLOCK.value),
        "hours_tolerance_minutes": (terms.hours_tolerance_minutes, TOLERANCE_MINUTES),
    }
    return data | {name: value for name, (value, default) in plain.items() if value != default}


def _groups(fields: Fields) -> tuple[Group, ...]:
    groups: list[Group] = []
    for item in fields.listed("groups"):
        with item:
            code = _code(item, "code", {one.code for one in groups})
            groups.append(Group(code, _text(item, "name", NAME_MOST), item.basis_points("quota_bp")))
    if sum(one.quota_bp for one in groups) != BASIS_POINTS:
        fields.refuse("groups", N_("quotas that add up to 100 per cent"))
    return tuple(groups)


def _functions(fields: Fields, groups: set[str]) -> tuple[Function, ...]:
    functions: list[Function] = []
    for item in fields.listed("functions"):
        with item:
            code = _code(item, "code", {one.code for one in functions})
            group = item.text("group")
            if group not in groups:
                item.refuse("group", N_("the code of one of the groups"))
            functions.append(
                Function(
                    code,
                    _text(item, "name", NAME_MOST),
                    group,
                    item.count("points_hundredths", least=1, most=MOST_POINTS_HUNDREDTHS),
                    item.cents("guarantee_cents", default=0),
                )
            )
    if groups - {one.group for one in functions}:
        fields.refuse("functions", N_("a function in every group"))
    return tuple(functions)


def _seniority(fields: Fields) -> tuple[Seniority, ...]:
    steps: list[Seniority] = []
    for item in fields.listed("seniority"):
        with item:
            step = Seniority(
                item.count("from_years", least=1, most=MOST_YEARS),
                item.count("add_hundredths", least=1, most=MOST_POINTS_HUNDREDTHS),
            )
            for name in ("from_years", "add_hundredths"):
                if steps and getattr(step, name) <= getattr(steps[-1], name):
                    item.refuse(name, N_("more than in the step before"))
            steps.append(step)
    return tuple(steps)


def _deductions(fields: Fields) -> tuple[Deduction, ...]:
    found: list[Deduction] = []
    for item in fields.listed("deductions"):
        with item:
            code = _code(item, "code", {one.code for one in found})
            found.append(Deduction(code, _text(item, "name", NAME_MOST), _text(item, "basis", BASIS_MOST)))
    return tuple(found)


def _levy(fields: Fields) -> Levy:
    with fields:
        return Levy(fields.basis_points("rate_bp"), _text(fields, "basis", BASIS_MOST))


def _houses(fields: Fields) -> tuple[str, ...]:
    codes: list[str] = []
    for item in fields.listed("houses"):
        with item:
            codes.append(_code(item, "code", set(codes)))
    return tuple(codes)


def _code(fields: Fields, name: str, taken: set[str]) -> str:
    """A code of the house's own, once in its list."""
    code = fields.text(name)
    if not _CODE.fullmatch(code):
        fields.refuse(name, N_("1 to 20 lower-case letters, digits and hyphens, not starting with a hyphen"))
    if code in taken:
        fields.refuse(name, N_("a code that is not in the list yet"))
    return code


def _text(fields: Fields, name: str, most: int) -> str:
    text = fields.text(name).strip()
    if not 1 <= len(text) <= most:
        fields.refuse(name, N_("a text that is not empty and not too long"))
    return text


def _dump_function(one: Function) -> dict[str, JSON]:
    data: dict[str, JSON] = {
        "code": one.code, "name": one.name, "group": one.group, "points_hundredths": one.points_hundredths,
    }  # fmt: skip
    return data | ({"guarantee_cents": one.guarantee_cents} if one.guarantee_cents else {})
