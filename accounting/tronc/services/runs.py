"""The distribution of a month: one person has it computed, a second one confirms it, and then it is booked.

The first distribution of a month moves all of its tronc: deductions and levy to the house, each person's share to a
place of their own, the rest into a later month.  A further one corrects it: it is a whole distribution too, and books
the difference of the two.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from accounting import chain, locks, places
from accounting.chain import Move
from accounting.days.services import days
from accounting.ledger.selectors import balances
from accounting.ledger.services import ledger
from accounting.models import EntryCode, GamingDay, House, TroncRun, TroncShare
from accounting.policy.tronc import booking, terms
from accounting.policy.tronc.booking import Flows
from accounting.policy.tronc.distribution import Distribution
from accounting.tronc.selectors import months, rules
from accounting.tronc.selectors.months import RUNS, Credit, Month
from accounting.tronc.services.rules import refuse_no_month
from casino import house_time, membership
from casino.errors import N_, Dated, Malformed, NotAllowed, NotFound, Refusal
from casino.rows import existing
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = TroncRun.State
MOST_CREDIT_MINUTES = 31 * 24 * 60


@use_case(RUNS.edits)
def propose(
    *,
    house_id: int,
    month: date,
    deductions_cents: Mapping[str, int],
    credited: Mapping[int, Credit],
    cause: str = "",
    actor: "User",
) -> TroncRun:
    """Compute a month's distribution, or a correction of it; nothing is booked before a second person confirms.

    `deductions_cents`: by the code in the rules; `credited`: attendance without a shift, by person; `cause`: why a
    distributed month is computed again.  Refuses a proposal that is not decided (`distribution_proposed`), a correction
    without a cause and a first one with one (`cause_required`, `not_distributed`), a correction that changes nothing
    (`nothing_changed`), malformed amounts (`bad_amount`, `bad_credit`), time credited to oneself (`own_credit`), a
    tronc that does not hold what its days say (`tronc_differs`), people who do not work in each house that the rules
    name (`no_such_house`), and as `accounting.tronc.selectors.months.of` and
    `accounting.policy.tronc.distribution.distribute`.
    """
    refuse_no_month(month)
    _check(deductions_cents, credited)
    _refuse_own(credited, actor)
    house = _locked_houses(house_id, month, actor)
    waiting = TroncRun.objects.filter(house=house, state=State.PROPOSED).first()
    if waiting is not None:
        raise Refusal(
            "distribution_proposed",
            N_("The distribution of %(month)s is waiting for a second person: confirm or decline it first."),
            month=Dated(f"{waiting.month:%Y-%m}"),
        )
    before = months.last(house.pk, month)
    _check_cause(before, cause)
    found = months.of(house, month, deductions_cents, credited)
    computed = found.distributed()
    _refuse_differing(house, month, found, before)
    if before is not None and not _changes(before, found, computed):
        raise Refusal("nothing_changed", N_("Recomputed, the month gives the same shares."))
    run = TroncRun(house=house, month=month, cause=cause, proposed_by=actor, proposed_at=house_time.now())
    return _saved(run, before, found, computed)


@use_case(RUNS.approves, password=True, decides=RUNS)
def confirm(*, tronc_run_id: int, seen: str, actor: "User") -> TroncRun:
    """Confirm a distribution that another person had computed, and book it down to each person's share.

    Refuses the person who had it computed (`two_people`), people who are credited with time in it (`own_credit`), a
    decided one (`distribution_decided`), another than was `seen` (`stale`), one whose hours, tips, members or rules are
    others by now (`tronc_changed`), and people who do not work in each house whose tips are in it (`no_such_house`).
    It is booked in the open gaming day (`no_gaming_day`) of each of them.
    """
    run = decisions.approve(RUNS, _locked(tronc_run_id, actor), actor, seen, saves=False)
    house = run.house
    shares = months.shares(run)
    before = months.last(house.pk, run.month)
    credited = {one.person_id: Credit(one.credited_minutes, one.credited_for) for one in shares if one.credited_minutes}
    _refuse_own(credited, actor)
    found = months.of(house, run.month, dict(run.deductions), credited)
    _refuse_differing(house, run.month, found, before)
    lent = _lent(house.pk, before, found.distributed(), run.month, run.carried_into)
    is_first = run.cause == TroncRun.Cause.FIRST
    as_computed = (found, lent, months.carried_into(house.pk, run.month), is_first)
    if as_computed != (months.stored(run, shares), run.lent, run.carried_into, before is None):
        raise Refusal(
            "tronc_changed",
            N_("Hours, tips, members or rules have changed since it was computed. Decline it and compute it again."),
        )
    opened = {one.pk: days.current(one.pk) for one in rules.houses(house, found.terms)}
    for day in opened.values():
        locks.share_day(day.pk)
    evidence = chain.evidence(facts(run, shares))
    for day in opened.values():
        if day.house_id != house.pk:
            _join(run, before, day, actor, evidence)
    posted = ledger.post(
        day=opened[house.pk],
        book=book(run),
        code=EntryCode.TRONC_SHARED,
        subject=subject(run),
        moves=moves(run, shares, before),
        actor=actor,
        reference=reference(run),
        evidence=evidence,
        at=run.decided_at,
    )
    run.entry_id = posted.entry_id
    run.save(update_fields=["state", "decided_by", "decided_at", "entry"])
    return run


@use_case(RUNS.edits, decides=RUNS)
def decline(*, tronc_run_id: int, seen: str, actor: "User") -> TroncRun:
    """Decline a computed distribution, or withdraw one's own; it stays on record.

    Refuses a decided one (`distribution_decided`), another than was `seen` (`stale`), and people who do not work in
    each house whose tips are in it (`no_such_house`).
    """
    return decisions.decline(RUNS, _locked(tronc_run_id, actor), actor, seen)


def moves(run: TroncRun, shares: Sequence[TroncShare], before: TroncRun | None) -> list[Move]:
    """What a run's entry moves: the difference to the run before it, and what is owed from now on."""
    earlier = flows(before, months.shares(before), run.carried_into) if before else {}
    needed = booking.moves(earlier, flows(run, shares, run.carried_into))
    return [*_lent_moves(run.lent), *needed]


