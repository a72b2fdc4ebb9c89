"""A house's games on pages: every term is edited and read back; a refusal keeps what was typed and changes nothing."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from accounting.models import RakeSchedule
from casino import house_time
from casino.pages.forms import new_key
from tables.games.pages.games import TEMPLATES, terms_of
from tables.games.services.games import GameForm
from tables.models import Game, HouseRuleSet
from tables.rules.rule_sets import USUAL
from tests import elsewhere
from tests.html import filled, flat
from tests.tables.pages.conftest import Room

pytestmark = pytest.mark.django_db

GAMES = "/setup/games/"
Browser = Callable[..., Client]
Typed = Mapping[str, str | None]

AMONG_GUESTS: Mapping[str, tuple[str | None, Any]] = {
    "name": ("PLO 5/10 tief", "PLO 5/10 tief"),
    "variant": ("omaha", "omaha"),
    "betting": ("pot_limit", "pot_limit"),
    "small_blind_cents": ("5", 500),
    "big_blind_cents": ("10,00", 1_000),
    "ante_cents": ("5", 500),
    "straddle": ("on", True),
    "boards": ("2", 2),
    "bomb_pot_ante_cents": ("20", 2_000),
    "bomb_pot_boards": ("3", 3),
    "bomb_pot_every": ("25", 25),
    "bomb_pot_at_dealer_change": ("on", True),
    "min_buy_in_cents": ("500", 50_000),
    "max_buy_in_cents": ("2000", 200_000),
    "chip_cents": ("500", 500),
    "recording": ("summary", "summary"),
    "rule_set": ("wsop-live/3", "wsop-live/3"),
    "raise_cap": ("4", 4),
    "return_minutes": ("90", 90),
    "rebuy_allowed": ("on", True),
    "rebuy_at_cents": ("100", 10_000),
    "rebuy_cents": ("600", 60_000),
    "last_hands": ("5", 5),
    "is_active": (None, False),
}
AGAINST_THE_HOUSE: Mapping[str, tuple[str | None, Any]] = {
    "name": ("Ultimate", "Ultimate"),
    "rule_set": ("ultimate-holdem/1", "ultimate-holdem/1"),
    "min_box_cents": ("10", 1_000),
    "max_box_cents": ("200", 20_000),
    "max_side_cents": ("50", 5_000),
    "max_paid_cents": ("10000", 1_000_000),
    "min_buy_in_cents": ("100", 10_000),
    "max_buy_in_cents": ("", None),
    "chip_cents": ("500", 500),
    "recording": ("every_action", "every_action"),
    "return_minutes": ("", None),
    "rebuy_allowed": (None, False),
    "rebuy_at_cents": ("", None),
    "rebuy_cents": ("", None),
    "last_hands": ("1", 1),
    "is_active": (None, False),
}


def page_of(game: Game) -> str:
    return f"{GAMES}{game.pk}/"


def form_of(client: Client, path: str) -> dict[str, str]:
    """The form as the page shows it, without what is new each time."""
    shown = filled(client.get(path).content.decode())
    return {name: value for name, value in shown.items() if name not in ("key", "csrfmiddlewaretoken")}


def send(client: Client, path: str, typed: Typed) -> HttpResponse:
    """The form with other values; None: a box that is not ticked."""
    values = {**form_of(client, path), **typed, "key": new_key()}
    return client.post(path, {name: value for name, value in values.items() if value is not None})


def now(game: Game) -> dict[str, Any]:
    return terms_of(Game.objects.get(pk=game.pk))


class TestTwoAtOnce:
    """A form that was opened before somebody else's change overwrites nothing; it says what changed and by whom."""

    def test_the_second_is_told_what_the_first_changed(self, room: Room, browser: Browser) -> None:
        first, second, game = browser(room.manager), browser(room.floor), room.games["summary"]
        opened = form_of(second, page_of(game))
        assert send(first, page_of(game), {"return_minutes": "90", "last_hands": "5"}).status_code == 303
        before = now(game)
        answer = second.post(page_of(game), {**opened, "name": "Neu", "key": new_key()})
        html = flat(answer.content.decode())
        assert answer.status_code == 409
        assert now(game) == before, "nothing was overwritten"
        assert f"{room.manager.full_name}: Last hands announced, Return window (minutes)." in html
        assert filled(answer.content.decode())["name"] == "Neu", "what was typed is kept"
        again = {**filled(answer.content.decode()), "return_minutes": "90", "last_hands": "5"}
        assert second.post(page_of(game), again).status_code == 303
        assert now(game) == before | {"name": "Neu"}


