"""What a month's distribution rests on: days, tips, members and hours, as they are now, and the runs there are."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial

from django.db.models import QuerySet

from accounting import hours, places
from accounting.ledger.selectors import balances
from accounting.models import GamingDay, House, TroncRules, TroncRun, TroncShare
from accounting.policy.tronc import booking, terms
from accounting.policy.tronc import hours as policy
from accounting.policy.tronc.distribution import Distribution, Given, Member, distribute
from accounting.policy.tronc.hours import Worked
from accounting.policy.tronc.terms import Terms
from accounting.reports.selectors import attendance
from accounting.tronc.selectors import hours as hours_worked
from accounting.tronc.selectors import members, records, rules
from casino import house_time, roles, wording
from casino.errors import N_, Dated, NotFound, Refusal
from casino.models import User
from casino.rows import existing
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

PERMISSION = "accounting.read_tronc"
State = TroncRun.State
# The shares are no part of what it shows: they are written with the row, and never change.
RUNS = Matter(
    model=TroncRun,
    name=N_("Distribution of the tronc"),
    about=lambda row: wording.month(row.month),
    persons={PROPOSER: "proposed_by", APPROVER: "decided_by"},
    edits="accounting.share_tronc",
    approves="accounting.confirm_tronc",
    page="tronc:run-confirm",
    declines="tronc:run-decline",
    decided=lambda row: Refusal(
        "distribution_decided", N_("This distribution has already been confirmed or declined."), state=row.state
    ),
    approved={"state": State.CONFIRMED},
    missing=lambda: NotFound("no_such_distribution", N_("Distribution not found.")),
    within=partial(rules.named_by, "rules__terms"),
)


@dataclass(frozen=True, slots=True)
class Credit:
    """Attendance without a shift: minutes, and for what (`TroncShare.Credit`)."""

    minutes: int
    credited_for: str


@dataclass(frozen=True, slots=True)
class Person:
    """A person in a distribution, with everything that their share is computed from."""

    person_id: int
    function: str
    hired_on: date
    years: int
    spans: tuple[tuple[str, str, str, int], ...]
    """House, beginning, end, minutes."""
    credited_minutes: int
    credited_for: str
    owed_cents: int

    @property
    def member(self) -> Member:
        minutes = sum(span[3] for span in self.spans) + self.credited_minutes
        return Member(self.person_id, self.function, self.years, minutes, self.owed_cents)


@dataclass(frozen=True, slots=True)
class Month:
    """Everything a distribution rests on; `days`: house, gaming day, counted and electronic cents."""

    rules: TroncRules
    terms: Terms
    days: tuple[tuple[str, str, int, int], ...]
    carried_in_cents: int
    deductions_cents: Mapping[str, int]
    people: tuple[Person, ...]

    @property
    def takings_cents(self) -> int:
        return sum(counted + electronic for _house, _day, counted, electronic in self.days)

    def distributed(self) -> Distribution:
        """The computation; refuses as `accounting.policy.tronc.distribution.distribute`."""
        given = Given(
            self.takings_cents,
            self.carried_in_cents,
            self.deductions_cents,
            [person.member for person in self.people],
        )
        return distribute(self.terms, given)


def of(house: House, month: date, deductions_cents: Mapping[str, int], credited: Mapping[int, Credit]) -> Month:
    """The month as it is now.

    Refuses a month that is not over (`month_not_over`), one with an open gaming day (`month_has_open_day`), days whose
    tips are not in a signed record (`tips_not_recorded`), somebody who is still at work (`shift_open`) or never was
    (`no_attendance`), hours on which clock, roster and downs do not agree before somebody has decided on them
    (`hours_differ`), more time than the month has (`time_above_month`), a credit for somebody who is no member
    (`no_such_member`), and `no_tronc_rules`.
    """
    found = rules.required(house.pk, month)
    rule = terms.parse(found.terms)
    houses = rules.houses(house, rule)
    after = booking.next_month(month)
    _refuse_not_over(houses, after)
    days = _days(houses, month, after)
    before = first(house.pk, month)
    worked = attendance.between(houses, month, after)
    rows = members.of_month(house.pk, month)
    unknown = sorted(credited.keys() - {row.person_id for row in rows})
    if unknown:
        raise NotFound("no_such_member", N_("They do not share in the tronc this month."), people=unknown)
    owed = _owed(house.pk, before, [row.person_id for row in rows])
    codes = {one.pk: one.code for one in houses}
    people = []
    for row in rows:
        own = [one for one in worked if one.person_id == row.person_id]
        credit = credited.get(row.person_id, Credit(0, ""))
        people.append(
            Person(
                row.person_id,
                row.function,
                row.hired_on,
                members.years(row.hired_on, month),
                tuple(span for one in own for span in _spans(one, rule, codes)),
                credit.minutes,
                credit.credited_for,
                owed[row.person_id],
            )
        )
    _refuse_differing(worked, rule, {row.person_id for row in rows} - credited.keys())
    _refuse_absent(people)
    _refuse_above(people, minutes(houses, month))
    deductions = {code: cents for code, cents in sorted(deductions_cents.items()) if cents}
    return Month(found, rule, days, carried_in_cents(house.pk, month), deductions, tuple(people))


def stored(run: TroncRun, shares: Sequence[TroncShare]) -> Month:
    """The month as a run has it, from its rows alone."""
    people = [
        Person(
            share.person_id,
            share.function,
            share.hired_on,
            share.years,
            tuple((code, begins, ends, minutes) for code, begins, ends, minutes in share.spans),
            share.credited_minutes,
            share.credited_for,
            share.owed_cents,
        )
        for share in shares
    ]
    days = tuple((code, day, counted, electronic) for code, day, counted, electronic in run.days)
    return Month(
        run.rules, terms.parse(run.rules.terms), days, run.carried_in_cents, dict(run.deductions), tuple(people)
    )


def row(run_id: int) -> TroncRun:
    """One run with its people; refuses `no_such_distribution`."""
    rows = TroncRun.objects.select_related("house", "rules", "proposed_by", "decided_by", "entry__book")
    return existing(rows.filter(pk=run_id), RUNS.missing())


def runs(house_id: int, *, actor: User) -> QuerySet[TroncRun]:
    """The house's runs, the latest month first."""
    roles.require(actor, PERMISSION)
    rows = TroncRun.objects.filter(house_id=house_id).select_related("proposed_by", "decided_by", "rules")
    return rows.order_by("-month", "-number")


