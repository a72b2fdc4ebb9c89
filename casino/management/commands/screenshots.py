"""`manage.py screenshots`: a picture of each desk for the README, taken in a demo house that is played for it."""

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.core.management import BaseCommand, CommandError

from casino.environment import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

INTO: Final = ROOT / ".github" / "screens"
TABLET, OFFICE, PHONE, WALL = (1180, 820), (1440, 900), (390, 844), (1920, 1080)
PLAYED_S: Final = 180


class Desk(NamedTuple):
    """A picture: its name, user, address, screen size and colour scheme. `{T01}` in the address is that table's id."""

    name: str
    user: str
    address: str
    size: tuple[int, int]
    light: str


DESKS: Final = (
    Desk("dealer-summary", "dealer", "/dealer/tables/{T01}/", TABLET, "dark"),
    Desk("dealer-action", "dealer", "/dealer/", TABLET, "dark"),
    Desk("dealer-round", "dealer", "/dealer/tables/{E1}/round/", TABLET, "dark"),
    Desk("floor", "floor", "/floor/", OFFICE, "dark"),
    Desk("floor-phone", "floor", "/floor/", PHONE, "dark"),
    Desk("floor-table", "floor", "/floor/tables/{T02}/", TABLET, "dark"),
    Desk("cage", "cage", "/cage/", TABLET, "dark"),
    Desk("management", "manager", "/management/", OFFICE, "light"),
    Desk("approvals", "manager", "/approvals/", OFFICE, "light"),
    Desk("tips", "manager", "/management/audit/tips/", OFFICE, "light"),
    Desk("wall", "floor", "/display/?lang=en", WALL, "dark"),
    Desk("audit", "manager", "/management/audit/", OFFICE, "light"),
    Desk("dealers", "manager", "/management/audit/dealers/?metric=tips", OFFICE, "light"),
    Desk("day", "manager", "/management/days/", OFFICE, "light"),
    Desk("tournament", "floor", "/tournaments/{TURBO}/", OFFICE, "dark"),
    Desk("tournament-clock", "floor", "/tournaments/{TURBO}/clock/?lang=en", OFFICE, "dark"),
)


class Command(BaseCommand):
    """Starts a temporary demo house, takes the pictures, and deletes the house."""

    help = "Take a picture of each desk in a freshly played demo house (needs Chromium and the developers' packages)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--into", type=Path, default=INTO, help="the folder for the pictures (.github/screens)")
        parser.add_argument(
            "--only", default="", help=f"names, e.g. floor,audit: {', '.join(one.name for one in DESKS)}"
        )

    def handle(self, *, into: Path, only: str, **_options: object) -> None:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        try:
            from playwright.sync_api import sync_playwright  # noqa: PLC0415 -- of developers, not of a house
        except ImportError:
            raise CommandError("The developers' packages are missing: make setup") from None
        if chromium is None:
            raise CommandError("There is no Chromium on this machine.")
        wanted = [desk for desk in DESKS if not only or desk.name in only.split(",")]
        into.mkdir(parents=True, exist_ok=True)
        with demo_house() as house, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for desk in wanted:
                path = into / f"{desk.name}.png"
                take(browser, house, desk, path)
                self.stdout.write(f"{path.name}: {path.stat().st_size // 1024} KB")
            browser.close()


@contextmanager
def demo_house() -> Iterator[str]:
    """Run a demo house in a temporary folder; yields its address."""
    with tempfile.TemporaryDirectory() as data:
        argv = [sys.executable, str(ROOT / "manage.py"), "up", "--data", data, "--port", "0"]
        with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            try:
                ready = (re.match(r"ready (http\S+?)/?$", line.strip()) for line in running.stdout)
                found = next(filter(None, ready), None)
                if found is None:
                    raise CommandError("The demo house did not start.")
                yield found[1]
            finally:
                running.send_signal(signal.SIGINT)
                running.communicate(timeout=PLAYED_S)


def take(browser: "Browser", house: str, desk: Desk, path: Path) -> None:
    """Sign in, open the page, take the picture."""
    width, height = desk.size
    light: Any = desk.light
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=light)
    page = context.new_page()
    page.goto(f"{house}/login/")
    page.fill("input[name=username]", desk.user)
    page.fill("input[name=password]", f"demo-{desk.user}")
    page.click("main button")
    page.goto(f"{house}/account/")
    page.locator("header.bar .person > summary").click()
    page.click("button[name=language][value=en]")
    page.wait_for_load_state()
    page.goto(house + _filled(page, house, desk.address))
    if desk.name == "audit":
        _audit(page)
    elif desk.name == "day":
        page.locator("tbody th a").first.click()
    page.wait_for_timeout(500)  # whatever shows an age has shown it
    page.screenshot(path=path)
    from PIL import Image  # noqa: PLC0415 -- of developers, not of a house

    with Image.open(path) as picture:  # 256 colours are enough for a page, at two fifths of the bytes
        small = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)
    context.close()


def _filled(page: "Page", house: str, address: str) -> str:
    """The address with the ids of its tables and tournaments filled in."""
    if "{" not in address:
        return address
    lists = (page.request.get(f"{house}/api/v1/{name}/").json() for name in ("tables", "tournaments"))
    return address.format(**{one["code"]: one["id"] for found in lists for one in found["results"]})


def _audit(page: "Page") -> None:
    """Run an audit, so that the page has findings to show."""
    page.get_by_role("button", name="Audit now").click()
    page.get_by_text("agree").wait_for(timeout=60_000)
