"""Findings: one row for one fault, kept for good, decided by somebody else than the booker (domain §5)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounting.models import Finding
from accounting.services import findings
from accounting.verdicts import Rule, Verdict
from casino.errors import Malformed, NotAllowed, NotFound, Refusal
from casino.models import User
from tests.builders import Evening, evening, user

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = Verdict(Rule.BOX_SHORT, "drop:4", -300, "T07", facts={"booked_cents": 5_000, "counted_cents": 4_700})
CHANGED = Verdict(Rule.RECORD_CHANGED, "hand:9", 0, "T07", hand_id=9, facts={"digest": "a"})


@pytest.fixture
def house() -> Evening:
    return evening()


def note(house: Evening, *verdicts: Verdict, later: int = 0) -> int:
    return findings.note(house.house.pk, house.day.pk, verdicts, timezone.now() + timedelta(minutes=later))


def noted(house: Evening, verdict: Verdict = SHORT) -> Finding:
    note(house, verdict)
    return Finding.objects.get(rule=verdict.rule, subject=verdict.subject)


def resolve(row: Finding, actor: User, resolution: str = "justified", comment: str = "Seen on video.") -> Finding:
    return findings.resolve(finding_id=row.pk, resolution=resolution, comment=comment, actor=actor)


def test_a_fault_found_twice_is_one_finding_seen_again(house: Evening) -> None:
    assert note(house, SHORT, CHANGED) == 2
    first = Finding.objects.get(rule="BOX_SHORT")
    assert note(house, SHORT, CHANGED, later=5) == 2
    again = Finding.objects.get(rule="BOX_SHORT")
    assert Finding.objects.count() == 2
    assert (again.pk, again.found_at, again.severity, again.amount_cents) == (first.pk, first.found_at, 2, -300)
    assert again.seen_at > first.seen_at
    assert [row.history_type for row in again.history.all()] == ["+"]


def test_the_same_verdict_twice_in_one_call_is_one_finding(house: Evening) -> None:
    assert note(house, SHORT, SHORT) == 1


def test_nothing_found_writes_nothing(house: Evening) -> None:
    assert note(house) == 0
    assert not Finding.objects.exists()


def test_what_was_decided_stays_when_the_same_is_found_again(house: Evening) -> None:
    row = resolve(noted(house), house.manager)
    note(house, SHORT, later=5)
    row.refresh_from_db()
    assert (row.state, row.resolution, row.comment, row.resolved_by) == (
        "resolved", "justified", "Seen on video.", house.manager,
    )  # fmt: skip


def test_another_amount_opens_it_again_and_history_keeps_the_decision(house: Evening) -> None:
    row = resolve(noted(house), house.manager)
    findings_before = row.history.count()
    note(house, replace(SHORT, amount_cents=-500), later=5)
    row.refresh_from_db()
    assert (row.state, row.resolution, row.comment, row.resolved_by, row.amount_cents) == ("open", "", "", None, -500)
    assert row.history.count() == findings_before + 1
    assert [(old.history_type, old.state, old.amount_cents) for old in row.history.all()] == [
        ("~", "open", -500), ("~", "resolved", -300), ("+", "open", -300),
    ]  # fmt: skip
    assert row.history.all()[1].history_user == house.manager


def test_other_facts_open_a_grave_finding_again_and_a_lesser_one_not(house: Evening) -> None:
    """A record that was changed once more is another breach; an explanation added to a variance is none."""
    grave, lesser = resolve(noted(house, CHANGED), house.manager), resolve(noted(house), house.manager)
    note(house, replace(CHANGED, facts={"digest": "b"}), replace(SHORT, facts={"is_explained": True}))
    grave.refresh_from_db()
    lesser.refresh_from_db()
    assert (grave.state, grave.facts) == ("open", {"digest": "b"})
    assert (lesser.state, lesser.facts) == ("resolved", {"is_explained": True})


def test_a_booker_found_later_opens_what_he_decided_himself(house: Evening) -> None:
    row = resolve(noted(house), house.manager)
    note(house, replace(SHORT, booked_by=house.manager.pk))
    row.refresh_from_db()
    assert (row.state, row.booked_by, row.resolved_by) == ("open", house.manager, None)


def test_a_finding_of_no_single_day_can_be_noted(house: Evening) -> None:
    findings.note(house.house.pk, None, [CHANGED], timezone.now())
    assert Finding.objects.get().gaming_day is None


def test_whoever_booked_cannot_decide(house: Evening) -> None:
    """Maker is not checker (domain §5)."""
    row = noted(house, replace(SHORT, booked_by=house.manager.pk))
    with pytest.raises(NotAllowed) as refused:
        resolve(row, house.manager)
    assert refused.value.code == "booked_by_you"
    row.refresh_from_db()
    assert (row.state, row.history.count()) == ("open", 1)
    assert resolve(row, house.second_manager).state == "resolved"


@pytest.mark.parametrize(
    ("resolution", "comment", "code"),
    [("forgotten", "why", "unknown_resolution"), ("justified", "  a ", "comment_required"),
     ("justified", "x" * 1_001, "comment_too_long"), ("", "why", "unknown_resolution")],
)  # fmt: skip
def test_a_decision_says_what_and_why(house: Evening, resolution: str, comment: str, code: str) -> None:
    row = noted(house)
    with pytest.raises(Refusal) as refused:
        resolve(row, house.manager, resolution, comment)
    assert refused.value.code == code
    row.refresh_from_db()
    assert (row.state, row.comment) == ("open", "")


def test_a_lesser_finding_can_be_waived_and_a_grave_one_not(house: Evening) -> None:
    assert resolve(noted(house), house.manager, "waived").state == "waived"
    grave = noted(house, CHANGED)
    with pytest.raises(Refusal) as refused:
        resolve(grave, house.manager, "waived")
    assert refused.value.code == "too_grave_to_waive"
    grave.refresh_from_db()
    assert grave.state == "open"
    assert resolve(grave, house.manager, "reported").state == "resolved"


def test_a_decision_is_final(house: Evening) -> None:
    row = resolve(noted(house), house.manager)
    for again in (
        lambda: resolve(row, house.second_manager, "training"),
        lambda: findings.assign(finding_id=row.pk, owner_id=None, actor=house.manager),
    ):
        with pytest.raises(Refusal) as refused:
            again()
        assert refused.value.code == "finding_resolved"
    row.refresh_from_db()
    assert row.resolution == "justified"


def test_only_management_decides(house: Evening) -> None:
    """The auditor sees and changes nothing (casino.roles)."""
    row = noted(house)
    for actor in (house.floor, house.dealer, user("auditor")):
        with pytest.raises(NotAllowed):
            resolve(row, actor)
        with pytest.raises(NotAllowed):
            findings.assign(finding_id=row.pk, owner_id=house.manager.pk, actor=actor)
    row.refresh_from_db()
    assert (row.state, row.owner) == ("open", None)


def test_a_finding_is_given_to_somebody_and_back(house: Evening) -> None:
    row = noted(house)
    given = findings.assign(finding_id=row.pk, owner_id=house.second_manager.pk, actor=house.manager)
    assert given.owner == house.second_manager
    note(house, SHORT, later=1)
    row.refresh_from_db()
    assert row.owner == house.second_manager
    assert row.history.first().history_user == house.manager
    assert findings.assign(finding_id=row.pk, owner_id=None, actor=house.manager).owner is None


def test_nobody_gets_a_finding_whom_it_cannot_be_given_to(house: Evening) -> None:
    row = noted(house, replace(SHORT, booked_by=house.second_manager.pk))
    codes = {house.dealer.pk: "cannot_own_finding", house.second_manager.pk: "owner_booked_it", 999: "no_such_user"}
    for owner, code in codes.items():
        with pytest.raises(Refusal) as refused:
            findings.assign(finding_id=row.pk, owner_id=owner, actor=house.manager)
        assert refused.value.code == code
    row.refresh_from_db()
    assert row.owner is None


def test_there_is_no_such_finding(house: Evening) -> None:
    with pytest.raises(NotFound):
        findings.resolve(finding_id=1, resolution="justified", comment="why", actor=house.manager)
    with pytest.raises(Malformed):
        resolve(noted(house), house.manager, "unknown")
