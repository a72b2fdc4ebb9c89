"""`manage.py screenshots`: the pictures of the README and of `docs/screens.md`, in a demo house played for them."""

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.core.management import BaseCommand, CommandError

from casino.environment import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

INTO: Final = ROOT / "docs" / "screens"
DOCUMENT: Final = ROOT / "docs/screens.md"
LANGUAGES: Final = ("en", "de")
TABLET, OFFICE, PHONE, WALL = (1180, 820), (1440, 900), (390, 844), (1920, 1080)
PLAYED_S: Final = 180


@dataclass(frozen=True, slots=True)
class Screen:
    """A page: of which desk and what it is, its user, its address, the size that it is used at, and its light.

    `{T01}` in the address is that table's id, `{language}` the language of a wall; `then` is tapped before the picture.
    """

    name: str
    desk: str
    title: str
    user: str
    address: str
    size: tuple[int, int] = OFFICE
    light: str = "light"
    then: str = ""

    @property
    def sizes(self) -> dict[str, tuple[int, int]]:
        """By the end of the picture's name: as it is used, and on a phone; a wall has no phone."""
        return {"": self.size} if self.size == WALL else {"": self.size, "-phone": PHONE}


SCREENS: Final = (
    Screen("dealer-summary", "Dealer", "A hand by its outcome", "dealer", "/dealer/tables/{T01}/", TABLET, "dark"),
    Screen("dealer-action", "Dealer", "A hand action by action", "dealer", "/dealer/", TABLET, "dark"),
    Screen(
        "dealer-round", "Dealer", "A round against the house", "dealer", "/dealer/tables/{E1}/round/", TABLET, "dark"
    ),
    Screen("floor", "Floor", "The board", "floor", "/floor/", OFFICE, "dark"),
    Screen("floor-table", "Floor", "A table", "floor", "/floor/tables/{T02}/", TABLET, "dark"),
    Screen("lists", "Floor", "Waiting lists", "floor", "/floor/lists/", TABLET, "dark"),
    Screen("rota", "Floor", "The dealers' line", "floor", "/floor/dealers/", TABLET, "dark"),
    Screen("tournament", "Floor", "A tournament", "floor", "/tournaments/{TURBO}/", OFFICE, "dark"),
    Screen("cage", "Cage", "The cage", "cage", "/cage/", TABLET, "dark"),
    Screen("count", "Cage", "The boxes", "cage", "/cage/count/", TABLET, "dark"),
    Screen("management", "Management", "Tonight", "manager", "/management/"),
    Screen("approvals", "Management", "To approve", "manager", "/approvals/"),
    Screen("tips", "Management", "Tips", "manager", "/management/audit/tips/"),
    Screen("tronc", "Management", "The tronc", "manager", "/tronc/"),
    Screen("audit", "Audit", "The rake audit", "manager", "/management/audit/"),
    Screen("dealers", "Audit", "The dealers' funnel", "manager", "/management/audit/dealers/?metric=tips"),
    Screen("day", "Audit", "A gaming day", "manager", "/management/days/", then="tbody th a"),
    Screen("findings", "Audit", "Findings", "manager", "/management/audit/findings/"),
    Screen("setup", "House", "Setting up", "manager", "/setup/"),
    Screen("people", "House", "People", "admin", "/people/"),
    Screen("operations", "House", "Operation", "admin", "/operations/"),
    Screen("wall", "Walls", "Games and free seats", "floor", "/display/?lang={language}", WALL, "dark"),
    Screen(
        "clock", "Walls", "A tournament's clock", "floor", "/tournaments/{TURBO}/clock/?lang={language}", WALL, "dark"
    ),
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A screen in one language at one size."""

    screen: Screen
    language: str
    suffix: str

    @property
    def file(self) -> str:
        """Its file's name."""
        return f"{self.screen.name}-{self.language}{self.suffix}.png"


PICTURES: Final = tuple(
    Picture(screen, language, suffix) for screen in SCREENS for language in LANGUAGES for suffix in screen.sizes
)


def document() -> str:
    """`docs/screens.md`: desk by desk every picture, English beside German, the phone below."""
    lines = [
        "# Screens",
        "",
        "Every desk of a demo house, in English and German, as it is used and on a phone.",
        "`manage.py screenshots` takes the pictures and writes this page.",
    ]
    for desk, screens in groupby(SCREENS, key=lambda screen: screen.desk):
        lines += ["", f"## {desk}", "", "| | English | German |", "|---|---|---|"]
        for screen in screens:
            for suffix in screen.sizes:
                title = f"{screen.title}, on a phone" if suffix else screen.title
                shown = (Picture(screen, language, suffix) for language in LANGUAGES)
                cells = (f"![{title} ({one.language})](screens/{one.file})" for one in shown)
                lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


class Command(BaseCommand):
    """Starts a temporary demo house, takes the pictures, and deletes the house."""

    help = "Take every desk's pictures in a freshly played demo house (needs Chromium and the developers' packages)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--into", type=Path, default=INTO, help="the folder for the pictures (docs/screens)")
        parser.add_argument(
            "--only", default="", help=f"names, e.g. floor,audit: {', '.join(one.name for one in SCREENS)}"
        )

    def handle(self, *, into: Path, only: str, **_options: object) -> None:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser")
        try:
            from playwright.sync_api import sync_playwright  # noqa: PLC0415 -- of developers, not of a house
        except ImportError:
            raise CommandError("The developers' packages are missing: make setup") from None
        if chromium is None:
            raise CommandError("There is no Chromium on this machine.")
        wanted = [one for one in PICTURES if not only or one.screen.name in only.split(",")]
        into.mkdir(parents=True, exist_ok=True)
        with demo_house() as house, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            audit(browser, house)
            by_reader = sorted(wanted, key=_reader)
            for (user, language, light), pictures in groupby(by_reader, key=_reader):
                context = signed_in(browser, house, user, language, light)
                for picture in pictures:
                    path = into / picture.file
                    take(context, house, picture, path)
                    self.stdout.write(f"{path.name}: {path.stat().st_size // 1024} KB")
                context.close()
            browser.close()
        DOCUMENT.write_text(document(), encoding="utf-8")


