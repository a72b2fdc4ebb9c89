"""A stake goes up from the next hand on, and the pad says so; the last hands (S4, S7; seed 000, domain §4.11)."""

import pytest
from playwright.sync_api import expect

from tables.games.services import games
from tables.games.services.games import GameForm
from tables.models import Game, Hand
from tests.browser.conftest import TABLET, Sit
from tests.browser.pads import Pad, at_the_pad
from tests.tables.pages.conftest import Room


@pytest.fixture
def pad(sit: Sit, room: Room) -> Pad:
    """Seven guests, their dealer before a tablet."""
    return at_the_pad(sit, room)


@pytest.fixture
def larger(room: Room) -> Game:
    """The pad's game with a larger stake."""
    base = room.games["summary"]
    terms = GameForm(
        name="PLO 10/20",
        variant=base.variant,
        betting=base.betting,
        small_blind_cents=1_000,
        big_blind_cents=2_000,
        min_buy_in_cents=20_000,
        rake_schedule_id=base.rake_schedule_id,
        recording=base.recording,
    )
    return games.create(house_id=room.house.pk, terms=terms, actor=room.floor)


def test_a_step_is_planned_and_the_stake_goes_up_from_the_next_hand_on(
    sit: Sit, room: Room, pad: Pad, larger: Game
) -> None:
    (code,) = room.tables
    floor = sit(room.floor, size=TABLET).open(f"/floor/tables/{room.tables[code]}/plan/")
    floor.get_by_label("After").fill("2")
    floor.get_by_text("hands", exact=True).click()
    floor.get_by_text("PLO 10/20").click()
    floor.get_by_role("button", name="Plan an increase").click()
    expect(floor.locator("[data-coming]")).to_have_text("From hand #3: PLO 10/20")
    assert floor.evaluate("document.documentElement.scrollWidth <= innerWidth")
    coming = pad.page.locator("#pad-state [data-coming]")
    expect(coming).to_have_text("From hand #3: PLO 10/20")
    for number in (1, 2, 3):
        pad.hand("184", "2")
        expect(pad.page.locator("#pad-last")).to_contain_text(f"#{number}")
    expect(coming).to_have_count(0)
    expect(pad.page.locator("#pad-state")).to_contain_text("PLO 10/20")
    played = Hand.objects.order_by("number").values_list("game__name", flat=True)
    assert list(played) == ["PLO 5/10", "PLO 5/10", "PLO 10/20"]
    floor.reload()
    expect(floor.get_by_text("PLO 5/10 → PLO 10/20")).to_be_visible()


def test_after_the_last_hand_the_pad_says_that_none_is_dealt(sit: Sit, room: Room, pad: Pad) -> None:
    (code,) = room.tables
    pad.hand("184", "2")
    expect(pad.page.locator("#pad-last")).to_contain_text("#1")  # a table that has changed refuses the announcement
    floor = sit(room.floor, size=TABLET).open(f"/floor/tables/{room.tables[code]}/last-hands/")
    floor.get_by_label("Hands still to be dealt").fill("1")
    floor.get_by_role("button", name="Announce the last hands").click()
    said = pad.page.locator("#pad-state [data-last-hands]")
    expect(said).to_have_text("1 hand left")
    pad.hand("184", "2")  # it was being played when the last one was announced
    pad.hand("184", "2")
    expect(said).to_have_text("The last hand has been played")
    pad.hand("184", "2")
    expect(pad.page.locator("[data-refused]")).to_contain_text("has been played")
    assert Hand.objects.count() == 3
