"""A dealer before the pad, in a browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from accounting.models import Entry
from tables.models import Hand
from tests.browser.conftest import TABLET, Sit
from tests.tables.pages.conftest import Room

NAMES = ("Müller", "Okafor", "Schmidt", "Yilmaz", "Rossi", "Nguyen", "Weber")

SHELL_KEPT = """
async () => {
  const shell = await caches.open("pad");
  while (!await shell.match(location.pathname)) await new Promise((go) => setTimeout(go, 50));
}
"""
"""The page, and with it all its files: they are added together."""
_HELD = """
() => {
  const add = outbox.add;
  const released = new Promise((release) => { globalThis.release = release; });
  outbox.add = async (hand) => { await released; return add(hand); };
}
"""
BEHIND = """
() => {
  const all = outbox.all;
  outbox.all = async () => (await all()).map(({ body, ...hand }) => hand);
}
"""
"""The screen does not know yet that a hand is on its way."""
FULL = "() => { outbox.add = () => Promise.reject(new Error('the disk is full')); }"


def writing_held(page: Page) -> Callable[[], None]:
    """The tablet's disk is busy: what is booked is written down once the returned function is called."""
    page.evaluate(_HELD)
    return lambda: page.evaluate("release()")


class Pad:
    """A dealer's fingers; counts what they do."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def key(self, digits: str) -> None:
        for digit in digits:
            self.tap(f'[data-digit="{digit}"]')

    def book(self) -> None:
        self.tap("[data-book]")

    def hand(self, pot: str, tip: str = "") -> None:
        self.key(pot)
        if tip:
            self.tap(f'[data-tip][value="{tip}"]')
        self.book()

    def waits(self, hands: int) -> None:
        if hands:
            expect(self.page.locator("[data-queue]")).to_have_text(f"{hands} waiting")
        else:
            expect(self.page.locator("[data-queue]")).to_be_hidden()


def at_the_pad(sit: Sit, room: Room, *, kept: bool = True) -> Pad:
    """Seven guests at a table that records outcomes, its dealer before a tablet."""
    table = room.set_up("T1", "summary", NAMES)
    room.push(room.tables["T1"])
    page = sit(room.dealer, size=TABLET, kept=kept).open(f"/dealer/tables/{table}/record/")
    expect(page.locator("[data-link]")).to_have_text("online")
    return Pad(page)


def booked(hands: int) -> None:
    assert Hand.objects.filter(state="settled").count() == Entry.objects.filter(code="hand").count() == hands
