"""A decision on findings has a number of its house, and can be taken back: then all that it decided are open again."""

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import chain

import pytest
from django.db import connection
from django.db.migrations import RunSQL

from accounting import locks
from accounting.days.services import days
from accounting.findings.selectors import findings as selector
from accounting.findings.services import findings
from accounting.models import Finding, GamingDay
from accounting.proof.services import history_proofs
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.errors import NotAllowed, Refusal
from casino.models import User
from tests import builders, databases, elsewhere
from tests.api_client import Api, problem
from tests.builders import Evening, user
from tests.deciding import looking

pytestmark = pytest.mark.django_db

SHORT = Verdict(Rule.BOX_SHORT, "drop:4", -300, "T07")
NOTE = Verdict(Rule.SLIP_CANCELLED, "slip:4")
WHY = "The wrong table was looked at."
built, evening = databases.shared(builders.evening)


def note(evening: Evening, *verdicts: Verdict, day: GamingDay | None = None) -> list[Finding]:
    """What an audit finds, of the evening's day unless another is named."""
    found = day or evening.day
    assert found is not None
    findings.note(evening.house.pk, found.pk, verdicts, house_time.now())
    return [Finding.objects.get(rule=one.rule, subject=one.subject) for one in verdicts]


def run(evening: Evening, count: int = 3) -> list[Finding]:
    """Findings that are decided together."""
    assert evening.day is not None
    late = [Verdict(Rule.LATE_SYNC, f"hand:{hand}", 0, "T07", hand_id=hand) for hand in range(1, count + 1)]
    return note(evening, *late)


def decide(row: Finding, actor: User) -> Finding:
    return looking(findings.resolve)(finding_id=row.pk, resolution="training", comment="Talked to.", actor=actor)


def decide_run(rows: Sequence[Finding], actor: User) -> list[Finding]:
    return findings.resolve_run(
        finding_ids=[row.pk for row in rows], seen=seen(rows), resolution="justified", comment="Rota.", actor=actor
    )


def seen(rows: Sequence[Finding]) -> list[str]:
    return [selector.FINDINGS.seen(Finding.objects.get(pk=row.pk)) for row in rows]


def take_back(evening: Evening, number: int, rows: Sequence[Finding], **changes: object) -> list[Finding]:
    asked = {
        "house_id": evening.house.pk, "decision_number": number, "seen": seen(rows), "reason": WHY,
        "actor": evening.second_manager,
    }  # fmt: skip
    return findings.take_back(**(asked | changes))  # type: ignore[arg-type]


def refused(code: str, evening: Evening, number: int, rows: Sequence[Finding], **changes: object) -> None:
    """Nothing is opened, and no history written."""
    before = list(Finding.objects.order_by("pk").values()), Finding.history.count()
    with pytest.raises(Refusal) as refusal:
        take_back(evening, number, rows, **changes)
    assert refusal.value.code == code
    assert (list(Finding.objects.order_by("pk").values()), Finding.history.count()) == before


def close(evening: Evening) -> None:
    """The day is closed and sealed; the check list is the business of the room that closes it."""
    assert evening.day is not None
    days.close(day=locks.take_day(evening.day.pk), actor=evening.manager)


def reopen(evening: Evening) -> None:
    assert evening.day is not None
    asked = days.ask_reopening(day_id=evening.day.pk, reason="wrong count", actor=evening.manager)
    looking(days.approve_reopening)(reopening_id=asked.pk, actor=evening.second_manager)


def numbers() -> list[int | None]:
    return list(Finding.objects.order_by("pk").values_list("decision_number", flat=True))


def test_each_decision_has_the_next_number_of_its_house(evening: Evening) -> None:
    first, *others = [*note(evening, SHORT), *run(evening)]
    decide(first, evening.manager)
    decide_run(others[:2], evening.manager)
    assert numbers() == [1, 2, 2, None]
    [told, _found] = selector.history(first)
    assert (told.decision_number, told.by, told.comment) == (1, str(evening.manager), "Talked to.")
    abroad = elsewhere.settled()
    findings.note(abroad.pk, None, [SHORT], house_time.now())
    theirs = Finding.objects.latest("pk")
    assert decide(theirs, elsewhere.stranger(abroad)).decision_number == 1


