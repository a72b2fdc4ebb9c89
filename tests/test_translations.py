"""Every word on screen is there in German: nothing empty, doubtful or forgotten; what is compiled is that.

The catalogues are read here by hand, so that the test needs no gettext tools on the machine.
"""

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils.translation.template import templatize

from casino import catalogues
from tests import syntax
from tests.rooms import PACKAGES
from tests.syntax import kept

pytestmark = pytest.mark.source

ROOT = Path(__file__).resolve().parent.parent
GERMAN = ROOT / "casino" / "locale" / "de" / "LC_MESSAGES"
MARKERS = {
    "_", "gettext", "gettext_lazy", "gettext_noop", "N_", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy",
}  # fmt: skip
PLACEHOLDER = re.compile(r"%\((\w+)\)[srd]")
_TEXT = r"""u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_CALL = re.compile(rf"\b(?:n?pgettext\({_TEXT}, |n?gettext\(|_\(){_TEXT}")
Key = tuple[str, str]  # context ("" for none), English


@kept
def catalogue() -> dict[Key, list[str]]:
    """Read the .po file: context and English → the translations, one or one per plural form."""
    entries: dict[Key, list[str]] = {}
    for block in (GERMAN / "django.po").read_text(encoding="utf-8").split("\n\n"):
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if line.startswith("#"):
                assert "fuzzy" not in line, block
                continue
            head = re.match(r'(msg\w+(?:\[\d\])?) "', line)
            name = head[1] if head else name
            fields[name] = fields.get(name, "") + ast.literal_eval(line[line.index('"') :])
        if fields.get("msgid"):
            said = [text for field, text in fields.items() if field.startswith("msgstr")]
            entries[fields.get("msgctxt", ""), fields["msgid"]] = said
    return entries


def marked_in_python(path: Path) -> Iterator[Key]:
    """What a module marks for translation."""
    for node in syntax.nodes(syntax.tree(path)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        if (called := _called(node)) not in MARKERS:
            continue
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if texts:
            yield (texts[0], texts[1]) if called.startswith("pgettext") else ("", texts[0])


def marked_in_template(path: Path) -> Iterator[Key]:
    """What a template marks for translation, as Django's own reader sees it."""
    # Django turns a template into something like Python; only the calls in it matter.
    for found in _CALL.finditer(templatize(path.read_text(encoding="utf-8"))):
        yield ast.literal_eval(found[1]) if found[1] else "", ast.literal_eval(found[2])


@kept
def marked() -> frozenset[Key]:
    """Every marked text of the product."""
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    keys = {key for path in modules for key in marked_in_python(path)}
    return frozenset(keys) | {key for path in (ROOT / "templates").rglob("*.html") for key in marked_in_template(path)}


def test_the_reader_finds_what_is_marked() -> None:
    found = marked()
    assert ("of chips", "Change") in found, "a template, with its context"
    keys = {english for _context, english in found}
    assert "Relieve the dealer" in keys, "gettext_lazy in a page"
    assert "Seat %(seat)s is taken." in keys, "the no-op marker of a refusal"
    assert "No dealer" in keys, "a template"
    assert "%(n)s hand" in keys, "a plural in a template"
    assert "Places" in keys, "a filter's argument in a template"
    assert len(keys) > 400


def test_nothing_is_marked_inside_an_f_string() -> None:
    """`make messages` reads no call in there: it would delete the German of such a text."""
    modules = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    inside = {
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path in modules
        for text in syntax.nodes(syntax.tree(path))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and _called(call) in MARKERS and isinstance(call.args[0], ast.Constant)
    }
    assert inside == set()


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_everything_marked_is_in_the_catalogue() -> None:
    known = catalogue()
    forgotten = sorted(english for context, english in marked() if (context, english) not in known)
    assert forgotten == [], "run makemessages and translate these"


def test_nothing_is_empty_and_every_fact_is_kept() -> None:
    for (_context, english), said in catalogue().items():
        assert all(said), english
        for text in said:
            assert set(PLACEHOLDER.findall(text)) == set(PLACEHOLDER.findall(english)), english


