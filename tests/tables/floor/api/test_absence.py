"""Absence over HTTP: what is read, what is refused, and chips that are given away once (domain §4.7, §4.8)."""

import pytest

from tests.api_client import Api, problem
from tests.builders import balances
from tests.tables.floor.api.absence_story import at, somebody_walks


@pytest.fixture
def table(evening):
    game = evening.game(return_minutes=120)
    table = evening.table(game, code="T33", dealt=False)
    evening.sit(table, 20_000, 20_000, 20_000)
    return table


def test_the_whole_of_it(evening):
    def right(operation, answer):
        assert answer.status_code == 200, (operation, answer.content)
        return answer.json()

    somebody_walks(evening, right)
    assert balances("seat") == {"seat/T33/3": 20_000}
    assert sum(balances("kept").values()) == 20_000


def test_who_walks_while_too_many_are_away_is_told_so(floor, evening, table):
    floor.patch(f"houses/{evening.house.pk}/absence-rules/", {"away_most": 1})
    floor.post(f"tables/{table}/seats/1/away/", at(evening, table))
    answer = floor.post(f"tables/{table}/seats/2/away/", at(evening, table))
    assert problem(answer) == (422, "too_many_away")
    assert floor.post(f"tables/{table}/seats/2/away/", at(evening, table, reason="ill")).status_code == 200


def test_before_their_time_chips_stay_unless_somebody_says_why(floor, evening, table):
    floor.post(f"tables/{table}/seats/1/away/", at(evening, table))
    address = f"tables/{table}/seats/1/pick-up/"
    assert problem(floor.post(address, at(evening, table))) == (422, "absence_not_over")
    assert floor.post(address, at(evening, table, reason="he went home")).status_code == 200
    [row] = floor.get("kept-chips/").json()["results"]
    assert (row["amount_cents"], row["reason"], row["outcome"]) == (20_000, "he went home", None)


def test_what_he_must_bring_back(floor, evening, table):
    guest = next(seat.guest_id for seat in evening.view(table).seats if seat.seat == 1)
    floor.post(f"tables/{table}/seats/1/cash-out/", at(evening, table))
    [owed] = floor.get(f"guests/{guest}/returns/").json()["owed"]
    assert owed["owed_cents"] == 20_000
    sit = at(evening, table, guest=guest, buy_in_cents=4_000)
    answer = floor.post(f"tables/{table}/seats/1/sit/", sit)
    assert problem(answer) == (422, "return_below_stack")
    assert floor.post(f"tables/{table}/seats/1/sit/", sit | {"buy_in_cents": 20_000}).status_code == 200


def test_only_a_manager_takes_unclaimed_chips_in_and_not_before_the_day_is_over(floor, evening, table):
    floor.post(f"tables/{table}/seats/1/away/", at(evening, table))
    floor.post(f"tables/{table}/seats/1/pick-up/", at(evening, table, reason="he went home"))
    [row] = floor.get("kept-chips/").json()["results"]
    address, why = f"kept-chips/{row['id']}/take-in/", {"reason": "nobody came"}
    assert problem(floor.post(address, why)) == (403, "not_allowed")
    assert problem(Api(evening.manager).post(address, why)) == (422, "may_still_come")
