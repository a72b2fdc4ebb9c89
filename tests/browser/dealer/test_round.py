"""Rounds against the house on a tablet: seven boxes by taps, without a script by the form; the next one begins."""

import pytest
from playwright.sync_api import Browser, Page, expect

from casino.models import User
from tables.models import FloorCall, Round
from tables.rounds.services import rounds
from tables.rules.misdeal import Misdeal
from tests import builders
from tests.browser.conftest import OFFICE, PATIENCE_MS, TABLET, UPRIGHT, Sit, session
from tests.browser.every_page import judged, measured, weighed
from tests.browser.rounds import CASINO, EURO, SEVEN, ULTIMATE, Boxes, at_the_boxes, booked, folded, opened
from tests.builders import Evening

_BEYOND = "() => document.documentElement.scrollHeight - innerHeight"
HOLES = ("Ks 4d", "7c 7d", "Ah 2c", "Tc 9h", "5s 6s", "Jc 3h", "Qc 8h")
BOARD, DEALERS = "Kh 8d 3s 9c 2h", "Qs Jd"
WAYS = (
    ("Flop",),
    ("Flop", "Turn"),
    ("Flop", "Turn", "River"),
    ("Flop", "River"),
    ("Flop",),
    ("Flop", "Turn"),
    ("Flop",),
)


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return builders.evening()


@pytest.mark.smoke("dealer, against the house")
def test_a_round_with_seven_boxes(sit: Sit, evening: Evening) -> None:
    table = opened(evening)
    boxes = at_the_boxes(sit, evening)
    page = boxes.page
    expect(page.get_by_role("heading", name="E1")).to_be_visible()
    for number, hand in ((1, "flush"), (2, "pair")):  # +30, the ante too; +20
        boxes.ante(number, 10)
        boxes.way("Flop", "Turn")
        boxes.wins(hand)
    boxes.ante(3, 10, 10)  # −80
    boxes.way("Flop", "Turn", "River")
    boxes.loses()
    for number, guest, chips in ((4, 2, (10, 10)), (5, 3, (5,)), (6, 3, (5,)), (7, 3, (100,))):
        boxes.tap(f'[data-box="{number}"]')  # nobody sits there: whose box is it?
        boxes.tap(f'[data-guest="{guest}"]')
        for chip in chips:
            boxes.tap(f'[data-chip="{chip * EURO}"]')
        if number == 4:
            boxes.way()  # given up: −20
        elif number == 5:
            boxes.tap('[data-outcome="ties"]')
        elif number == 6:
            boxes.loses()  # −10
        else:
            boxes.wins("full_house")  # +200
    boxes.tap('[data-tip="500"]')
    expect(page.locator("[data-no-tip]")).to_contain_text("Tip of Schmidt: 5.00")
    for number, change in ((1, "+30.00"), (2, "+20.00"), (3, "−80.00"), (4, "−20.00"), (6, "−10.00"), (7, "+200.00")):
        boxes.plate(number, change)
    expect(page.locator("[data-bank]")).to_contain_text("−140.00")
    boxes.book()
    row = page.locator("#pad-last")
    expect(row).to_contain_text("250.00")
    made = Round.objects.get()
    assert (len(made.record["boxes"]), made.table_id) == (7, table)
    assert (made.lost_cents, made.paid_cents, made.tips_cents) == (110 * EURO, 250 * EURO, 5 * EURO)
    boxes.plate(7, "100", "Schmidt")  # the next round begins with the antes of this one
    expect(page.locator('[data-box="7"]')).not_to_contain_text("Flop")


def test_a_full_round_takes_at_most_thirty_taps(sit: Sit, evening: Evening) -> None:
    """Seven boxes with different bets, 21 cards; the antes are those of the round before."""
    table = opened(evening, SEVEN, recording="every_action")
    folded(evening, table, full=True)
    boxes = at_the_boxes(sit, evening)
    for words in WAYS:
        boxes.way(*words)
    for cards in (BOARD, DEALERS, *HOLES):
        boxes.cards(cards)
    boxes.book()
    expect(boxes.page.locator("#pad-last")).to_contain_text("#2")
    assert boxes.taps == 29
    latest = Round.objects.latest("number")
    assert latest.record["board"] == BOARD
    assert [one["hole"] for one in latest.record["boxes"]] == list(HOLES)
    assert [len(one["bets"]) for one in latest.record["boxes"]] == [1 + len(words) for words in WAYS]


