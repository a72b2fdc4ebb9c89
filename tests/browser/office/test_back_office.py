"""A Texas and an Omaha table from their opening to their close, run by the floor in the back office alone."""

import os
import re
from collections.abc import Callable, Mapping

import pytest
from django.utils import translation
from playwright.sync_api import Page, expect

from accounting.models import Drop
from accounting.proof.services import proofs
from casino.models import User
from casino.services import users
from tables.floor.admin.tables import COMMANDS
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Game, Sitting, Table
from tests.browser.conftest import OFFICE, PHONE, TABLET, Sit
from tests.builders import balances
from tests.tables.pages.conftest import EURO, Room

CODES = {"T1": 9, "T2": 8}
POT, RAKE, TIP = 60 * EURO, 3 * EURO, 1 * EURO
"""One hand at each table: 5 % of its pot is raked."""


@pytest.fixture
def games(room: Room) -> dict[str, Game]:
    """Texas, recorded by its outcome; pot-limit Omaha at the same stakes, to change to; tables that are closed."""
    stakes = {"small_blind_cents": 200, "big_blind_cents": 400, "recording": "summary"}
    buy_in = {"min_buy_in_cents": 100 * EURO, "max_buy_in_cents": 400 * EURO}
    for code, seats in CODES.items():
        room.tables[code] = Table.objects.create(house=room.house, code=code, seats=seats).pk
    for number, name in ((1, "Weber"), (2, "Rossi"), (3, "Okafor"), (4, "Yilmaz")):
        room.guest(name, f"47{number}")
    for name, full_name in (("boris", "Boris Tamm"), ("carla", "Carla Meier")):
        users.create(username=name, password=None, full_name=full_name, role_names=["dealer"], language="de")
    return {
        "texas": room.game(name="NLHE 2/4 summary", variant="texas", betting="no_limit", **stakes, **buy_in),
        "omaha": room.game(name="PLO 2/4", variant="omaha", betting="pot_limit", **stakes, **buy_in),
    }


Does = Callable[..., None]


def at(page: Page, code: str, language: str) -> Does:
    """Run the commands of a table on its page in the back office."""
    with translation.override(language):
        words = {action.name: str(action.label) for action in COMMANDS}
    page.goto(re.sub(r"/admin/.*", f"/admin/tables/table/{Table.objects.get(code=code).pk}/change/", page.url))
    own = page.url

    def does(name: str, **fields: object) -> None:
        page.locator(".object-tools").get_by_role("link", name=words[name], exact=True).click()
        expect(page.locator("h1")).to_have_text(words[name])
        for field, value in fields.items():
            inputs = page.locator(f"form [name={field}]")
            if inputs.first.evaluate("one => one.type") == "radio":
                page.locator(f"form [name={field}][value='{value}']").check()
            elif inputs.first.evaluate("one => one.tagName") == "SELECT":
                inputs.select_option(str(value))
            else:
                inputs.fill(str(value))
            if field == "guest":
                page.locator(".guest-picker [role=option]").click()
        shot(page, f"{name}-{language}")
        page.locator(".submit-row input[type=submit]").click()
        expect(page).to_have_url(own)
        expect(page.locator(".messagelist .success")).to_be_visible()

    return does


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}-{(page.viewport_size or {}).get('width')}.png", full_page=True)


def plays(room: Room, code: str) -> None:
    """The dealer books a hand on their tablet meanwhile."""
    table = room.tables[code]
    recording.record_summary(
        table_id=table,
        version=room.version(table),
        summary=Summary(pot_cents=POT, flop_seen=True, dealt_in=2, tip_cents=TIP),
        actor=User.objects.get(downs__table=table, downs__ended_at=None),
    )


def opens(page: Page, code: str, language: str, *, game: Game, dealer: User, guests: Mapping[int, str]) -> None:
    """A game, a float, a dealer, guests."""
    does = at(page, code, language)
    does("open", game=game.pk, float_cents="500")
    does("send-dealer", dealer=dealer.pk)
    for seat, name in guests.items():
        does("sit", seat=seat, guest=name, buy_in_cents="200")
    shot(page, f"table-{language}")


def closes(page: Page, code: str, language: str, *, loser: int, winner: int) -> None:
    """Each put 30 into the pot, of which 4 went into the boxes; one leaves from the own row, one by the button."""
    does = at(page, code, language)
    page.locator(f"a[href*='cash-out'][href$='seat={loser}']").click()
    expect(page.locator("[name=seat]")).to_have_value(str(loser))
    page.locator("[name=counted_cents]").fill("170")
    page.locator(".submit-row input[type=submit]").click()
    does("cash-out", seat=winner, counted_cents="226")
    does("close", counted_float_cents="500")
    closed = {"en": "closed", "de": "geschlossen"}[language]
    expect(page.locator(".fieldBox.field-state_badge")).to_contain_text(closed)


def check_the_books() -> None:
    """To the cent: the tables have nothing, the boxes what is theirs, the guests the rest."""
    assert not Sitting.objects.filter(left_at=None).exists()
    at_tables = {place: cents for place, cents in balances().items() if place.endswith(tuple(CODES))}
    assert at_tables == {f"guests/{code}": -(RAKE + TIP) for code in CODES}, "what guests brought less what they took"
    boxes = Drop.objects.values_list("table_code", "kind", "booked_cents")
    assert set(boxes) == {(code, kind, cents) for code in CODES for kind, cents in (("rake", RAKE), ("tips", TIP))}
    assert proofs.prove().ok


@pytest.mark.parametrize(("language", "size"), [("en", OFFICE), ("de", TABLET), ("de", PHONE)])
def test_the_floor_runs_texas_and_omaha(
    sit: Sit, room: Room, games: dict[str, Game], language: str, size: tuple[int, int]
) -> None:
    floor = users.create(username="frieda", password=None, full_name="Frieda", role_names=["floor"], language=language)
    boris, carla = (User.objects.get(username=name) for name in ("boris", "carla"))
    page = sit(floor, size=size, language=language).open("/admin/")
    shot(page, f"index-{language}")
    page.locator("#content-main li a[href='/admin/tables/table/']").click()
    expect(page.locator("#result_list tbody tr")).to_have_count(len(CODES))
    own = page.url
    opens(page, "T1", language, game=games["texas"], dealer=room.dealer, guests={1: "Weber", 2: "Rossi"})
    opens(page, "T2", language, game=games["omaha"], dealer=boris, guests={3: "Okafor", 4: "Yilmaz"})
    page.goto(own)
    for words in ("NLHE 2/4 summary", "PLO 2/4", "2/9", "2/8", "Anna Keller", "Boris Tamm"):
        expect(page.locator("#result_list")).to_contain_text(words)
    shot(page, f"list-{language}")
    for code in CODES:
        plays(room, code)
    does = at(page, "T1", language)
    does("pause")
    does("resume")
    does("change-game", game=games["omaha"].pk)
    expect(page.locator(".fieldBox.field-game_now")).to_contain_text("PLO 2/4")
    does("relieve", dealer=carla.pk)
    closes(page, "T1", language, loser=1, winner=2)
    closes(page, "T2", language, loser=3, winner=4)
    check_the_books()
