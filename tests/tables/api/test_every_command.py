"""What every command does alike: keys, versions, methods, bodies, sign-in, roles."""

import json
import re
from collections.abc import Callable, Iterator

import pytest

from casino.api.commands import Command
from casino.roles import Role
from tables.models import Table
from tests import databases
from tests.api_client import Api, addresses, everything, problem
from tests.builders import Evening, user
from tests.databases import rolled_back
from tests.tables.api.call import Call
from tests.tables.api.commands import calls
from tests.tables.api.conftest import three_at_a_table
from tests.tables.api.playing import Hand

built = databases.once(three_at_a_table)


@pytest.fixture
def seated(evening: Evening) -> int:
    return Table.objects.get(code="T07").pk


@pytest.fixture
def all_calls(evening: Evening, seated: int, hand: Hand) -> list[Call]:
    """Every command, with a hand in progress that a dealer is at."""
    return calls(evening, seated, hand["id"])


@pytest.fixture
def may(manager: Api) -> Callable[[Call], Api]:
    """Who may send a command: a manager, or an administrator what managers may not."""
    administrator = Api(user("admin", "other-admin"))
    return lambda call: manager if "manager" in call.roles else administrator


def versioned(call: Call, version: int) -> dict[str, object]:
    return {**call.body, "version": version} if call.versioned else call.body


def command_addresses() -> Iterator[str]:
    """The addresses of all commands of both apps, ids and numbers written as `#`."""
    for pattern in addresses():
        view = getattr(pattern.callback, "cls", None)
        if view is not None and issubclass(view, Command) and "post" in view.http_method_names:
            yield re.sub(r"<\w+:\w+>", "#", str(pattern.pattern))


def test_the_list_of_commands_is_whole(all_calls):
    listed = {"/".join("#" if part.isdecimal() else part for part in call.path.split("/")) for call in all_calls}
    assert listed == set(command_addresses())


def test_what_moves_money_or_records_play_needs_a_key(may, evening, seated, all_calls):
    before = everything()
    for call in all_calls:
        if call.idempotent:
            answer = may(call).post(call.path, versioned(call, evening.version(seated)), key=None)
            assert problem(answer) == (400, "idempotency_key_required"), call
            answer = may(call).post(call.path, versioned(call, evening.version(seated)), key="k" * 256)
            assert problem(answer) == (400, "idempotency_key_malformed"), call
    assert everything() == before


def test_an_old_version_is_stale_and_gets_what_is_current(manager, dealer, evening, seated, hand, all_calls):
    before = everything()
    table = dealer.get(f"tables/{seated}/").json()
    current_hand = dealer.get(f"hands/{hand['id']}/").json()
    for call in all_calls:
        if call.versioned:
            current, version = (table, table["version"]) if call.path.startswith("tables") else (current_hand, 1)
            answer = manager.post(call.path, versioned(call, version + 7))
            assert problem(answer) == (409, "stale"), call
            assert answer.json()["facts"] == {"seen": version + 7, "version": version, "current": current}, call
    assert everything() == before


def test_only_an_integrator_acts_on_whatever_is_current(floor, dealer, evening, seated, all_calls):
    before = everything()
    for call in all_calls:
        if call.versioned:
            assert problem(floor.post(call.path, call.body)) == (400, "version_required"), call
    assert everything() == before
    integrator = Api(user("integrator"))
    for path, status in ((f"tables/{seated}/seats/1/away/", 200), (f"tables/{seated}/seats/1/back/", 200)):
        assert integrator.post(path).status_code == status


BROKEN = (b"{", b"[]", b"7", b'"text"', b"null", b'{"version": 1, "version":', b'{"a": NaN}', b"\xff\xfe", b"[" * 9_000)


@pytest.mark.release("nine broken bodies for every command; the gate breaks fields")
def test_bodies_that_are_no_objects(may, all_calls):
    before = everything()
    for call in all_calls:
        for raw in BROKEN:
            answer = may(call).post_raw(call.path, raw)
            assert problem(answer)[0] == 400, (call, raw)
    assert everything() == before


def test_unknown_fields_and_characters_nobody_can_store(may, evening, seated, all_calls):
    before = everything()
    for call in all_calls:
        body = versioned(call, evening.version(seated))
        answer = may(call).post(call.path, body | {"colour": "green"})
        assert problem(answer) == (400, "malformed"), call
        assert [error["pointer"] for error in answer.json()["errors"]] == ["/colour"], call
        for text in ("\0", "\ud800"):
            raw = json.dumps(body | {"reason": text})
            assert problem(may(call).post_raw(call.path, raw)) == (400, "malformed_text"), call
        raw = json.dumps(body | {"version": 0}).replace('"version": 0', '"version": ' + "9" * 5_000)
        assert problem(may(call).post_raw(call.path, raw)) == (400, "number_too_large"), call
    assert everything() == before


