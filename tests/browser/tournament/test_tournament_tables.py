"""At a tournament's tables in a browser: a colour raced off by tapped cards, a dealer relieved in two taps."""

import re

import pytest
from playwright.sync_api import expect

from tables.models import ChipRace, Down
from tables.rules.tournaments.shipped import TURBO
from tables.tournaments.services import chips, clock
from tests import builders
from tests.browser.conftest import TABLET, Sit
from tests.tables.tournaments.pages.tournaments import to
from tests.tables.tournaments.tournament import SoldTournament, sold_tournament

RACE_OF_25 = 4


@pytest.fixture
def tournament(transactional_db: None) -> SoldTournament:
    tournament = sold_tournament(builders.evening(), structure=TURBO)
    for name in ("Weber", "Rossi", "Nguyen"):
        tournament.enter(tournament.evening.guest(name))
    tournament.start(1)
    return tournament


def test_a_colour_is_raced_off_by_tapped_cards(tournament: SoldTournament, sit: Sit) -> None:
    """TDA 24: the highest card wins one chip; who would lose his last one keeps one."""
    players = sorted(tournament.seated(), key=lambda one: one.seat or 0)
    counts = dict(zip([one.pk for one in players], (9_925, 25, 2_050), strict=True))
    chips.count(**tournament.seen, counts=counts, actor=tournament.evening.floor)
    clock.move(**tournament.seen, item=RACE_OF_25, actor=tournament.evening.floor)
    page = sit(tournament.evening.floor, size=TABLET).open(to("director", tournament.id))
    due = page.locator(".colour-due")
    expect(due).to_contain_text("25 → 100")
    due.get_by_role("link").click()
    expect(page.get_by_role("radio", name="25", exact=True)).to_be_checked()
    for one, pieces in zip(players, ("1", "1", "2"), strict=True):
        page.locator(f"#id_pieces_{one.seat}").fill(pieces)
    page.get_by_role("button", name="Next").click()
    for one, hand in zip(players, ("Kc", "2c", "9hQd"), strict=True):
        page.locator(f"#id_cards_{one.seat}").focus()
        for key in hand:
            page.locator(f"[data-picker] [data-card={key!r}]").click()
    page.get_by_role("button", name="Next").click()
    expect(page.locator(f"[data-seat='{players[0].seat}']")).to_contain_text("9,925 → 10,000")
    expect(page.locator(f"[data-seat='{players[1].seat}']")).to_contain_text("nobody is raced out")
    assert not ChipRace.objects.exists(), "shown before it is done"
    page.get_by_role("button", name="Race off").click()
    expect(page.get_by_text("chips issued change by +100")).to_be_visible()
    expect(due).to_have_count(0)
    assert ChipRace.objects.get().difference == 100


def test_a_dealer_is_relieved_in_two_taps(tournament: SoldTournament, sit: Sit) -> None:
    page = sit(tournament.evening.floor, size=TABLET).open(to("director", tournament.id))
    card = page.locator(".tournament-table")
    expect(card).to_contain_text("No dealer")
    card.get_by_role("link", name="Relieve").click()
    page.get_by_role("button", name="Relieve the dealer").click()
    expect(card.locator(".deals-here")).to_contain_text(re.compile(str(tournament.evening.dealer)))
    assert Down.objects.get(ended_at=None).table_id == tournament.tables[0]
