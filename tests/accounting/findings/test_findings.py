"""Findings: one row for one fault, kept for good, decided by somebody else than the booker (domain §5)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from accounting.findings.selectors import findings as selector
from accounting.findings.services import findings
from accounting.models import Finding
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.errors import Malformed, NotAllowed, NotFound, Refusal
from casino.models import User
from tests import builders
from tests.builders import Evening, user
from tests.deciding import looking

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = Verdict(Rule.BOX_SHORT, "drop:4", -300, "T07", facts={"booked_cents": 5_000, "counted_cents": 4_700})
CHANGED = Verdict(Rule.RECORD_CHANGED, "hand:9", 0, "T07", hand_id=9, facts={"digest": "a"})


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


def note(evening: Evening, *verdicts: Verdict, later: int = 0) -> int:
    return findings.note(evening.house.pk, evening.day.pk, verdicts, house_time.now() + timedelta(minutes=later))


def noted(evening: Evening, verdict: Verdict = SHORT) -> Finding:
    note(evening, verdict)
    return Finding.objects.get(rule=verdict.rule, subject=verdict.subject)


def resolve(row: Finding, actor: User, resolution: str = "justified", comment: str = "Seen on video.") -> Finding:
    return looking(findings.resolve)(finding_id=row.pk, resolution=resolution, comment=comment, actor=actor)


def test_a_fault_found_twice_is_one_finding_seen_again(evening: Evening) -> None:
    assert note(evening, SHORT, CHANGED) == 2
    first = Finding.objects.get(rule="BOX_SHORT")
    assert note(evening, SHORT, CHANGED, later=5) == 2
    again = Finding.objects.get(rule="BOX_SHORT")
    assert Finding.objects.count() == 2
    assert (again.pk, again.found_at, again.severity, again.amount_cents) == (first.pk, first.found_at, 2, -300)
    assert again.seen_at > first.seen_at
    assert [row.history_type for row in again.history.all()] == ["+"]


def test_the_same_verdict_twice_in_one_call_is_one_finding(evening: Evening) -> None:
    assert note(evening, SHORT, SHORT) == 1


def test_nothing_found_writes_nothing(evening: Evening) -> None:
    assert note(evening) == 0
    assert not Finding.objects.exists()


def test_what_was_decided_stays_when_the_same_is_found_again(evening: Evening) -> None:
    row = resolve(noted(evening), evening.manager)
    note(evening, SHORT, later=5)
    row.refresh_from_db()
    assert (row.state, row.resolution, row.comment, row.resolved_by) == (
        "resolved", "justified", "Seen on video.", evening.manager,
    )  # fmt: skip


def test_another_amount_opens_it_again_and_history_keeps_the_decision(evening: Evening) -> None:
    row = resolve(noted(evening), evening.manager)
    findings_before = row.history.count()
    note(evening, replace(SHORT, amount_cents=-500), later=5)
    row.refresh_from_db()
    assert (row.state, row.resolution, row.comment, row.resolved_by, row.amount_cents) == ("open", "", "", None, -500)
    assert row.history.count() == findings_before + 1
    assert [(old.history_type, old.state, old.amount_cents) for old in row.history.all()] == [
        ("~", "open", -500), ("~", "resolved", -300), ("+", "open", -300),
    ]  # fmt: skip
    assert row.history.all()[1].history_user == evening.manager


def test_other_facts_open_a_grave_finding_again_and_a_lesser_one_not(evening: Evening) -> None:
    """A record that was changed once more is another breach; an explanation added to a variance is none."""
    grave, lesser = resolve(noted(evening, CHANGED), evening.manager), resolve(noted(evening), evening.manager)
    note(evening, replace(CHANGED, facts={"digest": "b"}), replace(SHORT, facts={"is_explained": True}))
    grave.refresh_from_db()
    lesser.refresh_from_db()
    assert (grave.state, grave.facts) == ("open", {"digest": "b"})
    assert (lesser.state, lesser.facts) == ("resolved", {"is_explained": True})


def test_a_booker_found_later_opens_what_he_decided_himself(evening: Evening) -> None:
    row = resolve(noted(evening), evening.manager)
    note(evening, replace(SHORT, booked_by=evening.manager.pk))
    row.refresh_from_db()
    assert (row.state, row.booked_by, row.resolved_by) == ("open", evening.manager, None)


def test_a_finding_of_no_single_day_can_be_noted(evening: Evening) -> None:
    findings.note(evening.house.pk, None, [CHANGED], house_time.now())
    assert Finding.objects.get().gaming_day is None


def test_whoever_booked_cannot_decide(evening: Evening) -> None:
    """Maker is not checker (domain §5)."""
    row = noted(evening, replace(SHORT, booked_by=evening.manager.pk))
    with pytest.raises(NotAllowed) as refused:
        resolve(row, evening.manager)
    assert refused.value.code == "two_people"
    row.refresh_from_db()
    assert (row.state, row.history.count()) == ("open", 1)
    assert resolve(row, evening.second_manager).state == "resolved"


def test_what_an_audit_found_otherwise_meanwhile_is_not_decided(evening: Evening) -> None:
    """A manager looked at 3.00 that are missing; since then it is 50.00."""
    row = noted(evening)
    seen = selector.FINDINGS.seen(row)
    note(evening, replace(SHORT, amount_cents=-5_000), later=5)
    with pytest.raises(Refusal) as refused:
        findings.resolve(
            finding_id=row.pk, seen=seen, resolution="justified", comment="Seen on video.", actor=evening.manager
        )
    assert refused.value.code == "stale"
    row.refresh_from_db()
    assert (row.state, row.amount_cents) == ("open", -5_000)


@pytest.mark.parametrize(
    ("resolution", "comment", "code"),
    [("forgotten", "why", "unknown_resolution"), ("justified", "  a ", "comment_required"),
     ("justified", "x" * 1_001, "comment_too_long"), ("", "why", "unknown_resolution")],
)  # fmt: skip
def test_a_decision_says_what_and_why(evening: Evening, resolution: str, comment: str, code: str) -> None:
    row = noted(evening)
    with pytest.raises(Refusal) as refused:
        resolve(row, evening.manager, resolution, comment)
    assert refused.value.code == code
    row.refresh_from_db()
    assert (row.state, row.comment) == ("open", "")


def test_a_lesser_finding_can_be_waived_and_a_grave_one_not(evening: Evening) -> None:
    assert resolve(noted(evening), evening.manager, "waived").state == "waived"
    grave = noted(evening, CHANGED)
    with pytest.raises(Refusal) as refused:
        resolve(grave, evening.manager, "waived")
    assert refused.value.code == "too_grave_to_waive"
    grave.refresh_from_db()
    assert grave.state == "open"
    assert resolve(grave, evening.manager, "reported").state == "resolved"


def test_a_decision_is_final(evening: Evening) -> None:
    row = resolve(noted(evening), evening.manager)
    for again in (
        lambda: resolve(row, evening.second_manager, "training"),
        lambda: findings.assign(finding_id=row.pk, owner_id=None, actor=evening.manager),
    ):
        with pytest.raises(Refusal) as refused:
            again()
        assert refused.value.code == "finding_resolved"
    row.refresh_from_db()
    assert row.resolution == "justified"


def test_only_management_decides(evening: Evening) -> None:
    """The auditor sees and changes nothing (casino.roles)."""
    row = noted(evening)
    for actor in (evening.floor, evening.dealer, user("auditor")):
        with pytest.raises(NotAllowed):
            resolve(row, actor)
        with pytest.raises(NotAllowed):
            findings.assign(finding_id=row.pk, owner_id=evening.manager.pk, actor=actor)
    row.refresh_from_db()
    assert (row.state, row.owner) == ("open", None)


def test_a_finding_is_given_to_somebody_and_back(evening: Evening) -> None:
    row = noted(evening)
    given = findings.assign(finding_id=row.pk, owner_id=evening.second_manager.pk, actor=evening.manager)
    assert given.owner == evening.second_manager
    note(evening, SHORT, later=1)
    row.refresh_from_db()
    assert row.owner == evening.second_manager
    assert row.history.first().history_user == evening.manager
    assert findings.assign(finding_id=row.pk, owner_id=None, actor=evening.manager).owner is None


def test_nobody_gets_a_finding_whom_it_cannot_be_given_to(evening: Evening) -> None:
    row = noted(evening, replace(SHORT, booked_by=evening.second_manager.pk))
    Finding.objects.filter(pk=row.pk).update(dealer=evening.manager)
    codes = {
        evening.dealer.pk: "cannot_own_finding", evening.second_manager.pk: "owner_booked_it",
        evening.manager.pk: "owner_dealt_it", 999: "no_such_user",
    }  # fmt: skip
    for owner, code in codes.items():
        with pytest.raises(Refusal) as refused:
            findings.assign(finding_id=row.pk, owner_id=owner, actor=evening.manager)
        assert refused.value.code == code
    row.refresh_from_db()
    assert row.owner is None


def test_there_is_no_such_finding(evening: Evening) -> None:
    with pytest.raises(NotFound):
        looking(findings.resolve)(finding_id=1, resolution="justified", comment="why", actor=evening.manager)
    with pytest.raises(Malformed):
        resolve(noted(evening), evening.manager, "unknown")