def test_a_number_is_never_given_again(evening: Evening) -> None:
    [row] = note(evening, SHORT)
    decide(row, evening.manager)
    take_back(evening, 1, [row])
    assert decide(row, evening.manager).decision_number == 2
    note(evening, replace(SHORT, amount_cents=-900))
    row.refresh_from_db()
    assert (row.state, row.decision_number, row.taken_back_number) == ("open", None, None)
    assert decide(row, evening.manager).decision_number == 3


def test_what_was_decided_together_is_open_again_and_its_history_tells_all(evening: Evening) -> None:
    rows = run(evening)
    decide_run(rows, evening.manager)
    taken = take_back(evening, 1, list(reversed(rows)))
    assert [row.pk for row in taken] == [row.pk for row in rows]
    for row in rows:
        row.refresh_from_db()
        assert (row.state, row.resolution, row.resolved_by, row.resolved_at) == ("open", "", None, None)
        assert (row.decision_number, row.taken_back_number, row.comment) == (None, 1, WHY)
        told = [(one.by, one.decision_number, one.taken_back_number) for one in selector.history(row)]
        assert told == [(str(evening.second_manager), None, 1), (str(evening.manager), 1, None), (None, None, None)]
        assert [one.comment for one in selector.history(row)] == [WHY, "Rota.", ""]
    assert list(history_proofs.prove()) == []


def test_what_comes_after_does_not_tell_the_taking_back_again(evening: Evening) -> None:
    [row] = note(evening, SHORT)
    decide(row, evening.manager)
    take_back(evening, 1, [row])
    findings.assign(finding_id=row.pk, owner_id=evening.manager.pk, actor=evening.manager)
    given, taken, *_before = selector.history(row)
    assert (given.owner, given.taken_back_number, given.comment) == (str(evening.manager), None, "")
    assert (taken.taken_back_number, taken.comment) == (1, WHY)


def test_what_an_audit_opened_before_stays_as_it_is(evening: Evening) -> None:
    rows = run(evening)
    decide_run(rows, evening.manager)
    findings.note(
        evening.house.pk, rows[0].gaming_day_id,
        [Verdict(Rule.LATE_SYNC, "hand:1", 0, "T07", hand_id=1, booked_by=evening.manager.pk)], house_time.now(),
    )  # fmt: skip
    count = rows[0].history.count()
    refused("stale", evening, 1, rows)
    assert [row.pk for row in take_back(evening, 1, rows[1:])] == [row.pk for row in rows[1:]]
    assert rows[0].history.count() == count


def test_a_decision_that_is_not_there_or_holds_no_longer_is_refused(evening: Evening) -> None:
    [row] = note(evening, SHORT)
    refused("no_such_decision", evening, 1, [row])
    decide(row, evening.manager)
    for number in (0, -1, 2, 2**40):
        refused("no_such_decision", evening, number, [row])
    take_back(evening, 1, [row])
    refused("decision_taken_back", evening, 1, [row])
    decide(row, evening.manager)
    refused("decision_taken_back", evening, 1, [row])
    refused("no_such_house", evening, 1, [row], house_id=4711)
    refused("not_found", evening, 2, [row], actor=elsewhere.stranger(elsewhere.settled()))


def test_what_was_seen_otherwise_or_not_at_all_is_refused(evening: Evening) -> None:
    rows = run(evening)
    decide_run(rows, evening.manager)
    for wrong in ([], seen(rows[:2]), [*seen(rows), "x"], ["x", *seen(rows[1:])], [*seen(rows[:2]), seen(rows)[0]]):
        refused("stale", evening, 1, rows, seen=wrong)


@pytest.mark.parametrize(
    ("reason", "code"), [("", "reason_required"), (" a ", "reason_required"), ("x" * 501, "text_too_long")]
)
def test_it_says_why(evening: Evening, reason: str, code: str) -> None:
    [row] = note(evening, SHORT)
    decide(row, evening.manager)
    refused(code, evening, 1, [row], reason=reason)


