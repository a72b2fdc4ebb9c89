"""The chips of a house: added at any time, withdrawn between gaming days, never one that a game is played with."""

from datetime import time

import pytest
from django.urls import reverse

from accounting.days.services import houses
from accounting.models import House
from accounting.models.houses import usual_denominations
from casino.errors import Malformed, Refusal
from casino.models import SecurityEvent
from casino.models.security import SecurityKind
from tables.games.services import house_chips
from tables.models import Game
from tests import builders

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de"}


def chips() -> list[int]:
    return House.objects.get().denominations_cents


def test_a_chip_is_added_while_a_day_is_open():
    evening = builders.evening()
    admin = builders.user("admin", "hq")
    house_chips.change(house_id=evening.house.pk, denominations_cents=[1_000_000, *usual_denominations()], actor=admin)
    assert chips() == [*usual_denominations(), 1_000_000]
    event = SecurityEvent.objects.get(kind=SecurityKind.TERMS, user=admin)
    assert event.about.endswith("1000.00, 5000.00, 10000.00")
    house_chips.change(house_id=evening.house.pk, denominations_cents=chips(), actor=admin)
    assert SecurityEvent.objects.filter(kind=SecurityKind.TERMS, user=admin).count() == 1


def test_a_chip_is_withdrawn_when_the_day_is_closed():
    evening = builders.evening()
    admin = builders.user("admin", "hq")
    without = [value for value in chips() if value != 2_500]
    with pytest.raises(Refusal, match="chips_in_play"):
        house_chips.change(house_id=evening.house.pk, denominations_cents=without, actor=admin)
    assert chips() == usual_denominations()
    evening.close_day()
    house_chips.change(house_id=evening.house.pk, denominations_cents=without, actor=admin)
    assert chips() == without


@pytest.mark.parametrize("terms", [{"chip_cents": 2_500}, {"chip_set": {"2500": 4}}])
def test_a_chip_that_a_game_is_played_with_stays(terms):
    evening = builders.evening()
    evening.close_day()
    game = evening.game(name="PLO")
    Game.objects.filter(pk=game.pk).update(**terms)
    without = [value for value in chips() if value != 2_500]
    with pytest.raises(Refusal, match="chip_of_a_game") as refused:
        house_chips.change(house_id=evening.house.pk, denominations_cents=without, actor=builders.user("admin", "hq"))
    assert refused.value.facts == {"game": "PLO", "denomination_cents": 2_500}
    assert chips() == usual_denominations()
    Game.objects.filter(pk=game.pk).update(is_active=False)
    house_chips.change(house_id=evening.house.pk, denominations_cents=without, actor=builders.user("admin", "hq2"))
    assert chips() == without


@pytest.mark.parametrize("wanted", [[], [0, 100], [100, 100], [-100], [10**15], list(range(100, 2_200, 100))])
def test_what_is_no_set_of_chips(wanted):
    evening = builders.evening()
    with pytest.raises(Malformed, match="denominations_wrong"):
        house_chips.change(house_id=evening.house.pk, denominations_cents=wanted, actor=builders.user("admin", "hq"))
    assert chips() == usual_denominations()


def test_a_manager_changes_no_chips():
    evening = builders.evening()
    with pytest.raises(Refusal, match="not_allowed"):
        house_chips.change(house_id=evening.house.pk, denominations_cents=[100], actor=evening.manager)
    assert chips() == usual_denominations()


def test_a_limit_that_is_changed_raises_an_alarm():
    """A limit decides what management looks at first (domain §5), so nobody changes it unseen."""
    evening = builders.evening()
    admin = builders.user("admin", "hq")
    for changes in ({"variance_limit_bp": 1_001}, {"tip_limit_cents": 0}):
        with pytest.raises(Refusal, match="limit_out_of_range"):
            houses.edit(house_id=evening.house.pk, changes=changes, actor=admin)
    assert not SecurityEvent.objects.filter(kind=SecurityKind.TERMS, user=admin).exists()
    houses.edit(house_id=evening.house.pk, changes={"variance_limit_bp": 100, "name": "Spielbank"}, actor=admin)
    event = SecurityEvent.objects.get(kind=SecurityKind.TERMS, user=admin)
    assert event.about == "wi: variance_limit_bp 50 → 100"


@pytest.fixture
def admin_at_desk(client):
    builders.evening()
    client.force_login(builders.user("admin", "hq"))
    return client


def test_the_page_of_chips_adds_offered_chips_and_own_values(admin_at_desk):
    address = reverse("setup:chips")
    shown = admin_at_desk.get(address).context["form"]["denominations_cents"]
    assert [one.data["value"] for one in shown if one.data["selected"]] == [str(value) for value in chips()]
    kept = [str(value) for value in chips()]
    answer = admin_at_desk.post(
        address, {"key": "a" * 12, "denominations_cents": [*kept, "25"], "own": "7,50 10000"}, headers=GERMAN
    )
    assert answer.status_code == 303
    assert chips() == sorted([*usual_denominations(), 25, 750, 1_000_000])


@pytest.mark.parametrize("typed", ["zwanzig", "0", "1 1", "-5"])
def test_the_page_of_chips_keeps_what_was_typed_and_says_what_is_wrong(admin_at_desk, typed):
    address = reverse("setup:chips")
    answer = admin_at_desk.post(address, {"key": "a" * 12, "denominations_cents": ["100"], "own": typed})
    assert answer.status_code == 400
    assert answer.context["form"].errors["own"]
    assert f'value="{typed}"' in answer.text
    assert chips() == usual_denominations()


def test_the_page_of_the_house_keeps_its_settings(admin_at_desk):
    address = reverse("setup:house")
    shown = admin_at_desk.get(address, headers=GERMAN).context["form"]
    values = {field.name: field.value() for field in shown}
    assert (values["tip_bp"], values["shift_starts"]) == ("1", "20:00")
    sent = {
        "key": "a" * 12, "name": "Spielbank am See",
        "shift_starts": "18:00 02:30", "tip_bp": "1,5", "call_minutes": "5", "variance_limit_bp": "0,75",
        "tip_limit_cents": "80", "float_tolerance_cents": "2,50",
    }  # fmt: skip
    assert admin_at_desk.post(address, sent, headers=GERMAN).status_code == 303
    house = House.objects.get()
    assert house.name == "Spielbank am See"
    assert (house.shift_starts, house.tip_bp, house.call_minutes) == ([time(18), time(2, 30)], 150, 5)
    assert (house.variance_limit_bp, house.tip_limit_cents, house.float_tolerance_cents) == (75, 8_000, 250)
    wrong = sent | {"key": "b" * 12, "shift_starts": "abends", "tip_bp": "x", "name": ""}
    answer = admin_at_desk.post(address, wrong)
    assert answer.status_code == 400
    assert set(answer.context["form"].errors) == {"shift_starts", "tip_bp", "name"}  # all at once
    assert House.objects.get().name == "Spielbank am See"
