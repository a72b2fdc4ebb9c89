"""The dealers' board in use: pushed from the line-up, on a break and back, an unqualified dealer refused."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from casino import house_time
from casino.models import User
from tables.dealers.services import breaks, qualifications, shifts
from tables.models import DealerBreak, Down
from tables.play.services import house_rules
from tables.rules.rota.terms import RotaRules
from tests.browser.conftest import OFFICE, TABLET, UPRIGHT, Sit
from tests.tables.pages.conftest import Room

NAMES = ("Boris Tamm", "Carla Meier", "Dora Vogt", "Emil Haas")


@pytest.fixture
def line(room: Room) -> Room:
    """Three tables, two of them dealt for half an hour; one who rests, one on a break, one who may deal nothing."""
    house_rules.change(house_id=room.house.pk, rules=RotaRules, changes={"is_on": True}, actor=room.floor)
    people = [room.dealer]
    people += [User.objects.create_user(name.split()[0].lower(), full_name=name, roles=["dealer"]) for name in NAMES]
    for person in people:
        skills = [] if person.username == "emil" else ["texas/no_limit"]
        qualifications.put(house_id=room.house.pk, dealer_id=person.pk, skills=skills, actor=room.floor)
        shifts.come(house_id=room.house.pk, dealer_id=person.pk, actor=room.floor)
    for code in ("T1", "T2"):
        room.set_up(code, "every_action")
    room.push(room.tables["T1"])
    room.push(room.tables["T2"], people[1])
    breaks.send(house_id=room.house.pk, dealer_id=people[3].pk, actor=room.floor)
    Down.objects.update(started_at=house_time.now() - timedelta(minutes=31))
    return room


def turn(page: Page, code: str):
    return page.locator(f"[data-table={code}]")


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, OFFICE])
def test_the_board_fits_and_its_targets_are_large(sit: Sit, line: Room, size: tuple[int, int]) -> None:
    page = sit(line.floor, size=size).open("/floor/dealers/")
    expect(turn(page, "T1")).to_contain_text("← Boris Tamm")
    expect(turn(page, "T2")).to_contain_text("← Carla Meier Boris Tamm → T1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(a, button)")].filter((one) => one.checkVisibility())
           .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
           .map((one) => one.outerHTML)"""
    )
    assert small == []


@pytest.mark.smoke("rota")
def test_the_suggested_next_is_pushed_in_two_taps(sit: Sit, line: Room) -> None:
    page = sit(line.floor, size=TABLET).open("/floor/dealers/")
    turn(page, "T2").get_by_role("link", name="Relieve").click()
    page.get_by_role("button", name="Relieve the dealer").click()
    expect(page).to_have_url(re.compile(r"/floor/dealers/$"))
    expect(turn(page, "T2").locator(".deals")).to_contain_text("Carla Meier")
    on_break = page.get_by_role("region", name="On a break, first back first")
    expect(on_break).to_contain_text("Boris Tamm")


def test_the_whole_line_is_pushed_in_one_tap(sit: Sit, line: Room) -> None:
    """Carla is ready; whom she relieves pushes the other table, and one goes on a break."""
    page = sit(line.floor, size=TABLET).open("/floor/dealers/")
    other = sit(line.floor, size=OFFICE).open("/floor/dealers/")
    page.get_by_role("button", name="Push all 2 dealers due").click()
    expect(page.get_by_text(re.compile(r"^\s*Pushed: "))).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("due$"))).to_have_count(0)
    assert Down.objects.filter(ended_at=None).count() == 2
    assert DealerBreak.objects.filter(ended_at=None).count() == 2
    expect(other.locator("main")).to_contain_text("Carla Meier")


def test_break_and_back(sit: Sit, line: Room) -> None:
    page = sit(line.floor, size=TABLET).open("/floor/dealers/")
    ready = page.get_by_role("region", name="Ready, the longest rested first")
    on_break = page.get_by_role("region", name="On a break, first back first")
    ready.get_by_role("listitem").filter(has_text="Carla Meier").get_by_role("button", name="Break").click()
    expect(on_break).to_contain_text("Carla Meier")
    on_break.get_by_role("listitem").filter(has_text="Carla Meier").get_by_role("button", name="Mark as back").click()
    expect(ready).to_contain_text("Carla Meier")


def test_an_unqualified_dealer_is_refused_without_a_reason(sit: Sit, line: Room) -> None:
    page = sit(line.floor, size=TABLET).open("/floor/dealers/")
    turn(page, "T1").get_by_role("link", name="Relieve").click()
    page.get_by_text("Emil Haas").click()
    page.get_by_role("button", name="Relieve the dealer").click()
    expect(page.get_by_text("Emil Haas is not qualified for this game. Give a reason to go ahead.")).to_be_visible()
    page.get_by_label("Reason, if the rota says otherwise").fill("He learns")
    page.get_by_role("button", name="Relieve the dealer").click()
    expect(turn(page, "T1").locator(".deals")).to_contain_text("Emil Haas")
    assert Down.objects.get(ended_at=None, table__code="T1").reason == "He learns"


def test_a_dealer_sees_his_own_shift(sit: Sit, line: Room) -> None:
    page = sit(User.objects.get(username="carla"), size=TABLET).open("/dealer/")
    expect(page.get_by_role("region", name="Your shift")).to_contain_text("T2")