@pytest.mark.parametrize("part", ["booked_by", "dealer"])
def test_whoever_booked_or_dealt_one_of_them_does_not_take_it_back(evening: Evening, part: str) -> None:
    rows = run(evening)
    Finding.objects.filter(pk=rows[1].pk).update(**{part: evening.second_manager})
    rows = [Finding.objects.get(pk=row.pk) for row in rows]
    decide_run(rows, evening.manager)
    refused("two_people", evening, 1, rows)


def test_only_who_may_decide_takes_back(evening: Evening) -> None:
    [row] = note(evening, SHORT)
    decide(row, evening.manager)
    for person in (evening.floor, evening.dealer, user("auditor")):
        with pytest.raises(NotAllowed):
            take_back(evening, 1, [row], actor=person)
    assert take_back(evening, 1, [row], actor=evening.manager), "whoever decided may see that it was wrong"


def test_a_day_that_was_closed_with_the_decision_keeps_it(evening: Evening) -> None:
    """An open finding would have kept it from being closed; a note would not."""
    [row], [other] = note(evening, SHORT), note(evening, NOTE)
    decide(row, evening.manager)
    decide(other, evening.manager)
    close(evening)
    refused("gaming_day_closed", evening, 1, [row])
    assert [one.pk for one in take_back(evening, 2, [other])] == [other.pk]
    reopen(evening)
    assert take_back(evening, 1, [row]), "the day was reopened"


def test_a_finding_of_no_single_day_keeps_all_days_from_being_closed(evening: Evening) -> None:
    findings.note(evening.house.pk, None, [Verdict(Rule.CHAIN_BROKEN, "book:table/T07#3")], house_time.now())
    row = Finding.objects.get(rule="CHAIN_BROKEN")
    close(evening)
    decide(row, evening.manager)
    assert take_back(evening, 1, [row]), "no day was closed since it was decided"
    decide(row, evening.manager)
    reopen(evening)
    close(evening)
    refused("gaming_day_closed", evening, 2, [row])


def test_the_api_tells_numbers_and_takes_back(evening: Evening) -> None:
    rows = run(evening)
    decide_run(rows, evening.manager)
    api = Api(evening.second_manager)
    found = api.get("findings/", decision=1).json()["results"]
    assert {row["decision_number"] for row in found} == {1}
    assert len(found) == 3
    body = {"decision_number": 1, "seen": [row["seen"] for row in found], "reason": WHY}
    path = "findings/decisions/take-back/"
    assert problem(api.post(path, body | {"seen": ["x"]})) == (409, "stale")
    assert problem(api.post(path, body | {"decision_number": 7})) == (404, "no_such_decision")
    answer = api.post(path, body)
    assert answer.status_code == 200, answer.text
    told = [(row["state"], row["decision_number"], row["taken_back_number"]) for row in answer.json()["findings"]]
    assert told == [("open", None, 1)] * 3
    assert problem(api.post(path, body)) == (422, "decision_taken_back")


def test_what_was_decided_before_there_were_numbers_gets_one(evening: Evening) -> None:
    """The migration's own statements, on rows as they were: alike at the same moment is one decision."""
    rows = [*run(evening), *note(evening, SHORT)]
    decide_run(rows[:2], evening.manager)
    decide(rows[3], evening.manager)
    migration = import_module("accounting.migrations.0013_numbers_of_decisions").Migration
    steps = chain.from_iterable(step.operations for step in migration.operations)
    [numbered] = [one for one in steps if isinstance(one, RunSQL)]
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE accounting_finding DROP CONSTRAINT finding_resolved_says_how")
        cursor.execute("UPDATE accounting_finding SET decision_number = NULL")
        cursor.execute(numbered.sql)
    assert numbers() == [1, 1, None, 2]
    assert list(history_proofs.prove()) == []
    assert rows[0].history.first().history_change_reason == "numbered"
