"""Papers as PDF: the same bytes everywhere, any letters, long tables, nothing of a template left out in silence."""

import json
import os
import subprocess
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import typst
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.html import escape

from accounting.reports.files import paper_tree, typesetter, typesetting
from tests import read_aloud
from tests.accounting.reports import papers

ARTICLE = '<html lang="en"><head><title>t</title><meta name="author" content="a"></head><article>{}</article></html>'
MARGIN = 12 / 25.4 * 72


def report(rows: int = 3, width: int = 5) -> str:
    with translation.override("en"):
        return render_to_string("paper/table.html", dict(papers.report(rows, width)))


def heard(html: str) -> str:
    return " ".join(read_aloud.Paper(typesetting.pdf(html)).text.split())


def test_the_same_page_is_the_same_bytes_in_any_process(monkeypatch: pytest.MonkeyPatch) -> None:
    made = typesetting.pdf(report())
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert typesetting.pdf(report()) == made


def test_a_paper_is_set_in_our_own_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks the machine for its fonts, so one without any sets the same paper."""
    asked: list[bool] = []

    def fonts(*, include_system_fonts: bool, include_embedded_fonts: bool, font_paths: list[Any]) -> Any:
        asked.append(include_system_fonts or include_embedded_fonts)
        return plain(
            include_system_fonts=include_system_fonts,
            include_embedded_fonts=include_embedded_fonts,
            font_paths=font_paths,
        )

    plain = typst.Fonts
    monkeypatch.setattr(typst, "Fonts", fonts)
    made = typesetter.typeset(json.dumps(paper_tree.read(report())))
    assert asked == [False]
    assert made == typesetting.pdf(report())


FONT_FOLDERS = "/usr/share/fonts", "/usr/local/share/fonts"
UNSHARED = ["unshare", "--map-root-user", "--mount", "sh", "-c"]


def without_fonts(python: Path, script: Path) -> list[str | Path]:
    """The command that runs a script where no font is: in a mount namespace, or as it is on a machine that has none."""
    plain: list[str | Path] = [python, "-P", script]
    if not any(path.is_file() for folder in FONT_FOLDERS for path in Path(folder).rglob("*")):
        return plain
    if subprocess.run([*UNSHARED, "mount -t tmpfs none /usr/share"], capture_output=True, check=False).returncode:
        pytest.skip("this machine has fonts, and no mount namespaces to hide them in")
    hidden = f'for one in {" ".join(FONT_FOLDERS)} "$HOME"; do [ ! -d $one ] || mount -t tmpfs none $one; done'
    return [*UNSHARED, f'{hidden}; exec "$0" "$@"', *plain]


def test_a_machine_without_fonts_sets_the_same_paper() -> None:
    home = {"HOME": "/root", "PATH": os.environ["PATH"]}
    python, script = Path(sys.executable), Path(typesetter.__file__)
    if any(path.is_relative_to("/root") for path in (python.resolve(), script.resolve())):
        home["HOME"] = "/nowhere"
    tree = json.dumps(paper_tree.read(report())).encode()
    made = subprocess.run(without_fonts(python, script), env=home, capture_output=True, check=True, input=tree)
    assert made.stdout == typesetting.pdf(report())


NAMES = (
    "Ωмега Łódź ş",
    "a\x07b\x00\x1f c",
    '#read("/etc/passwd") $x$ *b* _c_ `d` <e> @f // [g] \\u{41} = h',
    "{{ title }} &amp; &#65;",
    "x" * 3_000,
    "陳大文",
    "👩‍👩‍👧 🂡",
    "محمد",
    "עברית",
    "\ue000\uf8ff",
    "\u202eabc\u2066",
    "e\u0301\u0302\u0303" * 40,
)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name[:12]))
@pytest.mark.parametrize("has_system_fonts", [True, False])
def test_every_name_is_text_on_every_machine(
    name: str, has_system_fonts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The house's, which is the author's too, a person's, and one in a table; with the machine's fonts or none."""
    plain = typst.Fonts

    def fonts(*, include_system_fonts: bool, **how: Any) -> Any:
        return plain(include_system_fonts=include_system_fonts and has_system_fonts, **how)

    monkeypatch.setattr(typst, "Fonts", fonts)
    html = report()
    for stood in (papers.HOUSE.name, str(papers.YILDIZ), "2026-11-21"):
        html = html.replace(stood, escape(name))
    paper = read_aloud.Paper(typesetter.typeset(json.dumps(paper_tree.read(html))))
    written = "".join(
        letter for letter in name if unicodedata.category(letter) != "Cc" and letter not in "\u202e\u2066"
    )
    assert _squeezed(paper.text).count(_squeezed(written)) >= 3
    assert "2026-11-22" in paper.text
    for painted, sheet in zip(paper.pages, paper.reader.pages, strict=True):
        assert all(MARGIN - 1 < x < sheet.mediabox.width - MARGIN for x, _y in painted.begins)


