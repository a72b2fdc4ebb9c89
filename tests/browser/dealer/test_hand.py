"""A hand with every action in a real browser: one tap each, only what is legal, a side pot paid to the cent."""

import re

import pytest
from playwright.sync_api import Page, expect

from accounting.models import Place
from tables.models import Hand, HandAction
from tests.browser.conftest import TABLET, UPRIGHT, Sit, after_the_last_tap
from tests.tables.hands import playing
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
        after_the_last_tap(self.page)
        self.taps += 1
        with self.page.expect_navigation():
            button.tap()

    def all_in(self) -> None:
        """Two taps where a raise is possible, so that no finger puts somebody all-in by mistake."""
        preset = self.page.locator("[data-preset]", has_text="All-in")
        if preset.count():
            self.taps += 1
            preset.tap()
            self.press(self.page.locator("[data-legal]"))
        else:
            self.press(self.page.locator("button[value=all_in]"))

    def raise_to(self, digits: str) -> None:
        for digit in digits:
            self.taps += 1
            self.page.locator(f'[data-digit="{digit}"]').tap()
        self.press(self.page.locator("[data-legal]"))

    def asked(self) -> str:
        """Where the next cards go: to the board, or to the guest whom the dealer asks first."""
        fields = self.page.locator("input[data-cards]")
        field = fields if fields.count() == 1 else self.page.locator("input[data-cards].target")
        return field.get_attribute("id") or ""

    def cards(self, text: str, *, seat: int | None = None) -> None:
        """One tap each; the last one that is due sends them."""
        wanted = f"show-{seat}" if seat else "board"
        if self.asked() != wanted:
            self.taps += 1
            self.page.locator(f"#{wanted}").tap()
        *first, last = text.split()
        for card in first:
            self.taps += 1
            self.page.locator(f'[data-deal="{card}"]').tap()
        self.press(self.page.locator(f'[data-deal="{last}"]'))


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
    assert Hand.objects.get().button_seat == 1
    dealing.all_in()
    dealing.tap("Call")
    dealing.tap("Call")
    dealing.cards("Ah Kd 2c")
    expect(page.locator(".actor")).to_contain_text("Rossi")
    page.locator('[data-digit="2"]').tap()
    expect(page.locator("[data-legal]")).to_be_disabled()  # 2 is below the least bet of 4
    page.locator('[data-digit="back"]').tap()
    dealing.raise_to("50")
    dealing.tap("Call")
    dealing.cards("7s")
    dealing.tap("Check")
    dealing.tap("Check")
    dealing.cards("8s")
    dealing.tap("Check")
    dealing.tap("Check")
    for seat, hole in ((2, "3h 3d"), (3, "Kh Qs"), (1, "As Ac")):
        if page.locator(f"#show-{seat}").count():
            dealing.cards(hole, seat=seat)
    assert max(page.evaluate(_BEYOND)) <= 0
    dealing.tap("Book the hand")
    hand = Hand.objects.get()
    assert hand.state == "settled"
    pots = [(pot["cents"], sorted(pot["eligible"]), pot["winners"]) for pot in hand.result["pots"]]
    assert pots == [(300_00, [1, 2, 3], [[1]]), (100_00, [2, 3], [[3]])]
    assert stacks() == {"seat/T1/1": 285_00, "seat/T1/2": 50_00, "seat/T1/3": 150_00}


def test_no_tip_is_booked_that_nobody_keyed(dealing: Dealing) -> None:
    """The customary tip is told, never proposed: one tap would take it from the guest."""
    page = dealing.page
    dealing.tap("Fold")
    dealing.all_in()
    dealing.tap("Call")
    for street in ("Ah Kd 2c", "7s", "8s"):
        dealing.cards(street)
    for seat, hole in ((2, "3h 3d"), (3, "Kh Qs")):
        if page.locator(f"#show-{seat}").count():
            dealing.cards(hole, seat=seat)
    zero = page.locator("[data-tip]", has_text=re.compile(r"^\s*0\s*$"))
    expect(zero).to_have_attribute("aria-pressed", "true")
    dealing.tap("Book the hand")
    assert not Place.objects.filter(name="tips/T1", balance_cents__gt=0).exists()
    assert Hand.objects.get().result["rake"]["taken_cents"] == 15_00


def test_rake_and_tip_are_tapped(dealing: Dealing) -> None:
    """A chip less with a reason, and a tip of 5: three taps besides the booking."""
    page = dealing.page
    dealing.tap("Fold")
    dealing.all_in()
    dealing.tap("Call")
    for street in ("Ah Kd 2c", "7s", "8s"):
        dealing.cards(street)
    for seat, hole in ((2, "3h 3d"), (3, "Kh Qs")):
        if page.locator(f"#show-{seat}").count():
            dealing.cards(hole, seat=seat)
    expect(page.locator("[data-reason]").first).to_be_hidden()
    page.locator('[data-chips="-1"]').tap()
    page.get_by_role("button", name="Chip unit").tap()
    page.locator('[data-tip][value="5"]').tap()
    dealing.tap("Book the hand")
    rake = Hand.objects.get().result["rake"]
    assert (rake["taken_cents"], rake["reason"]) == (14_00, "Chip unit")
    assert Place.objects.get(name="tips/T1").balance_cents == 5_00


