"""A house from the image: founded through the pages with second factors, a hand by the API, its report, its copy."""

import re
import shutil
import time
from base64 import b32decode
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django_otp.oath import totp
from playwright.sync_api import Page, expect, sync_playwright

from casino.embedded.processes import until
from tests.browser.office import test_setup as setting_up
from tests.browser.office.test_setup import PASSWORDS, PEOPLE, PIN
from tests.deploy.compose_file import settings
from tests.deploy.containers import USER, Store, lacking
from tests.deploy.first_start import SERVICES, SITE, House, first_start
from tests.patience import PATIENCE_S

pytestmark = [pytest.mark.services, pytest.mark.release("builds the image, and runs a house from it")]

ADDRESS = f"https://{SITE}"
MEGABYTES = 500
BUILDERS = {"gcc", "cc", "make", "pip", "pip3", "git"}
HAND = {"pot_cents": 20_000, "flop_seen": True, "dealt_in": 3, "winners": [1], "tip_cents": 500}
REPORTED = {"hands": 1, "pot_cents": 20_000, "taken_cents": 1_000, "tips_cents": 500}


class Person(setting_up.Person):
    """Somebody who also gives a second factor, as production asks of those who move money."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.recovery_codes: dict[str, list[str]] = {}

    def sign_in(self, name: str) -> None:
        super().sign_in(name)
        self.set_up_telephone(name)

    def set_up_telephone(self, name: str) -> None:
        """With the secret that the page shows. Afterwards recovery codes will do: a telephone's code counts once."""
        self.page.goto(f"{ADDRESS}/account/second-factor/")
        secret = b32decode(self.page.locator("main code").inner_text().replace(" ", ""))
        self.fill(code=f"{totp(secret):06d}")
        if self.page.locator("main [name='password']").count():
            self.fill(password=PASSWORDS[name])
        self.send()
        notice = self.page.locator(".notice")
        expect(notice).to_be_visible()
        self.recovery_codes[name] = re.findall(r"\b\d+-[a-z2-9]{8}\b", notice.inner_text())


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    if reason := lacking("caddy", "chromium"):
        pytest.skip(reason)
    made = Store(tmp_path / "images")
    yield made
    made.remove()


def test_a_house_from_the_image(store: Store, tmp_path: Path) -> None:
    began = time.monotonic()

    def say(words: str) -> None:
        """For whoever reads the output: after how many seconds."""
        print(f"{time.monotonic() - began:6.1f} s | {words}")

    store.build()
    say(f"image built: {store.megabytes():.0f} MB")
    is_as_described(store)
    with first_start(store, tmp_path / "house") as house:
        say("the page that founds the house")
        mark = tmp_path / "mark"
        mark.touch()
        holds_no_builders(house)
        recovery_code = found(house)
        say("founded, agreed, opened, seated")
        record_a_hand(house, recovery_code)
        say("recorded, and in the report")
        obeys_commands(house)
        say("copied, restored, proven")
        ends_when_it_is_told_to(house)
        assert house.container.written(mark) == []


def is_as_described(store: Store) -> None:
    """Small, run by nobody of the machine, and with what an engine asks."""
    assert store.megabytes() <= MEGABYTES
    described = store.described()
    assert described["User"] == f"{USER}:{USER}"
    assert described["Labels"]["org.opencontainers.image.version"] == settings()["POKER_VERSION"]
    assert "/readyz" in str(described["Healthcheck"]["Test"])
    assert not described.get("Volumes"), "each container of it would have one of its own, which nobody deletes"


def holds_no_builders(house: House) -> None:
    """No compiler, no installer and its cache, no sources of translations; nobody but root owns a program."""
    root = house.container.root
    folders = [root / "usr/bin", root / "usr/local/bin", root / "opt/casino/venv/bin"]
    assert {path.name for folder in folders for path in folder.iterdir()} & BUILDERS == set()
    assert list(root.glob("opt/casino/**/*.po")) == []
    assert (root / "opt/casino/app/casino/locale/de/LC_MESSAGES/django.mo").is_file()
    assert [path.name for path in (root / "opt/casino/app").iterdir() if path.name.startswith((".", "tests"))] == []
    assert {path.lstat().st_uid for path in root.glob("opt/**/*")} == {0}
    assert not (root / "root/.cache").exists()


