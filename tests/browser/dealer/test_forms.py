"""Hands with more hole cards, lows and boards by taps alone: the figures, how many taps, and that all of it fits."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounting.models import Place
from tables.models import Hand
from tests.browser.conftest import PHONE, TABLET, UPRIGHT, Sit
from tests.browser.dealer.test_hand import _BEYOND, _SMALL_TARGETS, Dealing
from tests.tables.pages.conftest import EURO, Room

NAMES = ("Müller", "Okafor", "Schmidt", "Yilmaz", "Rossi", "Nguyen", "Krüger-Lüdenscheidt")


_OVERLAPPING = """
() => {
  const plates = [...document.querySelectorAll(".places .plate")];
  const boxes = plates.map((node) => [node.innerText, node.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], at) => boxes.slice(at + 1)
    .filter(([, b]) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 6
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 6).map(([other]) => [one, other]));
}
"""


def dealt(
    sit: Sit,
    room: Room,
    variant: str,
    players: int,
    *,
    size: tuple[int, int] = TABLET,
    language: str = "en",
    **terms: int,
) -> Dealing:
    """A table of such a game at 2/4 with 200 each; the first hand is dealt by one tap."""
    stakes = {"small_blind_cents": 200, "big_blind_cents": 400, "min_buy_in_cents": 100 * EURO}
    game = room.game(name="Mixed 2/4", variant=variant, betting="pot_limit", chip_cents=100, **stakes, **terms)
    room.games["every_action"] = game
    table = room.set_up("T1", "every_action", NAMES[:players])
    room.push(table)
    page = sit(room.dealer, size=size, language=language).open(f"/dealer/tables/{table}/")
    dealing = Dealing(page)
    look(page, f"before-{variant}-{language}-{size[0]}")
    if terms:
        expect(page.locator("[data-bomb-pot]")).to_contain_text("2 boards" if language == "en" else "2 Boards")
    dealing.press(page.locator('main form[action$="/start/"] button.primary'))
    return dealing


def look(page: Page, name: str) -> None:
    """Nothing is cut off sideways and every target can be hit; a picture where somebody wants to look at it."""
    if folder := os.environ.get("LOOK_AT"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
    wide, _high = page.evaluate(_BEYOND)
    assert wide <= 0, name
    least = 64 if page.viewport_size and page.viewport_size["width"] > PHONE[0] else 44
    assert page.evaluate(_SMALL_TARGETS.replace("64", str(least))) == [], name
    assert page.evaluate(_OVERLAPPING) == [], name


def press(dealing: Dealing, kind: str, times: int = 1) -> None:
    for _time in range(times):
        dealing.press(dealing.page.locator(f"button[value={kind}]"))


def street(dealing: Dealing, *boards: str) -> None:
    """Cards on each board in turn; the label says which one is asked for."""
    for number, cards in enumerate(boards, 1):
        if len(boards) > 1:
            expect(dealing.page.locator("label[for=board]")).to_contain_text(f"Board {number}:")
        dealing.cards(cards)


def shows(dealing: Dealing, holes: dict[int, str]) -> None:
    while dealing.page.locator("input[data-cards]").count():
        seat = int(dealing.asked().removeprefix("show-"))
        dealing.cards(holes[seat], seat=seat)


def stacks() -> dict[int, int]:
    places = Place.objects.filter(name__startswith="seat/T1/").values_list("name", "balance_cents")
    return {int(name.rsplit("/", 1)[1]): cents for name, cents in places}


def booked(dealing: Dealing, name: str) -> dict[int, int]:
    look(dealing.page, f"settle-{name}")
    dealing.press(dealing.page.locator("form.settle button.primary"))
    assert Hand.objects.get().state == "settled"
    print(f"{name}: {dealing.taps} taps")
    return stacks()


def test_five_card_omaha(sit: Sit, room: Room) -> None:
    """Three call 4, all check: pot 12, no rake below 20: the flush beats two pairs and a pair."""
    dealing = dealt(sit, room, "omaha_5", 3)
    press(dealing, "call", 2)
    press(dealing, "check")
    for cards in ("Ah Kh 2c", "7h", "8s"):
        street(dealing, cards)
        press(dealing, "check", 3)
    look(dealing.page, "showdown-omaha_5")
    shows(dealing, {1: "As Kc 3d 4d 5s", 2: "Qh Jh Tc 9c 3s", 3: "Qc Qd Js Td 6c"})
    taken = Hand.objects.get()
    found = booked(dealing, "omaha_5")
    taken.refresh_from_db()
    rake = taken.result["rake"]["taken_cents"]
    assert found == {1: 196_00, 2: 208_00 - rake, 3: 196_00}
    # Start, 3 + 9 bets, 5 cards of the board, 15 hole cards, and the booking.
    assert dealing.taps == 1 + 3 + 9 + 5 + 15 + 1


def test_omaha_hi_lo_with_a_split_pot(sit: Sit, room: Room) -> None:
    """Seat 2 has kings up, seat 1 the low: each half of 8 less the rake, the odd chip to the high."""
    dealing = dealt(sit, room, "omaha_hi_lo", 2)
    press(dealing, "call")
    press(dealing, "check")
    for cards in ("3h 5d 8s", "Kc", "Jd"):
        street(dealing, cards)
        press(dealing, "check", 2)
    look(dealing.page, "showdown-omaha_hi_lo")
    shows(dealing, {1: "Ah 2d Th 9c", 2: "Ks Kd Qc Qs"})
    expect(dealing.page.locator(".shares")).to_contain_text("high")
    expect(dealing.page.locator(".shares")).to_contain_text("low")
    found = booked(dealing, "omaha_hi_lo")
    rake = Hand.objects.get().result["rake"]["taken_cents"]
    high = -(-(8_00 - rake) // 2 // 100) * 100
    assert found == {1: 196_00 + 8_00 - rake - high, 2: 196_00 + high}
    assert dealing.taps == 1 + 2 + 6 + 5 + 8 + 1
    expect(dealing.page.locator("body")).to_be_visible()


def test_a_bomb_pot_on_two_boards(sit: Sit, room: Room) -> None:
    """Three antes of 5: seat 1 wins the first board, seats 2 and 3 share the second."""
    bomb = {"bomb_pot_ante_cents": 5 * EURO, "bomb_pot_boards": 2, "bomb_pot_every": 1}
    dealing = dealt(sit, room, "texas", 3, **bomb)
    for boards in (("Ah Kd 2c", "Qh Jh Th"), ("7s", "3c"), ("8s", "3d")):
        street(dealing, *boards)
        press(dealing, "check", 3)
    look(dealing.page, "showdown-bomb")
    shows(dealing, {1: "As Ac", 2: "Ks 9c", 3: "Kc 9d"})
    expect(dealing.page.locator(".shares dt")).to_have_text(["board 1", "board 2"])
    found = booked(dealing, "bomb")
    rake = Hand.objects.get().result["rake"]["taken_cents"]
    first = -(-(15_00 - rake) // 2 // 100) * 100
    second = 15_00 - rake - first
    assert found == {1: 195_00 + first, 2: 195_00 + (second + 100) // 200 * 100, 3: 195_00 + second // 200 * 100}
    assert dealing.taps == 1 + 10 + 9 + 6 + 1


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("size", [TABLET, UPRIGHT, PHONE])
def test_six_cards_seven_players_and_two_boards_fit(sit: Sit, room: Room, size: tuple[int, int], language: str) -> None:
    """As many cards as a table ever has: 6 x 6 on two boards, which is all that the deck suffices for."""
    bomb = {"bomb_pot_ante_cents": 5 * EURO, "bomb_pot_boards": 2, "bomb_pot_every": 1}
    dealing = dealt(sit, room, "omaha_6", 6, size=size, language=language, **bomb)
    deck = [f"{rank}{suit}" for suit in "shdc" for rank in "AKQJT98765432"]
    for count in (3, 1, 1):
        street(dealing, *(" ".join(deck.pop() for _card in range(count)) for _board in range(2)))
        look(dealing.page, f"bet-six-{count}-{language}-{size[0]}")
        press(dealing, "check", 6)
    look(dealing.page, f"showdown-six-{language}-{size[0]}")
    shows(dealing, {seat: " ".join(deck.pop() for _card in range(6)) for seat in range(1, 7)})
    booked(dealing, f"six-{language}-{size[0]}")
    hand = Hand.objects.get()
    dealing.page.goto(dealing.page.url.split("/dealer/")[0] + f"/dealer/hands/{hand.pk}/")
    wide, _high = dealing.page.evaluate(_BEYOND)
    if folder := os.environ.get("LOOK_AT"):
        dealing.page.screenshot(path=Path(folder) / f"over-six-{language}-{size[0]}.png", full_page=True)
    assert wide <= 0
