"""Draws made again by a third party: from what the page publishes, with Python's hashlib and none of our code."""

import hashlib
import html
import json
import re
import subprocess
import sys
from collections.abc import Callable
from unittest.mock import patch

import pytest
from django.test import Client

from tables.models import Draw, Entrant, TournamentTable
from tables.prizes.services import eliminations
from tables.prizes.services.eliminations import Out
from tables.rules.blinds import Positions
from tables.rules.tournaments.shipped import TURBO
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.services import balance, seats
from tests import builders, databases
from tests.html import flat
from tests.tables.tournaments.pages.tournaments import sold, to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

BLOCK = 64
Drawn = list[list[int]]


def one_out_at_each(tournament: SoldTournament) -> None:
    for table in TournamentTable.objects.filter(tournament_id=tournament.id, closed_at=None):
        winner, loser, *_others = Entrant.objects.filter(table=table, state="seated").order_by("seat")
        eliminations.eliminate(**tournament.seen, outs=[Out(loser.pk, (winner.pk,))], actor=tournament.evening.floor)


def big_blinds_on_empty_seats(tournament: SoldTournament) -> dict[int, int]:
    """Who had the big blind is out: there the next small blind would be.  By position of the table."""
    found, positions = {}, {}
    for table in TournamentTable.objects.filter(tournament_id=tournament.id, closed_at=None):
        found[table.position] = seats.free_seats(table)[0]
        positions[table.table_id] = Positions(1, 2, found[table.position])
    seats.set_buttons(**tournament.seen, positions=positions, actor=tournament.evening.floor)
    return found


def drawn() -> SoldTournament:
    """A first draw, a late one, a broken table and a redraw."""
    tournament = sold_tournament(builders.evening(), structure=TURBO, seats_per_table=7)
    with patch.object(seat_views, "entries", lambda _row: 20):
        sold(tournament, *(f"Guest {number}" for number in range(1, 20)))
        tournament.start(4)
        tournament.enter(tournament.evening.guest("Late"))
        one_out_at_each(tournament)
        big_blinds_on_empty_seats(tournament)
        broken = balance.balance(**tournament.seen, actor=tournament.evening.floor)
    assert (len(broken.broken), broken.is_redraw) == (1, False)
    with patch.object(seat_views, "entries", lambda _row: 100):
        one_out_at_each(tournament)
        assert balance.balance(**tournament.seen, actor=tournament.evening.floor).is_redraw
    return tournament


built, tournament = databases.shared(drawn)


def page(client: Client, tournament: SoldTournament, language: str = "en") -> str:
    return client.get(to("draws", tournament.id), {"lang": language}).content.decode()


def published(shown: str) -> dict[str, tuple[dict[str, object], Drawn]]:
    """Of each draw on the page, by its heading's words: inputs, and who sits where in the order drawn."""
    found = {}
    for section in flat(shown).split('<section class="sheet" aria-labelledby="draw-')[1:]:
        facts = dict(re.findall(r"<dt>([^<]*)</dt><dd[^>]*>(.*?)</dd>", section, re.DOTALL))
        if "Seed" not in facts:
            continue
        kind = re.search(r'<small class="muted">([^·]*) ·', section)
        assert kind, section
        tables = re.findall(
            r"<b>(\d+)</b>: (\d+) players? there · may be drawn: ([\d ]*)", facts["Tables"].replace(", ", " ")
        )
        numbers = {
            "commitment": "".join(facts["Commitment"].split()),
            "seed": "".join(facts["Seed"].split()),
            "label": html.unescape(facts["Label"]),
            "entrants": [int(one) for one in facts["Entrants"].split(",")],
            "tables": [[int(no), int(count), [int(seat) for seat in free.split()]] for no, count, free in tables],
        }
        result = [
            [int(part) for part in one] for one in re.findall(r">(\d+): (\d+)/(\d+)<", facts["Entrant, table, seat"])
        ]
        assert json.loads(html.unescape(re.sub(r"<[^>]*>", "", facts["Inputs"]))) == numbers
        found[kind[1]] = (numbers, result)
    return found


