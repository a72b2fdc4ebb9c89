"""Somebody who works in two houses chooses one: in both languages."""

import os

import pytest
from playwright.sync_api import expect

from accounting.models import House
from casino.models import User
from tests.browser.conftest import TABLET, Sit
from tests.tables.pages.conftest import Room

WORDS = {"en": ("House", "Floor"), "de": ("Spielbank", "Floor")}


@pytest.mark.parametrize("language", ["en", "de"])
def test_from_one_house_to_the_other(sit: Sit, room: Room, language: str) -> None:
    other = House.objects.create(code="bb", name="Spielbank Baden-Baden")
    houses = [room.house.pk, other.pk]
    both = User.objects.create_user("both", roles=["floor"], house_ids=houses, language=language)
    page = sit(both, size=TABLET, language=language).open("/floor/")
    head = page.locator("header.bar")
    head.locator(".person > summary").click()  # a tablet has no room for it in the row
    head.get_by_role("link", name=room.house.name).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(WORDS[language][0])
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/houses-{language}.png")
    page.get_by_role("button", name=other.name).click()
    expect(page.locator("header.bar")).to_contain_text(other.name)
    if folder:
        page.screenshot(path=f"{folder}/floor-{language}.png")
