"""The documentation builds as a site without a warning; its pages say what the documents say, and ask no other host."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from casino.environment import ROOT
from tests.site import mistakes

DOCUMENTS = ROOT / "docs"
SETTINGS = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))


def build(folder: Path, pages: list[object]) -> subprocess.CompletedProcess[str]:
    """Build `folder/docs` as `make docs` does; the builder wants its folders beside its settings."""
    own = SETTINGS | {"site_dir": "site", "nav": pages}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(own), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def small(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """A site of one page."""
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text(text, encoding="utf-8")
    return build(folder, ["index.md"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation")
    shutil.copytree(DOCUMENTS, folder / "docs")
    built = build(folder, SETTINGS["nav"])
    assert built.returncode == 0, built.stdout + built.stderr
    return folder / "site"


def test_every_page_is_as_its_document_says(site: Path) -> None:
    assert list(mistakes(site)) == []


def test_every_page_is_found_by_the_search(site: Path) -> None:
    found = {item["location"].partition("#")[0] for item in json.loads((site / "search.json").read_text())["items"]}
    pages = {path.relative_to(DOCUMENTS) for path in DOCUMENTS.rglob("*.md")}
    named = {page.parent if page.name in {"index.md", "README.md"} else page.with_suffix("") for page in pages}
    assert found == {"" if name == Path() else f"{name}/" for name in named}


def test_every_document_is_in_the_navigation() -> None:
    """A decision is led to by their list."""
    led_to = set(leaves(SETTINGS["nav"]))
    assert {path.name for path in DOCUMENTS.glob("*.md")} == led_to - {"decisions/README.md"}
    listed = (DOCUMENTS / "decisions" / "README.md").read_text(encoding="utf-8")
    decisions = {path.name for path in DOCUMENTS.glob("decisions/*.md")} - {"README.md"}
    assert {name for name in decisions if f"]({name})" not in listed} == set()


def leaves(pages: object) -> list[str]:
    if isinstance(pages, dict):
        pages = list(pages.values())
    return [leaf for page in pages for leaf in leaves(page)] if isinstance(pages, list) else [str(pages)]


def test_every_picture_is_shown() -> None:
    shown = (DOCUMENTS / "screens.md").read_text(encoding="utf-8")
    assert [path.name for path in (DOCUMENTS / "screens").iterdir() if f"(screens/{path.name})" not in shown] == []


def test_a_mistake_is_seen(tmp_path: Path) -> None:
    built = small(
        tmp_path,
        "# Start\n\nA list:\n- one\n- two\n\n**Now**\n\n- three\n**Then**\n- four\n\n"
        "![none](none.png) [up](../LICENSE) ![away](https://example.org/x.png)\n\n[good](#start)\n",
    )
    assert built.returncode == 0, "the builder does not see them"
    assert list(mistakes(tmp_path / "site")) == [
        "index.html: in a paragraph: - one",
        "index.html: in a paragraph: - two",
        "index.html: in a paragraph: Then",
        "index.html: brings https://example.org/x.png",
        "index.html: leads nowhere: ../LICENSE",
        "index.html: leads nowhere: none.png",
    ]


def test_a_link_to_no_page_ends_the_build(tmp_path: Path) -> None:
    assert small(tmp_path, "# Start\n\n[gone](gone.md)\n").returncode != 0
