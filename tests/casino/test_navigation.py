"""The navigation: the same places in the same order on every page, and which of them the page shown belongs to."""

import pytest
from django.test import Client

from casino.pages import navigation
from casino.roles import Role
from tests import builders
from tests.builders import Evening


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


@pytest.mark.parametrize(
    ("path", "here", "group"),
    [
        ("/management/", "/management/", "m"),
        ("/management/reports/", "/management/reports/", "m"),
        ("/management/audit/findings/4/", "/management/audit/findings/", "a"),
        ("/management/audit/?day=2026-11-24", "/management/audit/", "a"),
        ("/management/rule-sets/new/", "/management/rule-sets/", "h"),
        ("/floor/tables/3/", "/floor/", "f"),
        ("/management/files/4/", None, "m"),
    ],
)
def test_a_page_belongs_to_the_nearest_place(evening: Evening, path: str, here: str | None, group: str) -> None:
    found = navigation.of(evening.manager, path)
    assert [one.address for group in found.groups for one in group.places if one.is_here] == ([here] if here else [])
    assert found.here is not None
    assert found.here.key == group


def test_no_place_moves_from_page_to_page(evening: Evening) -> None:
    """Nothing stands behind "More": all places are in the menu of every page, in one order."""

    def order(path: str) -> list[tuple[str, list[str]]]:
        return [
            (one.key, [place.address for place in one.places]) for one in navigation.of(evening.manager, path).groups
        ]

    assert order("/management/") == order("/floor/") == order("/account/")
    assert [key for key, _places in order("/floor/")] == ["f", "c", "m", "a", "h"]


@pytest.mark.parametrize("role", list(Role))
def test_everybody_may_open_the_places_that_they_see(evening: Evening, role: Role) -> None:
    person = builders.user(role.value, f"the-{role.value}")
    client = Client()
    client.force_login(person)
    found = navigation.of(person, "/")
    places = [place.address for group in found.groups for place in group.places]
    assert {address: client.get(address, follow=True).status_code for address in places} == dict.fromkeys(places, 200)
    assert len(found.row) <= navigation.IN_THE_ROW
    assert {place.address for place in found.row} <= set(places)
    assert places or role is Role.INTEGRATOR


def test_few_places_all_stand_in_the_row(evening: Evening) -> None:
    found = navigation.of(evening.dealer, "/dealer/")
    assert [place.address for place in found.row] == ["/dealer/", "/display/", "/tronc/"]


def test_a_link_is_for_those_who_may_follow_it(evening: Evening) -> None:
    address = "/management/audit/?day=2026-11-24"
    assert navigation.may_go(evening.manager, address)
    assert not navigation.may_go(evening.floor, address)
    assert not navigation.may_go(evening.manager, "/nowhere/")


def test_each_group_s_row_names_places_of_the_navigation() -> None:
    known = {place.address for group in navigation._GROUPS for place in group.places}
    assert [address for group in navigation._GROUPS for address in group.row if address not in known] == []