def confirmed(house_id: int, month: date) -> QuerySet[TroncRun]:
    """The confirmed runs of a month, in their order."""
    return TroncRun.objects.filter(house_id=house_id, month=month, state=State.CONFIRMED).order_by("number")


def first(house_id: int, month: date) -> TroncRun | None:
    """The first confirmed run of a month."""
    return confirmed(house_id, month).first()


def last(house_id: int, month: date) -> TroncRun | None:
    """The latest confirmed run of a month: what stands."""
    return confirmed(house_id, month).last()


def shares(run: TroncRun) -> list[TroncShare]:
    """The shares of a run, by the people's numbers."""
    return list(run.shares.select_related("person").order_by("person_id"))


def carried_in_cents(house_id: int, month: date) -> int:
    """What confirmed runs of other months carried into this one."""
    cents = 0
    for run in TroncRun.objects.filter(house_id=house_id, carried_into=month, state=State.CONFIRMED):
        before = confirmed(house_id, run.month).filter(number__lt=run.number).last()
        cents += run.carried_out_cents - (before.carried_out_cents if before else 0)
    return cents


def carried_into(house_id: int, month: date) -> date:
    """The first later month that is not distributed."""
    after = booking.next_month(month)
    while confirmed(house_id, after).exists():
        after = booking.next_month(after)
    return after


