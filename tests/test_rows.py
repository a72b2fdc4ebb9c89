"""Each row of what the house asked for is held by a test (docs/requirements.md)."""

import pytest

from tests import rows

pytestmark = pytest.mark.source


def test_no_row_is_without_a_test() -> None:
    asked, held = rows.asked(), rows.held()
    assert len(asked) == 47
    assert {row for row in asked if row not in held} == {row for row, what in asked.items() if "not built yet" in what}


def test_each_citation_is_of_a_row() -> None:
    assert {row: tests for row, tests in rows.held().items() if row not in rows.asked()} == {}


def test_the_page_names_the_tests_of_each_row() -> None:
    """`python -m tests.rows` writes them."""
    page = rows.DOCUMENT.read_text(encoding="utf-8")
    assert page == rows.document(page)
