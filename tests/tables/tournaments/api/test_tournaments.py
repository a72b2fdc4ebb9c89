"""Tournaments over HTTP: from the announcement to the settled books; keys, versions, roles, refusals, secrets."""

import hashlib
import uuid
from datetime import datetime, timedelta

import pytest

from accounting.proof.services import proofs
from casino.roles import Role
from tables.models import Draw, Purchase, Table, Tournament
from tables.rules import seating
from tables.rules.seating import Seat, SeatsAt
from tests.api_client import Api, problem
from tests.builders import Evening, balances, user
from tests.tables.api.call import Call
from tests.tables.tournaments.api.tournament_commands import NEW, tournament_calls
from tests.tables.tournaments.api.tournament_rows import whole
from tests.tables.tournaments.api.tournament_story import (
    SET,
    Story,
    answered,
    dealt_and_agreed,
    from_first_to_last,
    on_to_another,
)
from tests.tables.tournaments.tournament import EURO


def test_a_tournament_from_first_to_last(evening: Evening) -> None:
    """Seed 003, K1 and K2: entries, re-buy, add-on, rising levels, one has all chips; then every cent is paid."""
    story = from_first_to_last(evening)
    row = story.look()
    assert (row["state"], row["settled_by"]) == ("settled", evening.manager.pk)
    assert row["figures"] == {
        "entries": 6, "re_entries": 0, "re_buys": 1, "add_ons": 1, "left": 1, "issued": 6 * 4_000 + 4_000 + 6_000,
        "average": 34_000,
    }  # fmt: skip
    pool = 6 * 100 * EURO + 100 * EURO
    assert row["money"] == {
        "pool_cents": pool, "bounty_cents": 6 * 20 * EURO, "fee_cents": 6 * 10 * EURO, "overlay_cents": 0,
        "prizes_cents": pool + 120 * EURO, "paid_cents": pool + 120 * EURO,
    }  # fmt: skip
    assert sum(row["payouts"]) == pool
    places = {one["place"] for one in story.rows("entrants") if one["state"] != "withdrawn"}
    assert places == {1, 2, 3, 4, 5, 6}
    undone = [one for one in story.rows("eliminations") if one["undone_at"]]
    assert len(undone) == 1, "what was taken back stays to be seen"
    (short,) = [one["missing"] for one in story.rows("chip-set-checks") if one["missing"]]
    assert short == {"25": -1}
    held = balances()
    assert not {name for name in held if name.startswith(("prizes/", "fees/"))}, "every cent is where it belongs"
    assert proofs.prove().broken == []


@pytest.mark.release("a further story over HTTP; the gate plays one from first to last")
def test_hands_a_race_and_a_deal(evening: Evening) -> None:
    """All play through the API's chips and cents: the deal is the whole pool, the stacks are what was issued."""
    story = dealt_and_agreed(evening)
    stacks = story.stacks()
    assert sum(stacks.values()) == story.look()["figures"]["issued"] == 8_000
    void, settled = story.rows("hands")
    assert (void["state"], settled["state"], settled["version"]) == ("void", "settled", 1)
    (deal,) = story.rows("deals")
    assert deal["left_cents"] + sum(one["amount_cents"] for one in deal["shares"]) == 200 * EURO
    (race,) = story.rows("chip-races")
    assert (race["denomination"], race["difference"]) == (25, 0)
    short = {"version": story.look()["version"], "method": "agreed"}
    for body in (short, short | {"method": "icm", "shares": []}):
        assert problem(story.floor.post(f"{story.at}/agree-on-deal/", body)) == (400, "malformed")


def test_a_hand_is_recorded_by_who_saw_all_of_it(story: Story, evening: Evening) -> None:
    for _entrant in range(2):
        story.enter()
    (table,) = story.furnish(1)
    story.do("check-chip-set", when="start", found=SET)
    story.do("draw-seats", tables=[table])
    story.do("clock/start")
    button = story.rows("tables")[0]["seats"][0]["seat"]
    hand = story.do("deal-hand", table=table, button_seat=button)
    assert (hand["to_act"], hand["pot"], hand["version"]) == (button, 150, 0)
    assert {one["kind"]: (one["min_to"], one["call"]) for one in hand["legal"]}["call"] == (None, 50)
    story.push(table)
    at, before = f"tournament-hands/{hand['id']}", whole()
    stale = Api(evening.dealer).post(f"{at}/actions/", {"version": 3, "kind": "fold"})
    assert problem(stale) == (409, "stale")
    assert stale.json()["facts"] == {"seen": 3, "version": 0, "current": hand}
    assert problem(Api(evening.dealer).post(f"{at}/actions/", {"kind": "fold"})) == (400, "malformed")
    assert problem(Api(evening.dealer).post(f"{at}/settle/", {"version": 0})) == (422, "hand_not_over")
    for role in Role:
        if role.value not in {"floor", "manager", "integrator"}:
            refused = Api(user(role.value, f"other-{role}")).post(f"{at}/void/", {"reason": "misdeal"})
            assert problem(refused) == (403, "not_your_table" if role is Role.DEALER else "not_allowed"), role
    assert whole() == before


