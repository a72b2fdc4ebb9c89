"""Corrections, late entries, rulings and the bundle over HTTP."""

from io import BytesIO
from uuid import uuid4
from zipfile import ZipFile

import pytest

from casino import house_time
from tables.models import Hand, Session
from tests.api_client import Api, everything, problem
from tests.tables.api.playing import settle, to_showdown

WRONG = {"pot_cents": 30_000, "flop_seen": True, "dealt_in": 2}
RIGHT = {"pot_cents": 20_000, "flop_seen": True, "dealt_in": 2, "tip_cents": 200}


@pytest.fixture
def pool(evening):
    table = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(table, 40_000, 40_000)
    return table


@pytest.fixture
def keyed(floor, evening, pool):
    answer = floor.post(f"tables/{pool}/hands/record/", {"version": evening.version(pool), **WRONG})
    assert answer.status_code == 201, answer.content
    return answer.json()


def without_password(user):
    """Signed in, and his password was not given lately."""
    api = Api(user)
    api.client.force_authenticate(user)
    return api


def test_a_summary_is_corrected_and_both_hands_say_so(manager, keyed):
    body = {"version": keyed["version"], "reason": "pot misread", **RIGHT}
    key = str(uuid4())
    answer = manager.post(f"hands/{keyed['id']}/correct/", body, key=key)
    assert answer.status_code == 201, answer.content
    new = answer.json()
    assert (new["number"], new["state"], new["corrects"], new["corrected_by"]) == (2, "settled", keyed["id"], None)
    assert (new["result"]["pot_cents"], new["rake"]["taken_cents"], new["is_late"]) == (20_000, 1_000, False)
    old = manager.get(f"hands/{keyed['id']}/").json()
    assert (old["state"], old["void_reason"], old["corrected_by"]) == ("void", "pot misread", new["id"])
    listed = {row["id"]: row["corrected_by"] for row in manager.get("hands/").json()["results"]}
    assert listed == {keyed["id"]: new["id"], new["id"]: None}
    before = everything()
    again = manager.post(f"hands/{keyed['id']}/correct/", body, key=key)
    assert (again.json(), again["Idempotent-Replayed"]) == (new, "true")
    assert everything() == before


def test_who_keyed_it_does_not_correct_it(floor, keyed):
    before = everything()
    body = {"version": keyed["version"], "reason": "pot misread", **RIGHT}
    assert problem(floor.post(f"hands/{keyed['id']}/correct/", body)) == (403, "two_people")
    body = {"version": keyed["version"], "reason": "keyed twice"}
    assert problem(floor.post(f"hands/{keyed['id']}/void/", body)) == (403, "two_people")
    assert everything() == before


def test_what_was_settled_is_taken_back_with_the_password(evening, dealer, floor, hand, keyed):
    """A misdeal is not grave; a reversal and a correction are."""
    api = without_password(evening.manager)
    settled = settle(dealer, to_showdown(dealer, hand))
    before = everything()
    for path, body in (
        (f"hands/{settled['id']}/void/", {"version": settled["version"], "reason": "wrong winner"}),
        (f"hands/{keyed['id']}/correct/", {"version": keyed["version"], "reason": "pot misread", **RIGHT}),
        ("hands/late/", {"session": 1, "dealt_at": "2026-11-21T02:14:08+01:00", "reason": "from paper", **RIGHT}),
    ):
        assert problem(api.post(path, body)) == (403, "password_required"), path
        assert everything() == before, path
    evening.manager.set_password("a long enough password")
    evening.manager.save()
    body = {"version": settled["version"], "reason": "wrong winner", "password": "a long enough password"}
    assert api.post(f"hands/{settled['id']}/void/", body).status_code == 200


def test_a_misdeal_asks_for_no_password(evening, hand):
    answer = without_password(evening.dealer).post(
        f"hands/{hand['id']}/void/", {"version": 1, "reason": "card exposed"}
    )
    assert answer.json()["state"] == "void"


def test_a_late_entry(floor, manager, evening, pool):
    dealt_at = house_time.now().isoformat()
    for seat in (1, 2):
        body = {"version": evening.version(pool), "counted_cents": 40_000 if seat == 1 else 38_800}
        body["explanation"] = "a hand is on paper"
        assert floor.post(f"tables/{pool}/seats/{seat}/cash-out/", body).status_code == 200
    body = {"session": Session.objects.get(table_id=pool).pk, "dealt_at": dealt_at, "reason": "from paper", **RIGHT}
    before = everything()
    assert problem(manager.post("hands/late/", body)) == (422, "record_at_table")
    assert everything() == before
    floor.post(f"tables/{pool}/close/", {"version": evening.version(pool), "counted_float_cents": 0})
    answer = manager.post("hands/late/", body)
    assert answer.status_code == 201, answer.content
    assert answer.json()["number"] == 1
    assert Hand.objects.get().dealer is None


def test_rulings(floor, dealer, evening, seated, hand):
    answer = floor.post(f"tables/{seated}/rulings/", {"hand": hand["id"], "text": "Call stands."})
    assert answer.status_code == 201, answer.content
    ruling = answer.json()
    assert {name: ruling[name] for name in ("table", "hand", "text", "by")} == {
        "table": seated, "hand": hand["id"], "text": "Call stands.", "by": evening.floor.pk,
    }  # fmt: skip
    assert floor.post(f"tables/{seated}/rulings/", {"text": "New deck."}).json()["hand"] is None
    assert [row["text"] for row in floor.get("rulings/").json()["results"]] == ["New deck.", "Call stands."]
    assert floor.get("rulings/", hand=hand["id"]).json()["results"] == [ruling]
    before = everything()
    assert problem(dealer.post(f"tables/{seated}/rulings/", {"text": "Fold."})) == (403, "not_allowed")
    assert problem(floor.post(f"tables/{seated}/rulings/", {"text": " "})) == (400, "malformed")
    assert problem(floor.post(f"tables/{seated}/rulings/", {"text": "Fold.", "hand": 4711})) == (404, "no_such_hand")
    assert everything() == before


def test_the_bundle(manager, dealer, hand):
    answer = manager.get(f"hands/{hand['id']}/bundle/")
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    assert answer["Content-Disposition"].endswith('.zip"')
    with ZipFile(BytesIO(answer.content)) as file:
        assert file.namelist() == ["SHA256SUMS", "hand.html", "hand.json", "hand.phh"]
    assert manager.get(f"hands/{hand['id']}/bundle/").content == answer.content
    assert manager.get(f"hands/{hand['id']}/bundle/", guests="numbers").content != answer.content
    assert problem(manager.get(f"hands/{hand['id']}/bundle/", guests="names")) == (400, "bad_choice")
    assert problem(dealer.get(f"hands/{hand['id']}/bundle/")) == (403, "not_allowed")
    assert problem(manager.get("hands/4711/bundle/")) == (404, "no_such_hand")
    assert problem(Api(None).get(f"hands/{hand['id']}/bundle/")) == (401, "not_authenticated")
