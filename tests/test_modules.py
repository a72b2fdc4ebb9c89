"""The list of modules is current."""

from tests.modules import DOCUMENT, document


def test_each_module_is_listed_with_what_it_holds() -> None:
    """`python -m tests.modules` writes the document."""
    assert DOCUMENT.read_text(encoding="utf-8") == document()
