"""The drawing of the house holds: arrows among rooms go down, names are whole words (docs/architecture.md)."""

from pathlib import Path

from tests import rooms


def test_no_arrow_among_rooms_goes_up() -> None:
    assert rooms.upward() == []


def test_no_rooms_import_each_other_in_a_circle() -> None:
    assert rooms.circles() == []


def test_a_name_is_made_of_words_of_the_house() -> None:
    assert rooms.strange_names(rooms.named()) == []


def test_a_strange_name_is_seen() -> None:
    strange = [Path("tables/play/services/waitingshapes.py"), Path("tables/helpers/seats.py"), Path("casino/utils.py")]
    assert rooms.strange_names([*strange, Path("tables/play/services/hands.py")]) == [str(path) for path in strange]
