"""Seats over HTTP: table stakes (T1–T3), one guest per seat, one seat per guest."""

import pytest

from tests.api_client import everything, problem
from tests.builders import balances


@pytest.fixture
def pooled(evening):
    """A table of summaries with one guest."""
    table_id = evening.table(evening.game(recording="summary"), code="T08", dealt=False)
    evening.sit(table_id, 40_000)
    return table_id


def test_a_guests_stay(floor, evening):
    """In with 100, 50 more, away and back, to another seat, out with all of it."""
    table = evening.table()
    guest = evening.guest("Herr Krüger")
    seat = f"tables/{table}/seats/3"
    answer = floor.post(f"{seat}/sit/", {"version": evening.version(table), "guest": guest.pk, "buy_in_cents": 10_000})
    assert answer.status_code == 200, answer.content
    assert answer.json()["seats"][0] | {"sitting": 0} == {
        "seat": 3, "sitting": 0, "guest": guest.pk, "guest_name": "Herr Krüger", "guest_number": guest.number,
        "stack_cents": 10_000, "stack_least_cents": 10_000, "stack_most_cents": 10_000, "is_away": False,
        "owes_small_blind": False, "owes_big_blind": False,
        "waits_for_big_blind": False, "leaves_at": None,
    }  # fmt: skip
    for command, body, expected in (
        ("top-up", {"amount_cents": 5_000}, {"stack_cents": 15_000}),
        ("away", {}, {"is_away": True}),
        ("back", {}, {"is_away": False}),
        ("move", {"to_table": table, "to_seat": 5}, {"seat": 5, "stack_cents": 15_000}),
    ):
        answer = floor.post(f"{seat}/{command}/", {"version": evening.version(table), **body})
        assert answer.status_code == 200, answer.content
        found = answer.json()["seats"][0]
        assert {name: found[name] for name in expected} == expected, command
    answer = floor.post(
        f"tables/{table}/seats/5/cash-out/", {"version": evening.version(table), "counted_cents": 15_000}
    )
    assert (answer.status_code, answer.json()["seats"]) == (200, [])
    assert balances() == {}


def test_a_move_to_another_table_takes_the_whole_stack(floor, evening, seated):
    other = evening.table(code="T08", dealt=False)
    body = {"version": evening.version(seated), "to_table": other, "to_seat": 1}
    answer = floor.post(f"tables/{seated}/seats/2/move/", body)
    assert [seat["seat"] for seat in answer.json()["seats"]] == [1, 3], "the answer is the table he came from"
    assert [(seat["seat"], seat["stack_cents"]) for seat in floor.get(f"tables/{other}/").json()["seats"]] == [
        (1, 40_000)
    ]


def test_out_of_a_pool_with_what_was_counted(floor, evening, pooled):
    path = f"tables/{pooled}/seats/1/cash-out/"
    before = everything()
    assert problem(floor.post(path, {"version": evening.version(pooled)})) == (422, "count_required")
    assert everything() == before
    body = {"version": evening.version(pooled), "counted_cents": 30_000}
    answer = floor.post(path, body)
    assert (problem(answer), answer.json()["facts"]["least_cents"]) == ((422, "stack_out_of_bounds"), 40_000)  # T2
    assert everything() == before
    assert floor.post(path, {**body, "explanation": "chips of a neighbour"}).status_code == 200
    assert balances() == {"guests/T08": -10_000, "pool/T08": 10_000}