def minutes(houses: Sequence[House], month: date) -> int:
    """The minutes of the month's gaming days, by the longest clock of the houses."""
    days = month, booking.next_month(month)
    ends = [[hours.begins_at(day, one.rolls_over_at, one.time_zone) for day in days] for one in houses]
    return max(int((after - first).total_seconds()) // 60 for first, after in ends)


def takings_by_house(days: Sequence[Sequence[object]]) -> dict[str, int]:
    """The takings of a month by the house's code."""
    found: dict[str, int] = {}
    for code, _day, counted, electronic in days:
        assert isinstance(code, str)
        assert isinstance(counted, int)
        assert isinstance(electronic, int)
        found[code] = found.get(code, 0) + counted + electronic
    return found


def _refuse_not_over(houses: Sequence[House], after: date) -> None:
    now = house_time.now()
    if any(hours.date_of(now, house.rolls_over_at, house.time_zone) < after for house in houses):
        raise Refusal(
            "month_not_over", N_("The month is not over yet: it can be distributed from %(date)s."), date=Dated(after)
        )


def _days(houses: Sequence[House], month: date, after: date) -> tuple[tuple[str, str, int, int], ...]:
    found, unclosed, unrecorded = [], [], []
    for house in houses:
        for day in GamingDay.objects.filter(house=house, date__gte=month, date__lt=after).order_by("date"):
            if day.state != GamingDay.State.CLOSED:
                unclosed.append(f"{house.code} {day.date}")
            record, counted_cents = records.signed(day.pk), records.counted_cents(day.pk)
            if record is None or record.counted_cents != counted_cents:
                unrecorded.append(f"{house.code} {day.date}")
                continue
            is_tronc = record.electronic_goes == record.Electronic.TRONC
            found.append((house.code, str(day.date), counted_cents, record.electronic_cents if is_tronc else 0))
    if unclosed:
        raise Refusal(
            "month_has_open_day",
            N_("These gaming days are not closed yet: %(days)s."),
            days=Dated(", ".join(unclosed)),
        )
    if unrecorded:
        raise Refusal(
            "tips_not_recorded",
            N_("The tips of these days are missing from the signed records: %(days)s."),
            days=Dated(", ".join(unrecorded)),
        )
    return tuple(found)


def _refuse_differing(worked: Sequence[Worked], rule: Terms, people: Collection[int]) -> None:
    """A credit is a decision too: its author says for how long and for what, and a second person sees it."""
    found = hours_worked.undecided(worked, rule, people)
    if found:
        names = {one.pk: str(one) for one in User.objects.filter(pk__in=[one.worked.person_id for one in found])}
        raise Refusal(
            "hours_differ",
            N_(
                "Clock, roster and downs do not agree on the hours of: %(people)s. Have these days audited and decide "
                "the findings, or credit the people's time."
            ),
            people=Dated(", ".join(f"{names[one.worked.person_id]} {one.worked.day}" for one in found)),
        )


def _refuse_absent(people: Sequence[Person]) -> None:
    """The same as the computation refuses, by the people's names."""
    absent = [person.person_id for person in people if person.member.minutes <= 0]
    if absent:
        names = [str(one) for one in User.objects.filter(pk__in=absent).order_by("pk")]
        raise Refusal(
            "no_attendance",
            N_("No shifts this month for: %(people)s. End their membership, or credit their time."),
            people=", ".join(names),
        )


def _refuse_above(people: Sequence[Person], most_minutes: int) -> None:
    above = [person.person_id for person in people if person.member.minutes > most_minutes]
    if above:
        names = [str(one) for one in User.objects.filter(pk__in=above).order_by("pk")]
        raise Refusal(
            "time_above_month",
            N_("The month has %(hours)s hours. Shifts and credited time together are more for: %(people)s."),
            hours=most_minutes // 60,
            people=", ".join(names),
        )


def _spans(worked: Worked, rule: Terms, codes: Mapping[int, str]) -> Iterator[tuple[str, str, str, int]]:
    """What counts of a gaming day, as it is stored; refuses somebody who is still at work."""
    for begins_at, ends_at, span_minutes in policy.that_count(worked, rule.hours):
        if ends_at is None:
            raise Refusal(
                "shift_open",
                N_("A shift in this month has no end yet. End it first."),
                person=worked.person_id,
                begins_at=begins_at.isoformat(timespec="minutes"),
            )
        begins, ends = (at.isoformat(timespec="seconds") for at in (begins_at, ends_at))
        yield codes[worked.house_id], begins, ends, span_minutes


def _owed(house_id: int, before: TroncRun | None, people: Sequence[int]) -> dict[int, int]:
    """What the house has paid each person in advance: at the first run of the month, also for a correction."""
    names = {booking.advance(person): person for person in people}
    now = {names[name]: -cents for name, cents in balances.of(house_id, names).items()}
    if before is None:
        return now
    then = dict(before.shares.values_list("person_id", "owed_cents"))
    return now | {person: cents for person, cents in then.items() if person in now}


def tronc_cents(house_id: int, month: date) -> int:
    """What is in the month's tronc of a house."""
    name = places.tronc(f"{month:%Y-%m}")
    return balances.of(house_id, [name])[name]