class TestEveryTerm:
    def test_of_a_game_among_guests(self, room: Room, browser: Browser) -> None:
        client, game = browser(room.manager, "de"), room.games["summary"]
        other = RakeSchedule.objects.create(house=room.house, name="Taxe 2")
        typed = {name: value for name, (value, _term) in AMONG_GUESTS.items()}
        typed |= {"rake_schedule_id": str(other.pk), "chip_set_10000": "4", "chip_set_5000": "2"}
        answer = send(client, page_of(game), typed)
        assert (answer.status_code, answer["Location"]) == (303, GAMES)
        expected = {name: term for name, (_value, term) in AMONG_GUESTS.items()}
        expected |= {"rake_schedule_id": other.pk, "chip_set": {"10000": 4, "5000": 2}}
        boxes = {"min_box_cents": 0, "max_box_cents": 0, "max_side_cents": 0, "max_paid_cents": None}
        assert set(expected | boxes) == set(GameForm.__dataclass_fields__), "every term has its field"
        assert now(game) == expected | boxes
        shown = form_of(client, page_of(game))
        assert {name: shown.get(name) for name in typed} == typed | {"big_blind_cents": "10"}

    def test_of_a_game_against_the_house(self, room: Room, browser: Browser) -> None:
        client, game = browser(room.floor), room.banked_game(recording="summary")
        typed = {name: value for name, (value, _term) in AGAINST_THE_HOUSE.items()} | {"chip_set_10000": "1"}
        assert send(client, page_of(game), typed).status_code == 303
        expected = {name: term for name, (_value, term) in AGAINST_THE_HOUSE.items()}
        assert now(game) == {
            **expected,
            "chip_set": {"10000": 1},
            "variant": "ultimate_holdem",
            **dict.fromkeys(("small_blind_cents", "big_blind_cents", "ante_cents"), 0),
            **{name: now(game)[name] for name in ("betting", "straddle", "raise_cap", "rake_schedule_id")},
            **{name: now(game)[name] for name in GameForm.__dataclass_fields__ if "board" in name or "bomb" in name},
        }
        shown = form_of(client, page_of(game))
        assert {name: shown.get(name) for name in typed} == typed

    def test_a_game_says_how_it_rounds_where_it_is_chosen(self, room: Room, browser: Browser) -> None:
        page = browser(room.floor).get(page_of(room.banked_game())).content.decode()
        for way in ("up", "down"):
            assert f'value="ultimate-holdem-rounded-{way}/1"' in page
            assert f"Ultimate Texas Hold&#x27;em, wins rounded {way} to whole chips" in page

    def test_what_is_left_alone_stays(self, room: Room, browser: Browser) -> None:
        client = browser(room.manager)
        room.game(
            name="Ganz", ante_cents=100, straddle=True, max_buy_in_cents=40_000, return_minutes=60, raise_cap=2,
            chip_set={"1000": 4}, rebuy_at_cents=1_000, rebuy_cents=5_000, last_hands=7, rule_set="wsop-live/1",
        )  # fmt: skip
        for game in (*Game.objects.all(), room.banked_game(max_paid_cents=100_000)):
            before, rows = now(game), Game.history.filter(id=game.pk).count()
            assert send(client, page_of(game), {}).status_code == 303
            assert now(game) == before
            assert Game.history.filter(id=game.pk).count() == rows + 1

    def test_an_older_version_is_offered_only_to_a_game_that_has_it(self, room: Room, browser: Browser) -> None:
        client, game = browser(room.manager), room.games["summary"]
        assert send(client, page_of(game), {"rule_set": "tda/1"}).status_code == 400
        assert send(client, page_of(game), {"rule_set": "tda/3"}).status_code == 303
        old = room.game(name="Alt", rule_set="tda/1")
        assert send(client, page_of(old), {}).status_code == 303
        assert now(old)["rule_set"] == "tda/1"

    def test_the_house_s_own_rules_are_offered_once_two_have_signed_them(self, room: Room, browser: Browser) -> None:
        client, game = browser(room.manager), room.games["summary"]
        own = HouseRuleSet.objects.create(
            house=room.house, name="Hausregeln", version=1, key=f"{USUAL};odd_chip=all_to_first",
            proposed_at=house_time.now(), proposed_by=room.floor,
        )  # fmt: skip
        assert "Hausregeln v1" not in client.get(page_of(game)).content.decode()
        assert send(client, page_of(game), {"rule_set": own.key}).status_code == 400
        assert now(game)["rule_set"] == USUAL
        own.state, own.decided_at, own.decided_by = HouseRuleSet.State.APPROVED, house_time.now(), room.manager
        own.save(update_fields=["state", "decided_at", "decided_by"])
        assert "Hausregeln v1" in client.get(page_of(game)).content.decode()
        assert send(client, page_of(game), {"rule_set": own.key}).status_code == 303
        assert now(game)["rule_set"] == own.key


