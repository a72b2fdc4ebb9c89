"""A real Chromium before a real server; every page is watched for errors on the console and breaches of the CSP."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect, sync_playwright

from casino.models import User
from tests import lanes
from tests.tables.pages.conftest import Room, make_room

# Playwright keeps an event loop in this thread; the tests ask the database between two clicks all the same.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

TABLET, UPRIGHT, OFFICE, PHONE = (1180, 820), (820, 1180), (1440, 900), (390, 844)
PATIENCE_MS = 60_000  # a busy machine is no defect
expect.set_options(timeout=PATIENCE_MS)
# A refusal is an answer, and a network that a test has cut is no error of the page.
EXPECTED = re.compile(
    r"the server responded with a status of (4\d\d|503)"
    r"|net::ERR_(INTERNET_DISCONNECTED|FAILED)|^htmx:(afterRequest|sendError)"
    r"|Service Worker registration blocked by Playwright"
)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """They start servers, and need the whole database; the gate has one of them for each desk."""
    for item in items:
        if "tests/browser/" in str(item.path):
            if item.get_closest_marker("smoke") is None:
                item.add_marker(pytest.mark.release(lanes.NO_BROWSER))
            item.add_marker(pytest.mark.services)
            item.add_marker(pytest.mark.django_db(transaction=True))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, headless; without one these tests are skipped, and CI installs it."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None:
        pytest.skip("no Chromium on this machine")
    quiet = ["--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=quiet)
        yield browser
        browser.close()


@dataclass
class Desk:
    """Somebody before a screen. What the console says against the page is kept and fails the test at its end."""

    context: BrowserContext
    address: str
    complaints: list[str] = field(default_factory=list)

    def page(self) -> Page:
        """A further tab."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not EXPECTED.search(message.text):
            self.complaints.append(f"{message.text} ({message.location.get('url', '')})")

    def open(self, path: str) -> Page:
        """A tab with this page."""
        page = self.page()
        page.goto(self.address + path)
        return page


Sit = Callable[..., Desk]


@pytest.fixture
def sit(chromium: Browser, live_server) -> Iterator[Sit]:
    """`sit(user, size=TABLET, language="en")`: the user signed in, before a screen of that size; None: nobody yet.

    With `kept=False` nothing is kept for a reload without a network: what a service worker asks for, no route catches.
    """
    desks: list[Desk] = []

    def take(
        user: User | None = None, *, size: tuple[int, int] = OFFICE, language: str = "en", kept: bool = True
    ) -> Desk:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size != OFFICE,
            locale=language,
            timezone_id="Europe/Berlin",
            service_workers="allow" if kept else "block",
        )
        desk = Desk(context, live_server.url)
        desks.append(desk)
        if user is not None:
            User.objects.filter(pk=user.pk).update(language=language)
            context.add_cookies([session(user, live_server.url)])
        return desk

    yield take
    complaints = [complaint for desk in desks for complaint in desk.complaints]
    for desk in desks:
        desk.context.close()
    assert complaints == []


def press(page: Page, key: str) -> None:
    """Press a key once the page's scripts listen; a person sees the page before they press."""
    page.wait_for_load_state()
    page.keyboard.press(key)


def task_at(page: Page, code: str) -> Locator:
    """The line above the floor's board that says what waits at a table."""
    return page.locator(f'.alarm-line:has(b:text-is("{code}"))')


def after_the_last_tap(page: Page) -> None:
    """Wait until another tap is no double tap any more (`pages.js`): a test is faster than a finger."""
    page.wait_for_function("() => Date.now() - Number(sessionStorage.getItem('tapped')) >= 400")


_WATCHED = """
(selector) => {
  const place = () => {
    const { left, top, width, height } = document.querySelector(selector).getBoundingClientRect();
    return [left, top, width, height].join(" ");
  };
  globalThis.places = [place()];
  const see = () => places.push(place());
  for (const kind of ["htmx:oobAfterSwap", "htmx:afterSwap"]) document.body.addEventListener(kind, see);
}
"""


def watched(page: Page, selector: str) -> Callable[[], set[str]]:
    """Where it has stood since, also between what the server swapped in and what the scripts made of it."""
    page.evaluate(_WATCHED, selector)

    def places() -> set[str]:
        seen = page.evaluate("places")
        assert len(seen) > 1, "nothing was swapped in"
        return set(seen)

    return places


def session(user: User, url: str) -> dict[str, str]:
    """The cookie of somebody who has signed in."""
    client = Client()
    client.force_login(user)
    return {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "url": url,
    }


@pytest.fixture
def room(transactional_db: None) -> Room:
    """House, day, games, people; no table yet."""
    return make_room()
