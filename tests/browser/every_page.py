"""What holds for every page: which pages there are, and how one is measured in a browser."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver
from playwright.sync_api import Page

from tests.test_translations import catalogue

MOST_BYTES = 150_000
TARGET, TAPPED_TARGET, KEY = 44, 48, 64
SIZES = ((390, 844), (820, 1180), (1180, 820), (1280, 800), (1920, 1080))
TWICE_AS_LARGE = (640, 400)
"""What a window of 1280 × 800 holds at 200 %."""
TAPPED = ("/dealer/", "/tablet/", "/floor/", "/cage/", "/tournaments/")
"""Pages that are used with a finger."""

AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

ASKED = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def routes(patterns: Iterable[Any] | None = None, before: str = "") -> Iterator[str]:
    """Every address of ours as it is written in the url files; not the API's, and not the back office's."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if route.startswith(("api/", "admin/")):
            continue
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def _asked(page: Page, what: str, argument: object = None) -> Any:
    if not page.evaluate("typeof everyPage === 'object'"):
        page.evaluate(ASKED)
    return page.evaluate(f"(argument) => everyPage.{what}(argument)", argument)


def measured(page: Page, path: str) -> list[str]:
    """Complaints about how a page lies on the screen as large as it is now."""
    tapped = path.startswith(TAPPED)
    return [str(one) for one in _asked(page, "measure", [TAPPED_TARGET if tapped else TARGET, KEY, tapped])]


def weighed(page: Page) -> list[str]:
    """Whether its text, style and code are small enough, uncompressed."""
    weight = _asked(page, "weigh")
    assert weight > 5_000, "nothing was weighed"
    return [f"weighs {weight} bytes"] if weight > MOST_BYTES else []


def judged(page: Page, *, contrast_alone: bool = False) -> list[str]:
    """What axe-core finds and calls serious or critical; of low contrast whatever it finds."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    only = {"type": "rule", "values": ["color-contrast"]} if contrast_alone else {"type": "tag", "values": AXE_TAGS}
    found = _asked(page, "judge", only)
    return [f"{rule}: {where}" for impact, rule, where in found if impact in ("serious", "critical")]


class Words:
    """What each language says, to tell a text of ours that was left in the other one."""

    def __init__(self, *, names: set[str]) -> None:
        said: Mapping[str, set[str]] = {"en": set(), "de": set()}
        for (_context, english), german in catalogue().items():
            if "%" not in english:
                said["en"].add(english)
                said["de"].update(german)
        self.foreign = {"de": said["en"] - said["de"] - names, "en": said["de"] - said["en"] - names}

    def complaints(self, page: Page, language: str) -> list[str]:
        """The page's language, and texts that are word for word of the other one."""
        lang, said = _asked(page, "words")
        wrong = [] if lang == language else [f"says it is {lang}"]
        return wrong + [f"not {language}: {text}" for text in said if text in self.foreign[language]]
