"""Setting up a house from the command line: what a bare installation begins with."""

from datetime import time
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounting.days.services import days, houses
from accounting.models import House
from casino.errors import Refusal
from tests import builders

pytestmark = pytest.mark.django_db


def test_a_house_is_set_up_and_opens_its_day():
    call_command("createhouse", "wi", "Spielbank", "--rolls-over-at", "06:00", stdout=StringIO())
    house = House.objects.get()
    assert (house.code, house.currency, house.time_zone, house.rolls_over_at) == ("wi", "EUR", "Europe/Berlin", time(6))
    assert days.open_day(house_id=house.pk, actor=builders.user("manager")).state == "open"


@pytest.mark.parametrize(
    "arguments",
    [("Wi 1", "Spielbank"), ("wi", " "), ("wi", "Spielbank", "--currency", "euro"), ("wi", "S", "--time-zone", "Mars")],
)
def test_what_no_house_can_be(arguments):
    with pytest.raises(CommandError):
        call_command("createhouse", *arguments, stdout=StringIO())
    assert not House.objects.exists()


def test_a_code_is_taken_once():
    call_command("createhouse", "wi", "Spielbank", stdout=StringIO())
    with pytest.raises(CommandError):
        call_command("createhouse", "wi", "Another", stdout=StringIO())
    assert House.objects.get().name == "Spielbank"


def test_a_floor_person_sets_up_no_house():
    with pytest.raises(Refusal, match="not_allowed"):
        houses.create(
            code="wi",
            name="Spielbank",
            currency="EUR",
            time_zone="Europe/Berlin",
            rolls_over_at=time(12),
            actor=builders.user("floor"),
        )
    assert not House.objects.exists()


def test_a_house_says_when_its_later_shifts_begin():
    """Statistics by table, shift and day (domain §5); a shift may be 8 hours, 24 or another division (§4.12)."""
    evening = builders.evening()
    admin = builders.user("admin", "hq")
    assert evening.house.shift_starts == [time(20)]
    houses.edit(house_id=evening.house.pk, changes={"shift_starts": [time(18), time(1)]}, actor=admin)
    assert House.objects.get().shift_starts == [time(18), time(1)]
    for starts in ([time(12)], [time(18), time(18)], [time(hour) for hour in range(13, 19)]):
        with pytest.raises(Refusal, match="shifts_unclear"):
            houses.edit(house_id=evening.house.pk, changes={"shift_starts": starts}, actor=admin)
    assert House.objects.get().shift_starts == [time(18), time(1)]
    houses.edit(house_id=evening.house.pk, changes={"shift_starts": []}, actor=admin)
    assert House.objects.get().shift_starts == []


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tip_bp": -1}, "tip_custom_out_of_range"),
        ({"tip_bp": 1_001}, "tip_custom_out_of_range"),
        ({"variance_limit_bp": 1_001}, "limit_out_of_range"),
        ({"tip_limit_cents": 0}, "limit_out_of_range"),
    ],
)
def test_what_a_house_looks_at_lies_within_reason(changes: dict[str, int], code: str) -> None:
    evening = builders.evening()
    before = list(House.objects.values())
    with pytest.raises(Refusal, match=code):
        houses.edit(house_id=evening.house.pk, changes=changes, actor=builders.user("admin", "hq"))
    assert list(House.objects.values()) == before


@pytest.mark.parametrize("letterhead", ["x" * 301, "\n".join("123456")])
def test_a_letterhead_fits_on_a_sheet(letterhead):
    evening = builders.evening()
    with pytest.raises(Refusal, match="letterhead_too_long"):
        houses.edit(house_id=evening.house.pk, changes={"letterhead": letterhead}, actor=builders.user("admin", "hq"))
    assert House.objects.get().letterhead == ""
