"""The list of modules is current."""

import pytest

from tests.modules import DOCUMENT, document

pytestmark = pytest.mark.source


def test_each_module_is_listed_with_what_it_holds() -> None:
    """`python -m tests.modules` writes the document."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()
