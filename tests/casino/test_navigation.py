"""The row of navigation: which place the page shown belongs to."""

import pytest

from casino.pages import navigation
from tests import builders
from tests.builders import Evening


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


@pytest.mark.parametrize(
    ("path", "here", "is_behind_more"),
    [
        ("/management/", "/management/", False),
        ("/management/reports/", "/management/reports/", False),
        ("/management/audit/findings/4/", "/management/audit/findings/", True),
        ("/management/rule-sets/new/", "/management/rule-sets/", True),
        ("/management/files/4/", None, False),
    ],
)
def test_a_page_of_management_is_its_own_place_s_and_not_that_of_today(
    evening: Evening, path: str, here: str | None, is_behind_more: bool
) -> None:
    found = navigation.of(evening.manager, path)
    assert [place.address for place in (*found.row, *found.more) if place.is_here] == ([here] if here else [])
    assert found.is_behind_more is is_behind_more


def test_a_link_is_for_those_who_may_follow_it(evening: Evening) -> None:
    address = "/management/audit/?day=2026-11-24"
    assert navigation.may_go(evening.manager, address)
    assert not navigation.may_go(evening.floor, address)
    assert not navigation.may_go(evening.manager, "/nowhere/")
