"""A dealer before the pad of a table against the house, in a browser."""

from collections.abc import Sequence

from playwright.sync_api import Page, expect

from accounting.models import Entry
from tables.floor.services import seats as at_seats
from tables.models import Round
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules import cards
from tables.rules.banked.boxes import Box
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import Spot
from tests.browser.conftest import TABLET, Sit
from tests.builders import Evening

EURO = 100
THREE = ("Müller", "Okafor", "Schmidt")
SEVEN = ("Müller", "Okafor", "Hohenfels-Arnim", "Yilmaz", "Rossi", "Nguyen", "Weberknecht")
CASINO = {"variant": "casino_holdem", "rule_set": "casino-holdem/1"}
ULTIMATE = {"variant": "ultimate_holdem", "rule_set": "ultimate-holdem-rounded-up/1"}


class Boxes:
    """A dealer's fingers; counts what they do."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).tap()

    def ante(self, number: int, *chips: int) -> None:
        """Into this box, chip by chip, in euros."""
        self.tap(f'[data-box="{number}"]')
        for chip in chips:
            self.tap(f'[data-chip="{chip * EURO}"]')

    def way(self, *words: str) -> None:
        """How the picked box was played: its bets; none: it folds."""
        self.taps += 1
        keys = self.page.locator("[data-way]")
        wanted = " ".join(words) or "Fold"
        keys.nth([" ".join(text.split()) for text in keys.all_inner_texts()].index(wanted)).tap()

    def loses(self) -> None:
        self.tap('[data-outcome="loses"]')

    def wins(self, hand: str) -> None:
        self.tap(f'[data-category="{hand}"]')

    def cards(self, dealt: str) -> None:
        for card in dealt.split():
            self.tap(f'[data-deal="{card}"]')

    def book(self) -> None:
        expect(self.page.locator("[data-book]")).to_be_enabled()
        self.tap("[data-book]")

    def lost_round(self, ante: int = 10) -> None:
        """Box 1 lays an ante and a flop bet, and loses both."""
        plate = self.page.locator('[data-box="1"]')
        if "no bet" in plate.inner_text():
            self.ante(1, ante)
        self.loses()
        self.book()

    def plate(self, number: int, *texts: str) -> None:
        for text in texts:
            expect(self.page.locator(f'[data-box="{number}"]')).to_contain_text(text)

    def waits(self, count: int) -> None:
        if count:
            expect(self.page.locator("[data-queue]")).to_have_text(f"{count} waiting")
        else:
            expect(self.page.locator("[data-queue]")).to_be_hidden()


def opened(evening: Evening, names: Sequence[str] = THREE, **terms: object) -> int:
    """E1, with 500 before each of these guests."""
    table = evening.table(evening.banked_game(**terms), code="E1", float_cents=5_000 * EURO)
    for seat, name in enumerate(names, 1):
        guest = evening.guest(name)
        at_seats.sit(
            table_id=table, version=evening.version(table), seat=seat, guest_id=guest.pk, buy_in_cents=500 * EURO,
            actor=evening.floor,
        )  # fmt: skip
    return table


def folded(
    evening: Evening,
    table: int,
    euros: int = 10,
    *,
    full: bool = False,
    seats: Sequence[int] = range(1, 8),
    **side: int,
) -> Round:
    """A round whose boxes, of the guests on these seats, all folded: the next one begins with its antes."""
    bets = {Spot.ANTE: euros * EURO} | {Spot(spot): amount * EURO for spot, amount in side.items()}
    if Spot.TRIPS in bets:
        bets[Spot.BLIND] = euros * EURO
    record = RoundRecord(
        tuple(BoxRecord(Box(number, bets), seat) for number, seat in enumerate(seats, 1)),
        dealer=cards.parse("Qs Jd") if full else (),
        board=cards.parse("Kh 8d 3s 9c 2h") if full else (),
    )
    return rounds.record(
        table_id=table,
        version=evening.version(table),
        round_record=record,
        details=RoundDetails(),
        actor=evening.dealer,
    )


def at_the_boxes(sit: Sit, evening: Evening, *, kept: bool = True, language: str = "en") -> Boxes:
    """The dealer of E1 before a tablet."""
    page = sit(evening.dealer, size=TABLET, kept=kept, language=language).open("/dealer/")
    expect(page.locator("[data-link]")).to_have_text("online")
    return Boxes(page)


def booked(count: int) -> None:
    assert Round.objects.filter(state="settled").count() == Entry.objects.filter(code="round").count() == count
