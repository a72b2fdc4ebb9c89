"""Every paper says all that its template says: in its order, tagged for people who hear it, within the margins."""

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.template.base import Node, Template, TextNode
from django.template.defaulttags import IfNode
from django.template.loader import get_template, render_to_string
from django.template.loader_tags import ExtendsNode, IncludeNode
from django.utils import timezone, translation

from accounting.reports.files import paper_tree, typesetter, typesetting
from tests import read_aloud
from tests.accounting.reports import papers

pytestmark = pytest.mark.django_db
MARGIN = 12 / 25.4 * 72
PAPERS = [f"paper/{name}.html" for name in ("daysheet", "statement", "table", "tronc_sheet", "tronc_statement")]


@pytest.fixture(params=["de", "en"])
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    with translation.override(request.param), timezone.override(ZoneInfo("Europe/Berlin")):
        yield request.param


class _Heard(HTMLParser):
    """The words of a page's article that are heard, without those of drawings; numbers before a statement's parts."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words, self.hidden = "", "head"
        self.is_revenue, self.part = False, 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        self.is_revenue |= "revenue" in classes
        if not self.hidden and (tag == "svg" or "visually-hidden" in classes or "aria-hidden" in given):
            self.hidden = tag
        if tag == "caption" and self.is_revenue:
            self.part += 1
            self.words += str(self.part)

    def handle_endtag(self, tag: str) -> None:
        self.hidden = "" if tag == self.hidden else self.hidden

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words += "".join(data.split())


def test_a_paper_says_what_its_page_says(language: str) -> None:
    templates = set()
    for template, context in papers.papers():
        html = render_to_string(template, dict(context))
        paper = read_aloud.Paper(typesetting.pdf(html))
        assert "".join(paper.text.split()).replace("\u200b", "") == _Heard(html).words
        is_tagged(paper, language)
        is_on_the_sheet(paper)
        templates.add(template)
    assert sorted(templates) == PAPERS


def is_tagged(paper: read_aloud.Paper, language: str) -> None:
    """PDF/UA-1: everything is an element's or the layout's, headings say of what they are, drawings have words."""
    assert b"pdfuaid:part" in paper.root["/Metadata"].get_object().get_data()
    assert (paper.root["/Lang"], paper.root["/MarkInfo"]["/Marked"]) == (language, True)
    assert paper.reader.metadata
    assert paper.reader.metadata.title
    assert paper.reader.metadata.author == papers.HOUSE.name
    assert [page.unmarked for page in paper.pages if page.unmarked] == []
    assert {"/H1", "/P", "/Table", "/TR", "/TD"} <= {one.kind for one in paper.elements}
    assert all(one.entry["/A"][0]["/Scope"] == "/Column" for one in paper.kind("/TH"))
    assert all(one.entry["/Alt"] for one in paper.kind("/Figure"))


def is_on_the_sheet(paper: read_aloud.Paper) -> None:
    """Each text begins within the margins, and each sheet has its number of how many."""
    for number, (page, sheet) in enumerate(zip(paper.pages, paper.reader.pages, strict=True), 1):
        assert page.texts[read_aloud.LAYOUT].endswith(f"{number} / {len(paper.pages)}")
        *body, _foot = page.begins
        assert body
        assert all(MARGIN - 1 < x < sheet.mediabox.width - MARGIN for x, _y in page.begins)
        assert all(MARGIN - 1 < y < sheet.mediabox.height - MARGIN for _x, y in body)


def test_every_branch_of_every_paper_is_filled() -> None:
    """So the tests of papers see each element; `linked` is of the screen, where people follow links."""
    rendered: set[int] = set()

    def noted(kind: type[Node]) -> Any:
        plain = kind.render_annotated

        def render_annotated(self: Node, context: Any) -> Any:
            rendered.add(id(self))
            return plain(self, context)

        return patch.object(kind, "render_annotated", render_annotated)

    with noted(Node), noted(TextNode), timezone.override(ZoneInfo("Europe/Berlin")):
        for template, context in papers.papers():
            render_to_string(template, dict(context))
    assert [
        f"{template.name}: {node.token.contents.strip()}"
        for template in dict.fromkeys(one for name in PAPERS for one in _included(get_template(name).template))
        for node in _nodes(template.nodelist)
        if id(node) not in rendered
    ] == []


def test_every_element_of_every_paper_is_drawn() -> None:
    """Also in a branch that is for the screen: it may be for paper tomorrow."""
    for name in PAPERS:
        for template in _included(get_template(name).template):
            for text in (node.s for node in template.nodelist.get_nodes_by_type(TextNode)):
                html = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
                assert set(re.findall(r"<([a-z]\w*)", html)) - _OF_DRAWINGS <= paper_tree.KNOWN, template.name


_OF_DRAWINGS = {"circle", "g", "line", "polyline", "rect", "text"}


def test_every_class_of_the_printed_page_is_laid_out() -> None:
    """A rule of `paper.css` for a class below `.page` has its counterpart for the PDF."""
    style = Path("casino/static/casino/paper.css").read_text(encoding="utf-8")
    rules = typesetter.RULES.read_text(encoding="utf-8")
    classes = {name for rule in re.findall(r"\.page[^{]*", style) for name in re.findall(r"\.([a-z-]+)", rule)}
    assert {name for name in classes - {"page"} if f'"{name}"' not in rules} == set()


def _nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    """All that a template may render, but for the branches of `linked`."""
    for node in nodes:
        if isinstance(node, ExtendsNode):
            yield from _nodes(one for block in node.blocks.values() for one in block.nodelist)
        elif isinstance(node, IfNode):
            yield node
            for condition, branch in node.conditions_nodelists:
                if getattr(condition, "text", "") != "linked":
                    yield from _nodes(branch)
        elif not isinstance(node, TextNode) or node.s.strip():
            yield node
            for name in node.child_nodelists:
                yield from _nodes(getattr(node, name, ()))


def _included(template: Template) -> Iterator[Template]:
    yield template
    for node in template.nodelist.get_nodes_by_type(IncludeNode):
        yield from _included(get_template(node.template.var).template)