def _squeezed(text: str) -> str:
    return "".join(text.split()).replace("\u200b", "")


def test_rules_that_are_wrong_are_raised() -> None:
    with pytest.raises(typst.TypstError):
        typesetter.typeset("{}")
    with pytest.raises(subprocess.CalledProcessError):
        typesetting.pdf(
            ARTICLE.format('<table class="chart-rows"><tbody><tr><td colspan="9">a</td></tr></tbody></table>')
        )


@pytest.mark.parametrize(
    "html",
    [
        '<img src="x">',
        "<table><tr><td>a</td></tr></table>",
        "<table>a<tbody></tbody></table>",
        "<table><tbody><tr>a</tr></tbody></table>",
        '<table><tbody><tr><td rowspan="2">a</td></tr></tbody></table>',
        '<p style="display: none">a</p>',
        "<p hidden>a</p>",
        "<dl><dt>a</dt></dl>",
    ],
)
def test_what_would_not_be_drawn_is_refused(html: str) -> None:
    with pytest.raises(paper_tree.UnknownElement):
        paper_tree.read(ARTICLE.format(html))


@pytest.mark.parametrize(
    ("html", "kids"),
    [
        ("<p> a\n <b> b </b> c </p>", ["a ", "b ", "c"]),
        ("<p>a<b> b</b>c</p>", ["a", " b", "c"]),
        ("<p>a <br> <small> b </small></p> ", ["a", "b"]),
        ("<p>a <b>b</b> </p>", ["a ", "b", ""]),
        ("<p>a\u00a0 b</p>", ["a\u00a0 b"]),
        (f"<p>{'x' * 70} https://{'y/' * 40}</p>", [f"{'x' * 16}\u200b" * 4 + f"{'x' * 6} https://{'y/' * 40}"]),
    ],
)
def test_white_space_is_that_of_a_browser(html: str, kids: list[str]) -> None:
    def texts(node: Any) -> list[str]:
        return [node] if isinstance(node, str) else [text for kid in node["kids"] for text in texts(kid)]

    assert texts(paper_tree.read(ARTICLE.format(html))) == kids


def test_papers_are_set_beside_one_another() -> None:
    """The office's sheets are made in the web server's threads."""
    titles = [f"House {number}" for number in range(24)]
    pages = [report().replace("<title>", f"<title>{title} ") for title in titles]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(typesetting.pdf, pages))
    told = [read_aloud.Paper(content).reader.metadata for content in made]
    assert [
        one and one.title and one.title.startswith(f"{title} ") for one, title in zip(told, titles, strict=True)
    ] == [True] * 24


def test_a_long_report_has_its_headings_on_every_page() -> None:
    paper = read_aloud.Paper(typesetting.pdf(report(2_000)))
    assert len(paper.pages) > 40
    [head] = paper.kind("/THead")
    for page in paper.pages[1:-1]:
        assert page.texts[read_aloud.LAYOUT].startswith(head.text)
    assert len(paper.kind("/TR")) == 1 + 2_000 + 1 + 2, "headings, rows, the total, two facts"


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_widest_table_is_within_the_margins(language: str) -> None:
    with translation.override(language):
        html = render_to_string("paper/table.html", dict(papers.report(60, 18)))
    long = html.replace("116.45", "−123,456,789.00").replace("116,45", "−123.456.789,00")
    for page in (html, long):
        paper = read_aloud.Paper(typesetting.pdf(page))
        rows = {one.text for one in paper.kind("/TR")}
        assert any("123" in row for row in rows) or page is html
        for painted, sheet in zip(paper.pages, paper.reader.pages, strict=True):
            assert all(MARGIN - 1 < x < sheet.mediabox.width - MARGIN - 5 for x, _y in painted.begins[:-1])