def test_versions_are_whole_numbers(floor, all_calls):
    before = everything()
    for call in all_calls:
        if call.versioned:
            for version in ("1", 1.0, True, -1, None, [1]):
                answer = floor.post(call.path, call.body | {"version": version})
                assert problem(answer) == (400, "malformed"), (call, version)
                assert "/version" in [error["pointer"] for error in answer.json()["errors"]], (call, version)
    assert everything() == before


def test_nobody_comes_in_unsigned_and_forms_are_not_read(may, all_calls):
    stranger, before = Api(None), everything()
    for call in all_calls:
        answer = stranger.post(call.path, call.body)
        assert problem(answer) == (401, "not_authenticated"), call
        assert answer["WWW-Authenticate"] == "Token"
        answer = may(call).post_raw(call.path, "version=1", "application/x-www-form-urlencoded")
        assert problem(answer) == (415, "unsupported_media_type"), call
    assert everything() == before


def test_commands_are_posts(may, all_calls):
    before = everything()
    lists = {"gaming-days/", "games/", "rake-schedules/", "tables/", "guests/", "windows/", "slips/", "tournaments/"}
    lists |= {"house-bans/", "incidents/", "hand-overs/", "rule-sets/", "funds/", "jackpot-claims/"}
    lists |= {"clock-changes/", "erasures/", "legal-holds/"}
    lists |= {"statements/", "levy-terms/", "authority-keys/", "report-subscriptions/"}
    lists |= {"tip-records/", "tronc-rules/", "tronc-members/", "tronc-runs/", "tronc-payouts/"}
    for call in all_calls:
        for method in ("get", "put", "patch", "delete"):
            if method == "get" and call.path in lists:
                continue
            body = None if method == "get" else call.body or None
            answer = getattr(may(call).client, method)(f"/api/v1/{call.path}", body, format="json")
            assert problem(answer) == (405, "method_not_allowed"), (method, call)
            assert "POST" in answer["Allow"], call
    assert everything() == before


def test_asking_for_the_options_or_the_head_of_an_address_breaks_nothing(may, evening, seated, all_calls):
    client, before = Api(evening.manager).client, everything()
    for call in all_calls:
        assert may(call).client.options(f"/api/v1/{call.path}").status_code in {200, 405}, call
    for path in ("tables/", f"tables/{seated}/", "hands/"):
        answer = client.head(f"/api/v1/{path}")
        assert (answer.status_code, answer.content) == (200, b""), path
    assert everything() == before


@pytest.mark.release("every command by every role; the gate asks the matrix")
def test_each_role_may_call_what_its_work_needs(evening, seated, all_calls):
    """Whoever is allowed hears another answer than 403; each call is taken back, so all find the same hand."""
    people = {role: user(role.value, f"other-{role}") for role in Role} | {Role.DEALER: evening.dealer}
    clients = {role: Api(person) for role, person in people.items()}
    version = evening.version(seated)
    found: dict[str, set[str]] = {}
    for call in all_calls:
        for role, client in clients.items():
            with rolled_back():
                answer = client.post(call.path, versioned(call, version if call.path.startswith("tables") else 1))
            if answer.status_code == 403:
                assert problem(answer)[1] in {"not_allowed", "not_your_table"}, call
            else:
                found.setdefault(call.path, set()).add(role.value)
    assert found == {call.path: set(call.roles) for call in all_calls}


def test_a_dealer_records_at_his_own_table_only(evening, seated, hand, all_calls):
    """Chips without value may be dealt by every dealer: so they practise (S14)."""
    other = Api(user("dealer", "other"))
    before = everything()
    for call in all_calls:
        if "dealer" in call.roles and not call.path.startswith("tournament-hands/4711") and "practice" not in call.path:
            version = evening.version(seated) if call.path.startswith("tables") else 1
            answer = other.post(call.path, versioned(call, version))
            assert problem(answer) == (403, "not_your_table"), call
            assert answer.json()["facts"] == {"dealer": evening.dealer.pk}
    assert everything() == before


def test_a_dealer_reads_the_hands_of_his_own_table_the_cage_none(evening, seated, hand):
    """Who may ask which address at all is in the matrix (`tests/matrix.txt`)."""
    path = f"hands/{hand['id']}/"
    dealer, other, cage = Api(evening.dealer), Api(user("dealer", "other")), Api(user("cage", "other-cage"))
    assert [one["id"] for one in dealer.get("hands/").json()["results"]] == [hand["id"]]
    assert dealer.get(path).status_code == 200
    assert other.get("hands/").json()["results"] == []
    assert problem(other.get(path)) == (404, "no_such_hand")
    assert problem(cage.get("hands/")) == problem(cage.get(path)) == (403, "not_allowed")
    for role in (Role.FLOOR, Role.MANAGER, Role.AUDITOR, Role.INTEGRATOR):
        assert Api(user(role, f"other-{role}")).get(path).status_code == 200, role
