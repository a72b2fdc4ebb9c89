"""A second factor set up, asked for and lost, and the list of one's sessions: in both languages."""

import re
from base64 import b32decode
from types import SimpleNamespace

import pytest
from django_otp.oath import totp
from playwright.sync_api import Page, expect

from casino.models import User
from casino.services import accounts
from tests import builders
from tests.browser.conftest import Desk, Sit
from tests.deciding import looking
from tests.tables.pages.conftest import Room

PASSWORD = "a sentence long enough"
WORDS = {
    "en": {
        "name": "User name",
        "password": "Password",
        "sign in": "Sign in",
        "sign out": "Sign out",
        "code": "Code",
        "own": "Your password",
        "check": "Check the code",
        "codes": "recovery codes",
        "set up": "set up",
        "factor": "Second factor",
        "used": "Last used",
    },
    "de": {
        "name": "Benutzername",
        "password": "Passwort",
        "sign in": "Anmelden",
        "sign out": "Abmelden",
        "code": "Code",
        "own": "Ihr Passwort",
        "check": "Code prüfen",
        "codes": "Wiederherstellungscodes",
        "set up": "eingerichtet",
        "factor": "Zweiter Faktor",
        "used": "Zuletzt benutzt",
    },
}


def give_password(desk: Desk, words: dict[str, str]) -> Page:
    """At the first page of somebody who is not signed in."""
    page = desk.open("/")
    page.get_by_label(words["name"]).fill("cage")
    page.get_by_label(words["password"]).fill(PASSWORD)
    page.get_by_role("button", name=words["sign in"]).click()
    return page


def set_up(page: Page, words: dict[str, str]) -> list[str]:
    """With the secret that the page shows; gives the recovery codes."""
    expect(page.locator("img.qr")).to_be_visible()
    secret = page.locator("code").inner_text().replace(" ", "")
    page.get_by_label(words["code"]).fill(shown(secret))
    page.get_by_label(words["own"]).fill(PASSWORD)
    page.get_by_role("button", name=words["check"]).click()
    expect(page.get_by_text(words["set up"], exact=True)).to_be_visible()
    return re.findall(r"\b\d+-[a-z2-9]{8}\b", page.locator(".notice").inner_text().split(":", 1)[1])


def shown(secret: str) -> str:
    """What the telephone shows now."""
    return f"{totp(b32decode(secret)):06d}"


@pytest.mark.parametrize("language", ["en", "de"])
def test_set_up_asked_for_and_lost(sit: Sit, room: Room, language: str, settings: SimpleNamespace) -> None:
    settings.SECOND_FACTOR_ROLES = frozenset({"cage"})
    words = WORDS[language]
    builders.with_password(room.cage, PASSWORD)
    User.objects.filter(pk=room.cage.pk).update(language=language)
    first = give_password(sit(language=language), words)
    expect(first).to_have_url(re.compile("/account/second-factor/$"))
    codes = set_up(first, words)
    assert len(codes) == 10

    second = give_password(sit(language=language), words)
    expect(second.get_by_role("heading", name=words["factor"])).to_be_visible()
    second.get_by_label(words["code"]).fill(codes[0])
    second.get_by_role("button", name=words["sign in"]).click()
    expect(second).to_have_url(re.compile("/cage/$"))
    second.goto(second.url.replace("/cage/", "/account/"))
    expect(second.get_by_text(words["used"])).to_be_visible()
    second.locator("main").get_by_role("link", name=words["sign out"]).click()
    second.get_by_label(words["own"]).fill(PASSWORD)
    second.locator("main").get_by_role("button", name=words["sign out"]).click()
    first.reload()
    expect(first).to_have_url(re.compile("/login/"))

    admin = User.objects.create_user("admin", roles=["admin"])
    asked = accounts.ask_second_factor(user_id=room.cage.pk, reason="lost the telephone", actor=admin)
    looking(accounts.approve)(account_request_id=asked.pk, one_time_password="", actor=room.manager)
    again = give_password(sit(language=language), words)
    assert len(set_up(again, words)) == 10
