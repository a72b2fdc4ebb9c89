"""A paper's rendered template as a tree that the typesetter (`paper.typ`) lays on A4: one source for screen and PDF.

Text stays text: the typesetter gets it in JSON and never reads it as markup.  What the typesetter would not draw is
refused here (`UnknownElement`), so that nothing of a template is left out in silence.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from html.parser import HTMLParser
from typing import Any, Final

Node = dict[str, Any]
"""`tag`, `class` (words) and `kids` (nodes and texts).  A table has `caption`, rows of cells and `columns` instead."""

_LINE: Final = {"a", "b", "br", "i", "small", "span"}
_BLOCKS: Final = {"article", "div", "footer", "h1", "h2", "header", "li", "p", "section", "ul"}
_TABLE: Final = {
    "table": {"caption", "thead", "tbody", "tfoot"},
    "thead": {"tr"},
    "tbody": {"tr"},
    "tfoot": {"tr"},
    "tr": {"th", "td"},
}
"""The parts of a table, and the only elements that may stand in each."""

KNOWN: Final = _LINE | _BLOCKS | set(_TABLE).union(*_TABLE.values()) | {"html", "head", "meta", "title", "body", "svg"}
_EMPTY: Final = {"br", "meta"}
_KEPT: Final = ("lang", "name", "content")
_REFUSED: Final = {"hidden", "rowspan", "style"}
"""Attributes that would change what is seen."""

_SPACE: Final = re.compile(r"[ \t\n\r\f]+")
_UNSEEN: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Control characters, and those that would turn the words around them: a name stands as its letters do."""

_LONG: Final = re.compile(r"[^\s/?-]{65,}")
"""Longer than a digest, without a place to break: it may then break after every 16 letters."""

_BREAK: Final = re.compile(r"[\s\u200b]+|(?<=[/?-])(?=[^\W\d])")
"""Where a line may end."""

_TALL: Final = 1_000
"""From this number of letters a cell may be longer than a sheet: its row may break."""


class UnknownElement(Exception):
    """The template has an element or attribute that the typesetter does not draw."""


def read(html: str) -> Node:
    """The tree of a rendered template: `title`, `author`, `lang`, and `class` and `kids` of its only article."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    root = reader.open[0]
    [article] = _named("article", root)
    [title] = _named("title", root)
    return {
        "title": _text(title),
        "author": next(one.get("content", "") for one in _named("meta", root) if one.get("name") == "author"),
        "lang": next(one["lang"] for one in _named("html", root)),
        "class": article["class"],
        "kids": article["kids"],
    }


class _Reader(HTMLParser):
    """Builds the tree; white space as a browser collapses it, drawings as they are written."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[Node] = [{"tag": "", "class": [], "kids": []}]
        self.drawing: list[str] = []
        self.last: tuple[list[Any], int] | None = None
        """Where the text stands that a space may follow in the same line."""

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "svg":
            self._begin_drawing(named)
        if self.drawing:
            self.drawing.append((self.get_starttag_text() or "").replace("<svg", f'<svg xmlns="{_SVG}"', 1))
            return
        self._check(tag, named)
        if tag not in _LINE or tag == "br":
            self._end_line()
        node: Node = {"tag": tag, "class": named.get("class", "").split(), "kids": []}
        node |= {name: named[name] for name in _KEPT if name in named}
        if tag in ("th", "td"):
            node |= {"span": int(named.get("colspan", 1)), "is_row_name": named.get("scope") == "row"}
        self.open[-1]["kids"].append(node)
        if tag not in _EMPTY:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if not self.drawing and tag not in _EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.drawing:
            self.drawing.append(f"</{tag}>")
            if tag == "svg":
                self.open[-1]["kids"][-1]["svg"] = "".join(self.drawing)
                self.drawing = []
            return
        if tag in _EMPTY:
            return
        if tag not in _LINE:
            self._end_line()
        node = self.open.pop()
        assert node["tag"] == tag, (node["tag"], tag)
        if "visually-hidden" in node["class"]:
            self.open[-1]["kids"].pop()
        elif tag == "table":
            is_revenue = any("revenue" in one["class"] for one in self.open)
            node |= _table(node, has_bold_names=not is_revenue)

    def handle_data(self, data: str) -> None:
        if self.drawing:
            self.drawing.append(escape(_UNSEEN.sub("", data), quote=False))
            return
        kids = self.open[-1]["kids"]
        text = _LONG.sub(_breakable, _UNSEEN.sub("", _SPACE.sub(" ", data)))
        if self.last is None or _at(self.last).endswith(" "):
            text = text.removeprefix(" ")
        if text:
            if self.open[-1]["tag"] in _TABLE:
                raise UnknownElement(f"text in <{self.open[-1]['tag']}>: {text}")
            self.last = (kids, len(kids))
            kids.append(text)

    def _check(self, tag: str, named: Mapping[str, str]) -> None:
        inside = self.open[-1]["tag"]
        if tag not in KNOWN or tag not in _TABLE.get(inside, KNOWN):
            raise UnknownElement(f"<{tag}> in <{inside}>")
        if refused := _REFUSED & set(named):
            raise UnknownElement(f"<{tag} {' '.join(sorted(refused))}>")

    def _end_line(self) -> None:
        if self.last:
            kids, place = self.last
            kids[place] = kids[place].removesuffix(" ")
        self.last = None

    def _begin_drawing(self, named: Mapping[str, str]) -> None:
        self._end_line()
        alt = "" if named.get("aria-hidden") else named["aria-label"]
        self.open[-1]["kids"].append({"tag": "svg", "class": [], "kids": [], "alt": alt})
        self.drawing = [""]