@pytest.mark.release("a further story over HTTP; the gate plays one from first to last")
def test_a_seat_won_and_a_flight_meet_in_the_final(evening: Evening) -> None:
    final = on_to_another(evening)
    kinds = sorted(one["kind"] for one in final.rows("purchases"))
    assert (kinds.count("carried"), kinds.count("seat_won")) == (3, len(kinds) - 3)
    assert len(kinds) > 3
    assert proofs.prove().broken == []


@pytest.mark.release("a further story over HTTP; the gate plays one from first to last")
def test_a_stranger_draws_the_seats_again(story: Story) -> None:
    """From what the API tells alone: the commitment is the seed's SHA-256, and the seats are those of the seed."""
    posted = story.rows("draws")[0]
    assert (posted["seed"], posted["facts"], posted["result"]) == (None, None, None)
    story.begin()
    drawn, waiting = story.rows("draws")
    assert drawn["commitment"] == posted["commitment"] == hashlib.sha256(drawn["seed"].encode()).hexdigest()
    facts = drawn["facts"]
    room = [SeatsAt(table, players, tuple(free)) for table, players, free in facts["tables"]]
    again = seating.draw(drawn["seed"], facts["label"], facts["entrants"], room)
    assert again == tuple(Seat(*one) for one in drawn["result"])
    assert waiting["seed"] is None
    at = {(table["position"], one["seat"]): one["number"] for table in story.rows("tables") for one in table["seats"]}
    assert at == {(table, seat): entrant for entrant, table, seat in drawn["result"]}
    assert [one["reason"] for one in story.rows("seat-changes")] == ["draw"] * 6


@pytest.mark.release("reads every draw after each command of two whole tournaments")
def test_the_seed_of_the_waiting_draw_never_leaves_the_server(evening: Evening) -> None:
    """In no answer of any command or reading, from the first commitment to the settled books; nor to an auditor."""
    seen, auditor = [], Api(user("auditor"))

    def check(operation: str, answer):
        seeds = Draw.objects.filter(drawn_at=None).values_list("seed", flat=True)
        assert seeds or operation.split("_")[1] in {"create", "update", "structures", "retrieve"}, operation
        for seed in seeds:
            assert seed not in answer.content.decode(), operation
            told = b"".join(
                auditor.get(f"tournaments/{one}/{what}").content
                for one in Tournament.objects.values_list("pk", flat=True)
                for what in ("", "draws/")
            )
            assert seed not in told.decode(), operation
            seen.append(seed)
        return answered(operation, answer)

    from_first_to_last(evening, check)
    used = Draw.objects.exclude(drawn_at=None).count()
    assert len(set(seen)) == used + 2, "each of them waited once; both tournaments end with one that waits"


def test_the_same_key_sells_once(story: Story, evening: Evening) -> None:
    body, key = {"guest": evening.guest().pk, "window": story.window}, str(uuid.uuid4())
    first = story.manager.post(f"{story.at}/enter/", body, key=key)
    before = whole()
    again = story.manager.post(f"{story.at}/enter/", body, key=key)
    assert (first.status_code, again.json(), again["Idempotent-Replayed"]) == (201, first.json(), "true")
    assert first.json()["paid_cents"] == 130 * EURO
    other = story.manager.post(f"{story.at}/enter/", body | {"guest": evening.guest().pk}, key=key)
    assert problem(other) == (422, "key_reused")
    assert (Purchase.objects.count(), balances()["prizes/TURM"]) == (1, 120 * EURO)
    assert before[1:] == whole()[1:]


def versioned(story: Story) -> list[Call]:
    """The commands that act on a tournament somebody has seen; selling and proposing go by what is current."""
    calls = [one for one in tournament_calls(tournament=story.id) if one.path.startswith(f"{story.at}/")]
    return [one for one in calls if not one.path.endswith(("/enter/", "/propose-deal/"))]


def test_commands_carry_the_version_that_was_seen(story: Story) -> None:
    story.begin()
    before, current = whole(), story.look()
    calls = versioned(story)
    assert len(calls) >= 15
    for call in calls:
        answer = story.manager.post(call.path, call.body)
        assert problem(answer) == (400, "version_required"), call
        answer = story.manager.post(call.path, call.body | {"version": story.version - 1})
        assert problem(answer) == (409, "stale"), call
        facts = answer.json()["facts"]
        assert (facts["seen"], facts["version"]) == (story.version - 1, story.version)
        assert facts["current"] | {"clock": None} == current | {"clock": None}, call
        assert whole() == before, call
    assert problem(story.floor.patch(f"{story.at}/", {"version": 1, "name": "x"})) == (409, "stale")
    assert problem(story.floor.patch(f"{story.at}/", {"name": "x"})) == (400, "version_required")
    assert whole() == before


