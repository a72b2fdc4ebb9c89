"""The drawing of the house holds: arrows among rooms go down, names are whole words (docs/architecture.md)."""

import ast
from pathlib import Path

import pytest

from tests import rooms

pytestmark = pytest.mark.source


def test_no_arrow_among_rooms_goes_up() -> None:
    assert rooms.upward() == []


def test_no_rooms_import_each_other_in_a_circle() -> None:
    assert rooms.circle() == []


def test_no_two_subjects_of_a_room_import_each_other() -> None:
    assert rooms.both_ways() == {}


def test_an_import_is_an_arrow_unless_it_is_for_types_alone() -> None:
    text = (
        "if TYPE_CHECKING:\n    from tables import locks\nfrom tables.floor.services import seats\nimport tables.models"
    )
    drawn = rooms.Module("tables.play.services.x", ast.parse(text), 4)
    assert [target.name for target in rooms.imports(drawn)] == ["tables.floor.services.seats", "tables.models"]
    assert (drawn.room, drawn.subject) == ("tables.play", "tables.play/x")


def test_a_name_is_made_of_words_of_the_house() -> None:
    assert rooms.strange_names(rooms.named()) == []


def test_a_strange_name_is_seen() -> None:
    strange = [Path("tables/play/services/waitingshapes.py"), Path("tables/helpers/seats.py"), Path("casino/utils.py")]
    assert rooms.strange_names([*strange, Path("tables/hands/services/hands.py")]) == [str(path) for path in strange]