def flows(run: TroncRun, shares: Sequence[TroncShare], carried_into: date) -> Flows:
    """What a run moves as a whole, by its rows."""
    month = f"{run.month:%Y-%m}"
    cents = dict(booking.flows(months.stored(run, shares).distributed(), month, f"{carried_into:%Y-%m}"))
    joined = sum(months.takings_by_house(run.days).values()) - _own(run)
    return cents | ({(places.TRONC_JOINED, places.tronc(month)): joined} if joined else {})


def joined_flows(run: TroncRun | None, code: str) -> Flows:
    """What a run takes out of the tronc of another house."""
    cents = months.takings_by_house(run.days).get(code, 0) if run else 0
    return {(places.tronc(f"{run.month:%Y-%m}"), places.TRONC_JOINED): cents} if run and cents else {}


def groups_of(computed: Distribution) -> list[list[object]]:
    """The groups as they are stored: code, quota, points, value of a point."""
    return [[one.code, one.quota_cents, one.weight, one.value_cents] for one in computed.groups]


def facts(run: TroncRun, shares: Sequence[TroncShare]) -> list[object]:
    """The values that the evidence digest of a run's entries covers: what it was computed from, and the shares."""
    assert run.decided_at is not None
    return [
        [run.house_id, f"{run.month:%Y-%m}", run.number, run.cause],
        [run.rules_id, run.rules.version, run.rules.terms],
        [run.days, run.takings_cents, run.carried_in_cents, run.levy_cents, run.deductions],
        [run.shared_cents, run.groups, run.carried_out_cents, f"{run.carried_into:%Y-%m}", run.lent],
        [run.proposed_by_id, chain.moment(run.proposed_at), chain.moment(run.decided_at)],
        [
            [
                [one.person_id, one.function, one.hired_on.isoformat(), one.years, one.spans],
                [one.credited_minutes, one.credited_for, one.owed_cents, one.group, one.points_hundredths, one.minutes],
                [one.rounded_cents, one.remainder_cents, one.guaranteed_cents, one.advance_cents, one.recouped_cents],
            ]
            for one in shares
        ],
    ]


def book(run: TroncRun) -> str:
    """The ledger's book of a month's tronc."""
    return f"tronc/{run.month:%Y-%m}"


def subject(run: TroncRun) -> str:
    """The subject by which entries name a run."""
    return f"tronc:{run.pk}"


def reference(run: TroncRun) -> str:
    """A run is booked once."""
    return f"tronc:{run.house_id}/{run.month:%Y-%m}/{run.number}"


def _join(run: TroncRun, before: TroncRun | None, day: GamingDay, actor: "User", evidence: bytes) -> None:
    code = day.house.code
    needed = booking.moves(joined_flows(before, code), joined_flows(run, code))
    if not needed:
        return
    ledger.post(
        day=day,
        book=book(run),
        code=EntryCode.TRONC_JOINED,
        subject=subject(run),
        moves=needed,
        actor=actor,
        reference=f"{reference(run)}/{code}",
        evidence=evidence,
        at=run.decided_at,
    )


def _locked_houses(house_id: int, month: date, actor: "User") -> House:
    """Lock the house and those whose tips come into its tronc, by id; the actor works in each of them."""
    house = existing(House.objects.filter(pk=house_id), NotFound("no_such_house", N_("House not found.")))
    rule = terms.parse(rules.required(house_id, month).terms)
    for one in sorted(rules.houses(house, rule, actor=actor), key=lambda one: one.pk):
        locks.house(one.pk)
    return house


