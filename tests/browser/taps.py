"""What a task costs a person: taps, keys and pages, as the browser itself counts them, and seconds by a model.

The model is the keystroke-level model (Card, Moran, Newell 1980): 1.3 s to point at something and tap it, 0.28 s for a
key, 1.35 s to take in a page.  A tap on glass and a click of a mouse are one `pointerdown` each.
"""

from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.conftest import Desk

WRITTEN = Path(__file__).parents[2] / "docs" / "taps.md"
TAP_CENTISECONDS, KEY_CENTISECONDS, PAGE_CENTISECONDS = 130, 28, 135
_COUNTER = """(() => {
  if (window !== top) return;
  const add = (name) => localStorage.setItem(name, Number(localStorage.getItem(name) ?? 0) + 1);
  add("pages");
  addEventListener("pointerdown", (event) => event.isTrusted && add("taps"), true);
  addEventListener("keydown", (event) => event.isTrusted && add("keys"), true);
})()"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a task took."""

    taps: int
    keys: int
    pages: int

    @property
    def seconds(self) -> int:
        """By the model, rounded up."""
        centiseconds = self.taps * TAP_CENTISECONDS + self.keys * KEY_CENTISECONDS + self.pages * PAGE_CENTISECONDS
        return -(-centiseconds // 100)


def watched(desk: Desk, path: str) -> Page:
    """The page opened at this desk; from here on everything counts, the page itself too."""
    desk.context.add_init_script(_COUNTER)
    return desk.open(path)


def cost(page: Page) -> Cost:
    """What was done at this desk since it was opened."""
    taps, keys, pages = (
        int(page.evaluate("(name) => localStorage.getItem(name) ?? '0'", name)) for name in ("taps", "keys", "pages")
    )
    return Cost(taps, keys, pages)


def written() -> dict[str, list[str]]:
    """The lines of the table in `docs/taps.md` by their task: who, task, taps before, taps, keys, pages, seconds."""
    lines = [line for line in WRITTEN.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[1]: row for row in cells}


def told(task: str, found: Cost) -> None:
    """Compare with the table: a screen that costs more than it says fails, one that costs less is written down."""
    row = written()[task]
    assert [str(found.taps), str(found.keys), str(found.pages), str(found.seconds)] == row[3:7], (task, found)
