"""Calls, incidents and the hand-over over HTTP: who may, what it answers, who reads."""

from tests.api_client import Api, problem
from tests.builders import Evening, user


def test_a_call_is_taken_taken_over_and_answered(evening: Evening, floor: Api, dealer: Api, manager: Api, seated: int):
    call = dealer.post(f"tables/{seated}/calls/", {"kind": "ruling"})
    assert (call.status_code, call.json()["taken_by"]) == (201, None)
    address = f"floor-calls/{call.json()['id']}"
    assert floor.post(f"{address}/take/").json()["taken_by"] == evening.floor.pk
    late = manager.post(f"{address}/take/")
    assert (problem(late), late.json()["facts"]["by"]) == ((422, "call_taken"), evening.floor.pk)
    assert manager.post(f"{address}/take/", {"over": evening.floor.pk}).json()["taken_by"] == evening.manager.pk
    answered = manager.post(f"{address}/answer/", {"text": "Call stands."}).json()
    assert (answered["answered_by"], answered["answer"]) == (evening.manager.pk, "Call stands.")
    assert floor.get("floor-calls/", table=seated).json()["results"] == [answered]


def test_a_ruling_that_reverses_another(evening: Evening, floor: Api, manager: Api, seated: int, hand):
    guest = evening.guest()
    body = {"hand": hand["id"], "guests": [guest.pk], "rule": "WLA 137", "text": "Call stands."}
    old = floor.post(f"tables/{seated}/rulings/", body).json()
    assert (old["guests"], old["rule"], old["reverses"]) == ([guest.pk], "WLA 137", None)
    new = manager.post(f"tables/{seated}/rulings/", {"text": "It was a raise.", "reverses": old["id"]}).json()
    assert (new["reverses"], new["hand"], new["guests"]) == (old["id"], hand["id"], [guest.pk])
    again = floor.post(f"tables/{seated}/rulings/", {"text": "It was a call.", "reverses": old["id"]})
    assert problem(again) == (422, "ruling_reversed")
    assert floor.get("rulings/", rule="WLA 137").json()["results"] == [old]


def test_an_incident_with_its_notes(evening: Evening, floor: Api, manager: Api, seated: int):
    guest = evening.guest()
    body = {
        "kind": "behaviour", "text": "Shouted.", "table": seated, "guests": [guest.pk], "measures": ["warning"],
        "owner": evening.manager.pk,
    }  # fmt: skip
    row = floor.post("incidents/", body).json()
    assert (row["guests"], row["measures"], row["owner"], row["notes"]) == (
        [guest.pk], ["warning"], evening.manager.pk, [],
    )  # fmt: skip
    note = manager.post(f"incidents/{row['id']}/notes/", {"text": "He apologised."})
    assert (note.status_code, note.json()["owner"]) == (201, None)
    (found,) = floor.get("incidents/", guest=guest.pk).json()["results"]
    assert (found["owner"], found["notes"]) == (None, [note.json()])


def test_signed_by_one_confirmed_by_another(evening: Evening, floor: Api, manager: Api):
    sheet = floor.post("hand-overs/", {"notes": "Watch seat 4."}).json()
    address = f"hand-overs/{sheet['id']}/"
    seen = {"seen": sheet["seen"]}
    assert problem(floor.post(f"{address}confirm/", seen)) == (403, "two_people")
    assert problem(manager.post(f"{address}confirm/", {"seen": "0" * 32})) == (409, "stale")
    taken = manager.post(f"{address}confirm/", seen).json()
    assert (taken["confirmed_by"], taken["digest"]) == (evening.manager.pk, sheet["digest"])
    assert floor.get(address).json() == taken


def test_who_reads(evening: Evening, floor: Api, dealer: Api):
    row = floor.post("incidents/", {"kind": "other", "text": "It rained in."}).json()
    sheet = floor.post("hand-overs/").json()
    readers = [Api(user(role)) for role in ("auditor",)]
    others = [dealer, Api(evening.cage), Api(user("admin")), Api(user("integrator"))]
    for address in ("incidents/", "floor-calls/", "hand-overs/", f"hand-overs/{sheet['id']}/"):
        assert [reader.get(address).status_code for reader in readers] == [200], address
        assert [problem(other.get(address)) for other in others] == [(403, "not_allowed")] * 4, address
    assert problem(readers[0].post(f"incidents/{row['id']}/notes/", {"text": "Dry."})) == (403, "not_allowed")
