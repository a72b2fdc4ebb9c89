"""From an empty database to the first raked hand, by pages alone but for the code; fields and taps are counted."""

import io
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounting.models import Assessment, House
from casino.models import User
from casino.services import setup_codes
from tables.dealers.services import downs
from tables.floor.services import seats, tables
from tables.guests.services import guests
from tables.models import Game, Table
from tests.browser.conftest import TABLET, Sit
from tests.browser.pads import Pad

PASSWORDS = {"anna": "a sentence by anna alone", "bert": "a sentence by bert alone", "cleo": "a sentence by cleo alone"}
PEOPLE = dict(zip(("administrator", "manager", "manager2"), PASSWORDS, strict=True))
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
        self.tap("header.bar summary")
        self.tap("form[data-leave] button")
        self.fill(username=name, password=PASSWORDS[name])
        self.send()
        expect(self.page.locator("header.bar summary")).to_be_visible()

    def go(self, address: str) -> None:
        self.taps += 1
        self.page.goto(address)


@pytest.mark.parametrize("language", ["en", "de"])
def test_from_nothing_to_the_first_raked_hand(
    sit: Sit, transactional_db: None, settings: LazySettings, tmp_path: Path, language: str
) -> None:
    settings.DATA_FOLDER = tmp_path
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
    person.fill(full_name="Dora Dealer", username="dora", pin="246810", password=PASSWORDS["anna"])
    person.send()
    expect(person.page.locator(".notice")).to_contain_text("Dora Dealer")

    agree_rake(person, desk.address)
    offer_a_game_and_open(person, desk.address)
    seconds = person.fields * SECONDS_A_FIELD + person.taps * SECONDS_A_TAP
    assert seconds <= 600, f"{person.fields} fields, {person.taps} taps"

    pad = at_the_first_table(sit)
    pad.key("200")
    pad.book()
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
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
    person.tap("a.tile[href='?kind=plo']")
    person.choose("recording", "summary")
    person.send()
    expect(person.page.locator("main")).to_contain_text("PLO 5/10")
    person.go(f"{address}/setup/")
    person.tap("a.tile[href='/setup/tables/']")
    person.send()
    expect(person.page.locator("main")).to_contain_text("T01 (9)")
    person.go(f"{address}/setup/")
    person.tap("a.tile[href='/floor/day/']")
    person.send()
    expect(person.page).to_have_url(address + "/floor/")


def at_the_first_table(sit: Sit) -> Pad:
    """The table opened, its dealer and three guests at it: the floor's own pages have their own tests."""
    manager, dora = (User.objects.get(username=name) for name in ("bert", "dora"))
    house, table = House.objects.get(), Table.objects.get()
    tables.open_table(table_id=table.pk, version=1, game_id=Game.objects.get().pk, float_cents=0, actor=manager)
    downs.push(table_id=table.pk, version=version(table), dealer_id=dora.pk, actor=manager)
    for seat, name in enumerate(("Müller", "Okafor", "Weber"), 1):
        guest = guests.register(house_id=house.pk, number=str(seat), name=name, actor=manager)
        seats.sit(
            table_id=table.pk,
            version=version(table),
            seat=seat,
            guest_id=guest.pk,
            buy_in_cents=100_000,
            actor=manager,
        )
    page = sit(dora, size=TABLET).open(f"/dealer/tables/{table.pk}/record/")
    expect(page.locator("[data-link]")).to_have_text("online")
    return Pad(page)


def version(table: Table) -> int:
    """The table's version as it stands."""
    return Table.objects.values_list("version", flat=True).get(pk=table.pk)
