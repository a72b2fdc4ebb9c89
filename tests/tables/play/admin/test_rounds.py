"""Rounds against the house in the back office: read, and taken back with a reason and the password."""

import pytest
from django.urls import reverse

from tables.models import Game, Round
from tests import builders
from tests.builders import Evening
from tests.tables.admin.test_admin import PASSWORD, act
from tests.tables.rounds.banking import EURO, banked, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = builders.evening()
    evening.manager.set_password(PASSWORD)
    evening.manager.save()
    return evening


def test_a_round_is_shown_box_by_box_and_taken_back(evening: Evening, browser) -> None:
    played = play(evening, banked(evening))
    client = browser(evening.manager, "en")
    page = client.get(reverse("admin:tables_round_change", args=[played.pk])).content.decode()
    assert "1 (1): ante 10.00 +10.00, flop 10.00 +10.00, turn 10.00 +10.00" in page
    assert "5 (3): ante 50.00 −" in page
    assert client.get(reverse("admin:tables_round_changelist")).status_code == 200
    unasked = act(client, "tables_round", played.pk, "void", reason="wrong box")
    assert unasked.context["form"].errors.keys() == {"password"}
    assert act(client, "tables_round", played.pk, "void", reason="wrong box", password=PASSWORD).status_code == 303
    assert Round.objects.get().state == "void"


def test_a_game_against_the_house_has_limits_and_no_schedule(evening: Evening, browser) -> None:
    client = browser(evening.floor)
    form = {
        "house": evening.house.pk, "name": "Easy 5", "variant": "easy_holdem", "betting": "fixed_limit",
        "is_active": "on",
        "small_blind_cents": "0", "big_blind_cents": "0", "ante_cents": "0", "chip_cents": "1", "recording": "summary",
        "rule_set": "easy-holdem/1", "max_buy_in_cents": "", "min_buy_in_cents": "5", "rake_schedule": "",
        "min_box_cents": "5", "max_box_cents": "100", "max_side_cents": "", "max_paid_cents": "",
    }  # fmt: skip
    assert client.post(reverse("admin:tables_game_add"), form).status_code == 302
    game = Game.objects.get(name="Easy 5")
    assert (game.min_box_cents, game.max_box_cents, game.max_side_cents) == (5 * EURO, 100 * EURO, 0)
    assert (game.rake_schedule, game.max_paid_cents) == (None, None)
