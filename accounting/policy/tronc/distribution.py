"""The distribution of a month's tips: from takings, deductions and attendance to the share of each person.

In this order, so that everybody can recalculate it:

1. levy: its rate of the takings, rounded to the nearest cent;
2. what is shared: takings and what was carried over, less deductions, less the levy (deductions come before the value
   of a point: LAG Frankfurt 5 Sa 220/96);
3. the quota of each staff group, to the cent by largest remainder;
4. each person's points: those of the function and the seniority, times the attendance;
5. each person's share of the group's quota by these points; what does not divide, by `Remainder`;
6. guaranteed pay: what a share is short of it, the house pays in advance; later shares pay it back, from what is above
   the guaranteed pay.

Points are whole numbers here: hundredths of a point times minutes.  Neither the order of the people nor of the
deductions matters.  Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Final

from accounting import money
from accounting.money import Rounding
from accounting.policy.tronc.terms import Function, Group, Remainder, Terms
from casino.errors import N_, Refusal

HUNDREDTHS: Final = 100


@dataclass(frozen=True, slots=True)
class Member:
    """A person who shares: full years of service, minutes of attendance, and what the house paid them in advance.

    `owed_cents` below 0: the house owes the person, after a correction.
    """

    person_id: int
    function: str
    years: int
    minutes: int
    owed_cents: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """What a distribution rests on, beside its rules."""

    takings_cents: int
    carried_cents: int
    deductions_cents: Mapping[str, int]
    members: Sequence[Member]


@dataclass(frozen=True, slots=True)
class OfGroup:
    """A group's quota in cents, and the points in it.

    `weight`: hundredths of a point times minutes.  `value_cents`: of one point, rounded down; only if the rest is
    carried forward.
    """

    code: str
    quota_cents: int
    weight: int
    value_cents: int | None


@dataclass(frozen=True, slots=True)
class Share:
    """A person's share: `rounded_cents` and perhaps `remainder_cents`, a cent of what does not divide."""

    person_id: int
    group: str
    points_hundredths: int
    minutes: int
    weight: int
    rounded_cents: int
    remainder_cents: int
    guaranteed_cents: int
    advance_cents: int
    recouped_cents: int

    @property
    def share_cents(self) -> int:
        """What the points give."""
        return self.rounded_cents + self.remainder_cents

    @property
    def payable_cents(self) -> int:
        """What is paid out, before taxes of wages."""
        return self.share_cents + self.advance_cents - self.recouped_cents


@dataclass(frozen=True, slots=True)
class Distribution:
    """The whole computation of a month, by group and person."""

    levy_cents: int
    deductions_cents: tuple[tuple[str, int], ...]
    shared_cents: int
    groups: tuple[OfGroup, ...]
    shares: tuple[Share, ...]
    carried_cents: int


def distribute(terms: Terms, given: Given) -> Distribution:
    """Share the tips of a month.

    Refuses a deduction that the rules do not name (`deduction_without_basis`), deductions above the tips
    (`deductions_above_tips`), a function that the rules do not name (`no_such_function`), people without attendance
    (`no_attendance`), and points that sum to nothing, in all or in a group with a quota (`no_points`).
    """
    deductions = tuple(sorted((code, cents) for code, cents in given.deductions_cents.items() if cents))
    for code, _cents in deductions:
        if terms.deduction(code) is None:
            raise Refusal(
                "deduction_without_basis",
                N_("The rules have no deduction “%(deduction)s”. Available: %(known)s."),
                deduction=code,
                known=", ".join(one.code for one in terms.deductions),
            )
    levy_cents = money.share(given.takings_cents, terms.levy.rate_bp, rounding=Rounding.NEAREST) if terms.levy else 0
    shared_cents = given.takings_cents + given.carried_cents - levy_cents - sum(cents for _code, cents in deductions)
    if shared_cents < 0:
        raise Refusal(
            "deductions_above_tips",
            N_("Deductions and levy exceed the tips of the month by %(above_cents)s."),
            above_cents=-shared_cents,
        )
    weighed = _weighed(terms, given.members)
    quotas = money.split(shared_cents, [group.quota_bp for group in terms.groups])
    groups, shares, carried_cents = [], [], 0
    for group, quota_cents in zip(terms.groups, quotas, strict=True):
        people = [one for one in weighed if one.function.group == group.code]
        of_group = _of_group(terms, group, quota_cents, people)
        shares += _shares(terms, of_group, people)
        groups.append(of_group)
        carried_cents += quota_cents - sum(share.share_cents for share in shares if share.group == group.code)
    assert carried_cents >= 0
    assert sum(share.share_cents for share in shares) + carried_cents == shared_cents
    shares.sort(key=attrgetter("person_id"))
    return Distribution(levy_cents, deductions, shared_cents, tuple(groups), tuple(shares), carried_cents)


