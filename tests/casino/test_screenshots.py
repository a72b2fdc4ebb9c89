"""The README shows a picture of each desk, and all of them are light enough to be cloned."""

from casino.environment import ROOT
from casino.management.commands.screenshots import DESKS, INTO

MOST_BYTES = 1_500_000


def test_each_desk_has_its_picture_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    taken = {f"{desk.name}.png" for desk in DESKS}
    assert {path.name for path in INTO.iterdir()} == taken
    for name in taken:
        assert f"({INTO.relative_to(ROOT)}/{name})" in readme


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in INTO.iterdir()) < MOST_BYTES
