"""What somebody with the tables' owner's rights does to a sealed house is found, or docs/security.md says why not."""

import re

import pytest

from accounting.proof.services import proofs
from casino import environment
from tables.guests.services import erasures
from tables.models import Guest
from tests import databases, tampered_house
from tests.deciding import looking
from tests.forging import both_ways, change
from tests.tampering import KINDS, Kind

pytestmark = pytest.mark.django_db

built, house = databases.shared(tampered_house.house)
FOUND = [kind for kind in KINDS if kind.found]
QUICK = FOUND[::9]


def books() -> set[str]:
    return {one.book for one in proofs.prove().broken}


def tampered(kind: Kind) -> bool:
    assert change(kind.sql), "something is changed"
    return any(book.startswith(kind.found) for book in books())


def test_the_honest_house_is_proven(house):
    assert both_ways() == [[], []]


@pytest.mark.parametrize("kind", QUICK, ids=lambda kind: kind.name)
def test_it_is_found(house, kind):
    assert tampered(kind)


@pytest.mark.release("proves the house once for each kind of tampering; the gate tries some")
@pytest.mark.parametrize("kind", [kind for kind in FOUND if kind not in QUICK], ids=lambda kind: kind.name)
def test_each_of_the_others_is_found_too(house, kind):
    assert tampered(kind)


@pytest.mark.release("proves the house once for each kind that is open")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind.found], ids=lambda kind: kind.name)
def test_what_is_said_to_be_open_is_open(house, kind):
    """Otherwise the document says less than there is."""
    assert change(kind.sql), "something is changed"
    assert books() == set()


def test_an_erased_guest_leaves_every_seal_as_it_is(house):
    asked = erasures.ask(guest_id=Guest.objects.get(number="G-1").pk, reason="auf Wunsch", actor=house.manager)
    looking(erasures.approve)(erasure_id=asked.pk, actor=house.second_manager)
    assert Guest.objects.filter(name__startswith="erased").exists()
    assert both_ways() == [[], []]


def test_what_is_not_found_is_named_with_its_reason():
    text = (environment.ROOT / "docs" / "security.md").read_text()
    section = re.search(r"^## What is found, and what is not\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    assert section
    named = {row.split("|")[1].strip() for row in section[1].splitlines() if row.startswith("|")}
    assert {kind.why for kind in KINDS if not kind.found} <= named


def test_there_are_forty_kinds_and_more():
    assert len(FOUND) >= 40
    assert len({kind.name for kind in KINDS}) == len(KINDS)