_SVG: Final = "http://www.w3.org/2000/svg"


def _at(place: tuple[list[Any], int]) -> str:
    return str(place[0][place[1]])


def _breakable(word: re.Match[str]) -> str:
    letters = word.group()
    return "\u200b".join(letters[start : start + 16] for start in range(0, len(letters), 16))


def _table(node: Node, *, has_bold_names: bool) -> Node:
    """`caption`, and the rows of `head`, `body` and `foot` as cells; `columns`: what sets their widths."""
    rows: dict[str, list[list[Node]]] = {"head": [], "body": [], "foot": []}
    for part, found in rows.items():
        for row in (row for one in _named(f"t{part}", node) for row in one["kids"]):
            is_total = part == "foot" or "total" in row["class"]
            is_bold = part == "head" or is_total
            cells = [
                _cell(one, part, is_bold=is_bold or (one["is_row_name"] and has_bold_names)) for one in row["kids"]
            ]
            found.append([cell | {"total": is_total} for cell in cells])
    caption = [kid for one in _named("caption", node) for kid in one["kids"]]
    columns = _columns(row for part in rows.values() for row in part)
    return {"caption": caption, "columns": columns, "kids": [], **rows}


def _cell(node: Node, part: str, *, is_bold: bool) -> Node:
    """`whole`: it stays on one line, as figures do; `tall`: it may need more than a sheet."""
    is_number = "number" in node["class"]
    return {
        "kids": node["kids"],
        "span": node["span"],
        "number": is_number,
        "bold": is_bold or "strong" in node["class"],
        "whole": is_number and part != "head",
        "tall": len(_text(node)) > _TALL,
    }


def _columns(rows: Iterable[Sequence[Node]]) -> list[Node]:
    """The texts that set a column's width: `most` its cells, `least` the words of them that do not break.

    Each is two texts, in plain and in bold letters, a line for each width that occurs: all digits are equally wide.
    """
    found: dict[int, Node] = {}
    for row in rows:
        place = 0
        for cell in row:
            if cell["span"] == 1:
                column = found.setdefault(place, {"most": (set(), set()), "least": (set(), set())})
                is_bold = cell["bold"] or bool(_named("b", cell))
                text = re.sub(r"\d", "0", _text(cell))
                column["most"][is_bold].add(text)
                column["least"][is_bold].update([text] if cell["whole"] else _BREAK.split(text))
            place += cell["span"]
    return [
        {name: ["\n".join(sorted(texts)) for texts in both] for name, both in column.items()}
        for _place, column in sorted(found.items())
    ]


def _named(tag: str, node: Node) -> list[Node]:
    """All elements of that name inside, from top to bottom."""
    kids = [kid for kid in node["kids"] if isinstance(kid, dict)]
    return [one for kid in kids for one in ([kid] if kid["tag"] == tag else _named(tag, kid))]


def _text(node: Node) -> str:
    return "".join(kid if isinstance(kid, str) else _text(kid) for kid in node["kids"])