def _saved(run: TroncRun, before: TroncRun | None, found: Month, computed: Distribution) -> TroncRun:
    """Save what was computed, with everybody's share."""
    last = TroncRun.objects.filter(house=run.house, month=run.month).order_by("-number").first()
    run.number = last.number + 1 if last else 1
    run.rules, run.days = found.rules, [list(day) for day in found.days]
    run.takings_cents, run.carried_in_cents = found.takings_cents, found.carried_in_cents
    run.levy_cents, run.deductions = computed.levy_cents, dict(found.deductions_cents)
    run.shared_cents, run.groups = computed.shared_cents, groups_of(computed)
    run.carried_out_cents = computed.carried_cents
    run.carried_into = months.carried_into(run.house_id, run.month)
    run.lent = _lent(run.house_id, before, computed, run.month, run.carried_into)
    run.save()
    TroncShare.objects.bulk_create(_rows(run, found, computed))
    return run


def _locked(run_id: int, actor: "User") -> TroncRun:
    run = months.row(run_id)
    _locked_houses(run.house_id, run.month, actor)
    return months.row(run_id)


def _check(deductions_cents: Mapping[str, int], credited: Mapping[int, Credit]) -> None:
    if any(cents < 0 for cents in deductions_cents.values()):
        raise Malformed("bad_amount", N_("An amount must not be negative."))
    known = {word for word in TroncShare.Credit.values if word}
    for credit in credited.values():
        if not 0 < credit.minutes <= MOST_CREDIT_MINUTES or credit.credited_for not in known:
            raise Malformed(
                "bad_credit",
                N_("Credited time must be in minutes per month, for one of %(known)s."),
                known=", ".join(sorted(known)),
            )


def _refuse_own(credited: Mapping[int, Credit], actor: "User") -> None:
    if actor.pk in credited:
        raise NotAllowed("own_credit", N_("Nobody decides on time that is credited to themselves: ask somebody else."))


def _check_cause(before: TroncRun | None, cause: str) -> None:
    if before is None and cause:
        raise Refusal("not_distributed", N_("The month has not been distributed yet: there is nothing to correct."))
    if before is not None and (not cause or cause not in TroncRun.Cause.values):
        raise Refusal(
            "cause_required",
            N_("The month has already been distributed: state what is being corrected (%(known)s)."),
            known=", ".join(word for word in TroncRun.Cause.values if word),
        )


def _refuse_differing(house: House, month: date, found: Month, before: TroncRun | None) -> None:
    """The tronc of each house must hold what its days say, less what was distributed before."""
    earlier = months.takings_by_house(before.days) if before else {}
    for code, cents in months.takings_by_house(found.days).items():
        one = house if code == house.code else membership.houses_coded([code], None)[0]
        expected_cents = cents - earlier.get(code, 0)
        if one.pk == house.pk:
            expected_cents += found.carried_in_cents - (before.carried_in_cents if before else 0)
        held_cents = months.tronc_cents(one.pk, month)
        if held_cents != expected_cents:
            raise Refusal(
                "tronc_differs",
                N_("The tronc of %(house)s holds %(held_cents)s; by its days it should hold %(expected_cents)s."),
                house=one.name,
                held_cents=held_cents,
                expected_cents=expected_cents,
            )


def _changes(before: TroncRun, found: Month, computed: Distribution) -> bool:
    earlier = months.stored(before, months.shares(before))
    return found != earlier or computed != earlier.distributed()


def _lent(
    house_id: int, before: TroncRun | None, computed: Distribution, month: date, carried_into: date
) -> list[list[int]]:
    """By person: what a correction takes back of shares that were paid out."""
    if before is None:
        return []
    names = f"{month:%Y-%m}", f"{carried_into:%Y-%m}"
    earlier = months.stored(before, months.shares(before)).distributed()
    needed = booking.moves(booking.flows(earlier, *names), booking.flows(computed, *names))
    held = balances.of(house_id, {name for move in needed for name in (move.source, move.destination)})
    return [[int(move.destination.partition("/")[2]), move.amount_cents] for move in booking.lent(needed, held)]


def _lent_moves(lent: Sequence[Sequence[int]]) -> list[Move]:
    return [Move(booking.advance(person), places.share(person), cents) for person, cents in lent]


def _own(run: TroncRun) -> int:
    return months.takings_by_house(run.days).get(run.house.code, 0)


def _rows(run: TroncRun, found: Month, computed: Distribution) -> list[TroncShare]:
    by_person = {share.person_id: share for share in computed.shares}
    return [
        TroncShare(
            run=run,
            person_id=person.person_id,
            function=person.function,
            hired_on=person.hired_on,
            years=person.years,
            spans=[list(span) for span in person.spans],
            credited_minutes=person.credited_minutes,
            credited_for=person.credited_for,
            owed_cents=person.owed_cents,
            **computed_columns(by_person[person.person_id]),
        )
        for person in found.people
    ]


def computed_columns(share: object) -> dict[str, int | str]:
    """The columns of a share's row that the computation gives."""
    return {name: getattr(share, name) for name in COMPUTED}


COMPUTED = (
    "group",
    "points_hundredths",
    "minutes",
    "rounded_cents",
    "remainder_cents",
    "guaranteed_cents",
    "advance_cents",
    "recouped_cents",
)
