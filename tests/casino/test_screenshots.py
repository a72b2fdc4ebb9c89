"""Every desk has its pictures in the README and in `docs/screens.md`; all of them are light enough to be cloned."""

import re

from PIL import Image

from casino.environment import ROOT
from tools.management.commands.screenshots import DOCUMENT, INTO, PICTURES, document

MOST_BYTES = 4_000_000


def test_each_picture_is_there_and_on_its_page() -> None:
    assert {path.name for path in INTO.iterdir()} == {picture.file for picture in PICTURES}
    assert DOCUMENT.read_text(encoding="utf-8") == document()


def test_the_readme_shows_pictures_of_every_desk() -> None:
    shown = re.findall(r"screens/([\w-]+\.png)", (ROOT / "README.md").read_text(encoding="utf-8"))
    desks = {picture.file: picture.screen.desk for picture in PICTURES}
    assert {desks[file] for file in shown} == {picture.screen.desk for picture in PICTURES} - {"House"}


def test_the_pictures_are_small() -> None:
    assert sum(path.stat().st_size for path in INTO.iterdir()) < MOST_BYTES
    for path in INTO.iterdir():
        with Image.open(path) as picture:
            assert picture.mode == "P", f"{path.name} has more than 8 bits a pixel"