def test_what_a_seat_refuses(floor, evening, seated, pooled):
    """Limits of the game: 40 to 400 euros, in chips of 1 euro."""
    guest = evening.guest()
    seated_guest = floor.get(f"tables/{seated}/").json()["seats"][0]["guest"]
    before = everything()
    for seat, command, body, status, code in (
        (1, "sit", {"guest": guest.pk, "buy_in_cents": 40_000}, 422, "seat_taken"),
        (4, "sit", {"guest": seated_guest, "buy_in_cents": 40_000}, 422, "guest_seated"),
        (4, "sit", {"guest": 4711, "buy_in_cents": 40_000}, 404, "no_such_guest"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": 3_900}, 422, "amount_too_small"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": 0}, 422, "amount_too_small"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": 4_050}, 422, "not_on_chip"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": -4_000}, 400, "malformed"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": 4_000.0}, 400, "malformed"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": "4000"}, 400, "malformed"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": True}, 400, "malformed"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": None}, 400, "malformed"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": 10**11 + 100}, 400, "malformed"),
        (4, "sit", {"guest": guest.pk, "buy_in_cents": 2**63}, 400, "number_too_large"),
        (4, "sit", {"guest": str(guest.pk), "buy_in_cents": 40_000}, 400, "malformed"),
        (0, "sit", {"guest": guest.pk, "buy_in_cents": 40_000}, 422, "seat_unknown"),
        (10, "sit", {"guest": guest.pk, "buy_in_cents": 40_000}, 422, "seat_unknown"),
        (10**30, "sit", {"guest": guest.pk, "buy_in_cents": 40_000}, 422, "seat_unknown"),
        (4, "top-up", {"amount_cents": 100}, 422, "seat_empty"),
        (1, "top-up", {"amount_cents": 0}, 422, "amount_too_small"),
        (1, "top-up", {"amount_cents": -100}, 400, "malformed"),
        (1, "top-up", {"amount_cents": 50}, 422, "not_on_chip"),
        (4, "cash-out", {}, 422, "seat_empty"),
        (1, "cash-out", {"counted_cents": 20_000}, 422, "stack_differs"),  # T2: taking chips off the table
        (4, "away", {}, 422, "seat_empty"),
        (1, "back", {}, 422, "not_away"),
        (1, "move", {"to_table": seated, "to_seat": 2}, 422, "seat_taken"),
        (1, "move", {"to_table": seated, "to_seat": 10}, 422, "seat_unknown"),
        (1, "move", {"to_table": pooled, "to_seat": 2}, 422, "stack_unknown"),
        (1, "move", {"to_table": 4711, "to_seat": 2}, 404, "no_such_table"),
        (1, "move", {"to_table": seated}, 400, "malformed"),
    ):
        answer = floor.post(f"tables/{seated}/seats/{seat}/{command}/", {"version": evening.version(seated), **body})
        assert problem(answer) == (status, code), (seat, command, body)
        assert everything() == before, (seat, command, body)


def test_a_refused_buy_in_says_what_would_do(floor, evening, seated):
    body = {"version": evening.version(seated), "guest": evening.guest().pk, "buy_in_cents": 3_900}
    answer = floor.post(f"tables/{seated}/seats/4/sit/", body)
    assert answer.json()["facts"] == {"amount_cents": 3_900, "least_cents": 4_000}
    assert answer.json()["detail"] == "Must be at least 40.00."


def test_buy_ins_have_a_maximum_where_the_house_wants_one(floor, evening):
    table = evening.table(evening.game(max_buy_in_cents=40_000))
    guest = evening.guest()
    before = everything()
    body = {"version": evening.version(table), "guest": guest.pk, "buy_in_cents": 40_100}
    answer = floor.post(f"tables/{table}/seats/1/sit/", body)
    assert problem(answer) == (422, "above_maximum_buy_in")
    assert everything() == before
    floor.post(f"tables/{table}/seats/1/sit/", body | {"buy_in_cents": 30_000})
    answer = floor.post(f"tables/{table}/seats/1/top-up/", {"version": evening.version(table), "amount_cents": 10_100})
    assert problem(answer) == (422, "above_maximum_buy_in")


def test_a_seat_in_words_is_no_address(floor, evening, seated):
    answer = floor.post(f"tables/{seated}/seats/three/away/", {"version": 1})
    assert answer.status_code == 404
