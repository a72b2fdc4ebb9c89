"""What a dealer must tap lies above the fold of a tablet on its side, also under the demo's banner."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Locator, Page, expect

from casino.models import User
from tables.hands.services import hands
from tables.models import Game, Hand
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tests import builders
from tests.browser.conftest import TABLET, Sit, after_the_last_tap
from tests.browser.pads import NAMES, Pad
from tests.builders import FIVE_PERCENT
from tests.tables.pages.conftest import Room

NINE = (*NAMES, "Andersson", "Krüger-Lüdenscheidt")
ROYAL = ("Ah Kh Qh", "Jh", "Th")
HOLES = ("2c 2d", "3c 3d", "4c 4d", "5c 5d", "6c 6d", "7c 7d", "8c 8d", "9c 9d", "2s 2h")
_BEYOND = "() => document.documentElement.scrollHeight - innerHeight"


def at(sit: Sit, room: Room, path: str) -> Page:
    """The dealer of a house with a banner, before his tablet, in German: the longer words."""
    User.objects.filter(pk=room.dealer.pk).update(is_demo=True)
    page = sit(room.dealer, size=TABLET, language="de").open(path)
    expect(page.locator("body.demo-house")).to_be_visible()
    return page


def seen_whole(page: Page, *tapped: Locator) -> None:
    """The page has nothing to scroll, and what is tapped lies in it whole."""
    assert page.evaluate(_BEYOND) <= 0
    for one in tapped:
        box = one.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= TABLET[1]
        one.tap(trial=True)  # nothing lies over it


def sent(page: Page, button: Locator) -> None:
    after_the_last_tap(page)
    with page.expect_navigation():
        button.tap()


class Dealt:
    """A hand at T1 that its dealer has recorded as far as a test wants it."""

    def __init__(self, room: Room, names: tuple[str, ...]) -> None:
        table = room.set_up("T1", "every_action", names)
        room.push(room.tables["T1"])
        self.players, self.dealer = len(names), room.dealer
        started = hands.start(table_id=table, version=room.version(table), button_seat=None, actor=room.dealer)
        self.hand = started.hand
        self.path = f"/dealer/hands/{self.hand.pk}/"

    def act(self, *actions: Action) -> None:
        for action in actions:
            version = Hand.objects.get(pk=self.hand.pk).version
            hands.act(hand_id=self.hand.pk, version=version, action=action, actor=self.dealer)

    def called(self) -> None:
        """Everybody but the big blind, who may still raise."""
        self.act(*[Action(Kind.CALL)] * (self.players - 1))

    def checked_down(self) -> None:
        """To a royal flush on the board, on which all stay in."""
        self.called()
        self.act(Action(Kind.CHECK))
        for street in ROYAL:
            self.act(Action(Kind.BOARD, cards=cards.parse(street)), *[Action(Kind.CHECK)] * self.players)

    def shown(self) -> None:
        """All their cards, from the left of the button (seat 1) on: the board plays, and all of them win."""
        for seat in (*range(2, self.players + 1), 1):
            self.act(Action(Kind.SHOW, seat, cards=cards.parse(HOLES[seat - 1])))


def test_the_pad_of_outcomes_with_its_reasons_and_a_jackpot(sit: Sit, room: Room) -> None:
    terms = {**FIVE_PERCENT, "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 20_00, "total_cents": 1_00}]}}
    since = datetime(2026, 1, 1, tzinfo=UTC)
    second = User.objects.get(username="second-manager")
    with_fund = builders.signed(room.house.pk, "5 % + 1", terms, since, room.floor, second)
    Game.objects.update(rake_schedule=with_fund.schedule_id)
    table = room.set_up("T1", "summary", NINE)
    room.push(room.tables["T1"])
    page = at(sit, room, f"/dealer/tables/{table}/record/")
    Pad(page).key("184")
    page.locator('[data-rake="-1"]').tap()
    expect(page.locator("[data-reasons]")).to_be_visible()
    expect(page.locator("[data-fund]")).to_contain_text("1,00")
    page.locator('[data-reason][value="Chip-Einheit"]').tap()
    last = [page.locator(f"{place} button:visible").last for place in (".tools", ".keypad", ".tips")]
    seen_whole(page, page.locator("[data-book]"), *last)
    expect(page.locator("#pad-last")).to_be_in_viewport(ratio=1)


def test_while_a_hand_is_bet_on_and_when_the_board_is_due(sit: Sit, room: Room) -> None:
    dealt = Dealt(room, NINE)
    page = at(sit, room, dealt.path)
    seen_whole(page, page.locator("button[value=call]"), page.locator("[data-preset]").last)
    dealt.called()
    page.reload()
    seen_whole(page, page.locator("button[value=check]"), page.locator("[data-preset]").last)
    dealt.act(Action(Kind.CHECK))
    page.reload()
    seen_whole(page, page.locator(".amount-form .primary"), page.locator("[data-deal]").last)


def test_nine_who_may_show_scroll_in_themselves_over_the_cards(sit: Sit, room: Room) -> None:
    dealt = Dealt(room, NINE)
    dealt.checked_down()
    page = at(sit, room, dealt.path)
    seen_whole(page, page.locator("button[value=show]").first, page.locator("[data-deal]").last)
    page.locator("button[value=show]").last.scroll_into_view_if_needed()
    seen_whole(page, page.locator("button[value=show]").last, page.locator("[data-deal]").last)


@pytest.mark.parametrize("winners", [4, 9])
def test_the_book_button_under_any_number_of_winners(sit: Sit, room: Room, winners: int) -> None:
    """Four tips fit; more of them scroll in themselves.  Also after a refusal, which is told on the left."""
    dealt = Dealt(room, NINE[:winners])
    dealt.checked_down()
    dealt.shown()
    page = at(sit, room, dealt.path)
    book, tips = page.locator(".settle .primary"), page.locator(".tips-of input")
    expect(tips).to_have_count(winners)
    seen_whole(page, book, *(tips.nth(number) for number in range(4)))
    page.locator("#id_rake_cents").tap()
    page.locator('[data-digit="2"]').tap()
    expect(page.locator("[data-reason]").first).to_be_visible()
    sent(page, book)
    expect(page.locator(".notice.error")).to_contain_text("einen Grund angeben")
    seen_whole(page, book, page.locator("[data-reason]").last, tips.first)
    page.locator('[data-reason][value="Chip-Einheit"]').tap()
    sent(page, book)
    assert Hand.objects.get().state == "settled"