def test_a_quick_round_takes_at_most_twelve_taps(sit: Sit, evening: Evening) -> None:
    """Seven boxes; two win, one ties, one gives up, the rest loses."""
    table = opened(evening, SEVEN)
    folded(evening, table)
    boxes = at_the_boxes(sit, evening)
    boxes.way("Flop", "Turn", "River")
    boxes.wins("flush")
    boxes.way()
    boxes.way("Flop", "Turn")
    boxes.tap('[data-outcome="ties"]')
    boxes.wins("two_pair")
    boxes.tap('[data-rest="lost"]')
    boxes.book()
    expect(boxes.page.locator("#pad-last")).to_contain_text("#2")
    assert boxes.taps == 8
    latest = Round.objects.latest("number")
    assert [one["comparison"] for one in latest.record["boxes"]] == ["wins", None, "ties", "wins"] + ["loses"] * 3
    assert (latest.lost_cents, latest.paid_cents) == (70 * EURO, 50 * EURO)


def test_what_is_missing_is_said_beside_the_button_until_nothing_is(sit: Sit, evening: Evening) -> None:
    opened(evening, recording="every_action")
    boxes = at_the_boxes(sit, evening)
    missing, book = boxes.page.locator("[data-missing]"), boxes.page.locator("[data-book]")
    expect(missing).to_have_text("Still missing: An ante in a box")
    boxes.ante(1, 2)
    expect(missing).to_contain_text("Box 1: an ante from 5")
    boxes.tap('[data-chip="500"]')
    expect(missing).to_contain_text("Box 1: its bets, or folded · Board: 0 of 5 cards · Dealer: 0 of 2 cards")
    boxes.way("Flop")
    expect(missing).to_contain_text("Box 1: cards")
    expect(book).to_be_disabled()
    boxes.cards(BOARD)
    expect(boxes.page.locator('[data-deal="Kh"]')).to_contain_text("Board")
    boxes.cards(DEALERS)
    boxes.cards("Ks 4d")
    expect(boxes.page.locator('[data-deal="4d"]')).to_contain_text("Box 1")
    boxes.plate(1, "+7.00", "a pair")
    expect(missing).to_have_text("Everything has been entered.")
    boxes.tap('[data-deal="4d"]')  # lay it back: another one goes where it was
    expect(book).to_be_disabled()
    boxes.cards("4c")
    boxes.book()
    expect(boxes.page.locator("#pad-last")).to_contain_text("#1")
    assert Round.objects.get().record["boxes"][0]["hole"] == "Ks 4c"


def test_only_what_is_legal_can_be_tapped(sit: Sit, evening: Evening) -> None:
    opened(evening, **CASINO)
    boxes = at_the_boxes(sit, evening)
    page = boxes.page
    expect(page.locator('[data-way="1"]')).to_be_disabled()
    boxes.ante(1, 50, 25)
    expect(page.locator('[data-chip="5000"]')).to_be_disabled()  # 100 at most
    expect(page.locator('[data-chip="2500"]')).to_be_enabled()
    boxes.tap('[data-target="aces"]')
    boxes.tap('[data-chip="2500"]')
    expect(page.locator('[data-chip="100"]')).to_be_disabled()  # 25 at most
    boxes.way("Call 2×")
    boxes.tap("[data-unqualified]")
    boxes.loses()
    expect(page.locator("[data-missing]")).to_have_text("Still missing: Box 1: its hand · Box 1: Aces")
    boxes.wins("pair")
    boxes.tap('[data-side="aces"][value="flush"]')
    boxes.plate(1, "Aces 25 · flush", "loses · a pair", "+575.00")
    boxes.tap("[data-undo]")
    expect(page.locator("[data-missing]")).to_have_text("Still missing: Box 1: Aces")
    expect(page.locator('[data-category="pair"]')).to_be_hidden()  # one question at a time
    boxes.tap('[data-side="aces"][value=""]')
    boxes.plate(1, "Aces 25 · lost", "+50.00")
    boxes.book()
    expect(page.locator("#pad-last")).to_contain_text("50.00")
    made = Round.objects.get()
    assert (made.lost_cents, made.paid_cents) == (25 * EURO, 75 * EURO)


