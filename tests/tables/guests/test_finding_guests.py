"""Finding guests: suggestions while somebody types and before, numbers without a card, namesakes."""

import pytest

from casino.errors import Refusal
from tables.guests.selectors.guests import suggestions
from tables.guests.services import guests
from tables.models import Guest
from tables.waiting.services import entries
from tests import builders, databases
from tests.api_client import Api
from tests.builders import Evening

pytestmark = pytest.mark.django_db
NAMES = (("1001", "Anna Becker"), ("1002", "Boris Beckmann"), ("2001", "Clara Anders"), ("77", "Zoe Weber-Anna"))


def made() -> Evening:
    evening = builders.evening()
    for number, name in NAMES:
        guests.register(house_id=evening.house.pk, number=number, name=name, actor=evening.floor)
    return evening


built, evening = databases.shared(made)


def found(evening: Evening, text: str, game_id: int | None = None) -> list[str]:
    return [row.guest.name for row in suggestions(evening.house.pk, text, game_id=game_id)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("100", ["Anna Becker", "Boris Beckmann"]),
        ("1002", ["Boris Beckmann"]),
        ("beck", ["Anna Becker", "Boris Beckmann"]),
        ("anna", ["Anna Becker", "Zoe Weber-Anna"]),
        ("becker anna", ["Anna Becker"]),
        ("and", ["Clara Anders"]),
        ("nobody", []),
        ("%", []),
    ],
)
def test_a_number_goes_before_a_name_and_its_beginning_before_the_rest(
    evening: Evening, text: str, names: list[str]
) -> None:
    assert found(evening, text) == names


def test_before_anything_is_typed_the_list_s_next_and_who_left_last(evening: Evening) -> None:
    game, clara = evening.game(), Guest.objects.get(number="2001")
    table = evening.table(game)
    evening.sit(table, 20_000)
    entries.join(game_id=game.pk, guest_id=clara.pk, is_here=True, actor=evening.floor)
    [row] = suggestions(evening.house.pk, "", game_id=game.pk)
    assert (row.guest, row.lists) == (clara, (game.name,))
    assert found(evening, "") == [], "nobody has left a table yet"


def test_a_suggestion_says_where_its_guest_sits(evening: Evening) -> None:
    table = evening.table(evening.game())
    evening.sit(table, 20_000, guests=[Guest.objects.get(number="77")])
    [row] = suggestions(evening.house.pk, "zoe")
    assert (row.table_code, row.seat) == ("T07", 1)


def test_guests_of_another_house_are_nobody_here(evening: Evening) -> None:
    other = builders.House.objects.create(code="mz", name="Mainz")
    Guest.objects.create(house=other, number="1", name="Anna Adler")
    assert found(evening, "anna") == ["Anna Becker", "Zoe Weber-Anna"]


def test_a_guest_has_a_name_and_a_house(evening: Evening) -> None:
    anna, house = Guest.objects.get(number="1001"), evening.house.pk
    before = list(Guest.objects.order_by("pk").values())
    for code, act, said in (
        ("guest_incomplete", guests.register, {"house_id": house, "name": " "}),
        ("guest_incomplete", guests.edit, {"guest_id": anna.pk, "name": " ", "notes": "likes tea"}),
        ("no_such_house", guests.register, {"house_id": 4711, "name": "Ida Hahn", "number": "9"}),
    ):
        with pytest.raises(Refusal) as refusal:
            act(**said, actor=evening.floor)
        assert refusal.value.code == code
        assert list(Guest.objects.order_by("pk").values()) == before


def test_a_guest_without_a_card_gets_a_number_of_the_house(evening: Evening) -> None:
    names = ["Erste", "Zweite"]
    made = [guests.register(house_id=evening.house.pk, name=name, actor=evening.floor) for name in names]
    assert [guest.number for guest in made] == ["G1", "G2"]
    answer = Api(evening.floor).post("guests/", {"house": evening.house.pk, "name": "Dritte"})
    assert (answer.status_code, answer.json()["number"]) == (201, "G3")
    with pytest.raises(Refusal, match="guest_number_taken"):
        guests.register(house_id=evening.house.pk, number="G3", name="Vierte", actor=evening.floor)
