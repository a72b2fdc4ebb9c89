"""What is wrong with a built page of the documentation that the builder does not tell.

Python-Markdown reads some texts otherwise than GitHub: a list or a table needs a blank line before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

# A line that should have begun a list, a row of a table or a heading of its own.
LEFT_IN_TEXT = re.compile(r"(?m)^(?:[*-] |\d+\. |\|).*|^\N{START OF TEXT}.*$")
HEADING = "\N{START OF TEXT}"
BROUGHT = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href", "object": "data"}
CALLED_BY_STYLE = re.compile(r"(?:@import\s+|url\()\s*[\"']?((?:https?:)?//[^\"')\s]+)")


@dataclass
class Page(HTMLParser):
    """What a page of HTML names, brings and says."""

    path: Path
    links: list[str] = field(default_factory=list)
    brought: list[str] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    texts: list[str] = field(default_factory=list)
    _open: list[list[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        self.anchors |= {said[name] for name in ("id", "name") if name in said}
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        elif tag in BROUGHT and BROUGHT[tag] in said and said.get("rel") not in {"canonical", "prev", "next"}:
            self.brought.append(said[BROUGHT[tag]])
        if tag in {"p", "li"}:
            self._open.append([])
        elif tag == "strong" and self._open and self._open[-1] and self._open[-1][-1].endswith("\n"):
            self._open[-1].append(HEADING)

    def handle_endtag(self, tag: str) -> None:
        if tag in {"p", "li"} and self._open:
            self.texts.append("".join(self._open.pop()))

    def handle_data(self, data: str) -> None:
        if self._open:
            self._open[-1].append(data)


def mistakes(site: Path) -> Iterator[str]:
    """Each with the page that it is on."""
    pages = {path: Page(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for mistake in (*left_in_text(page), *foreign(page), *dead(page, pages, site)):
            yield f"{path.relative_to(site)}: {mistake}"
    for path in sorted(site.rglob("*.css")):
        for address in CALLED_BY_STYLE.findall(path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(site)}: brings {address}"


def left_in_text(page: Page) -> Iterator[str]:
    for text in page.texts:
        for found in LEFT_IN_TEXT.findall(text):
            yield f"in a paragraph: {found.removeprefix(HEADING)[:60]}"


def foreign(page: Page) -> Iterator[str]:
    """What a reader's browser would ask another host for."""
    return (f"brings {address}" for address in page.brought if urlsplit(address).netloc)


def dead(page: Page, pages: dict[Path, Page], site: Path) -> Iterator[str]:
    """Links and pictures within the site that lead nowhere; the page for what was not found stands at any address."""
    if page.path == site / "404.html":
        return
    for address in (*page.links, *page.brought):
        named, anchor = urldefrag(address)
        if urlsplit(address).scheme or urlsplit(address).netloc:
            continue
        target = (page.path.parent / unquote(named)).resolve() if named else page.path
        target = target / "index.html" if target.is_dir() else target
        if not target.is_file() or (anchor and target in pages and unquote(anchor) not in pages[target].anchors):
            yield f"leads nowhere: {address}"
