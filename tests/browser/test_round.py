"""A full round against the house on a tablet: seven boxes, booked with one button; the next one begins where it was."""

import pytest
from playwright.sync_api import Page, expect

from tables.floor.services import seats
from tables.models import FloorCall, Round
from tests import builders
from tests.browser.conftest import TABLET, Sit
from tests.builders import Evening

EURO = 100


def opened(evening: Evening, **terms: object) -> int:
    table = evening.table(evening.banked_game(**terms), code="E1", float_cents=5_000 * EURO)
    for seat, name in enumerate(("Müller", "Okafor", "Schmidt"), 1):
        guest = evening.guest(name)
        seats.sit(
            table_id=table, version=evening.version(table), seat=seat, guest_id=guest.pk, buy_in_cents=500 * EURO,
            actor=evening.floor,
        )  # fmt: skip
    return table


def box(page: Page, number: int, seat: int, ante: int, **said: str) -> None:
    """One line of the form."""
    page.locator(f"#id_seat_{number}").select_option(str(seat))
    page.locator(f"#id_ante_{number}").fill(str(ante))
    for name, value in said.items():
        page.locator(f"#id_{name}_{number}").select_option(value)


@pytest.mark.smoke("dealer, against the house")
def test_a_round_with_seven_boxes(sit: Sit, transactional_db: None) -> None:
    evening = builders.evening()
    table = opened(evening)
    page = sit(evening.dealer, size=TABLET).open("/dealer/")
    expect(page.get_by_role("heading", name="E1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    bet = {"flop": "1", "turn": "1"}
    box(page, 1, 1, 10, **bet, comparison="wins", category="flush")  # +30, the ante too
    box(page, 2, 1, 10, **bet, comparison="wins", category="pair")  # +20
    box(page, 3, 2, 20, **bet, river="1", comparison="loses")  # −80
    box(page, 4, 2, 20)  # given up: −20
    box(page, 5, 3, 5, flop="1", comparison="ties")
    box(page, 6, 3, 5, flop="1", comparison="loses")  # −10
    box(page, 7, 3, 100, flop="1", comparison="wins", category="full_house")  # +200
    page.get_by_label("Tip", exact=True).fill("5")
    page.get_by_label("Given by").select_option("3")
    page.get_by_role("button", name="Book the round").tap()
    expect(page.get_by_text("The round is booked.")).to_be_visible()
    booked = Round.objects.get()
    assert len(booked.record["boxes"]) == 7
    assert (booked.lost_cents, booked.paid_cents, booked.tips_cents) == (110 * EURO, 250 * EURO, 5 * EURO)
    assert booked.table_id == table
    row = page.get_by_role("row", name="1 settled")
    expect(row).to_contain_text("250.00")
    expect(page.locator("#id_ante_7")).to_have_value("100")
    expect(page.locator("#id_flop_7")).to_have_value("")


def test_a_wrong_bet_is_said_and_nothing_keyed_is_lost(sit: Sit, transactional_db: None) -> None:
    evening = builders.evening()
    opened(evening)
    page = sit(evening.dealer, size=TABLET).open("/dealer/")
    box(page, 2, 1, 4, flop="1", comparison="loses")
    page.get_by_role("button", name="Book the round").tap()
    expect(page.get_by_role("alert")).to_contain_text("Box 2: the ante is 5.00 to 100.00.")
    expect(page.locator("#id_ante_2")).to_have_value("4")
    assert not Round.objects.exists()


def test_cards_are_keyed_with_the_picker(sit: Sit, transactional_db: None) -> None:
    evening = builders.evening()
    opened(evening, recording="every_action")
    page = sit(evening.dealer, size=TABLET).open("/dealer/")
    box(page, 1, 1, 10, flop="1")
    for field, cards in (("cards_1", "Ks4d"), ("dealer", "QsJd"), ("board", "Kh8d3s9c2h")):
        page.locator(f"#id_{field}").focus()
        for key in cards:
            page.locator(f'[data-card="{key}"]').tap()
    page.get_by_role("button", name="Book the round").tap()
    expect(page.get_by_text("The round is booked.")).to_be_visible()
    assert Round.objects.get().record["board"] == "Kh 8d 3s 9c 2h"


def test_a_false_deal_takes_three_taps(sit: Sit, transactional_db: None) -> None:
    evening = builders.evening()
    opened(evening)
    page = sit(evening.dealer, size=TABLET).open("/dealer/")
    page.get_by_role("link", name="False deal").tap()
    page.get_by_text("A card was exposed").tap()
    page.get_by_role("button", name="Deal again").tap()
    expect(page.get_by_text("The false deal is noted")).to_be_visible()
    assert Round.objects.get().void_reason == "card_exposed"


def test_a_wrong_round_is_the_floor_s_to_take_back(sit: Sit, transactional_db: None) -> None:
    """One tap of the dealer's; the floor takes it back with its reason and password, and all is as it was."""
    evening = builders.evening()
    table = opened(evening)
    page = sit(evening.dealer, size=TABLET).open("/dealer/")
    box(page, 1, 1, 10, flop="1", comparison="loses")
    page.get_by_role("button", name="Book the round").tap()
    expect(page.get_by_text("The round is booked.")).to_be_visible()
    page.wait_for_load_state("networkidle")  # a tap while the page still settles is lost, to a finger as well
    page.get_by_role("button", name="The floor takes it back").tap()
    expect(page.get_by_text("Floor called: A booked round is wrong")).to_be_visible()
    assert FloorCall.objects.get().round == Round.objects.get()
    evening.floor.set_password("a long enough password")
    evening.floor.save()
    floor = sit(evening.floor, size=TABLET).open(f"/dealer/tables/{table}/round/")
    floor.get_by_role("link", name="Take #1 back").tap()
    floor.get_by_label("Reason").fill("wrong box")
    floor.get_by_label("password").fill("a long enough password")
    floor.get_by_role("button", name="Take back").tap()
    expect(floor.get_by_text("The round is taken back: record what is right.")).to_be_visible()
    assert Round.objects.get().state == "void"
