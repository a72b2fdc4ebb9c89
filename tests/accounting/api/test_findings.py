"""Findings and the three-way match over the API."""

from datetime import timedelta

import pytest

from accounting.cage.services import counts
from accounting.findings.services import findings
from accounting.models import Drop, Finding
from accounting.verdicts import Rule, Verdict
from casino import house_time
from tables.floor.services import drops
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests.api_client import Api, problem
from tests.builders import Evening, pieces, user

SHORT = Verdict(Rule.BOX_SHORT, "drop:4", -300, "T07", facts={"booked_cents": 5_000, "explanation": ""})
CHANGED = Verdict(Rule.RECORD_CHANGED, "hand:9", 0, "T08", hand_id=9)


@pytest.fixture
def found(evening: Evening) -> list[int]:
    findings.note(evening.house.pk, evening.day.pk, [SHORT, CHANGED], house_time.now())
    findings.note(evening.house.pk, None, [Verdict(Rule.CHAIN_BROKEN, "book:table/T07#3")], house_time.now())
    return list(Finding.objects.order_by("rule").values_list("pk", flat=True))


def test_the_inbox_by_what_is_asked(
    manager: Api, evening: Evening, found: list[int], django_assert_num_queries
) -> None:
    with django_assert_num_queries(1):
        rows = manager.get("findings/").json()["results"]
    assert {row["rule"] for row in rows} == {"BOX_SHORT", "CHAIN_BROKEN", "RECORD_CHANGED"}
    for query, count in (
        ({"state": "open"}, 3),
        ({"state": "waived"}, 0),
        ({"rule": "BOX_SHORT"}, 1),
        ({"gaming_day": evening.day.pk}, 2),
        ({"table": "T08"}, 1),
        ({"severity": 3}, 2),
        ({"owner": evening.manager.pk}, 0),
        ({"hand": 9}, 1),
    ):
        assert len(manager.get("findings/", **query).json()["results"]) == count, query
    for nonsense in ({"rule": "X"}, {"severity": 4}, {"colour": "red"}):
        assert manager.get("findings/", **nonsense).status_code == 400


def test_one_finding(manager: Api, evening: Evening, found: list[int]) -> None:
    row = manager.get(f"findings/{found[0]}/").json()
    assert row["facts"] == {"booked_cents": 5_000, "explanation": ""}
    assert (row["amount_cents"], row["severity"], row["state"], row["resolution"]) == (-300, 2, "open", None)
    assert (row["sentence"], row["gaming_date"]) == (
        "There was less in the box than was booked.", f"{evening.day.date}",
    )  # fmt: skip
    assert problem(manager.get("findings/4711/")) == (404, "not_found")


def test_it_is_decided_once(manager: Api, evening: Evening, found: list[int]) -> None:
    given = manager.post(f"findings/{found[0]}/assign/", {"owner": evening.second_manager.pk})
    assert given.json()["owner"] == evening.second_manager.pk
    path, seen = f"findings/{found[0]}/resolve/", {"seen": given.json()["seen"]}
    without = seen | {"resolution": "training", "comment": " "}
    assert problem(manager.post(path, without)) == (422, "comment_required")
    answer = manager.post(path, seen | {"resolution": "training", "comment": "talked to him"})
    assert (answer.status_code, answer.json()["state"]) == (200, "resolved")
    again = manager.post(path, seen | {"resolution": "justified", "comment": "no, fine"})
    assert problem(again) == (422, "finding_resolved")
    assert Finding.objects.get(pk=found[0]).comment == "talked to him"


def test_findings_are_managements_and_the_auditors(evening: Evening, found: list[int]) -> None:
    assert Api(user("auditor")).get("findings/").status_code == 200
    for person in (evening.dealer, evening.floor, evening.cage):
        assert problem(Api(person).get("findings/")) == (403, "not_allowed")
        assert problem(Api(person).get(f"findings/{found[0]}/")) == (403, "not_allowed")


def test_the_match_of_a_day(manager: Api, evening: Evening) -> None:
    """A pot of 184 euros owes 9, one of 50 without a flop nothing; taken are 9 + 2, and 10 are counted."""
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 40_000, 40_000, 40_000)
    for summary in (
        Summary(pot_cents=18_400, flop_seen=True, dealt_in=3, tip_cents=200),
        Summary(pot_cents=5_000, flop_seen=False, dealt_in=3, rake_cents=200, reason="ruling"),
    ):
        recording.record_summary(table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer)
    [row] = manager.get("reports/match/").json()["rows"]
    assert (row["due_cents"], row["booked_cents"], row["in_box_cents"], row["variance_cents"]) == (900, 1_100, 1_100, 0)
    drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
    box = Drop.objects.get(kind="rake")
    for person in (evening.cage, evening.second_cage):
        counts.count(drop_id=box.pk, found=pieces(1_000), actor=person)
    answer = manager.get("reports/match/", **{"from": f"{evening.day.date}", "to": f"{evening.day.date}"}).json()
    [row] = answer["rows"]
    assert (row["date"], row["table"], row["hands"]) == (f"{evening.day.date}", "T07", 2)
    assert (row["difference_cents"], row["counted_cents"], row["variance_cents"]) == (200, 1_000, -100)
    assert (row["tips_booked_cents"], row["tips_waiting_cents"], row["tips_variance_cents"]) == (200, 200, 0)
    assert row["boxes_waiting"] == 1
    assert answer["total"] == {name: row[name] for name in answer["total"]}


def test_the_match_of_no_readable_time(manager: Api, evening: Evening) -> None:
    today = evening.day.date
    for query, code in (
        ({"from": f"{today}", "to": f"{today - timedelta(days=1)}"}, "bad_period"),
        ({"from": f"{today - timedelta(days=92)}", "to": f"{today}"}, "period_too_long"),
        ({"by": "hour"}, None),
        ({"from": "yesterday"}, None),
    ):
        answer = manager.get("reports/match/", **query)
        assert answer.status_code == 400, query
        assert code in (None, answer.json()["code"]), query
    assert problem(Api(evening.dealer).get("reports/match/")) == (403, "not_allowed")
