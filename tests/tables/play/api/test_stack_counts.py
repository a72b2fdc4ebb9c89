"""Counted chips and contributions over HTTP, where the table keeps one pool (T1, T2)."""

import pytest

from tests.api_client import everything, problem


@pytest.fixture
def pooled(evening):
    """Three guests with 400 euros each."""
    table_id = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table_id, 40_000, 40_000, 40_000)
    return table_id


def post(api, evening, table, **body):
    return api.post(f"tables/{table}/stack-counts/", {"version": evening.version(table), **body})


def stacks(table: dict[str, object]) -> list[tuple[int, int]]:
    return [(seat["stack_least_cents"], seat["stack_most_cents"]) for seat in table["seats"]]


def test_a_count_answers_with_the_table_and_its_bounds(dealer, evening, pooled):
    keyed = {"version": evening.version(pooled), "pot_cents": 9_000, "flop_seen": False, "dealt_in": 3}
    assert dealer.post(f"tables/{pooled}/hands/record/", keyed).status_code == 201
    answer = post(dealer, evening, pooled, counts=[{"seat": 2, "counted_cents": 37_000}])
    assert answer.status_code == 200, answer.content
    assert stacks(answer.json()) == [(36_800, 46_200), (37_000, 37_000), (36_800, 46_200)]
    assert [seat["stack_cents"] for seat in answer.json()["seats"]] == [None] * 3
    assert dealer.get(f"tables/{pooled}/").json() == answer.json()
    [listed] = [row for row in dealer.get("tables/").json()["results"] if row["id"] == pooled]
    assert stacks(listed) == [(None, None)] * 3, "a list leaves them out"
    chips = post(dealer, evening, pooled, counts=[{"seat": 1, "chips": {"10000": 4, "500": 2}}])
    assert stacks(chips.json())[0] == (41_000, 41_000)


def test_what_is_impossible_is_refused_and_explained_by_the_floor(dealer, floor, evening, pooled):
    counts = [{"seat": 2, "counted_cents": 40_100}]
    before = everything()
    answer = post(dealer, evening, pooled, counts=counts)
    assert problem(answer) == (422, "stack_out_of_bounds")
    assert answer.json()["facts"] == {
        "seat": 2, "counted_cents": 40_100, "least_cents": 40_000, "most_cents": 40_000,
    }  # fmt: skip
    assert problem(post(dealer, evening, pooled, counts=counts, explanation="found it")) == (403, "not_allowed")
    assert everything() == before
    assert post(floor, evening, pooled, counts=counts, explanation="found under the table").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"counts": []},
        {"counts": [{"counted_cents": 100}]},
        {"counts": [{"seat": 1, "counted_cents": 100}, {"seat": 1, "counted_cents": 200}]},
        {"counts": [{"seat": 1, "counted_cents": "100"}]},
    ],
)
def test_a_body_that_is_none(dealer, evening, pooled, body):
    assert problem(post(dealer, evening, pooled, **body)) == (400, "malformed")


def test_a_hand_that_says_who_put_in_how_much(dealer, evening, pooled):
    put_in = [
        {"seat": 1, "amount_cents": 4_000},
        {"seat": 2, "amount_cents": 4_000},
        {"seat": 3, "amount_cents": 1_000},
    ]
    keyed = {
        "pot_cents": 9_000, "flop_seen": False, "dealt_in": 3, "winners": [2], "contributions": put_in,
    }  # fmt: skip
    path = f"tables/{pooled}/hands/record/"
    twice = {**keyed, "version": evening.version(pooled), "contributions": [*put_in, put_in[0]]}
    assert problem(dealer.post(path, twice)) == (400, "malformed")
    beyond = {**keyed, "version": evening.version(pooled), "winners": [3]}
    answer = dealer.post(path, beyond)
    assert (problem(answer), answer.json()["facts"]["most_cents"]) == ((422, "win_above_contributions"), 3_400)
    hand = dealer.post(path, {**keyed, "version": evening.version(pooled)}).json()
    assert hand["result"]["contributions"] == put_in
    assert stacks(dealer.get(f"tables/{pooled}/").json()) == [(36_000, 36_000), (45_000, 45_000), (39_000, 39_000)]