@dataclass(frozen=True, slots=True)
class _Weighed:
    member: Member
    function: Function
    points_hundredths: int
    minutes: int

    @property
    def weight(self) -> int:
        return self.points_hundredths * self.minutes


def _weighed(terms: Terms, members: Sequence[Member]) -> list[_Weighed]:
    """Everybody with points and counted minutes, by number: equal remainders go in this order."""
    absent = sorted(one.person_id for one in members if one.minutes <= 0)
    if absent:
        raise Refusal(
            "no_attendance",
            N_("No shifts this month for: %(people)s. End their membership, or credit their time."),
            people=", ".join(str(person) for person in absent),
        )
    found = []
    for one in sorted(members, key=attrgetter("person_id")):
        function = terms.function(one.function)
        if function is None:
            raise Refusal("no_such_function", N_("The rules have no function “%(function)s”."), function=one.function)
        minutes = min(one.minutes, terms.full_minutes) if terms.is_capped else one.minutes
        found.append(_Weighed(one, function, terms.points_hundredths(function, one.years), minutes))
    assert all(len(list(same)) == 1 for _id, same in groupby(found, key=lambda one: one.member.person_id))
    return found


def _of_group(terms: Terms, group: Group, quota_cents: int, people: Sequence[_Weighed]) -> OfGroup:
    weight = sum(one.weight for one in people)
    if weight == 0:
        raise Refusal(
            "no_points",
            N_("Nobody in the group “%(group)s” has points, so its quota cannot be shared."),
            group=group.name,
            quota_cents=quota_cents,
        )
    value_cents = None
    if terms.remainder is Remainder.CARRY:
        value_cents = money.fraction(quota_cents, HUNDREDTHS * terms.full_minutes, weight, rounding=Rounding.DOWN)
    return OfGroup(group.code, quota_cents, weight, value_cents)


def _shares(terms: Terms, of_group: OfGroup, people: Sequence[_Weighed]) -> list[Share]:
    weights = [one.weight for one in people]
    if of_group.value_cents is None:
        rounded = [
            money.fraction(of_group.quota_cents, one, of_group.weight, rounding=Rounding.DOWN) for one in weights
        ]
        given = list(money.split(of_group.quota_cents, weights))
    else:
        one_point = HUNDREDTHS * terms.full_minutes
        rounded = [money.fraction(of_group.value_cents, one, one_point, rounding=Rounding.DOWN) for one in weights]
        given = rounded
    return [
        _share(terms, one, rounded_cents, share_cents)
        for one, rounded_cents, share_cents in zip(people, rounded, given, strict=True)
    ]


def _share(terms: Terms, one: _Weighed, rounded_cents: int, share_cents: int) -> Share:
    guaranteed_cents = one.function.guarantee_cents
    if terms.guarantee_minutes:
        minutes = min(one.member.minutes, terms.guarantee_minutes)
        guaranteed_cents = money.fraction(guaranteed_cents, minutes, terms.guarantee_minutes, rounding=Rounding.NEAREST)
    above_cents = max(0, share_cents - guaranteed_cents)
    most_cents = money.share(above_cents, terms.recoup_bp, rounding=Rounding.DOWN)
    return Share(
        person_id=one.member.person_id,
        group=one.function.group,
        points_hundredths=one.points_hundredths,
        minutes=one.minutes,
        weight=one.weight,
        rounded_cents=rounded_cents,
        remainder_cents=share_cents - rounded_cents,
        guaranteed_cents=guaranteed_cents,
        advance_cents=max(0, guaranteed_cents - share_cents),
        recouped_cents=min(one.member.owed_cents, most_cents),
    )