def test_ultimate_is_played_by_multiples_of_the_ante(sit: Sit, evening: Evening) -> None:
    opened(evening, SEVEN, **ULTIMATE)
    boxes = at_the_boxes(sit, evening)
    for number in range(1, 5):
        boxes.ante(number, 10)
    boxes.tap('[data-box="1"]')
    boxes.way("Play 4×")
    boxes.wins("straight")
    boxes.way("Play 1×")
    boxes.loses()
    boxes.tap('[data-rest="same"]')
    boxes.tap('[data-box="4"]')
    boxes.way()
    boxes.plate(1, "10+10", "+60.00")
    boxes.plate(3, "Play 1× 10", "−30.00")
    boxes.plate(4, "folded", "−20.00")
    boxes.book()
    expect(boxes.page.locator("#pad-last")).to_contain_text("#1")
    assert Round.objects.get().staked_cents == (60 + 30 + 30 + 20) * EURO


def test_every_tap_is_taken_back_one_by_one(sit: Sit, evening: Evening) -> None:
    opened(evening)
    boxes = at_the_boxes(sit, evening)
    page = boxes.page
    expect(page.locator("[data-undo]")).to_be_disabled()
    boxes.ante(1, 10, 5)
    boxes.wins("pair")
    boxes.tap('[data-tip="200"]')
    boxes.plate(1, "15", "Flop 15", "wins · a pair")
    boxes.tap("[data-undo]")
    expect(page.locator("[data-no-tip]")).to_have_text("No tip")
    boxes.tap("[data-undo]")
    expect(page.locator('[data-box="1"]')).not_to_contain_text("Flop")
    boxes.tap("[data-undo]")
    boxes.plate(1, "10")
    boxes.tap("[data-undo]")
    boxes.plate(1, "no bet")
    expect(page.locator("[data-undo]")).to_be_disabled()


def test_bets_as_in_the_last_round_also_those_aside(sit: Sit, evening: Evening) -> None:
    table = opened(evening, SEVEN, **ULTIMATE)
    folded(evening, table, trips=5)
    boxes = at_the_boxes(sit, evening)
    boxes.plate(7, "10+10")  # the antes are there, what is laid aside is asked for
    expect(boxes.page.locator('[data-box="7"]')).not_to_contain_text("Trips")
    boxes.tap("[data-as-before]")
    boxes.plate(7, "10+10", "Trips 5")
    boxes.tap('[data-rest="fold"]')
    boxes.tap('[data-box="3"]')
    boxes.tap('[data-side="trips"][value=""]')
    expect(boxes.page.locator("[data-book]")).to_be_disabled()  # six more trips bets are open


def test_a_wrong_round_that_the_server_refuses_is_said_at_its_box(sit: Sit, evening: Evening) -> None:
    """The house's own rules judge before anything is booked."""
    opened(evening)
    boxes = at_the_boxes(sit, evening, kept=False)
    said = '{"refusal": {"code": "ante_limits", "detail": "Box 1: the ante must be 5.00 to 100.00.", "box": 1}}'
    boxes.page.context.route(
        "**/round/result/**", lambda route: route.fulfill(body=said, content_type="application/json")
    )
    boxes.ante(1, 10)
    boxes.loses()
    expect(boxes.page.locator("[data-missing]")).to_have_text("Box 1: the ante must be 5.00 to 100.00.")
    expect(boxes.page.locator('[data-box="1"]')).to_have_class("box-plate b1 wrong")
    expect(boxes.page.locator("[data-book]")).to_be_disabled()
    assert not Round.objects.exists()


