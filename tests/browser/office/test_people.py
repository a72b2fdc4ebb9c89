"""A second person approves an account, and its owner replaces the one-time password: in both languages."""

import re

import pytest
from playwright.sync_api import expect

from casino.models import User
from casino.services import accounts
from tests import builders
from tests.browser.conftest import Sit
from tests.tables.pages.conftest import Room

PASSWORD, OWN = "a sentence long enough", "a sentence that only they know"
WORDS = {
    "en": {
        "approve": "Approve",
        "own": "Your password",
        "told": r"one-time password ((\w{4}-?){4})\.",
        "sign in": "Sign in",
        "name": "User name",
        "password": "Password",
        "why": "You have signed in with a one-time password.",
        "new": "New password",
        "again": "New password, again",
        "change": "Change password",
        "changed": "Your password has been changed.",
    },
    "de": {
        "approve": "Freigeben",
        "own": "Ihr Passwort",
        "told": r"Einmalpasswort ((\w{4}-?){4}) an\.",
        "sign in": "Anmelden",
        "name": "Benutzername",
        "password": "Passwort",
        "why": "Sie haben sich mit einem Einmalpasswort angemeldet.",
        "new": "Neues Passwort",
        "again": "Neues Passwort, noch einmal",
        "change": "Passwort ändern",
        "changed": "Ihr Passwort wurde geändert.",
    },
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_from_the_approval_to_the_own_password(sit: Sit, room: Room, language: str) -> None:
    words = WORDS[language]
    admin = User.objects.create_user("admin", roles=["admin"])
    builders.with_password(room.manager, PASSWORD)
    accounts.open_account(
        username="anna", full_name="Anna K.", role_names=["cage"], language=language, reason="hired", actor=admin
    )
    page = sit(room.manager, language=language).open("/people/")
    page.locator("[data-waiting]").get_by_role("link", name=words["approve"]).click()
    page.get_by_label(words["own"]).fill(PASSWORD)
    page.get_by_role("button", name=words["approve"]).click()
    expect(page.locator(".notice")).to_contain_text(re.compile(words["told"]))
    told = re.search(words["told"], page.locator(".notice").inner_text())
    assert told

    own = sit(language=language).open("/cage/")
    own.get_by_label(words["name"]).fill("anna")
    own.get_by_label(words["password"]).fill(told[1])
    own.get_by_role("button", name=words["sign in"]).click()
    expect(own.get_by_text(words["why"])).to_be_visible()
    own.get_by_label(words["new"], exact=True).fill(OWN)
    own.get_by_label(words["again"]).fill(OWN)
    own.get_by_label(words["own"]).fill(told[1])
    own.get_by_role("button", name=words["change"]).click()
    expect(own).to_have_url(re.compile(r"/cage/$"))
    expect(own.get_by_text(words["changed"])).to_be_visible()
