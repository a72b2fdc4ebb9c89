"""A tournament in a browser: sold, seated, put out, paid; and the clock, which goes on when the network blinks."""

import re
from itertools import pairwise
from random import Random

import pytest
from playwright.sync_api import Page, expect

from casino.errors import Refusal
from tables.models import Entrant, Prize
from tables.prizes.services import prizes
from tables.rules.tournaments import clocks
from tables.rules.tournaments.clocks import Event, EventKind
from tables.rules.tournaments.shipped import DEEP_STACK, STRUCTURES, TURBO
from tables.rules.tournaments.structures import Structure
from tables.tournaments.services import balance, seats
from tables.tournaments.services import clock as service
from tests import builders
from tests.browser.conftest import TABLET, Sit, press
from tests.builders import Evening
from tests.tables.tournaments.pages.tournaments import to
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament

SEQUENCES = 300
MINUTE = 60_000


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return builders.evening()


@pytest.fixture
def tournament(evening: Evening) -> SoldTournament:
    return sold_tournament(evening, structure=TURBO)


def seated(tournament: SoldTournament, *names: str) -> None:
    for name in names:
        tournament.enter(tournament.evening.guest(name))
    tournament.start(1)


# --- the clock --------------------------------------------------------------------------------------------------------


def sequence(structure: Structure, chance: Random) -> tuple[list[Event], list[int]]:
    """Things done to a clock that can follow one another, and instants at which somebody looks."""
    at_ms = chance.randrange(1_700_000_000_000, 1_900_000_000_000)
    events: list[Event] = []
    for _ in range(chance.randrange(12)):
        kind = chance.choice([EventKind.STARTED, *EventKind])
        at_ms += chance.choice([0, 1, 999, chance.randrange(40 * MINUTE), 10 * MINUTE])
        milliseconds = None
        if kind is EventKind.ADJUSTED:
            milliseconds = chance.choice([MINUTE, -MINUTE, -30 * MINUTE, chance.randrange(-MINUTE, MINUTE)])
        elif kind is EventKind.MOVED:
            milliseconds = chance.choice([None, 1, chance.randrange(1, 30 * MINUTE)])
        one = Event(kind, at_ms, chance.randrange(len(structure.items)), milliseconds)
        try:
            clocks.at(structure, [*events, one], at_ms)
        except Refusal:
            continue
        events.append(one)
    looks = [at_ms + chance.choice([0, 1, chance.randrange(3 * 3_600_000), -5]) for _ in range(4)]
    return events, [*looks, at_ms + 10 * 3_600_000]


def test_a_browser_reads_the_clock_as_the_house_does(tournament: SoldTournament, sit: Sit) -> None:
    """`clock.js` and `rules.tournaments.clocks` fold the same events to the same, to the millisecond."""
    chance, cases, expected = Random(20_261_121), [], []
    for _ in range(SEQUENCES):
        structure = chance.choice(list(STRUCTURES.values()))
        events, looks = sequence(structure, chance)
        items = [{"minutes": item.minutes, "number": getattr(item, "number", None)} for item in structure.items]
        told = [[one.kind.value, one.at_ms, one.item, one.milliseconds] for one in events]
        for now_ms in looks:
            view = clocks.at(structure, events, now_ms)
            following = view.next_level and structure.items.index(view.next_level)
            cases.append([items, told, now_ms])
            expected.append(
                [view.item_index, view.remaining_ms, view.is_started, view.is_paused, view.is_over, following,
                 view.break_in_ms]
            )  # fmt: skip
    page = sit(None).open(to("clock", tournament.id))
    read = page.evaluate(
        """(cases) => cases.map(([items, events, now]) => {
          const view = clockwork.at(items, events, now);
          return [view.item, view.remaining, view.isStarted, view.isPaused, view.isOver, view.nextLevel, view.breakIn];
        })""",
        cases,
    )
    assert len(read) == SEQUENCES * 5
    assert [one for one in zip(cases, expected, read, strict=True) if one[1] != one[2]] == []
    assert len({tuple(one[:1] + one[2:5]) for one in expected}) > 30, "they are told apart"