def found(house: House) -> str:
    """From the code at the console to a table with three guests, by pages; a recovery code of the second manager."""
    address, code = house.once("web", "python", "manage.py", "setupcode").splitlines()[:2]
    assert address == f"{ADDRESS}/setup/start/"
    rule = f"--host-resolver-rules=MAP {SITE}:443 127.0.0.1:{house.port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", rule])
        context = browser.new_context(ignore_https_errors=True, locale="en", timezone_id="Europe/Berlin")
        context.set_default_timeout(PATIENCE_S * 1_000)
        person = Person(context.new_page())
        person.go(address)
        person.fill(setup_code=code.split()[0], house__name="Spielbank Bad Brunnen", house__code="bb")
        for part, name in PEOPLE.items():
            own = {"full_name": name.title(), "username": name, "password": PASSWORDS[name]}
            person.fill(**{f"{part}__{field}": value for field, value in own.items()})
        person.send()
        person.page.wait_for_url(lambda url: url != address)
        person.set_up_telephone("anna")
        person.go(f"{ADDRESS}/setup/people/")
        person.fill(full_name="Dora Dealer", username="dora", pin=PIN)
        if person.page.locator("main [name='password']").count():
            person.fill(password=PASSWORDS["anna"])
        person.send()
        expect(person.page.locator(".notice")).to_contain_text("Dora Dealer")
        setting_up.agree_rake(person, ADDRESS)
        setting_up.offer_a_game_and_open(person, ADDRESS)
        setting_up.open_and_seat(person)
        browser.close()
    return person.recovery_codes["cleo"][0]


def record_a_hand(house: House, recovery_code: str) -> None:
    """With a token of their own, twice with one key; the worker rolls it up for the report."""
    identity = {"username": "cleo", "password": PASSWORDS["cleo"], "code": recovery_code}
    status, given = house.api("POST", "auth/token/", identity)
    assert status == 200, given
    token = {"Authorization": f"Token {given['token']}"}
    [table] = house.api("GET", "tables/", **token)[1]["results"]
    path, hand = f"tables/{table['id']}/hands/record/", HAND | {"version": table["version"]}
    sent = token | {"Idempotency-Key": str(uuid4())}
    first = house.api("POST", path, hand, **sent)
    assert first[0] == 201, first
    assert house.api("POST", path, hand, **sent) == first

    def total() -> dict[str, int]:
        found: dict[str, int] = house.api("GET", f"reports/rake/?house={table['house']}", **token)[1]["total"]
        return {name: found[name] for name in REPORTED}

    assert until(lambda: total() == REPORTED, PATIENCE_S, pause=0.5), total()


def obeys_commands(house: House) -> None:
    """The books prove, nothing is to be done tonight, and a copy is taken, restored and proven."""
    assert "0 broken" in house.once("web", "python", "manage.py", "prove")
    assert settings()["POKER_VERSION"] in house.once("web", "python", "manage.py", "state")
    checked = house.container.run(
        SERVICES["web"], ["python", "manage.py", "check", "--deploy", "--database", "default"]
    )
    # It has no list of breached passwords, and no folder that beat could write, which does not run there.
    assert set(re.findall(r"\w+\.[EW]\d+", checked.stderr)) == {"casino.W005", "casino.W006"}, checked.stderr
    [command] = re.findall(r"do (.*); done", SERVICES["backup"].command[-1])
    assert "restored and proven" in house.once("backup", *command.split())
    assert "proven" in house.once("web", "python", "manage.py", "backup", "--list"), "the web server can watch it"


def ends_when_it_is_told_to(house: House) -> None:
    """By itself, with status 0; without the web server the proxy has a problem for programs, a sentence for people."""
    assert house.is_healthy("web")
    assert {name: house.stop(name) for name in ("web", "worker", "beat")} == {"web": 0, "worker": 0, "beat": 0}
    assert not house.is_healthy("web")
    status, problem = house.api("GET", "tables/")
    assert (status, problem["status"], problem["code"]) == (503, 503, "outcome_unknown")
    assert house.asked("GET", "/floor/") == (503, "The house does not answer. Try again in a moment.")
