"""What is found hand after hand is one run: told once, decided once, kept as a row for each finding."""

import re
from collections.abc import Sequence

import pytest
from django.test import Client

from accounting.findings.selectors import findings as selector
from accounting.findings.services import findings
from accounting.models import Finding
from accounting.verdicts import Rule, Verdict
from casino import house_time
from casino.errors import Refusal
from casino.models import User
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests import builders, databases, elsewhere
from tests.api_client import Api, problem
from tests.builders import Evening

pytestmark = pytest.mark.django_db

HANDS = 7
WHY = {"resolution": "training", "comment": "The push was keyed too late."}


def dealt() -> Evening:
    """A table at which seven hands were dealt; the first of them is 1 here."""
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"), float_cents=50_000)
    evening.sit(table, 40_000, 40_000)
    for _number in range(HANDS):
        hand = recording.record_summary(
            table_id=table, version=evening.version(table), summary=Summary(2_000, True, 2), actor=evening.dealer
        ).hand
    evening.last = hand.pk  # type: ignore[attr-defined]
    return evening


built, evening = databases.shared(dealt)


def find(evening: Evening, *numbers: int, rule: Rule = Rule.NO_DEALER, cents: int = 0) -> list[Finding]:
    """The audit finds the same of these hands."""
    assert evening.day is not None
    hands = [evening.last - HANDS + number for number in numbers]  # type: ignore[attr-defined]
    verdicts = [
        Verdict(rule, f"hand:{hand}", cents, "T07", hand_id=hand, booked_by=evening.dealer.pk) for hand in hands
    ]
    findings.note(evening.house.pk, evening.day.pk, verdicts, house_time.now())
    return [Finding.objects.get(rule=rule, subject=f"hand:{hand}") for hand in hands]


def runs(evening: Evening) -> list[list[int]]:
    """The runs that the inbox tells, by the numbers of their hands."""
    first = evening.last - HANDS  # type: ignore[attr-defined]
    rows = selector.inbox(actor=evening.manager).order_by("-severity", "found_at", "pk")
    return [[(row.hand_id or 0) - first for row in run.rows] for run in selector.runs(rows)]


def decide(evening: Evening, rows: Sequence[Finding], **changes: object) -> list[Finding]:
    asked = {
        "finding_ids": [row.pk for row in rows],
        "seen": [selector.FINDINGS.seen(row) for row in rows],
        "actor": evening.manager,
        **WHY,
    }
    return findings.resolve_run(**(asked | changes))  # type: ignore[arg-type]


def refused(code: str, evening: Evening, rows: Sequence[Finding], **changes: object) -> None:
    """Nothing is decided."""
    before = list(Finding.objects.order_by("pk").values())
    with pytest.raises(Refusal) as refusal:
        decide(evening, rows, **changes)
    assert refusal.value.code == code
    assert list(Finding.objects.order_by("pk").values()) == before


def test_a_hand_without_the_finding_ends_a_run(evening: Evening) -> None:
    find(evening, 1, 2, 3, 5, 7, 6)
    assert runs(evening) == [[1, 2, 3], [5, 6, 7]]


def test_another_rule_is_another_run_and_money_and_grave_ones_stand_alone(evening: Evening) -> None:
    find(evening, 1, 2)
    find(evening, 1, 2, rule=Rule.LATE_SYNC)
    find(evening, 3, 4, rule=Rule.TAX_SHORT, cents=-100)
    find(evening, 5, 6, rule=Rule.RECORD_CHANGED)
    assert sorted(runs(evening)) == [[1, 2], [1, 2], [3], [4], [5], [6]]


def test_one_decision_writes_a_row_for_each_with_one_reason(evening: Evening) -> None:
    rows = find(evening, 1, 2, 3)
    decide(evening, rows[:2])
    kept = [(row.state, row.resolution, row.comment, row.resolved_by) for row in Finding.objects.order_by("hand_id")]
    decided = ("resolved", "training", WHY["comment"], evening.manager)
    assert kept == [decided, decided, ("open", "", "", None)]
    for row in rows[:2]:
        assert row.history.latest("history_id").history_user == evening.manager


