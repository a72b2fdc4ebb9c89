"""A hand at a tournament's table in a real browser: an all-in with a side pot, tap by tap, until the loser is out."""

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from casino.models import User
from tables.dealers.services import downs
from tables.models import Entrant, TournamentHand
from tables.rules.setup import Betting, Variant
from tables.rules.tournaments.shipped import TURBO
from tables.rules.tournaments.structures import Structure
from tables.tournaments.services import chips, clock
from tests import builders
from tests.browser.conftest import TABLET, UPRIGHT, Sit
from tests.browser.dealer.test_hand import _BEYOND, _SMALL_TARGETS, Dealing
from tests.builders import Evening
from tests.tables.tournaments.pages.tournaments import named, sold, to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament


@pytest.fixture
def evening(transactional_db: None) -> Evening:
    return builders.evening()


def playing(evening: Evening, *names: str, structure: Structure = TURBO) -> SoldTournament:
    """They sit at one table, 4,000 each, its dealer is there."""
    tournament = sold_tournament(evening, structure=structure)
    sold(tournament, *names)
    tournament.start(1)
    table = tournament.tables[0]
    downs.push(table_id=table, version=evening.version(table), dealer_id=evening.dealer.pk, actor=evening.floor)
    return tournament


def test_a_loser_is_out_and_in_the_list_of_places(evening: Evening, sit: Sit) -> None:
    """Weber has 1,000, Rossi 4,000, Nguyen 7,000; all of them all-in: main pot 3,000, side pot 6,000.

    3,000 more come back to Nguyen.  Weber has aces and gets the main pot, Nguyen the side pot: Rossi is out.
    """
    tournament = playing(evening, "Weber", "Rossi", "Nguyen")
    stacks = {"Weber": 1_000, "Rossi": 4_000, "Nguyen": 7_000}
    counts = {named(tournament, name).pk: count for name, count in stacks.items()}
    chips.count(**tournament.seen, counts=counts, actor=evening.floor)
    page = sit(evening.dealer, size=TABLET).open("/dealer/")
    dealing = Dealing(page)
    expect(page.get_by_role("heading", name="M1")).to_be_visible()
    dealing.tap("Next hand")
    expect(page.get_by_role("alert")).to_contain_text("Enter where the button was drawn.")
    page.locator(".choice").filter(has_text=str(named(tournament, "Weber").seat)).tap()
    dealing.tap("Next hand")
    expect(page.locator(".stakes")).to_contain_text("50 / 100")
    dealing.tap("Fold")
    expect(page.locator(".told li")).to_have_count(1)
    dealing.tap("Undo")
    expect(page.locator(".told li")).to_have_count(0)
    page.locator('[data-digit="1"]').tap()
    expect(page.locator("[data-legal]")).to_be_disabled()  # 1 is below the least raise to 200
    page.locator('[data-digit="back"]').tap()
    dealing.raise_to("1000")
    for _player in range(2):
        dealing.all_in()
    for board in ("2c 7d 9h", "Js", "Td"):
        dealing.cards(board)
    show(tournament, dealing)
    expect(page.get_by_text("has no chips left: out with this hand.")).to_be_visible()
    assert max(page.evaluate(_BEYOND)) <= 0
    dealing.tap("Settle the hand")
    expect(page.get_by_text("is out: place 3.")).to_be_visible()
    assert TournamentHand.objects.get().state == "settled"
    assert dict(Entrant.objects.values_list("guest__name", "chips")) == {"Weber": 3_000, "Rossi": 0, "Nguyen": 9_000}
    page.get_by_role("link", name="Next hand").tap()
    dealing.tap("Next hand")
    expect(page.locator(".plate:not(.free, .away)")).to_have_count(2)
    read_afterwards(tournament, sit)


def show(tournament: SoldTournament, dealing: Dealing) -> None:
    """As the dealer asks them: whose pot is decided need not."""
    holes = {"Weber": "As Ah", "Rossi": "3s 3h", "Nguyen": "Ks Kh"}
    for name in (*holes, *holes, *holes):
        seat = named(tournament, name).seat
        if seat and dealing.page.locator(f"#show-{seat}").count():
            dealing.cards(holes[name], seat=seat)


