"""The cards that decided a chip race stay with it, so that anybody can race the odd chips again (TDA 24, WSOP 77)."""

import pytest

from tables.models import ChipRace
from tables.rules import cards
from tables.rules.tournaments import racing
from tables.rules.tournaments.racing import Racer
from tables.tournaments.services import chips, races
from tests.api_client import Api
from tests.builders import user
from tests.tables.tournaments.pages.tournaments import to
from tests.tables.tournaments.tournament import SoldTournament

DEALT = ("Kc", "2c", "9h Qd")


@pytest.fixture
def raced(tournament: SoldTournament) -> SoldTournament:
    """Three players, four chips of 25 among them: they make up one chip of 100, for the highest card."""
    for _guest in range(3):
        tournament.enter()
    tournament.start(1)
    players = sorted(tournament.seated(), key=lambda one: one.seat or 0)
    by = tournament.evening.floor
    stacks = dict(zip([one.pk for one in players], (9_925, 25, 2_050), strict=True))
    chips.count(**tournament.seen, counts=stacks, actor=by)
    seats = [one.seat or 0 for one in players]
    races.race(
        **tournament.seen,
        table_id=tournament.tables[0],
        old=25,
        new=100,
        pieces=dict(zip(seats, (1, 1, 2), strict=True)),
        dealt={seat: cards.parse(text) for seat, text in zip(seats, DEALT, strict=True)},
        actor=by,
    )
    return tournament


def test_the_race_can_be_computed_again_from_what_is_kept(raced: SoldTournament) -> None:
    row = ChipRace.objects.get()
    assert [line["cards"] for line in row.lines] == list(DEALT)
    before = {line["entrant_number"]: row.stacks[str(line["entrant_number"])][0] for line in row.lines}
    racers = [
        Racer(line["seat"], line["handed_in"], before[line["entrant_number"]] - 25 * line["handed_in"])
        for line in row.lines
    ]
    dealt = {line["seat"]: cards.parse(line["cards"]) for line in row.lines}
    again = racing.race(racers, dealt, old=row.denomination, new=row.next_denomination)
    kept = [(line["seat"], line["exchanged"], line["won"], line["rescued"]) for line in row.lines]
    assert [(one.seat, one.exchanged, one.won, one.rescued) for one in again.lines] == kept
    assert [won for _seat, _exchanged, won, _rescued in kept] == [1, 0, 0], "the king"
    assert again.change == row.difference


def test_everybody_in_the_room_can_look(raced: SoldTournament) -> None:
    found = Api(user("dealer", "any-dealer")).get(f"tournaments/{raced.id}/chip-races/").json()["results"]
    assert [line["cards"] for line in found[0]["lines"]] == list(DEALT)
    assert {"seat", "entrant_number", "handed_in", "exchanged", "won", "rescued", "cards"} == set(found[0]["lines"][0])


def test_the_director_and_the_statement_show_them(raced: SoldTournament, client) -> None:
    client.force_login(raced.evening.floor)
    for page in ("director", "statement"):
        assert "9h Qd" in client.get(to(page, raced.id)).content.decode(), page