def _reader(picture: Picture) -> tuple[str, str, str]:
    """Who looks, in which language and light."""
    return picture.screen.user, picture.language, picture.screen.light


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


def audit(browser: "Browser", house: str) -> None:
    """Audit the evening once, so that its pages have findings to show."""
    context = signed_in(browser, house, "manager", "en", "light")
    page = context.new_page()
    page.goto(f"{house}/management/audit/")
    page.get_by_role("button", name="Audit now").click()
    page.get_by_text("agree").wait_for(timeout=60_000)
    context.close()


def signed_in(browser: "Browser", house: str, user: str, language: str, light: Any) -> "BrowserContext":
    """A window of somebody who has signed in and chosen a language."""
    context = browser.new_context(viewport={"width": OFFICE[0], "height": OFFICE[1]}, color_scheme=light)
    page = context.new_page()
    page.goto(f"{house}/login/")
    page.fill("input[name=username]", user)
    page.fill("input[name=password]", f"demo-{user}")
    page.click("main button")
    page.goto(f"{house}/account/")
    page.locator("header.bar .person > summary").click()
    page.click(f"button[name=language][value={language}]")
    page.wait_for_load_state()
    page.close()
    return context


def take(context: "BrowserContext", house: str, picture: Picture, path: Path) -> None:
    """Open the page at its size and take the picture, in 256 colours: enough for a page, at two fifths of the bytes."""
    page = context.new_page()
    width, height = picture.screen.sizes[picture.suffix]
    page.set_viewport_size({"width": width, "height": height})
    page.goto(house + _filled(page, house, picture))
    if picture.screen.then:
        page.locator(picture.screen.then).first.click()
    page.wait_for_timeout(500)  # whatever shows an age has shown it
    page.screenshot(path=path)
    page.close()
    from PIL import Image  # noqa: PLC0415 -- of developers, not of a house

    with Image.open(path) as taken:
        small = taken.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(path, optimize=True)


def _filled(page: "Page", house: str, picture: Picture) -> str:
    """The address with the language and the ids of its tables and tournaments filled in."""
    address = picture.screen.address
    if "{" not in address:
        return address
    lists = (page.request.get(f"{house}/api/v1/{name}/").json() for name in ("tables", "tournaments"))
    known = {one["code"]: one["id"] for found in lists for one in found["results"]}
    return address.format(language=picture.language, **known)