def test_shares_of_the_pot_fill_the_amount(dealing: Dealing) -> None:
    """Blinds 2/4, the button to act: pot 6, with the call 10; half of it on top of 4 is 9, all of it 14."""
    page = dealing.page
    page.locator("[data-preset]", has_text="½ pot").tap()
    expect(page.locator("#to_cents")).to_have_value("9")
    page.locator("[data-preset]", has_text=re.compile("^\\s*Pot")).tap()
    expect(page.locator("#to_cents")).to_have_value("14")
    page.locator('[data-digit="2"]').tap()  # a digit begins again
    page.locator('[data-digit="0"]').tap()
    dealing.press(page.locator("[data-legal]"))
    assert HandAction.objects.get().to_cents == 20_00


def test_an_all_in_of_four_with_three_pots_takes_at_most_thirty_taps(sit: Sit, room: Room) -> None:
    """100, 150, 200 and 250 all-in: main pot 400, side pots 150 and 100, 50 go back. With fields it took 42 taps."""
    table = room.set_up("T1", "every_action", ("Weber",), stack_cents=100_00)
    guests = [room.guest(name) for name in ("Rossi", "Nguyen", "Yilmaz")]
    room.sit(table, 150_00, 200_00, 250_00, first=2, guests=guests)
    room.push(room.tables["T1"])
    page = sit(room.dealer, size=TABLET).open(f"/dealer/tables/{table}/")
    dealing = Dealing(page)
    dealing.tap("Next hand")
    dealing.taps = 0
    while page.locator("button[value=fold]").count():
        if page.locator("[data-preset], button[value=all_in]").count():
            dealing.all_in()
        else:
            dealing.press(page.locator("button[value=call]"))
    expect(page.locator(".oval .pots li")).to_have_count(3)
    expect(page.locator(".oval .eligible").first).to_have_text(re.compile(r"1\s*2\s*3\s*4"))
    for street in ("Ah Kd 2c", "7s", "8s"):
        dealing.cards(street)
    holes = {1: "As Ac", 2: "Ks Kc", 3: "Qs Qc", 4: "Js Jc"}
    while page.locator("input[data-cards]").count():
        seat = int(dealing.asked().removeprefix("show-"))
        dealing.cards(holes[seat], seat=seat)
    dealing.tap("Book the hand")
    pots = [(pot["cents"], pot["winners"]) for pot in Hand.objects.get().result["pots"]]
    assert pots == [(400_00, [[1]]), (150_00, [[2]]), (100_00, [[3]])]
    print(f"{dealing.taps} taps")
    assert dealing.taps <= 30


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
    dealing.tap("Exposed card")
    hand = Hand.objects.get()
    assert (hand.state, hand.void_reason) == ("void", "Exposed card")
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


@pytest.mark.parametrize("size", [TABLET, UPRIGHT])
def test_before_a_hand_newcomers_wait_and_somebody_straddles(sit: Sit, room: Room, size: tuple[int, int]) -> None:
    """Three newcomers beside six players: each says by one tap whether they wait; with the straddle by one more."""
    blinds = {"small_blind_cents": 200, "big_blind_cents": 400, "min_buy_in_cents": 100_00}
    room.games["every_action"] = room.game(name="NLHE 2/4 Straddle", straddle=True, **blinds)
    table = room.set_up("T1", "every_action", ("Müller", "Okafor", "Schmidt", "Yilmaz", "Rossi", "Krüger-Lüdenscheidt"))
    room.push(table)
    playing.folded_round(room, table)
    room.sit(table, *[200_00] * 3, first=7, guests=[room.guest(name) for name in ("Weber", "Andersson", "Nguyen")])
    page = sit(room.dealer, size=size, language="de").open(f"/dealer/tables/{table}/")
    dealing = Dealing(page)
    expect(page.locator(".debtor")).to_have_count(3)
    assert (page.evaluate(_BEYOND), page.evaluate(_SMALL_TARGETS)) == ([0, 0], [])
    dealing.press(page.locator(".debtor").nth(1).get_by_role("button", name="Wartet"))
    expect(page.locator(".debtor").nth(1)).to_contain_text("wartet auf den Big Blind")
    page.locator("summary", has_text="Button versetzen").tap()
    page.locator(".menu-sheet a", has_text="Schmidt").tap()
    expect(page.locator(".places .p3 .mark.d")).to_be_visible()
    expect(page.locator(".debtor").nth(1)).to_contain_text("wartet auf den Big Blind")
    dealing.press(page.get_by_role("button", name="Mit Straddle von"))
    dealt = Hand.objects.get(state="open").setup
    posts = {one["seat"]: one["posts"][0][0] for one in dealt["seats"] if "posts" in one}
    assert posts == {4: "small_blind", 5: "big_blind", 6: "straddle", 7: "live", 9: "live"}
    assert 8 not in [one["seat"] for one in dealt["seats"]]
