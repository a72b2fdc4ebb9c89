"""From an empty database to the first raked hand, by pages alone but for the code; fields and taps are counted."""

import io
import re
from dataclasses import dataclass

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounting.models import Assessment
from casino.services import setup_codes
from tests.browser.conftest import TABLET, Sit
from tests.browser.pads import Pad

PASSWORDS = {"anna": "a sentence by anna alone", "bert": "a sentence by bert alone", "cleo": "a sentence by cleo alone"}
PEOPLE = dict(zip(("administrator", "manager", "manager2"), PASSWORDS, strict=True))
PIN = "246810"
KEYED = 4  # taps on the pad: three digits, book
SECONDS_A_FIELD, SECONDS_A_TAP = 10, 3  # somebody who types with two fingers, and looks before they tap


@dataclass
class Person:
    """Somebody who sets up the house; counts the fields they fill and what they tap."""

    page: Page
    fields: int = 0
    taps: int = 0

    def fill(self, **values: str) -> None:
        for name, value in values.items():
            self.fields += 1
            self.page.locator(f"[name='{name.replace('__', '-')}']").fill(value)

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).first.click()

    def choose(self, name: str, value: str) -> None:
        self.taps += 1
        self.page.locator(f"[name='{name}'][value='{value}']").check()

    def send(self) -> None:
        self.tap("main form button.primary")

    def sign_in(self, name: str) -> None:
        self.tap(".person > summary")
        self.tap("form[data-leave] button")
        self.fill(username=name, password=PASSWORDS[name])
        self.send()
        expect(self.page.locator(".person > summary")).to_be_visible()

    def go(self, address: str) -> None:
        self.taps += 1
        self.page.goto(address)


@pytest.mark.parametrize("language", ["en", "de"])
def test_from_nothing_to_the_first_raked_hand(sit: Sit, transactional_db: None, language: str) -> None:
    code = setup_codes.renew()
    assert code
    desk = sit(language=language)
    person = Person(desk.open("/setup/start/"))

    person.fill(setup_code=code, house__name="Spielbank Bad Brunnen", house__code="bb")
    for part, name in PEOPLE.items():
        person.fill(
            **{f"{part}__full_name": name.title(), f"{part}__username": name, f"{part}__password": PASSWORDS[name]}
        )
    person.send()
    expect(person.page).to_have_url(desk.address + "/setup/")

    person.tap("a.tile[href='/setup/people/']")
    person.fill(full_name="Dora Dealer", username="dora", pin=PIN, password=PASSWORDS["anna"])
    person.send()
    expect(person.page.locator(".notice")).to_contain_text("Dora Dealer")

    agree_rake(person, desk.address)
    offer_a_game_and_open(person, desk.address)
    open_and_seat(person)
    dealer, pad = at_the_tablet(sit, person, desk.address)
    pad.key("200")
    pad.book()
    dealer.taps += KEYED
    fields, taps = person.fields + dealer.fields, person.taps + dealer.taps
    assert fields * SECONDS_A_FIELD + taps * SECONDS_A_TAP <= 600, f"{fields} fields, {taps} taps"
    expect(pad.page.locator("[data-last-state]")).to_have_text({"en": "booked", "de": "gebucht"}[language])
    row = Assessment.objects.get()
    assert (row.pot_cents, row.due_cents, row.taken_cents) == (20_000, 1_000, 1_000)
    call_command("prove", stdout=io.StringIO())


def agree_rake(person: Person, address: str) -> None:
    """One manager proposes the rake, the other one approves it."""
    person.sign_in("bert")
    person.go(f"{address}/setup/")
    person.tap("a.tile[href='/management/schedules/new/']")
    person.fill(name="Tarif 1", rate_bp="5", cap_cents="15")
    person.send()
    expect(person.page).to_have_url(address + "/management/schedules/")
    person.sign_in("cleo")
    person.go(f"{address}/management/schedules/")
    person.tap("a[href$='/approve/']")
    if person.page.locator("[name='password']").count():
        person.fill(password=PASSWORDS["cleo"])
    person.send()
    expect(person.page).to_have_url(address + "/management/schedules/")


def offer_a_game_and_open(person: Person, address: str) -> None:
    """A game from its template, a table, and the day."""
    person.go(f"{address}/setup/")
    person.tap("a.tile[href='/setup/games/']")
    person.tap("a.tile[href^='?kind=plo']")
    person.choose("recording", "summary")
    person.send()
    expect(person.page.locator("main")).to_contain_text("PLO 5/10")
    person.go(f"{address}/setup/")
    person.tap("a.tile[href='/setup/tables/']")
    person.send()
    expect(person.page.locator("main")).to_contain_text("T01")
    person.go(f"{address}/setup/")
    person.tap("a.tile[href='/floor/day/']")
    person.send()
    expect(person.page).to_have_url(address + "/floor/")


def open_and_seat(person: Person) -> None:
    """The table is opened, its dealer is sent there, and three guests sit down, whom the house has never seen."""
    person.tap("[data-table] a")
    person.tap("a[href$='/open/']")
    person.fill(float_cents="0")
    person.send()
    person.tap("main a[href$='/dealer/']")
    person.send()
    for seat, name in enumerate(("Müller", "Okafor", "Weber"), 1):
        person.tap(f"a[href$='/seats/{seat}/sit/']")
        person.tap(f"a[href$='/seats/{seat}/guest/']")
        person.fill(name=name)
        person.send()
        person.fill(buy_in_cents="1000")
        person.send()
        expect(person.page.locator(".notice")).to_contain_text(name)


def at_the_tablet(sit: Sit, person: Person, address: str) -> tuple[Person, Pad]:
    """A tablet is enrolled, and its dealer opens it by their tile and PIN."""
    person.go(f"{address}/tablets/add/")
    person.fill(name="Tablet 1")
    person.send()
    expect(person.page.locator(".notice")).to_contain_text(re.compile(r"\d{4} \d{4}"))
    code = re.search(r"\d{4} \d{4}", person.page.locator(".notice").inner_text())
    assert code
    dealer = Person(sit(size=TABLET).open("/tablet/"))
    dealer.fill(code=code[0])
    dealer.send()
    dealer.tap("a.tile")
    for digit in PIN:
        dealer.tap(f'[data-keypad] [data-digit="{digit}"]')
    expect(dealer.page.locator("[data-link]")).to_have_text("online")
    return dealer, Pad(dealer.page)