class TestARefusal:
    def test_all_errors_are_told_at_once_and_what_was_typed_is_kept(self, room: Room, browser: Browser) -> None:
        client, game = browser(room.manager), room.games["summary"]
        before = now(game)
        wrong = {
            "name": "", "small_blind_cents": "20", "max_buy_in_cents": "50", "return_minutes": "5000",
            "last_hands": "99", "raise_cap": "0", "ante_cents": "1,5", "rebuy_cents": "60", "chip_set_10000": "9",
        }  # fmt: skip
        answer = send(client, page_of(game), wrong)
        page = flat(answer.content.decode())
        assert answer.status_code == 400
        for sentence in (
            "This field is required.",
            "The big blind is at least the minimum bet, which is no less than",
            "the small blind or the smallest chip: at least 20.00.",
            "The maximum buy-in must be at least the minimum buy-in.",
            "The return window must be between 1 and 1440 minutes.",
            "Enter 1 to 20 last hands.",
            "Enter 1 to 99 raises per round.",
            "Enter an amount in digits",
            "A re-buy must be at least the minimum buy-in.",
            "The chip set is worth 900.00; it must be worth the minimum buy-in of 100.00.",
        ):
            assert sentence in page, sentence
        assert "<details open>" in page
        shown = filled(answer.content.decode())
        assert {name: shown[name] for name in wrong} == wrong
        assert now(game) == before

    def test_an_amount_that_the_chips_cannot_make_up(self, room: Room, browser: Browser) -> None:
        game = room.games["summary"]
        answer = send(browser(room.manager), page_of(game), {"small_blind_cents": "1,50", "chip_cents": "100"})
        page = flat(answer.content.decode())
        assert answer.status_code == 400
        assert page.count("The smallest chip here is 1.00.") == 1
        assert 'value="1,50"' in page
        assert now(game)["small_blind_cents"] == 200

    def test_a_name_that_another_game_has(self, room: Room, browser: Browser) -> None:
        game, other = room.games["summary"], room.games["every_action"]
        answer = send(browser(room.manager), page_of(game), {"name": other.name})
        assert answer.status_code == 400
        assert "A game “NLHE 2/4” already exists." in answer.content.decode()
        assert now(game)["name"] == "PLO 5/10"

    def test_a_game_that_a_table_plays_keeps_its_terms(self, room: Room, browser: Browser) -> None:
        client, game = browser(room.manager), room.games["summary"]
        assert "Being played or planned at" not in client.get(page_of(game)).content.decode()
        room.set_up("T2", "summary")
        assert "Being played or planned at T2." in flat(client.get(page_of(game)).content.decode())
        before = now(game)
        answer = send(client, page_of(game), {"max_buy_in_cents": "500", "name": "PLO"})
        assert answer.status_code == 422
        assert "The game is played or planned at T2, so its terms stay" in answer.content.decode()
        shown = filled(answer.content.decode())
        assert (shown["max_buy_in_cents"], shown["name"]) == ("500", "PLO")
        assert now(game) == before
        assert send(client, page_of(game), {"name": "PLO", "is_active": None}).status_code == 303
        assert now(game) == {**before, "name": "PLO", "is_active": False}


class TestTheList:
    def test_it_leads_to_every_game_also_to_those_no_longer_offered(self, room: Room, browser: Browser) -> None:
        client, (gone, stays) = browser(room.manager), room.games.values()
        send(client, page_of(gone), {"is_active": None})
        room.table(stays)
        page = flat(client.get(GAMES).content.decode())
        offered, no_longer = page.split("1 game that is no longer offered")
        assert page_of(stays) in offered
        assert "100–400 · T07" in offered
        assert page_of(gone) not in offered
        assert page_of(gone) in no_longer
        assert f'href="{page_of(stays)}"' in client.get("/management/rules/").content.decode()

    def test_another_game_is_offered_with_the_terms_of_one(self, room: Room, browser: Browser) -> None:
        client, game = browser(room.manager), room.games["summary"]
        like = f"{GAMES}?like={game.pk}"
        assert send(client, like, {}).status_code == 400, "it wants a name of its own"
        assert send(client, like, {"name": "PLO 5/10 tief", "max_buy_in_cents": "1000"}).status_code == 303
        made = Game.objects.get(name="PLO 5/10 tief")
        assert terms_of(made) == now(game) | {"name": "PLO 5/10 tief", "max_buy_in_cents": 100_000}

    @pytest.mark.parametrize("like", ["0", "x", "²", "9" * 30])
    def test_a_game_that_is_not_there_is_no_pattern(self, room: Room, browser: Browser, like: str) -> None:
        assert form_of(browser(room.manager), f"{GAMES}?like={like}")["name"] == "NLHE 1/2"

    @pytest.mark.parametrize("kind", TEMPLATES)
    def test_a_template_is_offered_as_it_is(self, room: Room, browser: Browser, kind: str) -> None:
        Game.objects.all().delete()
        assert send(browser(room.manager), f"{GAMES}?kind={kind}", {}).status_code == 303
        game = Game.objects.get()
        fixed = {"rake_schedule_id": game.rake_schedule_id}
        assert terms_of(game) == {name: getattr(TEMPLATES[kind], name) for name in now(game)} | fixed
        assert (game.rake_schedule is None) == (kind == "easy")


def test_games_of_another_house_are_not_there(room: Room) -> None:
    game = room.games["summary"]
    other = elsewhere.settled()
    client, before = elsewhere.browser(elsewhere.stranger(other)), now(game)
    assert client.get(page_of(game)).status_code == 404
    assert client.post(page_of(game), {"key": new_key(), "name": "Ours"}).status_code == 404
    page = client.get(f"{GAMES}?like={game.pk}").content.decode()
    assert game.name not in page.partition('id="offer"')[0]
    assert filled(page)["name"] == "NLHE 1/2"
    assert now(game) == before
