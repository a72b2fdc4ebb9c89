"""The floor plans an evening: rising stakes, its end, the last hands, openings, who leaves (S4, S7, S9; seed 000)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client

from casino import house_time
from tables.floor.services import tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.hands.services.recording import Summary, record_summary
from tables.models import Game, GameChange, PlannedOpening, Session, Sitting, StakeStep
from tests.tables.floor.pages.test_floor import hidden, send
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
EURO = 100


@pytest.fixture
def larger(room: Room) -> Game:
    """The summary game with double the stake."""
    base = room.games["summary"]
    terms = GameForm(
        name="PLO 10/20",
        variant=base.variant,
        betting=base.betting,
        small_blind_cents=2 * base.small_blind_cents,
        big_blind_cents=2 * base.big_blind_cents,
        min_buy_in_cents=max(2 * base.min_buy_in_cents, 2 * base.big_blind_cents),
        rake_schedule_id=base.rake_schedule_id,
        recording=base.recording,
    )
    return games.create(house_id=room.house.pk, terms=terms, actor=room.floor)


@pytest.fixture
def table(room: Room) -> int:
    """Open, with two guests and a dealer."""
    found = room.set_up("T2", "summary", ("Weber", "Rossi"))
    room.push(room.tables["T2"])
    return found


def text(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def book(room: Room, table: int) -> None:
    record_summary(table_id=table, version=room.version(table), summary=Summary(20 * EURO, True, 2), actor=room.dealer)


def test_a_stake_is_planned_announced_and_kept(room: Room, browser: Browser, table: int, larger: Game) -> None:
    client = browser(room.floor)
    at = f"/floor/tables/{table}/plan/"
    answer = send(client, at, game=larger.pk, after=1, measure="hands")
    assert answer.status_code == 303, answer.content.decode()
    for address in (at, f"/floor/tables/{table}/"):
        assert "From hand #2: PLO 10/20" in text(client, address)
    book(room, table)
    assert "From hand #2: PLO 10/20" in text(browser(room.dealer), f"/dealer/tables/{table}/record/")
    book(room, table)
    assert "PLO 5/10 → PLO 10/20" in text(client, at)
    assert "as planned" in text(client, at)
    assert GameChange.objects.get().from_hand == 2


def test_a_step_is_planned_anew_and_cancelled(room: Room, browser: Browser, table: int, larger: Game) -> None:
    client = browser(room.floor)
    at = f"/floor/tables/{table}/plan/"
    send(client, at, game=larger.pk, after=60, measure="minutes")
    step = StakeStep.objects.get()
    html = text(client, at)
    assert "after 60 minutes" in html
    assert 'value="120"' in html, "the next one is proposed as far away again"
    send(client, f"{at}{step.pk}/", game=larger.pk, after=90, measure="minutes")
    new = StakeStep.objects.get(state="planned")
    assert new.after_minutes == 90
    send(client, f"{at}{new.pk}/cancel/")
    assert not StakeStep.objects.filter(state="planned").exists()


def test_a_refusal_is_said_and_nothing_typed_is_lost(room: Room, browser: Browser, table: int, larger: Game) -> None:
    client = browser(room.floor)
    at = f"/floor/tables/{table}/plan/"
    send(client, at, game=larger.pk, after=60, measure="minutes")
    answer = send(client, at, game=larger.pk, after=90, measure="hands")
    assert answer.status_code == 422
    assert "all go by minutes or all by hands" in answer.content.decode()
    assert 'value="90"' in answer.content.decode()


def test_the_last_hands(room: Room, browser: Browser, table: int) -> None:
    client = browser(room.floor)
    send(client, f"/floor/tables/{table}/last-hands/", hands=2)
    assert "2 hands left" in text(client, f"/floor/tables/{table}/")
    assert "2 hands left" in text(client, "/floor/")
    cache.clear()
    assert "2 hands left" in text(Client(), "/display/?lang=en")
    assert "2 hands left" in text(browser(room.dealer), f"/dealer/tables/{table}/record/")
    Session.objects.filter(table=table).update(last_hands_left=0)
    assert "The last hand has been played" in text(browser(room.dealer), f"/dealer/tables/{table}/record/")
    send(client, f"/floor/tables/{table}/play-on/")
    assert Session.objects.get(table=table).last_hands_left is None


def test_a_bomb_pot_is_called_and_taken_back(room: Room, browser: Browser) -> None:
    game = room.game(name="NLHE 2/4 Bomb", bomb_pot_ante_cents=5 * EURO, bomb_pot_boards=2)
    room.games["every_action"] = game
    table = room.set_up("T3", "every_action", ("Weber", "Rossi"))
    room.push(table)
    client, dealer = browser(room.floor), browser(room.dealer, "de")
    assert "Bomb pot next" in text(client, f"/floor/tables/{table}/")
    assert "Bombpot" not in text(dealer, f"/dealer/tables/{table}/")
    assert send(client, f"/floor/tables/{table}/bomb-pot/").status_code == 303
    shown = text(client, f"/floor/tables/{table}/")
    assert "Bomb pot: ante 5.00, 2 boards · called by the floor" in shown
    assert "Bomb pot next" not in shown
    assert "Bombpot: Ante 5,00, 2 Boards · vom Floor angesagt" in text(dealer, f"/dealer/tables/{table}/")
    assert send(client, f"/floor/tables/{table}/no-bomb-pot/").status_code == 303
    assert "Bomb pot next" in text(client, f"/floor/tables/{table}/")
    assert "Bombpot" not in text(dealer, f"/dealer/tables/{table}/")


def test_a_planned_end_is_a_time_that_lies_ahead(room: Room, browser: Browser, table: int) -> None:
    client = browser(room.floor)
    soon = house_time.local_now() - timedelta(minutes=5)
    send(client, f"/floor/tables/{table}/end/", ends_at=soon.strftime("%H:%M"))
    ends_at = Session.objects.get(table=table).ends_at
    assert ends_at is not None
    assert timedelta(hours=22) < ends_at - house_time.now() < timedelta(hours=26), "tomorrow's"
    assert f"until {soon:%H:%M}" in text(client, f"/floor/tables/{table}/")


def test_a_guest_leaves_early(room: Room, browser: Browser, table: int) -> None:
    client = browser(room.floor)
    at = house_time.local_now() + timedelta(hours=1)
    send(client, f"/floor/tables/{table}/seats/2/leaving/", leaves_at=at.strftime("%H:%M"))
    assert Sitting.objects.get(seat=2).leaves_at is not None
    assert f"leaves at {at:%H:%M}" in text(client, f"/floor/tables/{table}/")


def test_an_opening_is_announced_on_board_and_wall(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    table = tables.create(house_id=room.house.pk, code="T8", seats=9, actor=room.floor)
    starts_at = house_time.local_now() + timedelta(hours=2)
    send(
        client,
        f"/floor/tables/{table.pk}/opening/",
        game=room.games["summary"].pk,
        starts_at=starts_at.strftime("%Y-%m-%dT%H:%M"),
        ends_at="",
    )
    assert PlannedOpening.objects.get().game == room.games["summary"]
    assert f"planned {starts_at:%H:%M}: PLO 5/10" in text(client, "/floor/")
    assert "Planned: PLO 5/10" in text(client, f"/floor/tables/{table.pk}/")
    cache.clear()
    wall = text(Client(), "/display/?lang=en")
    assert f"{starts_at:%H:%M}" in wall
    assert "T8" in wall
    send(client, f"/floor/tables/{table.pk}/opening/cancel/")
    cache.clear()
    assert "T8" not in text(Client(), "/display/?lang=en")


def test_who_sits_down_is_handed_the_same_chips(room: Room, browser: Browser) -> None:
    """Seed 000: the same denominations for each player, worth the buy-in."""
    game = room.games["summary"]
    chip_set = {"500": game.min_buy_in_cents // 500}
    games.edit(game_id=game.pk, changes={"chip_set": chip_set}, actor=room.floor)
    table = room.set_up("T1", "summary", ("Weber", "Rossi"))
    client = browser(room.floor)
    at = f"/floor/tables/{table}/seats/5/sit/"
    assert f"Chips for the minimum: {chip_set['500']} × 5" in text(client, at)
    guests.register(house_id=room.house.pk, number="4711", name="Yilmaz", actor=room.floor)
    answer = client.post(at, {**hidden(client, at), "guest": "4711", "buy_in_cents": "200"}, follow=True)
    assert "Hand out: " in answer.content.decode()


def test_a_dealer_plans_nothing(room: Room, browser: Browser, table: int) -> None:
    client = browser(room.dealer)
    for address in ("plan/", "end/", "last-hands/"):
        assert client.get(f"/floor/tables/{table}/{address}").status_code == 403
