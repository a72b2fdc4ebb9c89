"""The moving button of the seeds at a table: newcomers, absent guests, two players (seeds `000`, `001`, `003`)."""

import pytest

from casino.errors import Refusal
from tables.floor.services import seats
from tables.models import Hand
from tests import builders, databases
from tests.tables.hands.playing import folded_round, posts, start

pytestmark = pytest.mark.django_db
SEEDS = ("seed-000/1", "wiesbaden/1", "seed-003/1")


TERMS = {"kind": "fixed", "amount_cents": 100, "min_pot_cents": 200}
built, evening = databases.shared(lambda: builders.evening(TERMS))


@pytest.fixture(params=SEEDS)
def table(evening, request):
    return evening.table(evening.game(rule_set=request.param))


def positions(recorded):
    by_kind = {kind: seat for seat, kinds in posts(recorded).items() for kind in kinds}
    return recorded.hand.button_seat, by_kind.get("small_blind"), by_kind.get("big_blind")


def test_a_newcomer_where_the_small_blind_falls_makes_nobody_the_big_blind_twice(evening, table):
    """Seed `001`: the first player after the button posts the small blind and the second the big one; S11."""
    for seat in (1, 3, 5, 7):
        evening.sit(table, 20_000, first=seat)
    assert positions(folded_round(evening, table)) == (1, 3, 5)
    evening.sit(table, 20_000, first=4)  # between the blinds: the small blind would fall here
    assert positions(folded_round(evening, table)) == (3, 5, 7)
    # The button has passed the newcomer, who posts and comes in.
    recorded = folded_round(evening, table)
    assert positions(recorded) == (5, 7, 1)
    assert posts(recorded)[4] == ["live"]


def test_a_newcomer_where_the_button_falls_does_not_get_it(evening, table):
    for seat in (1, 3, 5, 7):
        evening.sit(table, 20_000, first=seat)
    folded_round(evening, table)
    evening.sit(table, 20_000, first=2)
    recorded = folded_round(evening, table)
    assert positions(recorded) == (3, 5, 7)
    assert {seat.seat for seat in recorded.state.frame.setup.seats} == {1, 2, 3, 5, 7}
    assert posts(recorded)[2] == ["live"]


def test_with_two_players_the_first_left_of_the_button_posts_the_small_blind(evening, table):
    """Seeds `000` §4, `001` "Game play" 2 and `003` 2–3 know no exception for two."""
    evening.sit(table, 20_000, 20_000)
    recorded = start(evening, table, button_seat=2)
    assert (recorded.hand.button_seat, posts(recorded)) == (2, {1: ["small_blind"], 2: ["big_blind"]})
    assert recorded.state.frame.seats[recorded.state.turn] == 1


def test_the_button_is_put_only_before_a_guest_who_is_dealt_in(evening, table):
    evening.sit(table, 20_000, 20_000, 20_000)
    with pytest.raises(Refusal, match="button_not_dealt_in"):
        start(evening, table, button_seat=8)
    assert not Hand.objects.exists()
    seats.away(table_id=table, version=evening.version(table), seat=2, actor=evening.floor)
    with pytest.raises(Refusal, match="button_not_dealt_in"):
        start(evening, table, button_seat=2)