@pytest.mark.smoke("tournaments")
def test_the_wall_runs_stops_and_changes_the_level(tournament: SoldTournament, sit: Sit) -> None:
    seated(tournament, "Weber", "Rossi")
    wall = sit(None, size=(1920, 1080), language="de").open(to("clock", tournament.id) + "?lang=en")
    remaining = wall.locator("[data-shows=remaining]")
    expect(remaining).to_have_text(re.compile(r"^[1-9]:\d\d$"))
    service.pause(**tournament.seen, actor=tournament.evening.floor)
    expect(wall.get_by_text("Clock stopped")).to_be_visible()
    stood = remaining.text_content()
    wall.wait_for_timeout(1_300)
    assert remaining.text_content() == stood
    service.move(**tournament.seen, item=1, actor=tournament.evening.floor)
    expect(wall.locator("[data-shows=blinds]")).to_have_text("100 / 200")
    expect(remaining).to_have_text("10:00")
    service.move(**tournament.seen, item=4, actor=tournament.evening.floor)
    expect(wall.get_by_text("Break", exact=True)).to_be_visible()
    service.move(**tournament.seen, item=0, milliseconds=2_500, actor=tournament.evening.floor)
    service.resume(**tournament.seen, actor=tournament.evening.floor)
    expect(wall.locator("[data-shows=number]")).to_have_text("2")
    assert wall.context.cookies() == []
    assert "Weber" not in wall.content()


def test_the_clock_goes_on_when_the_network_blinks(tournament: SoldTournament, sit: Sit) -> None:
    seated(tournament, "Weber", "Rossi")
    service.move(**tournament.seen, item=0, milliseconds=6_000, actor=tournament.evening.floor)
    wall = sit(None, size=(1920, 1080)).open(to("clock", tournament.id) + "?lang=en")
    mark = wall.locator("[data-offline]")
    expect(mark).to_be_hidden()
    wall.route("**/clock/**", lambda route: route.abort())
    expect(mark).to_be_visible()
    expect(mark).to_contain_text("offline since")
    expect(wall.locator("[data-shows=number]")).to_have_text("2")
    expect(wall.locator("[data-shows=blinds]")).to_have_text("100 / 200")
    seen = wall.locator("[data-shows=remaining]").text_content()
    expect(wall.locator("[data-shows=remaining]")).not_to_have_text(seen or "")  # it goes on
    service.pause(**tournament.seen, actor=tournament.evening.floor)
    wall.unroute("**/clock/**")
    expect(mark).to_be_hidden()
    expect(wall.get_by_text("Clock stopped")).to_be_visible()


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920), (820, 1180), (3840, 2160)])
def test_the_wall_fits_its_screen(evening: Evening, sit: Sit, size: tuple[int, int]) -> None:
    """With the largest blinds, prizes and players to be called out, and the clock stopped."""
    tournament = sold_tournament(evening, structure=DEEP_STACK, guarantee_cents=100_000 * EURO)
    for number in range(1, 13):
        tournament.enter(evening.guest(f"Guest {number}"))
    tournament.start(2)
    first = tournament.seated()[0]
    other = next(one.table for one in tournament.seated() if one.table_id != first.table_id)
    assert other
    free = seats.free_seats(other)[0]
    seats.move(
        **tournament.seen, entrant_id=first.pk, table_id=other.table_id, seat=free, reason="Wunsch", actor=evening.floor
    )
    balance.balance(**tournament.seen, actor=evening.floor)
    prizes.fix(**tournament.seen, early=True, actor=evening.floor)
    service.move(**tournament.seen, item=len(DEEP_STACK.items) - 2, actor=evening.floor)
    service.pause(**tournament.seen, actor=evening.floor)
    service.hand_for_hand(**tournament.seen, on=True, actor=evening.floor)
    wall = sit(None, size=size).open(to("clock", tournament.id) + "?lang=de")
    expect(wall.locator(".ways li")).not_to_have_count(0)
    assert (
        wall.evaluate(
            """() => [...document.querySelectorAll("main *")].filter((one) => {
          const box = one.getBoundingClientRect();
          return one.checkVisibility() && (box.right > innerWidth + 1 || box.bottom > innerHeight + 1);
        }).map((one) => one.outerHTML.slice(0, 80))"""
        )
        == []
    )
    tops = wall.evaluate(
        """() => [".face > header", ".middle .level", ".remaining", ".blinds", ".next", ".ways"].map((name) => {
          const box = [...document.querySelectorAll(name)].find((one) => one.checkVisibility()).getBoundingClientRect();
          return [box.top, box.bottom];
        })"""
    )
    assert all(upper[1] <= lower[0] + 1 for upper, lower in pairwise(tops)), tops
    height = wall.locator("[data-shows=remaining]").evaluate("(one) => one.getBoundingClientRect().height")
    assert height > min(size) / 8, "read from ten steps away"


