"""Seats of a tournament: drawn once, at free tables of the house; who waits for one, and who is not moved."""

from collections.abc import Callable

from accounting.models import House
from tables.floor.services import tables
from tables.rules.blinds import Positions
from tables.tournaments.services import clock, seats
from tests import builders, databases
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

Refused = Callable[..., str]


def two_drawn() -> SoldTournament:
    """Two entrants, drawn at one table of two."""
    evening = builders.evening()
    pairs = sold_tournament(evening, seats_per_table=2)
    for _guest in range(2):
        pairs.enter()
    seats.draw(**pairs.seen, table_ids=pairs.furniture(1), actor=evening.floor)
    return pairs


built, pairs = databases.shared(two_drawn)


def test_seats_are_drawn_once(pairs: SoldTournament, refused: Refused) -> None:
    said = {"table_ids": pairs.furniture(1), "actor": pairs.evening.floor}
    assert refused(seats.draw, **pairs.seen, **said) == "drawn_already"


def test_there_is_a_seat_for_everybody_before_the_start(pairs: SoldTournament, refused: Refused) -> None:
    """Who finds no seat before the start waits for another table; afterwards no entry is sold without a seat."""
    floor = pairs.evening.floor
    late = pairs.enter()
    assert (late.entrant.state, late.entrant.table_id) == ("registered", None)
    assert refused(clock.start, **pairs.seen, actor=floor) == "not_drawn"
    seats.add_tables(**pairs.seen, table_ids=pairs.furniture(1), actor=floor)
    clock.start(**pairs.seen, actor=floor)
    assert pairs.enter().entrant.state == "seated"
    assert refused(pairs.enter) == "seats_few"


def test_nobody_is_moved_to_a_seat_that_is_taken_or_is_not_there(pairs: SoldTournament, refused: Refused) -> None:
    first, second = pairs.seated()
    said = {"table_id": pairs.tables[0], "reason": "falsch gesetzt", "actor": pairs.evening.floor}
    for seat in (second.seat, 0, 3):
        assert refused(seats.move, **pairs.seen, entrant_id=first.pk, seat=seat, **said) == "seat_taken"


def test_a_button_lies_at_a_seat_of_the_tournament(pairs: SoldTournament, refused: Refused) -> None:
    floor = pairs.evening.floor
    clock.start(**pairs.seen, actor=floor)
    elsewhere = pairs.furniture(1)[0]
    for positions, code in (
        ({elsewhere: Positions(1, 1, 2)}, "no_such_table"),
        ({pairs.tables[0]: Positions(3, 1, 2)}, "seat_unknown"),
        ({pairs.tables[0]: Positions(1, 0, 2)}, "seat_unknown"),
        ({pairs.tables[0]: Positions(1, 1, 3)}, "seat_unknown"),
    ):
        assert refused(seats.set_buttons, **pairs.seen, positions=positions, actor=floor) == code


def test_seats_are_drawn_at_free_tables_of_the_house_that_are_in_use(pairs: SoldTournament, refused: Refused) -> None:
    evening = pairs.evening
    next_door = House.objects.create(code="dus", name="Duisburg")
    elsewhere = tables.create(house_id=next_door.pk, code="D1", seats=9, actor=evening.floor).pk
    old = pairs.furniture(1)[0]
    tables.edit(table_id=old, seats=9, is_active=False, actor=evening.floor)
    other = sold_tournament(evening, code="NEXT", seats_per_table=2)
    for table, code in (
        (elsewhere, "no_such_table"),
        (old, "table_out_of_use"),
        (pairs.tables[0], "table_in_tournament"),
    ):
        assert refused(seats.draw, **other.seen, table_ids=[table], actor=evening.floor) == code
