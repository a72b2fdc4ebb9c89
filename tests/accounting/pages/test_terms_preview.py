"""Terms of the rake while they are written: in words, and what they take from pots of usual sizes."""

import pytest
from django.test import Client

from accounting.rake.pages import terms_form
from tests import builders

pytestmark = pytest.mark.django_db
ADDRESS = "/management/schedules/preview/"
FIVE = {"kind": "percent", "rate_bp": "5", "cap_cents": "15", "no_flop_no_drop": "on"}


@pytest.fixture
def manager() -> Client:
    client = Client()
    client.force_login(builders.evening().manager)
    return client


def test_five_per_cent_up_to_fifteen(manager: Client):
    """5 % of 200.00 are 10.00; of 500.00 they would be 25.00, the cap is 15.00; nothing before the flop."""
    answer = manager.get(ADDRESS, {**FIVE, "chip_cents": "0,50"})
    taken = dict(answer.context["examples"])
    assert {pot: taken[pot] for pot in (1_000, 20_000, 50_000)} == {
        1_000: [50, 50, 0],
        20_000: [1_000, 1_000, 0],
        50_000: [1_500, 1_500, 0],
    }
    assert any("15,00" in one for one in answer.context["sentences"])
    assert "1.000,00" in answer.text


def test_few_players_pay_less_where_the_terms_say_so(manager: Client):
    answer = manager.get(ADDRESS, {**FIVE, "caps": "2 3\n4 10"})
    assert dict(answer.context["examples"])[20_000] == [1_000, 300, 0]


def test_an_exemption_of_bomb_pots_is_typed_said_and_shown_again(manager: Client):
    answer = manager.get(ADDRESS, {**FIVE, "bomb_pots_free": "on"})
    assert "Bei Bombpots fällt keine Taxe an." in answer.context["sentences"]
    stored = {"kind": "percent", "rate_bp": 500, "bomb_pots_free": True}
    assert terms_form.filled_in(stored)["bomb_pots_free"] is True
    filled = {name: value for name, value in terms_form.filled_in(stored).items() if value}
    form = terms_form.TermsFields(filled | {"rate_bp": "5"})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["terms"] == stored


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"kind": "percent"}, "nicht vollständig"),
        ({"kind": "percent", "rate_bp": "five"}, "nicht vollständig"),
        ({}, "nicht vollständig"),
    ],
)
def test_what_is_not_complete_is_said(manager: Client, typed: dict[str, str], said: str):
    answer = manager.get(ADDRESS, typed)
    assert answer.status_code == 200
    assert said in answer.text
    assert "<table" not in answer.text
