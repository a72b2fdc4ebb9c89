"""The matrix of addresses, methods and roles: every cell is asked, and every address has its line."""

import os
from collections.abc import Callable, Iterable

import pytest

from casino.roles import Role
from tests import builders, matrix
from tests.matrix import LETTERS

pytestmark = pytest.mark.django_db
NOBODY = "nobody"


@pytest.fixture(autouse=True)
def evening() -> builders.Evening:
    return builders.evening()


def open_to(roles: Iterable[Role], among: Iterable[matrix.Door]) -> set[matrix.Door]:
    client = matrix.client_of(*roles)
    return {door for door in among if matrix.is_let_through(door, client)}


def check(role: Role | None, among: Callable[[matrix.Door], bool]) -> None:
    letter = "o" if role is None else LETTERS[role]
    cells = {door: letters for door, letters in matrix.expected().items() if among(door)}
    found = open_to(filter(None, [role]), cells)
    said = {door for door, letters in cells.items() if letter in letters or "o" in letters}
    assert sorted(found - said) == [], "let through"
    assert sorted(said - found) == [], "refused"


def of(*roles: Role | None) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("role", roles, ids=lambda role: role or NOBODY)


def is_of_the_product(door: matrix.Door) -> bool:
    return not door.address.startswith("admin/")


def test_no_door_of_the_api_and_the_pages_opens_to_who_may_not() -> None:
    """One request asks all cells of a line that are shut: somebody has all those roles, and rights add up."""
    check(None, is_of_the_product)
    opens = {
        door: frozenset(role for role in Role if LETTERS[role] in letters)
        for door, letters in matrix.expected().items()
        if is_of_the_product(door) and "o" not in letters
    }
    for roles in set(opens.values()) - {frozenset(Role)}:
        shut = {door for door in opens if opens[door] == roles}
        others = sorted(frozenset(Role) - roles)
        # One that their roles open: they are refused for lack of a role, and for nothing else.
        theirs = min(door for door in opens if opens[door].intersection(others) and opens[door] != frozenset(Role))
        assert open_to(others, shut | {theirs}) == {theirs}, others


@pytest.mark.release("thousands of requests; the gate asks for the cells that are shut")
@of(*Role)
def test_every_cell_of_the_api_and_the_pages(role: Role) -> None:
    check(role, is_of_the_product)


@pytest.mark.release("850 addresses of the back office for each role")
@of(None, *Role)
def test_every_cell_of_the_back_office(role: Role | None) -> None:
    check(role, lambda door: door.address.startswith("admin/"))


def test_every_address_has_its_line_and_every_line_its_address() -> None:
    if "WRITE_MATRIX" in os.environ:
        cells = dict.fromkeys(matrix.doors(), "")
        for role in (None, *Role):
            found = open_to(filter(None, [role]), cells)
            letter = "o" if role is None else LETTERS[role]
            cells = {door: letters + (letter if door in found else ".") for door, letters in cells.items()}
        matrix.FILE.write_text(matrix.written(cells))
    assert set(matrix.expected()) == set(matrix.doors())
    letters = matrix.expected()
    assert matrix.houses() == {door: matrix.house_of(door, letters[door]) for door in letters}