def test_a_false_deal_takes_three_taps_and_every_bet_stands(sit: Sit, evening: Evening) -> None:
    opened(evening)
    boxes = at_the_boxes(sit, evening)
    page = boxes.page
    boxes.ante(1, 10)
    page.get_by_role("link", name="Misdeal").tap()
    page.get_by_text("Exposed card").tap()
    page.get_by_role("button", name="Deal again").tap()
    expect(page.get_by_text("The misdeal has been noted")).to_be_visible()
    assert Round.objects.get().void_reason == "card_exposed"
    boxes.plate(1, "10")
    boxes.loses()
    boxes.book()
    expect(page.locator("#pad-last")).to_contain_text("#2")


def test_a_wrong_round_is_the_floor_s_to_take_back(sit: Sit, evening: Evening) -> None:
    """One tap of the dealer's; the floor takes it back with its reason and password, and all is as it was."""
    table = opened(evening)
    boxes = at_the_boxes(sit, evening)
    boxes.lost_round()
    page = boxes.page
    page.get_by_role("button", name="Ask the floor to void it").tap()
    expect(page.locator("#pad-state")).to_contain_text("A booked round is wrong")
    assert FloorCall.objects.get().round == Round.objects.get()
    evening.floor.set_password("a long enough password")
    evening.floor.save()
    floor = sit(evening.floor, size=TABLET).open(f"/dealer/tables/{table}/round/")
    floor.get_by_text("Rounds", exact=True).tap()
    floor.get_by_role("link", name="Void #1").tap()
    floor.get_by_label("Reason").fill("wrong box")
    floor.get_by_label("password").fill("a long enough password")
    floor.get_by_role("button", name="Take back").tap()
    expect(floor.get_by_text("The round has been voided: record the correct one.")).to_be_visible()
    assert Round.objects.get().state == "void"


@pytest.mark.parametrize("recording", ["every_action", "summary"])
@pytest.mark.parametrize("terms", [{}, CASINO, ULTIMATE], ids=["easy", "casino", "ultimate"])
def test_all_lies_above_the_fold_and_keys_are_large(
    sit: Sit, evening: Evening, recording: str, terms: dict[str, object]
) -> None:
    """On a tablet on its side and upright, under the demo's banner, in German, dark and light; and its weight."""
    table = opened(evening, SEVEN, recording=recording, **terms)
    rounds.false_deal(table_id=table, version=evening.version(table), cause=Misdeal.CARD_EXPOSED, actor=evening.dealer)
    User.objects.filter(pk=evening.dealer.pk).update(is_demo=True)
    for size in (TABLET, UPRIGHT):
        page = sit(evening.dealer, size=size, language="de").open("/dealer/")
        expect(page.locator("[data-link]")).to_have_text("online")
        assert weighed(page) == []
        boxes = Boxes(page)
        for number in range(1, 8):
            boxes.ante(number, 50, 5)
        assert page.evaluate(_BEYOND) <= 0, size
        if terms and recording == "summary":
            side_bet(boxes)
            assert page.evaluate(_BEYOND) <= 0, size
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert measured(page, "/dealer/") + judged(page) == []
        small = page.locator(".round-pad button:visible").evaluate_all(
            "(keys) => keys.map((key) => [key.getBoundingClientRect(), key.outerHTML])"
            ".filter(([box]) => Math.min(box.width, box.height) < 63.5).map(([_box, text]) => text)"
        )
        assert small == []
        book = page.locator("[data-book]").bounding_box()
        assert book
        assert book["y"] + book["height"] <= size[1]
    narrow = sit(evening.dealer, size=(390, 844)).open("/dealer/")
    assert measured(narrow, "/floor/") == []


def side_bet(boxes: Boxes) -> None:
    """One in box 7, and all said but what becomes of it."""
    boxes.tap('[data-target]:not([data-target="ante"])')
    boxes.tap('[data-chip="500"]')
    boxes.tap('[data-way="1"]')
    boxes.loses()
    expect(boxes.page.locator("[data-side-keys]")).to_be_visible()


