"""A tagged PDF as software reads it aloud: elements in reading order with their text; and where each text stands."""

import io
import re
from dataclasses import dataclass, field
from typing import Any

from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream, NullObject

_PAINTS = {b"Tj", b"TJ", b"f", b"F", b"f*", b"S", b"s", b"B", b"b", b"B*", b"b*", b"Do", b"sh"}
LAYOUT = -1
"""The mark of what belongs to the layout: footers, lines, headings that are repeated."""

Matrix = tuple[float, ...]
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True)
class Element:
    """An element of the structure: its kind (`/P`), its text with that of all in it, and its entry in the PDF."""

    kind: str
    text: str
    entry: Any


@dataclass
class Page:
    """What is painted on a page: texts by their marks, where each begins, and what has no mark at all."""

    texts: dict[int, str] = field(default_factory=dict)
    begins: list[tuple[float, float]] = field(default_factory=list)
    unmarked: list[str] = field(default_factory=list)


class Paper:
    """A PDF with its pages, and its elements in reading order, each before those in it."""

    def __init__(self, content: bytes) -> None:
        self.reader = PdfReader(io.BytesIO(content))
        self.root: Any = self.reader.root_object
        self.pages = [_painted(page) for page in self.reader.pages]
        self.numbers = {page.indirect_reference.idnum: number for number, page in enumerate(self.reader.pages)}
        self.elements: list[Element] = []
        self.text = self._walk(self.root["/StructTreeRoot"]["/K"], None)
        """All that is read aloud, without the words of drawings and the signs before the items of lists."""

    def kind(self, kind: str) -> list[Element]:
        """The elements of this kind."""
        return [one for one in self.elements if one.kind == kind]

    def _walk(self, node: Any, page: Page | None) -> str:
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            return "".join(self._walk(one, page) for one in node)
        if isinstance(node, NullObject):
            return ""
        if isinstance(node, int):
            assert page is not None
            return page.texts[node]
        if "/Pg" in node:
            page = self.pages[self.numbers[node.raw_get("/Pg").idnum]]
        if "/MCID" in node:
            return self._walk(node["/MCID"], page)
        place = len(self.elements)
        said = self._walk(node.get("/K", NullObject()), page)
        self.elements.insert(place, Element(node["/S"], said, node))
        return "" if node["/S"] in ("/Lbl", "/Figure") else said


class _Painter:
    """Follows the operators of a page."""

    def __init__(self, fonts: Any) -> None:
        self.found = Page({LAYOUT: ""})
        self.fonts, self.font = fonts, ""
        self.letters: dict[str, dict[int, str]] = {}
        self.marks: list[int | None] = []
        self.spoken: list[str | None] = []
        """What stands for the glyphs of each open mark: `reversed`, another text, or None: they themselves."""
        self.matrix, self.begins, self.kept = UNIT, UNIT, list[Matrix]()

    def do(self, operator: bytes, operands: Any) -> None:
        if operator in (b"BDC", b"BMC"):
            self.open(operands[0], operands[1] if len(operands) > 1 else {})
        elif operator == b"EMC":
            self.marks.pop(), self.spoken.pop()
        elif operator == b"q":
            self.kept.append(self.matrix)
        elif operator == b"Q":
            self.matrix = self.kept.pop()
        elif operator == b"cm":
            self.matrix = _times(operands, self.matrix)
        elif operator == b"Tm":
            self.begins = _times(operands, self.matrix)
        elif operator == b"Tf":
            self.font = operands[0]
            if self.font not in self.letters:
                self.letters[self.font] = _letters(self.fonts[self.font])
        elif operator in _PAINTS:
            self.paint(operator, operands)

    def open(self, kind: str, properties: Any) -> None:
        self.marks.append(LAYOUT if kind == "/Artifact" else properties.get("/MCID"))
        self.spoken.append("reversed" if kind == "/ReversedChars" else None)
        self.found.texts.setdefault(LAYOUT if self.mark is None else self.mark, "")
        if "/ActualText" in properties and self.mark is not None:
            self.spoken[-1] = ""
            self.found.texts[self.mark] += properties["/ActualText"]

    @property
    def mark(self) -> int | None:
        return next((one for one in reversed(self.marks) if one is not None), None)

    def paint(self, operator: bytes, operands: Any) -> None:
        if self.mark is None:
            self.found.unmarked.append(f"{operator.decode()} {operands}")
        elif operator in (b"Tj", b"TJ"):
            self.found.begins.append((self.begins[4], self.begins[5]))
            said = _said(operands[0] if operator == b"TJ" else operands, self.letters[self.font])
            if "" not in self.spoken:
                self.found.texts[self.mark] += said[::-1] if "reversed" in self.spoken else said


def _painted(page: PageObject) -> Page:
    content = page.get_contents()
    assert isinstance(content, ContentStream)
    painter = _Painter(page["/Resources"]["/Font"])
    for operands, operator in content.operations:
        painter.do(operator, operands)
    assert not painter.marks
    return painter.found


def _times(left: Any, right: Matrix) -> Matrix:
    a, b, c, d, e, f = (float(one) for one in left)
    g, h, i, j, k, m = right
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _said(shown: Any, letters: dict[int, str]) -> str:
    codes = b"".join(one.original_bytes for one in shown if hasattr(one, "original_bytes"))
    return "".join(letters.get(int.from_bytes(codes[at : at + 2]), "") for at in range(0, len(codes), 2))


def _letters(font: Any) -> dict[int, str]:
    """The text that each glyph of a font stands for."""
    table = font["/ToUnicode"].get_data().decode()
    assert "beginbfrange" not in table
    return {
        int(code, 16): bytes.fromhex(said).decode("utf-16-be")
        for block in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL)
        for code, said in re.findall(r"<(\w+)>\s*<(\w+)>", block)
    }
