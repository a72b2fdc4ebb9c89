"""A colour raced off by the director: pieces, cards, the outcome before it is confirmed, and what is left to race."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tables.models import ChipRace, Entrant
from tables.rules.tournaments.shipped import EVENING
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import chips, clock, races
from tests import builders, databases
from tests.builders import Evening
from tests.html import flat
from tests.tables.tournaments.pages.tournaments import running, to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

Browser = Callable[..., Client]
BREAK = 4
"""The item in which EVENING races 25 off."""


def three_play() -> SoldTournament:
    """Three play at one table; nobody has lost a chip."""
    tournament = sold_tournament(builders.evening(), structure=EVENING)
    running(tournament, "Weber", "Rossi", "Nguyen")
    return tournament


built, tournament = databases.shared(three_play)


@pytest.fixture
def evening(tournament: SoldTournament) -> Evening:
    return tournament.evening


@pytest.fixture
def floor(evening: Evening, browser: Browser) -> Client:
    return browser(evening.floor)


@pytest.fixture
def three(tournament: SoldTournament) -> list[Entrant]:
    """Stacks of 9,925, 25 and 2,050 at one table, by seat."""
    players = sorted(tournament.seated(), key=lambda one: one.seat or 0)
    counts = dict(zip([one.pk for one in players], (9_925, 25, 2_050), strict=True))
    chips.count(**tournament.seen, counts=counts, actor=tournament.evening.floor)
    return sorted(tournament.seated(), key=lambda one: one.seat or 0)


def stacks() -> dict[int, int]:
    return dict(Entrant.objects.order_by("number").values_list("number", "chips"))


def page(tournament: SoldTournament) -> str:
    return to("race", tournament.id, tournament.tables[0])


def go_on(client: Client, tournament: SoldTournament, html: str, do: str = "look", **typed: object) -> object:
    """Send what stands in the page, with what is typed over it."""
    form = html.split('<form method="post" class="stack"')[1].split("</form>", maxsplit=1)[0]
    fields = {}
    for tag in re.findall(r"<input[^>]*>", form):
        said = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if said.get("type") != "radio" or " checked" in tag:
            fields[said["name"]] = said.get("value", "")
    return client.post(page(tournament), {**fields, **typed, "do": do})


def handed_in(three: list[Entrant]) -> dict[str, int]:
    return {f"pieces_{one.seat}": pieces for one, pieces in zip(three, (1, 1, 2), strict=True)}


def dealt(three: list[Entrant]) -> dict[str, str]:
    return {f"cards_{one.seat}": hand for one, hand in zip(three, ("Kc", "2c", "9h Qd"), strict=True)}


def test_the_colour_of_the_next_break_is_proposed(tournament: SoldTournament, floor: Client) -> None:
    html = flat(floor.get(page(tournament)).content.decode())
    for name, worth in (("old", 25), ("new", 100)):
        assert re.search(rf'name="{name}" value="{worth}"[^>]* checked', html), name
    html = floor.get(page(tournament), {"colour": "500"}).content.decode()
    assert re.search(r'name="old" value="500"[^>]* checked', html)
    assert re.search(r'name="new" value="1000"[^>]* checked', html)


def test_pieces_then_cards_then_who_gets_what_and_only_then_it_is_done(
    tournament: SoldTournament, floor: Client, three: list[Entrant]
) -> None:
    """TDA 24: one chip at most to each, by the highest card, and nobody is raced out; four odd chips are one."""
    before, first, second, third = stacks(), *three
    html = flat(floor.get(page(tournament)).content.decode())
    answer = go_on(floor, tournament, html, **handed_in(three))
    html = flat(answer.content.decode())
    assert answer.status_code == 200
    asked = re.findall(r'seat-no">(\d+)</span><span>\w+ <b>(\d) card', html)
    assert asked == [(str(first.seat), "1"), (str(second.seat), "1"), (str(third.seat), "2")], "from seat 1"
    answer = go_on(floor, tournament, html, **dealt(three))
    html = flat(answer.content.decode())
    assert answer.status_code == 200
    lines = re.findall(r'<tr data-seat="(\d+)">(.*?)</tr>', html, re.DOTALL)
    assert [int(seat) for seat, _line in lines] == [one.seat for one in three]
    assert "wins one" in lines[0][1]
    assert "9,925 → 10,000" in lines[0][1]
    assert "nobody is raced out" in lines[1][1]
    assert "25 → 100" in lines[1][1]
    assert "Q♦" in lines[2][1]
    assert "2,050 → 2,000" in lines[2][1]
    assert "+100" in html.split("Chips issued change by")[1]
    assert stacks() == before, "nothing is done yet"
    assert not ChipRace.objects.exists()
    answer = go_on(floor, tournament, html, "race")
    assert answer.status_code == 303
    assert stacks() == {first.number: 10_000, second.number: 100, third.number: 2_000}
    race = ChipRace.objects.get()
    assert (race.denomination, race.next_denomination, race.difference) == (25, 100, 100)
    assert facts.issued(tournament.row) == 12_100
    told = flat(floor.get(to("director", tournament.id)).content.decode())
    assert "25 is raced off into 100; chips issued change by +100." in told
    assert "Chip races" in told
    assert re.search(r"<b>M\d+</b>: 25 → 100 · chips issued <b>\+100</b>", told)
    assert go_on(floor, tournament, html, "race").status_code == 303, "a second tap"
    assert ChipRace.objects.count() == 1


def test_what_was_typed_is_never_lost(tournament: SoldTournament, floor: Client, three: list[Entrant]) -> None:
    before = stacks()
    html = flat(floor.get(page(tournament)).content.decode())
    html = go_on(floor, tournament, html, **handed_in(three)).content.decode()
    html = go_on(floor, tournament, html, **dealt(three)).content.decode()
    html = go_on(floor, tournament, html, "change").content.decode()
    assert re.search(rf'name="pieces_{three[2].seat}" value="2"', html)
    html = go_on(floor, tournament, html).content.decode()
    assert "Shares" in html, "the cards came along"
    clock.pause(**tournament.seen, actor=tournament.evening.floor)
    answer = go_on(floor, tournament, html, "race")
    assert answer.status_code == 409, "somebody has done something meanwhile"
    assert stacks() == before
    html = go_on(floor, tournament, answer.content.decode()).content.decode()
    assert "nobody is raced out" in html, "pieces and cards came along"
    assert go_on(floor, tournament, html, "race").status_code == 303


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"pieces": (1, 1, 83)}, "does not have that many chips of 25"),
        ({"pieces": (1, 1, -1)}, "greater than or equal to 0"),
        ({"pieces": (1, 1, 2), "old": "500"}, "Chips of 500 cannot be raced off into chips of 100"),
        ({"pieces": (1, 1, 2), "cards": ("Kc", "Kc", "9h Qd")}, "Kc has already been dealt"),
        ({"pieces": (1, 1, 2), "cards": ("Kc", "2c", "9h")}, "Each odd chip gets one card"),
        ({"pieces": (1, 1, 2), "cards": ("Kc", "2c", "9h X")}, "is not a card"),
    ],
)
@pytest.mark.parametrize("do", ["look", "race"])
def test_what_is_refused_changes_nothing_and_stays_typed(
    tournament: SoldTournament, floor: Client, three: list[Entrant], typed: dict, said: str, do: str
) -> None:
    before = stacks()
    fields = {f"pieces_{one.seat}": pieces for one, pieces in zip(three, typed["pieces"], strict=True)}
    cards = typed.get("cards", ("Kc", "2c", ""))
    fields |= {f"cards_{one.seat}": hand for one, hand in zip(three, cards, strict=True)}
    fields |= {"old": typed.get("old", "25"), "new": "100"}
    answer = go_on(floor, tournament, flat(floor.get(page(tournament)).content.decode()), do, **fields)
    html = flat(answer.content.decode())
    assert answer.status_code in (400, 422)
    if do == "look":
        assert said in html
    for name in (f"pieces_{three[2].seat}", f"cards_{three[2].seat}"):
        assert re.search(rf'name="{name}" value="{fields[name]}"', html) or fields[name] == "", name
    assert stacks() == before
    assert not ChipRace.objects.exists()


def test_the_director_reads_when_a_colour_comes_off_and_where_it_is_still_there(
    tournament: SoldTournament, floor: Client, three: list[Entrant]
) -> None:
    address = to("director", tournament.id)
    html = flat(floor.get(address).content.decode())
    assert re.search(r"Leaving play in the break after level 4: <b>25</b>", html)
    assert "must come out of play:" not in html
    clock.move(**tournament.seen, item=BREAK, actor=tournament.evening.floor)
    html = flat(floor.get(address).content.decode())
    assert "25 → 100" in html
    assert f"{page(tournament)}?colour=25" in html
    assert re.search(r"Leaving play in the break after level 8: <b>100</b>", html)
    pieces = {one.seat: 0 for one in three if one.seat}
    races.race(
        **tournament.seen,
        table_id=tournament.tables[0],
        old=25,
        new=100,
        pieces=pieces,
        dealt={},
        actor=tournament.evening.floor,
    )
    assert "must come out of play:" not in flat(floor.get(address).content.decode())


def test_in_german(tournament: SoldTournament, browser: Browser, three: list[Entrant]) -> None:
    floor = browser(tournament.evening.floor, "de")
    html = flat(floor.get(page(tournament)).content.decode())
    assert '<html lang="de">' in html
    assert "2.050" in html
    html = go_on(floor, tournament, html, **handed_in(three), **dealt(three)).content.decode()
    assert "9.925 → 10.000" in html
    assert go_on(floor, tournament, html, "race").status_code == 303
    assert stacks()[three[0].number] == 10_000


def test_who_does_not_run_tournaments_races_nothing(
    tournament: SoldTournament, browser: Browser, three: list[Entrant]
) -> None:
    dealer = browser(tournament.evening.dealer)
    assert dealer.get(page(tournament)).status_code == 403
    assert dealer.post(page(tournament), {"do": "look"}).status_code == 403
    assert not ChipRace.objects.exists()