def test_what_is_no_run_or_was_seen_otherwise_is_refused_as_a_whole(evening: Evening) -> None:
    rows = find(evening, 1, 2)
    [late] = find(evening, 1, rule=Rule.LATE_SYNC)
    [short] = find(evening, 3, rule=Rule.TAX_SHORT, cents=-100)
    refused("not_one_run", evening, [*rows, late])
    refused("not_one_run", evening, [short])
    refused("not_one_run", evening, [])
    refused("not_one_run", evening, [rows[0], rows[0]])
    refused("not_one_run", evening, rows, seen=["x"])
    refused("stale", evening, rows, seen=[selector.FINDINGS.seen(rows[0]), "x"])
    refused("comment_required", evening, rows, comment=" ")
    Finding.objects.filter(pk=rows[1].pk).update(booked_by=evening.manager)
    refused("two_people", evening, [rows[0], Finding.objects.get(pk=rows[1].pk)])
    refused("not_found", evening, rows, actor=elsewhere.stranger(elsewhere.settled()))
    decide(evening, rows[:1])
    refused("finding_resolved", evening, Finding.objects.filter(rule=Rule.NO_DEALER).order_by("pk"))


def test_the_api_tells_runs_and_decides_them(evening: Evening) -> None:
    find(evening, 1, 2, 4)
    api = Api(evening.manager)
    [run, alone] = api.get("findings/runs/").json()
    assert (run["rule"], run["table"], run["count"], alone["count"]) == ("NO_DEALER", "T07", 2, 1)
    body = {
        "findings": [one["finding"] for one in run["findings"]],
        "seen": [one["seen"] for one in run["findings"]],
        **WHY,
    }
    assert problem(api.post("findings/runs/resolve/", body | {"seen": ["x", "y"]})) == (409, "stale")
    answer = api.post("findings/runs/resolve/", body)
    assert answer.status_code == 200, answer.text
    assert [one["state"] for one in answer.json()["findings"]] == ["resolved", "resolved"]
    assert [one["count"] for one in api.get("findings/runs/").json()] == [1]


def test_the_page_decides_those_that_are_ticked(evening: Evening) -> None:
    rows = find(evening, 1, 2, 3)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(evening.manager)
    address = f"/management/audit/findings/{rows[1].pk}/run/"
    assert "3 ×" in client.get("/management/audit/findings/").text
    form = client.get(address).context["form"]
    ticked = form["findings"].initial
    assert len(ticked) == 3
    sent = {"key": form["key"].value(), "findings": ticked[:2], **WHY}
    stale = client.post(address, sent | {"findings": [f"{rows[0].pk}-x"]})
    assert stale.status_code == 400
    assert stale.context["form"].errors["findings"]
    assert client.post(address, sent).status_code == 303
    states = Finding.objects.order_by("hand_id").values_list("state", flat=True)
    assert list(states) == ["resolved", "resolved", "open"]
    assert client.get(f"/management/audit/findings/{rows[2].pk}/run/").status_code == 200


def english(person: User) -> Client:
    """A browser of somebody who reads English."""
    User.objects.filter(pk=person.pk).update(language="en")
    client = Client()
    client.force_login(person)
    return client


def test_whoever_dealt_does_not_decide(evening: Evening) -> None:
    """The service refuses, and the page says why: what they dealt is not offered to them."""
    rows = find(evening, 1, 2, 3)
    Finding.objects.filter(pk__in=[row.pk for row in rows[:2]]).update(dealer=evening.manager)
    rows = [Finding.objects.get(pk=row.pk) for row in rows]
    refused("two_people", evening, rows)
    client = english(evening.manager)
    page = client.get(f"/management/audit/findings/{rows[0].pk}/run/")
    assert len(page.context["form"]["findings"].initial) == 1
    assert "You booked or dealt 2 of these" in page.text
    single = client.get(f"/management/audit/findings/{rows[0].pk}/").text
    assert "You dealt this; somebody else must decide." in single


