"""The page of a hand that is over: the winners and the replay without scrolling, by keys, slider and taps."""

import pytest
from playwright.sync_api import Page, expect

from tables.hands.services import corrections, recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests.browser.conftest import PHONE, TABLET, Sit, after_the_last_tap
from tests.tables.hands import playing
from tests.tables.pages.conftest import Room

OFFICE_1280 = (1280, 900)
HIGHEST = 1_180  # pixels; with every action, three shown hands and a side pot
_SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"
_HEIGHT = "() => document.documentElement.scrollHeight"


@pytest.fixture
def played(room: Room) -> Hand:
    return playing.side_pot_at(room, "Kowalski, Jan", "Krüger-Lüdenscheidt, Marco", "Makri, Xenia")


def address(hand: Hand) -> str:
    return f"/dealer/hands/{hand.pk}/"


def bottom(page: Page, selector: str) -> float:
    box = page.locator(selector).last.bounding_box()
    assert box
    return box["y"] + box["height"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_winners_and_the_replay_lie_above_the_fold(sit: Sit, room: Room, played: Hand, language: str) -> None:
    page = sit(room.manager, size=OFFICE_1280, language=language).open(address(played))
    for part in ("#won", "#replay"):
        assert bottom(page, part) <= 900, part
    assert page.evaluate(_HEIGHT) <= HIGHEST
    assert page.evaluate(_SIDEWAYS) <= 0


def test_nothing_scrolls_sideways_on_a_phone(sit: Sit, room: Room, played: Hand) -> None:
    page = sit(room.manager, size=PHONE, language="de").open(address(played))
    assert page.evaluate(_SIDEWAYS) <= 0
    box = page.locator("#won .winner").first.bounding_box()
    assert box
    assert box["y"] < 400, "who won comes first"


def test_the_replay_goes_by_streets_keys_and_slider_and_stays_in_its_place(sit: Sit, room: Room, played: Hand) -> None:
    page = sit(room.manager, size=OFFICE_1280).open(address(played))
    said, here = page.locator("#replay > p"), page.locator(".jumps [aria-current]")
    expect(here).to_have_text("Showdown")
    page.get_by_role("link", name="Flop", exact=True).click()
    expect(said).to_contain_text("Step 4 of 15")
    expect(here).to_have_text("Flop")
    page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("bets 50")
    page.keyboard.press("ArrowLeft")
    expect(said).to_contain_text("Step 4 of 15")
    slider = page.locator("#replay-step")
    slider.focus()
    slider.press("End")
    expect(said).to_contain_text("Step 15 of 15")
    expect(slider).to_be_focused()
    assert page.url.endswith(address(played)), "the page is the same"


def test_it_plays_by_itself_until_the_end(sit: Sit, room: Room, played: Hand) -> None:
    page = sit(room.manager, size=OFFICE_1280).open(f"{address(played)}?step=13")
    play = page.get_by_role("button", name="Play")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#replay > p")).to_contain_text("Step 15 of 15")
    expect(play).to_have_attribute("aria-pressed", "false")


def test_a_dealer_books_and_deals_again_by_one_tap_each(sit: Sit, room: Room) -> None:
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    room.push(room.tables["T1"])
    hand = playing.act(room, playing.start(room, table), playing.FOLD).hand
    page = sit(room.dealer, size=TABLET).open(address(hand))
    for button in ("Book the hand", "Next hand"):
        after_the_last_tap(page)
        with page.expect_navigation():
            page.get_by_role("button", name=button).tap()
    assert Hand.objects.filter(state="open").exclude(pk=hand.pk).exists()


def test_a_summary_and_its_correction(sit: Sit, room: Room) -> None:
    table = room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
    room.push(room.tables["T2"])
    keyed = recording.record_summary(
        table_id=table, version=room.version(table), summary=Summary(300_00, True, 2, winners=(1,)), actor=room.dealer
    ).hand
    corrections.correct(
        hand_id=keyed.pk, version=keyed.version, summary=Summary(200_00, True, 2, winners=(1,)), reason="pot misread",
        actor=room.manager,
    )  # fmt: skip
    page = sit(room.manager, size=OFFICE_1280).open(address(keyed))
    expect(page.locator(".oval")).to_have_count(0)
    page.get_by_role("link", name="Booked instead").click()
    expect(page.locator(".struck")).to_have_count(0)