#: Words that no text has any more, and the one for each of them in docs/glossary.md.
NOT_SAID_IN_ENGLISH = re.compile(
    r"\blies? between\b|\bThere (?:is|are) no such\b|\banew\b|\b(?:is|stands) (?:there|here) twice\b|^Whoever\b"
)
NOT_SAID_IN_GERMAN = re.compile(
    r"\bAufsicht\b|Jeton|\bgesiegelt|Tronc-Box|Kasten\b|\bschieb(?:t|en)\b|zweimal gelegt"
    r"|\b(?:[Dd]er|[Dd]en|einen|ihren) Ante\b"
)


def test_a_text_says_what_would_be_right_in_the_words_of_the_glossary() -> None:
    """A limit "must be between" two figures, a row is "not found", and the one person who reads a sentence is "you"."""
    assert sorted(english for _context, english in marked() if NOT_SAID_IN_ENGLISH.search(english)) == []
    assert sorted(text for said in catalogue().values() for text in said if NOT_SAID_IN_GERMAN.search(text)) == []


def test_what_is_compiled_is_the_catalogue(tmp_path: Path) -> None:
    """Again where the source is newer, and only then."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    source, made = folder / "django.po", folder / "django.mo"
    source.write_bytes((GERMAN / "django.po").read_bytes())
    for _time in range(2):
        catalogues.compile_new(tmp_path)
        first = made.stat().st_mtime_ns
    catalogues.compile_new(tmp_path)
    assert made.stat().st_mtime_ns == first
    os.utime(source, ns=(first + 1, first + 1))
    catalogues.compile_new(tmp_path)
    assert made.stat().st_mtime_ns != first
    with made.open("rb") as compiled:
        translations = gettext.GNUTranslations(compiled)
    read = translations._catalog  # type: ignore[attr-defined]
    expected = {}
    for (context, english), said in catalogue().items():
        key = f"{context}\x04{english}" if context else english
        expected |= {(key, form): text for form, text in enumerate(said)} if len(said) > 1 else {key: said[0]}
    assert {key: text for key, text in read.items() if key} == expected


def test_the_words_of_the_house() -> None:
    """The German words are fixed (docs/glossary.md)."""
    german = catalogue()
    for english, word in (
        ("rake", "Taxe"), ("rake schedule", "Taxordnung"), ("gaming day", "Spieltag"), ("table", "Tisch"),
        ("session", "Tischöffnung"), ("game", "Spiel"), ("guest", "Gast"), ("sitting", "Platznahme"), ("hand", "Hand"),
        ("action", "Aktion"), ("assessment", "Berechnung"), ("tips", "Trinkgeld"), ("Tronc", "Tronc"),
        ("Float", "Tableau"), ("fill", "Nachlage"), ("credit", "Rücknahme"),
        ("box", "Box"), ("count", "Zählung"), ("variance", "Differenz"), ("finding", "Befund"), ("Cage", "Kasse"),
        ("down", "Down"), ("Relieve", "Ablösen"), ("book", "Buch"), ("seal", "Siegel"), ("house", "Spielbank"),
    ):  # fmt: skip
        assert german["", english] == [word], english


@pytest.mark.release("a process of its own; the gate reads the catalogue")
def test_the_first_process_of_a_new_checkout_speaks_german(tmp_path: Path) -> None:
    """It compiles the catalogue before a model's first text is looked up, since Django reads a catalogue once."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    said = (
        "import django; django.setup(); from django.utils import translation; translation.activate('de');"
        "print(translation.gettext('No dealer'))"
    )
    asked = {**os.environ, "DJANGO_SETTINGS_MODULE": "casino.settings.testing", "PYTHONPATH": str(tmp_path)}
    answer = subprocess.run(
        [sys.executable, "-c", said], cwd=tmp_path, env=asked, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "Kein Dealer"