def test_a_hand_that_differs_in_money_is_not_ticked_by_itself(evening: Evening) -> None:
    table = Hand.objects.get(pk=evening.last).table_id  # type: ignore[attr-defined]
    for summary in (Summary(2_000, True, 2, rake_cents=0, reason="ruling"), Summary(2_000, True, 2)):
        recording.record_summary(table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer)
    rows = find(evening, HANDS, HANDS + 1, HANDS + 2)
    client = english(evening.manager)
    page = client.get(f"/management/audit/findings/{rows[0].pk}/run/")
    ticked = [value.partition("-")[0] for value in page.context["form"]["findings"].initial]
    assert ticked == [str(rows[0].pk), str(rows[2].pk)]
    assert "no: rake −1.00" in " ".join(page.text.split())
    assert "Decide 2 findings" in page.text


def test_the_list_has_a_line_for_each_run_and_one_for_what_is_decided_singly(evening: Evening) -> None:
    find(evening, 1, 2, 3, 5)
    find(evening, 1, 4, rule=Rule.TAX_SHORT, cents=-100)
    client = english(evening.manager)
    page = client.get("/management/audit/findings/")
    lines = {(fold.first.rule, fold.count, fold.is_run, fold.amount_cents) for fold in page.context["folds"]}
    assert lines == {
        ("NO_DEALER", 3, True, 0), ("NO_DEALER", 1, False, 0), ("TAX_SHORT", 2, False, -200),
    }  # fmt: skip
    assert (page.context["open_count"], page.context["kinds"]) == (6, 2)
    [run] = [fold for fold in page.context["folds"] if fold.is_run]
    assert re.fullmatch(r"T07, \d\d:\d\d–\d\d:\d\d · hands 1–3", run.where)
    for by in ("table", "age", "nonsense"):
        assert len(client.get("/management/audit/findings/", {"by": by}).context["folds"]) == 3


def test_who_may_not_decide_reads_each_finding(evening: Evening) -> None:
    [row, *_others] = find(evening, 1, 2)
    client = english(User.objects.create_user("auditor", roles=["auditor"]))
    page = client.get("/management/audit/findings/").text
    assert f"/management/audit/findings/{row.pk}/" in page
    assert f"/management/audit/findings/{row.pk}/run/" not in page


def assigned_refused(
    code: str, evening: Evening, rows: Sequence[Finding], owner: int | None, **changes: object
) -> None:
    """Nothing is assigned."""
    before = list(Finding.objects.order_by("pk").values()), Finding.history.count()
    asked = {"finding_ids": [row.pk for row in rows], "owner_id": owner, "actor": evening.manager}
    with pytest.raises(Refusal) as refusal:
        findings.assign_run(**(asked | changes))  # type: ignore[arg-type]
    assert refusal.value.code == code
    assert (list(Finding.objects.order_by("pk").values()), Finding.history.count()) == before


def test_a_run_is_assigned_with_one_command_and_unassigned(evening: Evening) -> None:
    rows = find(evening, 1, 2, 3)
    ids = [row.pk for row in rows]
    given = findings.assign_run(finding_ids=ids, owner_id=evening.second_manager.pk, actor=evening.manager)
    assert [row.owner for row in given] == [evening.second_manager] * 3
    for row in rows:
        assert row.history.latest("history_id").history_user == evening.manager
    findings.assign_run(finding_ids=ids, owner_id=None, actor=evening.manager)
    assert not Finding.objects.exclude(owner=None).exists()


def test_assigning_what_is_no_run_or_to_whom_it_cannot_be_is_refused_as_a_whole(evening: Evening) -> None:
    rows, other = find(evening, 1, 2), evening.second_manager.pk
    [late] = find(evening, 1, rule=Rule.LATE_SYNC)
    assigned_refused("not_one_run", evening, [*rows, late], other)
    assigned_refused("not_one_run", evening, [rows[0], rows[0]], other)
    assigned_refused("not_one_run", evening, [], other)
    assigned_refused("no_such_user", evening, rows, 4711)
    assigned_refused("cannot_own_finding", evening, rows, evening.floor.pk)
    assigned_refused("not_allowed", evening, rows, other, actor=evening.floor)
    abroad = elsewhere.settled()
    assigned_refused("not_found", evening, rows, other, actor=elsewhere.stranger(abroad))
    manager = User.objects.create_user("abroad", roles=["manager"], house_ids=[abroad.pk])
    assigned_refused("no_such_user", evening, rows, manager.pk)
    Finding.objects.filter(pk=rows[1].pk).update(booked_by=evening.second_manager)
    assigned_refused("owner_booked_it", evening, rows, other)
    decide(evening, rows[:1])
    assigned_refused("finding_resolved", evening, rows, evening.manager.pk)