def test_only_an_integrator_acts_on_whatever_is_current(story: Story) -> None:
    story.begin()
    machine = Api(user("integrator"))
    paused = machine.post(f"{story.at}/clock/pause/")
    assert (paused.status_code, paused.json()["clock"]["is_paused"]) == (200, True)
    assert problem(machine.post(f"{story.at}/cancel/", {"reason": "no guests"})) == (403, "not_allowed")


def test_who_reads_what(story: Story) -> None:
    """The board is for everybody who works in the room; what was paid, for those who may see the ledger."""
    open_to_all = ("", "entrants/", "tables/", "seat-changes/", "draws/", "clock/", "outlook/", "chip-counts/",
                   "chip-set-checks/", "eliminations/", "chip-races/", "hands/")  # fmt: skip
    for role in Role:
        api = Api(user(role.value, f"other-{role}"))
        for path in open_to_all:
            assert api.get(f"{story.at}/{path}").status_code == (403 if role in {Role.ADMIN, Role.COUNCIL} else 200), (
                role,
                path,
            )
        sees_money = role.value in {"floor", "cage", "manager", "auditor", "integrator"}
        for path in ("purchases/", "prizes/"):
            answer = api.get(f"{story.at}/{path}")
            assert answer.status_code == (200 if sees_money else 403), (role, path)
            if not sees_money:
                assert problem(answer) == (403, "not_allowed")
    for path in (*open_to_all, "purchases/", "prizes/"):
        assert problem(Api(None).get(f"{story.at}/{path}")) == (401, "not_authenticated"), path
        assert problem(story.manager.get(f"tournaments/4711/{path}"))[0] == 404, path


def test_the_list_by_state_and_day(story: Story) -> None:
    late = NEW | {"code": "LATE", "starts_at": "2026-11-28T01:00:00+01:00"}
    assert story.floor.post("tournaments/", late).status_code == 201

    def codes(**query: str) -> list[str]:
        return [one["code"] for one in story.floor.get("tournaments/", **query).json()["results"]]

    assert codes() == ["LATE", "TURM"]
    assert codes(state="announced") == ["LATE"]
    assert codes(day="2026-11-27") == ["TURM"]
    assert codes(**{"from": "2026-11-28"}) == ["LATE"]
    assert codes(to="2026-11-27") == ["TURM"]
    assert codes(house="4711") == []
    for wrong in ({"day": "soon"}, {"state": "lost"}, {"from": ""}, {"colour": "green"}):
        assert problem(story.floor.get("tournaments/", **wrong)) == (400, "bad_query"), wrong


@pytest.mark.release("a further story over HTTP; the gate plays one from first to last")
def test_a_client_runs_its_own_clock(story: Story) -> None:
    story.begin()
    clock = story.floor.get(f"{story.at}/clock/").json()
    now, ends = datetime.fromisoformat(clock["server_time"]), datetime.fromisoformat(clock["ends_at"])
    assert ends - now == timedelta(milliseconds=clock["remaining_ms"])
    assert (clock["level"]["number"], clock["next_level"]["number"], clock["in_break"]) == (1, 2, None)
    assert clock["next_break"] == {"minutes": 15, "is_end_of_late_registration": True, "chips_raced_off": [25]}
    breaks = datetime.fromisoformat(clock["next_break_at"])
    assert breaks - now == timedelta(milliseconds=clock["next_break_in_ms"]) == ends - now + timedelta(minutes=60)
    story.do("clock/pause")
    standing = story.floor.get(f"{story.at}/clock/").json()
    assert (standing["is_paused"], standing["ends_at"], standing["next_break_at"]) == (True, None, None)
    in_break = story.do("clock/move", item=4)["clock"]
    assert (in_break["level"], in_break["in_break"]["minutes"], in_break["remaining_ms"]) == (None, 15, 900_000)


def test_structures_come_in_the_readers_language(story: Story) -> None:
    shown = story.floor.get("tournaments/structures/").json()
    assert [one["key"] for one in shown] == ["evening/1", "turbo/1", "deep-stack/1", "omaha/1", "limit/1"]
    assert shown[0]["title"] == "No-limit evening with re-buys"
    assert shown[0]["structure"]["starting_chips"] == 40 * 100, "K1"


def test_lists_cost_the_same_for_many_rows(story: Story, django_assert_max_num_queries) -> None:
    story.begin(12)
    assert Table.objects.count() == 2
    api = story.manager
    for what in ("entrants", "purchases", "tables", "seat-changes", "draws"):
        with django_assert_max_num_queries(9):
            assert api.get(f"{story.at}/{what}/").status_code == 200, what
