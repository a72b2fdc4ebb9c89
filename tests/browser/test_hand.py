"""A hand with every action in a real browser: one tap each, only what is legal, a side pot paid to the cent."""

import pytest
from playwright.sync_api import Page, expect

from accounting.models import Place
from tables.models import Hand, HandAction
from tests.browser.conftest import TABLET, UPRIGHT, Sit
from tests.tables.pages.conftest import Room

_BEYOND = """
() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]
"""
_SMALL_TARGETS = """
() => [...document.querySelectorAll("main button, main .button, summary")]
    .filter((node) => node.checkVisibility()).map((node) => [node.innerText, node.getBoundingClientRect()])
    .filter(([, box]) => box.width < 64 || box.height < 64).map(([text, box]) => [text, box.width, box.height])
"""


class Dealing:
    """A dealer's fingers on a hand; each tap waits for its page, as a hand would."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=False).first)

    def press(self, button) -> None:
        self.page.wait_for_timeout(450)  # the second tap within 400 ms is the double tap of a nervous finger
        self.taps += 1
        with self.page.expect_navigation():
            button.tap()

    def raise_to(self, digits: str) -> None:
        for digit in digits:
            self.taps += 1
            self.page.locator(f'[data-digit="{digit}"]').tap()
        self.press(self.page.locator("[data-legal]"))

    def cards(self, text: str, button: str, *, seat: int | None = None) -> None:
        if seat is not None:
            self.page.locator(f"#show-{seat}").tap()
        for card in text.split():
            for part in card:
                self.taps += 1
                self.page.locator(f'[data-card="{part}"]').tap()
        field = self.page.locator(f"#show-{seat}" if seat else "#board")
        self.press(field.locator("xpath=..").get_by_role("button", name=button))


def stacks() -> dict[str, int]:
    return dict(Place.objects.filter(name__startswith="seat/T1/").values_list("name", "balance_cents"))


@pytest.fixture
def dealing(sit: Sit, room: Room) -> Dealing:
    """Three guests with 100, 200 and 200; blinds 2/4; the hand is dealt."""
    table = room.set_up("T1", "every_action", ("Weber",), stack_cents=100_00)
    room.sit(table, 200_00, 200_00, first=2, guests=[room.guest("Rossi"), room.guest("Nguyen")])
    room.push(room.tables["T1"])
    page = sit(room.dealer, size=TABLET).open(f"/dealer/tables/{table}/")
    dealing = Dealing(page)
    dealing.tap("Next hand")
    return dealing


@pytest.mark.smoke("dealer, every action")
def test_a_hand_with_a_side_pot(dealing: Dealing) -> None:
    """The button (seat 1, 100) is all-in, seats 2 and 3 go on: main pot 300, side pot 2 × 50 = 100.

    5 % of 400 are 20, capped at 15, from the main pot.  Seat 1 has the best hand and gets 300 − 15, seat 3 the 100.
    """
    page = dealing.page
    page.screenshot(path="/tmp/hand-1180.png")
    assert Hand.objects.get().button_seat == 1
    dealing.tap("All-in")
    dealing.tap("Call")
    dealing.tap("Call")
    dealing.cards("Ah Kd 2c", "Deal")
    expect(page.locator(".actor")).to_contain_text("Rossi")
    page.locator('[data-digit="2"]').tap()
    expect(page.locator("[data-legal]")).to_be_disabled()  # 2 is below the least bet of 4
    page.locator('[data-digit="back"]').tap()
    dealing.raise_to("50")
    dealing.tap("Call")
    dealing.cards("7s", "Deal")
    dealing.tap("Check")
    dealing.tap("Check")
    dealing.cards("8s", "Deal")
    dealing.tap("Check")
    dealing.tap("Check")
    page.screenshot(path="/tmp/hand-showdown.png")
    for seat, hole in ((2, "3h 3d"), (3, "Kh Qs"), (1, "As Ac")):
        if page.locator(f"#show-{seat}").count():
            dealing.cards(hole, "Show", seat=seat)
    page.screenshot(path="/tmp/hand-settle.png")
    assert max(page.evaluate(_BEYOND)) <= 0
    dealing.tap("Book the hand")
    hand = Hand.objects.get()
    assert hand.state == "settled"
    pots = [(pot["cents"], sorted(pot["eligible"]), pot["winners"]) for pot in hand.result["pots"]]
    assert pots == [(300_00, [1, 2, 3], [[1]]), (100_00, [2, 3], [[3]])]
    assert stacks() == {"seat/T1/1": 285_00, "seat/T1/2": 50_00, "seat/T1/3": 150_00}


def test_undo_takes_one_tap(dealing: Dealing) -> None:
    dealing.tap("Fold")
    expect(dealing.page.locator(".told li")).to_have_count(1)
    before = dealing.taps
    dealing.tap("Undo")
    assert dealing.taps - before == 1
    expect(dealing.page.locator(".told li")).to_have_count(0)
    assert [row.kind for row in HandAction.objects.order_by("sequence")] == ["fold", "undo"]


def test_a_misdeal_is_the_dealers_until_there_was_action(dealing: Dealing) -> None:
    page = dealing.page
    page.locator("summary", has_text="Misdeal").tap()
    dealing.tap("A card was exposed")
    hand = Hand.objects.get()
    assert (hand.state, hand.void_reason) == ("void", "A card was exposed")
    assert stacks() == {"seat/T1/1": 100_00, "seat/T1/2": 200_00, "seat/T1/3": 200_00}
    dealing.tap("Next hand")
    assert Hand.objects.get(state="open").button_seat == 1, "the deal is repeated"
    dealing.tap("Call")
    dealing.tap("Call")
    expect(page.locator("summary", has_text="Misdeal")).to_have_count(0)


@pytest.mark.parametrize("size", [TABLET, UPRIGHT])
def test_nothing_to_scroll_and_no_target_under_64_pixels(sit: Sit, room: Room, size: tuple[int, int]) -> None:
    names = ("Müller", "Okafor", "Schmidt", "Yilmaz", "Rossi", "Nguyen", "Weber", "Andersson", "Krüger-Lüdenscheidt")
    table = room.set_up("T1", "every_action", names)
    room.push(room.tables["T1"])
    page = sit(room.dealer, size=size, language="de").open(f"/dealer/tables/{table}/")
    looks: dict[str, object] = {}
    dealing = Dealing(page)

    def look(name: str) -> None:
        page.screenshot(path=f"/tmp/hand-{name}-{size[0]}.png")
        beyond, small = page.evaluate(_BEYOND), page.evaluate(_SMALL_TARGETS)
        if max(beyond) > 0 or small:
            looks[name] = (beyond, small)

    look("table")
    dealing.press(page.locator("main form button.primary"))
    look("bet")
    for number in range(7):
        if number == 1:
            look("bet-again")
        dealing.press(page.locator('button[value="fold"]'))
    dealing.press(page.locator('button[value="call"]'))
    dealing.press(page.locator('button[value="check"]'))
    look("board")
    assert looks == {}