def test_the_api_assigns_a_run(evening: Evening) -> None:
    rows = find(evening, 1, 2)
    api = Api(evening.manager)
    body = {"findings": [row.pk for row in rows], "owner": evening.second_manager.pk}
    assert problem(api.post("findings/runs/assign/", body | {"owner": evening.dealer.pk})) == (
        422, "cannot_own_finding",
    )  # fmt: skip
    answer = api.post("findings/runs/assign/", body)
    assert answer.status_code == 200, answer.text
    assert [row["owner"] for row in answer.json()["findings"]] == [evening.second_manager.pk] * 2


def test_the_page_assigns_the_run_as_it_was_shown(evening: Evening) -> None:
    rows = find(evening, 1, 2, 3)
    client = english(evening.manager)
    run = f"/management/audit/findings/{rows[1].pk}/run/"
    assert f"/management/audit/findings/{rows[0].pk}/run/assign/" in client.get(run).text
    form = client.get(f"{run}assign/").context["form"]
    shown = form.fields["findings"].initial
    assert shown == [str(row.pk) for row in rows]
    sent = {"key": form["key"].value(), "version": "", "findings": shown, "owner": str(evening.second_manager.pk)}
    gone = client.post(f"{run}assign/", sent | {"findings": [*shown, "4711"]})
    assert gone.status_code == 400
    assert "One of them has changed since you saw it" in gone.text
    assert not Finding.objects.exclude(owner=None).exists()
    done = client.post(f"{run}assign/", sent, follow=True)
    assert done.redirect_chain == [(run, 303)]
    assert "3 findings are assigned." in done.text
    assert Finding.objects.filter(owner=evening.second_manager).count() == 3


def test_the_page_takes_a_decision_back(evening: Evening) -> None:
    rows = find(evening, 1, 2, 3)
    decide(evening, rows[:2])
    client = english(evening.second_manager)
    address = f"/management/audit/findings/{rows[0].pk}/"
    page = client.get(address)
    assert "Taking the decision back opens 2 findings again." in page.text
    under = client.get("/management/audit/findings/", {"decision": 1}).context["folds"]
    assert [(fold.count, fold.first.decision_number) for fold in under] == [(2, 1)]
    sent = {**page.context["taking_back"].initial, "version": "", "reason": "Another table."}
    assert client.post(f"{address}take-back/", sent | {"reason": "x"}).status_code == 400
    stale = client.post(f"{address}take-back/", sent | {"seen": "x"})
    assert stale.status_code == 409
    assert stale.context["form"]["seen"].value() == sent["seen"], "the form is about what is shown now"
    assert not Finding.objects.exclude(taken_back_number=None).exists()
    done = client.post(f"{address}take-back/", sent, follow=True)
    assert "2 findings are open again." in done.text
    assert "Decision no. 1 has been taken back:" in done.text
    assert "no. 1 taken back" in done.text
    assert set(Finding.objects.values_list("state", flat=True)) == {"open"}
    again = client.post(f"{address}take-back/", sent | {"key": "another"})
    assert (again.status_code, "no longer applies" in again.text) == (422, True)
    assert "no decision that could be taken back" in client.get(f"{address}take-back/").text


def test_who_may_not_take_back_is_not_asked_to(evening: Evening) -> None:
    [row, *_others] = find(evening, 1)
    decide(evening, [row])
    auditor = english(User.objects.create_user("auditor", roles=["auditor"]))
    page = auditor.get(f"/management/audit/findings/{row.pk}/")
    assert page.context["taking_back"] is None
    assert "take-back" not in page.text
    assert auditor.get(f"/management/audit/findings/{row.pk}/take-back/").status_code == 403
    Finding.objects.filter(pk=row.pk).update(dealer=evening.second_manager)
    page = english(evening.second_manager).get(f"/management/audit/findings/{row.pk}/")
    assert page.context["taking_back"] is None