# --- without a script: the form, as it was before there was a pad


@pytest.fixture
def plain(chromium: Browser, live_server, evening: Evening):
    """The dealer before a browser that runs no script."""
    context = chromium.new_context(viewport={"width": OFFICE[0], "height": OFFICE[1]}, java_script_enabled=False)
    User.objects.filter(pk=evening.dealer.pk).update(language="en")
    context.add_cookies([session(evening.dealer, live_server.url)])
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)

    def open_it() -> Page:
        page.goto(f"{live_server.url}/dealer/")
        return page

    yield open_it
    context.close()


def line(page: Page, number: int, seat: int, ante: int, **said: str) -> None:
    """One line of the form."""
    page.locator(f"#id_seat_{number}").select_option(str(seat))
    page.locator(f"#id_ante_{number}").fill(str(ante))
    for name, value in said.items():
        page.locator(f"#id_{name}_{number}").select_option(value)


def test_the_form_books_without_a_script(plain, evening: Evening) -> None:
    opened(evening)
    page = plain()
    bet = {"flop": "1", "turn": "1"}
    line(page, 1, 1, 10, **bet, comparison="wins", category="flush")
    line(page, 3, 2, 20, **bet, river="1", comparison="loses")
    line(page, 7, 3, 100, flop="1", comparison="wins", category="full_house")
    page.get_by_role("textbox", name="Tip").fill("5")
    page.get_by_label("Given by").select_option("3")
    page.get_by_role("button", name="Book the round").click()
    expect(page.get_by_text("The round is booked.")).to_be_visible()
    made = Round.objects.get()
    assert (made.lost_cents, made.paid_cents, made.tips_cents) == (80 * EURO, 230 * EURO, 5 * EURO)
    expect(page.locator("#id_ante_7")).to_have_value("100")
    expect(page.locator("#id_flop_7")).to_have_value("")


def test_a_wrong_bet_is_said_and_nothing_keyed_is_lost(plain, evening: Evening) -> None:
    opened(evening)
    page = plain()
    line(page, 2, 1, 4, flop="1", comparison="loses")
    page.get_by_role("button", name="Book the round").click()
    expect(page.get_by_role("alert").filter(visible=True)).to_contain_text("Box 2: the ante must be 5.00 to 100.00.")
    expect(page.locator("#id_ante_2")).to_have_value("4")
    assert not Round.objects.exists()


def test_cards_are_keyed_in_the_form(plain, evening: Evening) -> None:
    opened(evening, recording="every_action")
    page = plain()
    line(page, 1, 1, 10, flop="1")
    for field, cards in (("cards_1", "Ks4d"), ("dealer", "QsJd"), ("board", "Kh8d3s9c2h")):
        page.locator(f"#id_{field}").fill(cards)
    page.get_by_role("button", name="Book the round").click()
    expect(page.get_by_text("The round is booked.")).to_be_visible()
    assert Round.objects.get().record["board"] == BOARD
    booked(1)


def test_the_same_rounds_take_many_more_taps_in_the_form(plain, evening: Evening) -> None:
    """What the pad is measured against: a choice is two taps, a card its field, then rank and suit by the picker."""
    opened(evening, SEVEN)
    page, taps = plain(), 1  # to book
    quick = (
        {"flop": "1", "turn": "1", "river": "1", "comparison": "wins", "category": "flush"},
        {},
        {"flop": "1", "turn": "1", "comparison": "ties"},
        {"flop": "1", "comparison": "wins", "category": "two_pair"},
        *[{"flop": "1", "comparison": "loses"}] * 3,
    )
    for number, said in enumerate(quick, 1):
        line(page, number, number, 10, **said)
        taps += 2 * len(said)
    page.get_by_role("button", name="Book the round").click()
    expect(page.get_by_text("The round is booked.")).to_be_visible()
    assert taps == 35  # by the pad 8
    dealt = [BOARD, DEALERS, *HOLES]
    assert sum(2 * len(words) for words in WAYS) + sum(1 + 2 * len(cards.split()) for cards in dealt) + 1 == 76  # 29