# --- registration, seat, elimination, payout --------------------------------------------------------------------------


def test_from_the_window_to_the_payout(tournament: SoldTournament, sit: Sit) -> None:
    evening = tournament.evening
    for name in ("Weber", "Rossi", "Nguyen"):
        evening.guest(name)
    (furniture,) = tournament.furniture(1)
    cage = sit(evening.cage, size=TABLET).open(to("enter", tournament.id))
    for name in ("Weber", "Rossi", "Nguyen"):
        cage.goto(cage.url.split("/tournaments")[0] + to("enter", tournament.id))
        cage.get_by_label("Guest", exact=True).fill(name)
        cage.get_by_role("button", name="Sell an entry").click()
        expect(cage.locator(".slip")).to_contain_text(name)
    floor = sit(evening.floor, size=TABLET).open(to("director", tournament.id))
    floor.get_by_role("link", name="Draw the seats").click()
    floor.get_by_label("M1").check()
    floor.get_by_role("button", name="Draw the seats").click()
    floor.get_by_role("button", name="Start the tournament").click()
    expect(floor.get_by_role("button", name="Stop the clock")).to_be_visible()
    assert furniture
    fix_prizes(floor)
    put_out(floor, "Nguyen", "Weber")
    put_out(floor, "Rossi", "Weber")
    expect(floor.get_by_text("finished", exact=True)).to_be_visible()
    assert Entrant.objects.get(place=1).guest.name == "Weber"
    cage.goto(cage.url.split("/tournaments")[0] + to("payouts", tournament.id))
    cage.get_by_role("link", name="Pay", exact=True).first.click()
    cage.get_by_role("button", name="Pay the prize").click()
    expect(cage.locator(".slip")).to_contain_text("Weber")
    assert Prize.objects.get(place=1).paid_at is not None


def fix_prizes(floor: Page) -> None:
    floor.get_by_role("link", name="Prizes").click()
    floor.get_by_role("link", name="Fix the prizes").click()
    floor.get_by_text("End registration").click()
    floor.get_by_role("button", name="Fix the prizes").click()
    floor.get_by_role("link", name="‹ Freitagsturnier").click()


def put_out(floor: Page, name: str, winner: str) -> None:
    floor.get_by_role("link", name=re.compile(rf"\d {name} ")).click()
    floor.get_by_role("link", name="Out", exact=True).click()
    line = floor.locator(".out-line").filter(has=floor.locator("input:checked"))
    expect(line).to_have_count(1)
    taken_by = line.get_by_label("Won by")
    taken_by.select_option(value=str(Entrant.objects.get(guest__name=winner).pk))
    floor.get_by_role("button", name="Record a bust").click()
    expect(floor.get_by_text(f"Out: {name}.")).to_be_visible()


def test_the_keyboard_of_the_director(tournament: SoldTournament, sit: Sit) -> None:
    seated(tournament, "Weber", "Rossi")
    page = sit(tournament.evening.floor).open(to("director", tournament.id))
    press(page, "p")
    expect(page.get_by_role("button", name="Resume the clock")).to_be_visible()
    minutes, _, seconds = page.locator("[data-shows=remaining]").inner_text().partition(":")
    press(page, "+")
    expect(page.locator("[data-shows=remaining]")).to_have_text(f"{int(minutes) + 1}:{seconds}")
    press(page, "1")
    expect(page.locator(".tournament-table.chosen")).to_have_count(1)
    press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
