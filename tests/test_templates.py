"""Templates are laid out: no line is longer than Python's, save where a sentence for translators may not be broken."""

import re
from collections.abc import Iterator

import pytest

from tests.tidy_rules import ROOT, tracked

LONGEST_LINE = 120
# A line's end in one of these would be part of the msgid. A mark that touches the sentence stays with it.
_ONE_SENTENCE = re.compile(
    r"\s*\{% (?:translate (?:(?!%\}).)* %\}"
    r"|blocktranslate (?!trimmed )(?:(?!%\}).)*%\}(?:(?!\{% endblocktranslate).)*\{% endblocktranslate %\})[.:]?"
)


def long_lines(text: str) -> Iterator[int]:
    """The numbers of lines that are too long and could be shorter."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > LONGEST_LINE and not _ONE_SENTENCE.fullmatch(line):
            yield number


@pytest.mark.parametrize(
    "line",
    [
        '<p class="row">' + "a " * 60,
        '{% translate "' + "a" * 120 + '" %} ({{ b }})',
        '{% translate "a" %}{% translate "' + "a" * 120 + '" %}',
        "{% blocktranslate trimmed %}" + "a " * 60 + "{% endblocktranslate %}",
        "{% blocktranslate %}a{% endblocktranslate %}{% blocktranslate %}" + "a" * 60 + "{% endblocktranslate %}",
    ],
)
def test_a_long_line_is_seen(line: str) -> None:
    assert list(long_lines(f"<p>\n  {line}\n</p>\n")) == [2]


@pytest.mark.parametrize(
    "line",
    [
        '<p class="row">' + "a" * 100 + "</p>",
        '{% translate "' + "a" * 120 + '" %}',
        "{% blocktranslate count n=n %}" + "a " * 60 + "{% plural %}{{ n }} b{% endblocktranslate %}:",
    ],
)
def test_a_line_that_may_not_be_broken_is_let_pass(line: str) -> None:
    assert list(long_lines(line)) == []


def test_no_line_of_a_template_is_longer_than_a_line_of_python() -> None:
    templates = [name for name in tracked() if name.startswith("templates/") and name.endswith(".html")]
    assert len(templates) > 200
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in templates}
    assert [f"{name}:{number}" for name, text in texts.items() for number in long_lines(text)] == []
