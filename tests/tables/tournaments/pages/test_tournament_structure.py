"""A tournament's structure, colours and payout shares are changed on pages, and the next one announced like it."""

import re
from typing import Any

import pytest
from django.test import Client

from casino.models import User
from tables.models import Prize, Tournament
from tables.rules.tournaments import codec
from tables.rules.tournaments.shipped import STRUCTURES
from tables.rules.tournaments.structures import Structure
from tables.tournaments.pages.rows import MOST_ROWS
from tables.tournaments.pages.structure import OWN, StructureForm, read, typed
from tables.tournaments.services import announcing
from tables.tournaments.services.announcing import Terms
from tests import builders
from tests.builders import Evening
from tests.tables.tournaments.pages.tournaments import running, send, to
from tests.tables.tournaments.tournament import sold_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


@pytest.fixture
def floor(evening: Evening, client: Client) -> Client:
    User.objects.filter(pk=evening.floor.pk).update(language="en")
    client.force_login(User.objects.get(pk=evening.floor.pk))
    return client


def announced(evening: Evening, structure: Structure) -> Tournament:
    terms = Terms(name="Deep", starts_at=evening.day.opened_at, structure=codec.to_json(structure), buy_in_cents=10_000)
    return announcing.create(house_id=evening.house.pk, code="T1", terms=terms, actor=evening.floor)


def sent(structure: Structure) -> dict[str, str]:
    """The form of a structure as a browser sends it."""
    fields: dict[str, str] = {}
    for name, value in typed(structure).items():
        if isinstance(value, list):
            for place, row in enumerate(value):
                fields |= {f"{name}-{place}-{column}": "" if one is None else str(one) for column, one in row.items()}
        elif value not in (None, False):
            fields[name] = "on" if value is True else str(value)
    return fields


@pytest.mark.parametrize("structure", STRUCTURES.values(), ids=list(STRUCTURES))
def test_what_the_form_shows_it_reads_back(structure: Structure) -> None:
    form = StructureForm({"key": "k", **sent(structure)}, betting=structure.betting)
    assert form.is_valid(), form.errors
    again = codec.to_json(codec.from_json(read(form.cleaned_data, structure)))
    assert again == codec.to_json(structure) | {"name": OWN, "version": 1}


def test_a_level_is_added_another_removed_and_the_next_tournament_is_announced_like_it(
    evening: Evening, floor: Client
) -> None:
    row = announced(evening, STRUCTURES["evening/1"])
    fields = sent(STRUCTURES["evening/1"])
    fields["items-0-minutes"] = "25"
    fields["items-1-minutes"] = ""
    fields |= {"items-90-minutes": "20", "items-90-small_blind": "20000", "items-90-big_blind": "40000"}
    assert to("structure", row.pk) in floor.get(to("edit", row.pk)).content.decode()
    assert send(floor, to("structure", row.pk), **fields).status_code == 303
    row.refresh_from_db()
    found = codec.from_json(row.structure)
    assert (found.name, found.levels[0].minutes, found.levels[1].big_blind) == (OWN, 25, 200)
    assert (len(found.levels), found.levels[-1].big_blind) == (16, 40_000)

    assert to("announce-like", row.pk) in floor.get(to("templates")).content.decode()
    like = to("announce-like", row.pk)
    typed_again: dict[str, Any] = dict(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="([^"]+)"', page(floor, like)))
    answer = send(floor, like, **typed_again | {"code": "T2", "bounty_paid_bp": "10000"})
    assert answer.status_code == 303, re.findall(r"<p class=\"error.*", answer.content.decode())
    assert Tournament.objects.get(code="T2").structure == row.structure


def page(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def test_s3_a_big_blind_below_the_minimum_bet_is_refused_when_a_structure_changes(
    evening: Evening, floor: Client
) -> None:
    """Seed `003`: "The big blind is equal to or greater than the minimum bet"."""
    row = announced(evening, STRUCTURES["limit/1"])
    before = row.structure
    refused = send(floor, to("structure", row.pk), **sent(STRUCTURES["limit/1"]) | {"items-0-big_blind": "50"})
    assert refused.status_code == 422
    assert "Level 1: the big blind is at least the minimum bet, which is 100." in refused.content.decode()
    row.refresh_from_db()
    assert row.structure == before


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"items-2-big_blind": "10"}, "small blind must be no more than"),
        ({"items-0-minutes": "x"}, "Row 1: enter whole numbers."),
        ({"items-0-minutes": "1 2"}, "Row 1: enter whole numbers."),
        ({"chips-0-worth": "30"}, "handed out are worth"),
        ({f"items-{number}-minutes": "20" for number in range(MOST_ROWS + 1)}, "No more than 250 rows are allowed."),
    ],
)
def test_what_cannot_be_played_is_refused_and_what_was_typed_stays(
    evening: Evening, floor: Client, changed: dict[str, str], said: str
) -> None:
    row = announced(evening, STRUCTURES["evening/1"])
    refused = send(floor, to("structure", row.pk), **sent(STRUCTURES["evening/1"]) | changed)
    assert refused.status_code in (400, 422)
    html = refused.content.decode()
    assert said in html
    name, value = next(iter(changed.items()))
    assert re.search(rf'name="{name}"\s+value="{value}"', html)
    row.refresh_from_db()
    assert row.structure == codec.to_json(STRUCTURES["evening/1"])


def test_once_registration_is_open_the_structure_stays(evening: Evening, floor: Client) -> None:
    tournament = sold_tournament(evening, structure=STRUCTURES["evening/1"])
    refused = send(floor, to("structure", tournament.id), **sent(STRUCTURES["evening/1"]))
    assert refused.status_code == 422


def test_the_house_s_own_shares(evening: Evening, floor: Client) -> None:
    tournament = sold_tournament(evening, structure=STRUCTURES["turbo/1"])
    running(tournament)
    address = to("fix", tournament.id)
    for shares, said in (("60 40 x", "percentages like"), ("60 30", "whole pool"), ("40 60", "better place")):
        refused = send(floor, address, table="usual/1", shares=shares, early="on")
        assert said in refused.content.decode()
    assert not Prize.objects.exists()
    assert send(floor, address, table="usual/1", shares="62,5 37.5", early="on").status_code == 303
    first, second = Prize.objects.order_by("place").values_list("amount_cents", flat=True)
    assert abs(first * 375 - second * 625) <= 1_000 * 1_000
