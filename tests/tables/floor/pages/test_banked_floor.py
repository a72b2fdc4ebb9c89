"""The floor at a table against the house: what a box may bear, the float as booked, what it has won; and its alarms."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import translation

from casino import wording
from tables.floor.selectors import alarms
from tables.floor.services import seats
from tables.models import Round
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked.categories import Category
from tables.rules.banked.records import RoundRecord
from tables.settlement import Tip
from tests import builders
from tests.builders import Evening
from tests.tables.rounds.banking import EURO, FLOAT, WINS, banked, box, play

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
OF_HANDS = {"en": ("Rake", "hands/h", "Next hand", "Enter a hand late"), "de": ("Taxe", "Hände/h", "Nächste Hand")}


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


def table_page(client: Client, table: int) -> str:
    """What the table's page says."""
    return " ".join(client.get(f"/floor/tables/{table}/").text.partition("<main")[2].split())


def standing(evening: Evening) -> list[tuple[str, dict[str, object]]]:
    return [(alarm.kind.value, dict(alarm.facts)) for alarm in alarms.standing(evening.house).alarms]


@pytest.mark.parametrize("language", ["en", "de"])
def test_its_page_says_what_a_box_may_bear_and_what_the_table_has_won(
    evening: Evening, browser: Browser, language: str
) -> None:
    table = banked(evening, name="Easy am Abend")
    play(evening, table)  # the house wins 90 and pays 50
    wrong = play(evening, table)
    rounds.void(round_id=wrong.pk, version=1, reason="wrong box", actor=evening.floor)
    with translation.override(language):
        wanted = [wording.money(cents) for cents in (FLOAT + 40 * EURO, 40 * EURO, 5 * EURO, 100 * EURO)]
        unwanted = [wording.money(cents) for cents in (25 * EURO, 80 * EURO)]  # side bets; with the void round
    text = table_page(browser(evening.floor, language), table)
    assert [words for words in ("Easy am Abend", *wanted) if words not in text] == []
    assert [words for words in (*OF_HANDS[language], *unwanted) if words in text] == []


def test_side_bets_and_the_highest_payout_are_said_where_there_are_any(evening: Evening, browser: Browser) -> None:
    ultimate = {
        "variant": "ultimate_holdem",
        "rule_set": "ultimate-holdem-rounded-up/1",
        "max_paid_cents": 70_000 * EURO,
    }
    table = banked(evening, **ultimate)
    text = table_page(browser(evening.floor), table)
    assert "side bets to 25.00" in text
    assert "up to 70,000.00 paid per box" in text


@pytest.mark.parametrize(("way", "paid"), [("up", "0.50"), ("down", "−0.50")])
def test_what_the_named_rounding_paid_is_reported(evening: Evening, browser: Browser, way: str, paid: str) -> None:
    """A flush pays 3:2 on a blind bet of 5: 7.50, in chips of 1; a round that was reversed counts no more."""
    table = banked(evening, variant="ultimate_holdem", rule_set=f"ultimate-holdem-rounded-{way}/1")
    record = RoundRecord((box(1, 1, WINS, Category.FLUSH, ante=5, blind=5, play=5),))
    play(evening, table, record=record)
    wrong = play(evening, table, record=record)
    rounds.void(round_id=wrong.pk, version=1, reason="wrong box", actor=evening.floor)
    assert f"paid by rounding {paid}" in table_page(browser(evening.floor), table)
    bets = {bet["spot"]: bet["rounded_cents"] for bet in Round.objects.get(number=1).result["boxes"][0]["bets"]}
    assert bets == {"ante": 0, "blind": 50 if way == "up" else -50, "play": 0}


def test_a_table_that_has_lost_says_so(evening: Evening, browser: Browser) -> None:
    table = banked(evening)
    play(evening, table)
    play(evening, table, record=RoundRecord((box(1, 1, WINS, Category.PAIR, ante=50, flop=50),)))
    text = table_page(browser(evening.floor), table)
    assert "−10.00" in text


def test_pace_is_in_rounds(evening: Evening, browser: Browser, later: Callable[..., None]) -> None:
    table = banked(evening)
    for _round in range(3):
        play(evening, table)
    assert "3 rounds" in table_page(browser(evening.floor), table)
    later(minutes=30)
    text = table_page(browser(evening.floor), table)
    assert "6 rounds/h" in text


def test_one_guest_waits_for_a_round_and_a_round_ends_the_waiting(
    evening: Evening, browser: Browser, later: Callable[..., None]
) -> None:
    """Eight minutes without one while the table is open."""
    table = banked(evening)
    for seat in (2, 3):
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=seat, counted_cents=300 * EURO, actor=evening.floor
        )
    assert standing(evening) == []
    later(minutes=9)
    assert standing(evening) == [("idle", {"is_banked": True})]
    board = browser(evening.floor).get("/floor/").content.decode()
    assert "No rounds are being dealt" in board
    assert "No hands are being dealt" not in board
    play(evening, table, record=RoundRecord((box(1, 1, None, None, ante=10),)))
    assert standing(evening) == []


def test_a_large_tip_in_a_round_is_an_alarm(evening: Evening) -> None:
    table = banked(evening)
    limit_cents = evening.house.tip_limit_cents
    play(evening, table, details=RoundDetails(tips=(Tip(1, limit_cents),)))
    assert standing(evening) == []
    large = play(evening, table, details=RoundDetails(tips=(Tip(1, limit_cents + EURO),)))
    assert standing(evening) == [("tip", {"tip_cents": limit_cents + EURO})]
    rounds.void(round_id=large.pk, version=1, reason="wrong box", actor=evening.floor)
    assert standing(evening) == []


def test_the_wall_says_what_a_box_may_bear(evening: Evening, client: Client) -> None:
    cache.clear()
    evening.table(evening.banked_game(name="Easy 5–100"), code="E1", dealt=False)
    html = client.get("/display/", {"lang": "en"}).content.decode()
    for shown in ("Easy Hold&#x27;em", "5 – 100"):
        assert shown in html
    assert "0 / 0" not in html
    cache.clear()


def test_the_sheet_of_a_game_against_the_house_hangs_in_both_languages(evening: Evening, browser: Browser):
    game = evening.banked_game(name="Easy am Abend", max_paid_cents=5_000_000)
    client = browser(evening.manager)
    assert "Easy am Abend" in client.get(reverse("policy:games")).content.decode()
    address = reverse("policy:rules", args=[game.pk])
    both = client.get(address)
    assert [column.language for column in both.context["columns"]] == ["de", "en"]
    german, english = both.context["columns"]
    assert any("5,00" in sentence and "100,00" in sentence for sentence in german.stakes)
    assert "The ante for a box must be between 5.00 and 100.00." in english.stakes
    assert english.tables[0] == ("ante", [("straight or better", "1 : 1"), ("any other hand that wins", None)])
    alone = client.get(address, {"language": "en"}).content.decode()
    assert "Rule set easy-holdem/1." in alone
    assert "goes back" in alone
    assert "The rake" not in alone
    assert 'lang="de">\n      <h2' not in alone