def mac(key: bytes, message: bytes) -> bytes:
    """HMAC (RFC 2104) by SHA-256."""
    padded = key.ljust(BLOCK, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


def numbers_of(seed: str, label: str) -> Callable[[int], int]:
    """The page's second and third steps."""
    assert len(seed) == BLOCK
    at = iter(range(1_000_000))

    def below(limit: int) -> int:
        while True:
            number = int(mac(seed.encode("ascii"), f"{label}:{next(at)}".encode("ascii")).hex(), 16)
            if number < (1 << 256) - (1 << 256) % limit:
                return number % limit

    return below


def drawn_again(commitment: str, seed: str, label: str, entrants: list[int], tables: list[list]) -> Drawn:
    """As the page says it in words."""
    assert hashlib.sha256(seed.encode("ascii")).hexdigest() == commitment
    below = numbers_of(seed, label)
    order = sorted(entrants)
    for place in reversed(range(1, len(order))):
        other = below(place + 1)
        order[place], order[other] = order[other], order[place]
    free = [(no, seat) for no, _count, seats_free in tables for seat in seats_free]
    count = {no: players for no, players, _seats in tables}
    found = []
    for entrant in order:
        fewest = min(count[no] for no, _seat in free)
        offered = sorted(one for one in free if count[one[0]] == fewest)
        no, seat = offered[below(len(offered))]
        free.remove((no, seat))
        count[no] += 1
        found.append([entrant, no, seat])
    return found


@pytest.fixture
def told(tournament: SoldTournament, client: Client) -> dict[str, tuple[dict, Drawn]]:
    """What the page publishes of them."""
    return published(page(client, tournament))


@pytest.mark.parametrize("kind", ["drawn at the start", "drawn late", "table broken", "all redrawn"])
def test_each_kind_of_draw_is_made_again_with_hashlib_alone(told: dict[str, tuple[dict, Drawn]], kind: str) -> None:
    numbers, result = told[kind]
    assert len(result) == len(numbers["entrants"]) > 0
    assert drawn_again(**numbers) == result
    other = numbers["seed"][:-1] + ("0" if numbers["seed"][-1] != "0" else "1")
    with pytest.raises(AssertionError):
        drawn_again(**{**numbers, "seed": other})


def test_the_program_on_the_page_says_the_same(
    told: dict[str, tuple[dict, Drawn]], tournament: SoldTournament, client: Client
) -> None:
    shown = re.search(r"<code data-program>(.*?)</code>", page(client, tournament, "de"), re.DOTALL)
    assert shown
    for numbers, result in told.values():
        run = subprocess.run(
            [sys.executable, "-I", "-c", html.unescape(shown[1])],
            input=json.dumps(numbers), capture_output=True, text=True, check=True,
        )  # fmt: skip
        assert json.loads(run.stdout) == result


def test_a_broken_table_leaves_the_next_small_blind_out_and_says_who_sat_where(
    told: dict[str, tuple[dict, Drawn]], tournament: SoldTournament, client: Client
) -> None:
    """The house does not let who comes from a broken table draw the small blind (WSOP 85: where the big blind was)."""
    numbers, _result = told["table broken"]
    sat = Draw.objects.get(purpose="break").facts["sat"]
    big_blinds = {no: last[2] for no, _places, last in sat}
    for no, players, free in numbers["tables"]:
        (places,) = (dict(places) for at, places, _last in sat if at == no)
        assert players == len(places)
        assert set(free) == set(range(1, 8)) - set(places) - {big_blinds[no]}
        assert big_blinds[no] not in places, "a seat that is free, and is not drawn"
    (gone,) = (places for no, places, _last in sat if no not in {no for no, _players, _free in numbers["tables"]})
    assert sorted(entrant for _seat, entrant in gone) == numbers["entrants"]
    shown = page(client, tournament)
    assert all(f"button 1, small blind 2, big blind {seat}" in shown for seat in big_blinds.values())
    assert "There is no draw" in shown, "of a balance"


def test_the_seed_that_waits_is_not_on_the_page(told: dict, tournament: SoldTournament, client: Client) -> None:
    waiting = Draw.objects.get(drawn_at=None)
    for language in ("de", "en"):
        shown = "".join(page(client, tournament, language).split())
        assert waiting.commitment in shown
        assert waiting.seed not in shown