def read_afterwards(tournament: SoldTournament, sit: Sit) -> None:
    """By the floor: the list of places, the list of hands, and what happened in one."""
    floor = sit(tournament.evening.floor, size=TABLET).open(to("players", tournament.id) + "?by=place")
    expect(floor.locator("tbody tr").filter(has_text="Rossi")).to_contain_text("3")
    floor.goto(floor.url.split("/tournaments")[0] + to("director", tournament.id))
    floor.get_by_role("link", name="Recorded hands").tap()
    expect(floor.locator("tbody tr").filter(has_text="#1")).to_contain_text("Rossi: no chips left")
    floor.get_by_role("link", name="#1").tap()
    expect(floor.locator(".told")).to_contain_text("Weber shows A♠ A♥")


def test_a_pot_of_chips_is_shared_between_high_and_low(evening: Evening, sit: Sit) -> None:
    """Three pay 100: the kings get half, the low of Rossi the other half."""
    structure = replace(TURBO, variant=Variant.OMAHA_HI_LO, betting=Betting.POT_LIMIT)
    tournament = playing(evening, "Weber", "Rossi", "Nguyen", structure=structure)
    dealing = Dealing(sit(evening.dealer, size=TABLET).open("/dealer/"))
    dealing.page.locator(".choice").filter(has_text=str(named(tournament, "Weber").seat)).tap()
    dealing.tap("Next hand")
    for kind in ("call", "call", "check"):
        dealing.press(dealing.page.locator(f'button[value="{kind}"]'))
    for board in ("3h 5d 8s", "Kc", "Jd"):
        dealing.cards(board)
        for _player in range(3):
            dealing.press(dealing.page.locator('button[value="check"]'))
    holes = {"Weber": "Ks Kd Qc Qs", "Rossi": "Ah 2d Th 9c", "Nguyen": "9h 9d 7c 7s"}
    by_seat = {named(tournament, name).seat: cards for name, cards in holes.items()}
    while dealing.page.locator("input[data-cards]").count():
        seat = int(dealing.asked().removeprefix("show-"))
        dealing.cards(by_seat[seat], seat=seat)
    expect(dealing.page.locator("dd")).to_have_text(
        [re.compile(r"high 150:\s+\d Weber"), re.compile(r"low 150:\s+\d Rossi")]
    )
    assert max(dealing.page.evaluate(_BEYOND)) <= 0
    dealing.tap("Settle the hand")
    expect(dealing.page.get_by_role("link", name="Next hand")).to_be_visible()
    assert dict(Entrant.objects.values_list("guest__name", "chips")) == {
        "Weber": 4_050,
        "Rossi": 4_050,
        "Nguyen": 3_900,
    }


@pytest.mark.parametrize("size", [TABLET, UPRIGHT])
def test_nothing_to_scroll_and_no_target_under_64_pixels(evening: Evening, sit: Sit, size: tuple[int, int]) -> None:
    """Nine players with a demo's banner above, in German, the next level waiting, hand for hand."""
    names = ("Müller", "Okafor", "Schmidt", "Yilmaz", "Rossi", "Nguyen", "Weber", "Andersson", "Krüger-Lüdenscheidt")
    tournament = playing(evening, *names)
    clock.hand_for_hand(**tournament.seen, on=True, actor=evening.floor)
    User.objects.filter(pk=evening.dealer.pk).update(is_demo=True)
    page = sit(evening.dealer, size=size, language="de").open("/dealer/")
    dealing, looks = Dealing(page), {}

    def look(name: str) -> None:
        beyond, small = page.evaluate(_BEYOND), page.evaluate(_SMALL_TARGETS)
        if max(beyond) > 0 or small:
            looks[name] = (beyond, small)

    look("between")
    page.locator(".choice").first.tap()
    dealing.press(page.locator("main form button.primary"))
    clock.move(**tournament.seen, item=1, actor=evening.floor)
    expect(page.locator(".pill.warn").first).to_be_visible()
    look("bet")
    for _player in range(7):
        dealing.press(page.locator('button[value="fold"]'))
    dealing.press(page.locator('button[value="call"]'))
    dealing.press(page.locator('button[value="check"]'))
    look("board")
    dealing.cards("Ah Kd 2c")
    dealing.all_in()
    dealing.press(page.locator('button[value="fold"]'))
    look("over")
    assert looks == {}
