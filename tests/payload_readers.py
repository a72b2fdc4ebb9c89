"""What an answer shows of the payloads, and whether it took one of them for anything but a text."""

import csv
import io
import json
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Any

import openpyxl
import pypdf

from tests import payloads

URLS = ("href", "src", "action", "formaction", "data", "hx-get", "hx-post", "poster", "srcdoc")


class Reading:
    """The fields that were seen, each with the kinds of answer, and the holes that were found."""

    def __init__(self) -> None:
        self.seen: dict[str, set[str]] = {}
        self.holes: dict[str, str] = {}
        self.kinds: dict[str, int] = {}

    def read(self, address: str, answer: Any) -> None:
        """Read an answer by its type."""
        kind = answer.headers.get("Content-Type", "")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        if answer.status_code >= 500:
            self.holes[address] = f"answered {answer.status_code}"
        elif answer.headers.get("X-Content-Type-Options") != "nosniff" and content:
            self.holes[address] = "a browser may guess its type"
        elif answer.status_code == 200:
            self.take(address, kind, content)

    def take(self, address: str, kind: str, content: bytes) -> None:
        """Note what was read of a file of this kind."""
        kind = kind.partition(";")[0]
        if kind in ("application/zip", "application/octet-stream"):
            self._unpack(address, content)
            return
        reader = READERS.get(kind)
        if reader is None:
            assert not list(payloads.found(content.decode("latin-1"))), f"{address}: nobody reads {kind}"
            return
        self.kinds[kind] = self.kinds.get(kind, 0) + 1
        for name, wrong in reader(content):
            if name:
                self.seen.setdefault(name, set()).add(kind)
            if wrong:
                self.holes.setdefault(f"{address} {name}", wrong)

    def _unpack(self, address: str, content: bytes) -> None:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for name in packed.namelist():
                ending = name.rpartition(".")[2]
                if ending in ENDINGS:
                    self.take(f"{address}!{name}", ENDINGS[ending], packed.read(name))


Found = Iterator[tuple[str, str]]
"""The name of a field that is shown (or ""), and what is wrong (or "")."""


class _Page(HTMLParser):
    """Collects the texts and attributes of a page, and complains of what no template of ours writes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self.holes: list[str] = []
        self.blocks: list[str] = []
        """What the page tells its script, each a JSON document."""
        self._open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open = ""
        if (tag, dict(attrs).get("type")) == ("script", "application/json"):
            self._open = "block"
            self.blocks.append("")
        given = {name: value or "" for name, value in attrs}
        self.texts += given.values()
        if (
            tag == "script"
            and not given.get("src", "").startswith(("/static/", "/admin/jsi18n/"))
            and "json" not in given.get("type", "")
        ):
            self.holes.append(f"a script inside the page: {given}")
        for name, value in given.items():
            if name.startswith("on") or not name.replace("-", "").replace(":", "").replace("_", "").isalnum():
                self.holes.append(f"<{tag} {name}=…>")
            if name in URLS and value.strip().lower().startswith(("javascript:", "data:text")):
                self.holes.append(f"{name} leads to {value[:40]}")
        if (tag, given.get("src")) == ("img", "x"):
            self.holes.append("an image of a payload")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        """Texts up to the next tag are one."""
        if self._open == "block":
            self.blocks[-1] += data
            return
        if self._open:
            self.texts[-1] += data
        else:
            self.texts.append(data)
        self._open = "text"


def html(content: bytes) -> Found:
    """Texts, values of attributes, and what scripts are told; elements or attributes that came of a payload."""
    page = _Page()
    page.feed(content.decode())
    page.close()
    yield from (("", hole) for hole in page.holes)
    for text in page.texts:
        yield from payloads.found(text)
    for block in page.blocks:
        yield from _texts(json.loads(block))


def as_json(content: bytes) -> Found:
    """Every text of a JSON document."""
    yield from _texts(json.loads(content))


def toml(content: bytes) -> Found:
    """Every text of a TOML document, such as a hand in PHH; of any other plain text the whole."""
    try:
        document = tomllib.loads(content.decode())
    except tomllib.TOMLDecodeError:
        document = {"text": content.decode()}
    yield from _texts(document)


def _texts(value: Any) -> Found:
    if isinstance(value, str):
        yield from payloads.found(value)
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(name)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def as_csv(content: bytes) -> Found:
    """Every cell; one with a payload must not begin a formula."""
    text = content.decode("utf-8-sig")
    delimiter = ";" if content.startswith(b"\xef\xbb\xbf") else ","
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter):
        for cell in row:
            for name, wrong in payloads.found(cell):
                yield name, wrong or ("a spreadsheet computes it" if cell.startswith(payloads.FORMULA) else "")


def xlsx(content: bytes) -> Found:
    """Every cell; there is no formula at all, and a payload is of type text."""
    for sheet in openpyxl.load_workbook(io.BytesIO(content)).worksheets:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.data_type == "f":
                    yield "", f"{cell.coordinate} is a formula"
                for name, wrong in payloads.found(str(cell.value)):
                    yield name, wrong or ("" if cell.data_type in ("s", "inlineStr") else f"of type {cell.data_type}")


def pdf(content: bytes) -> Found:
    """The text of all pages, without white space, which the layout puts in."""
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    yield from payloads.found("".join("".join(page.extract_text() for page in pages).split()), squeezed=True)


READERS = {
    "text/html": html,
    "application/json": as_json,
    "text/plain": toml,
    "text/csv": as_csv,
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": xlsx,
    "application/pdf": pdf,
}
ENDINGS = {"html": "text/html", "json": "application/json", "csv": "text/csv", "phh": "text/plain"}
