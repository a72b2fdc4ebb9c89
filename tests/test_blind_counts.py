"""People who count boxes cannot learn what they hold, neither from what is open to them nor by arithmetic.

Boxes are counted blind (N.J.A.C. 13:69D-1.33).  Every address that the matrix opens to the cage is read, with every id
that exists; no figure of a box may be among what is shown, or be the sum or difference of two shown amounts.
"""

import json
import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from django.test import Client

from accounting.models import Book, Drop, Entry, GamingDay, House, Slip, Window
from accounting.services import windows
from casino import membership
from tables.floor.services import drops, seats
from tables.floor.services import slips as table_slips
from tables.models import Game, Guest, Hand, Session, Table
from tables.play.services.hands import recording
from tables.play.services.hands.recording import Summary
from tests import builders, matrix
from tests.builders import Evening

pytestmark = pytest.mark.django_db
IDS = (Book, Drop, Entry, Game, GamingDay, Guest, Hand, House, Session, Slip, Table, Window)
HANDS = ((283_00, 73_00), (447_00, 41_00), (299_00, 19_00), (511_00, 56_00))
TAX = {"kind": "fixed", "amount_cents": 153_00}
_PLACE = re.compile(r"<(\w+):\w+>")
_AMOUNT = re.compile(r"(?<![\d.,])(\d{1,3}(?:[.,\s\u202f\u00a0]\d{3})*|\d+)[.,](\d{2})(?!\d)")


@pytest.fixture
def evening() -> Evening:
    """A night at one table: chips sold, played, brought and taken; its boxes are taken and nobody has counted them."""
    evening = builders.evening()
    window = windows.create(house_id=evening.house.pk, code="K1", name="Kasse 1", actor=evening.cage)
    stock = {"10000": 90, "500": 100, "100": 400}
    windows.open_window(window_id=window.pk, chips=stock, cash_cents=9_000_00, actor=evening.cage)
    for bought_cents in (1_317_00, 1_401_00, 1_523_00):
        windows.sell(window_id=window.pk, amount_cents=bought_cents, actor=evening.cage)
    table = evening.table(
        evening.game(recording="summary", rake_schedule_id=evening.terms("Fixed", TAX).schedule_id),
        float_cents=3_177_00,
    )
    evening.sit(table, 1_317_00, 1_401_00, 1_523_00)
    for pot_cents, tip_cents in HANDS:
        outcome = Summary(pot_cents=pot_cents, flop_seen=True, dealt_in=3, tip_cents=tip_cents)
        recording.record_summary(table_id=table, version=evening.version(table), summary=outcome, actor=evening.dealer)
    counted = {1: 1_201_00, 2: 1_600_00}
    for seat, cents in counted.items():
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
        )
        windows.redeem(window_id=window.pk, amount_cents=cents, actor=evening.cage)
    table_slips.ask(kind="fill", table_id=table, window_id=window.pk, chips={"500": 13}, actor=evening.floor)
    drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
    return evening


def doors_of_the_cage() -> list[matrix.Door]:
    return [door for door, letters in matrix.expected().items() if door.method == "GET" and set(letters) & {"C", "o"}]


def addresses() -> Iterator[str]:
    """Each address with each row of its kind, and with each id and seat where it names no row.

    The console's are not the cage's.
    """
    everything = sorted({pk for model in IDS for pk in model.objects.values_list("pk", flat=True)})
    rows = {
        name: sorted(model._default_manager.values_list("pk", flat=True)) for name, model in membership.named().items()
    }
    for door in doors_of_the_cage():
        if not door.address.startswith("admin/"):
            kinds = _PLACE.findall(door.address)
            for ids in product(*(rows.get(kind, everything) for kind in kinds)):
                values = iter(ids)
                yield "/" + _PLACE.sub(lambda _match, values=values: str(next(values)), door.address)


def amounts(answer: object) -> set[int]:
    """All amounts in cents that an answer shows, whatever its format."""
    text = answer.content.decode(errors="replace")
    shown = {int(re.sub(r"\D", "", whole) + cents) for whole, cents in _AMOUNT.findall(text)}
    if "json" in answer["Content-Type"]:
        shown |= {abs(value) for name, value in numbers(json.loads(text)) if name.endswith("_cents")}
    return shown


def numbers(value: object, name: str = "") -> Iterator[tuple[str, int]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from numbers(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from numbers(inner, name)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield name, value


def derived(shown: set[int]) -> set[int]:
    """What is shown, with every sum and difference of two amounts."""
    pairs = {one for first, second in combinations(shown, 2) for one in (first + second, abs(first - second))}
    return shown | pairs


def test_the_balances_that_who_counts_can_see_do_not_add_up_to_a_box(evening: Evening) -> None:
    """All places together hold nothing, so places that are hidden hold what the others lack."""
    client = Client()
    client.force_login(evening.cage)
    held: dict[str, int] = {}
    for place in client.get("/api/v1/ledger/places/", {"limit": 200}).json()["results"]:
        for owner in ("all", place["name"].split("/")[1]):
            held[owner] = held.get(owner, 0) + place["balance_cents"]
    assert set(held) == {"all", "K1"}, "only the cage's own places"
    figures = {row.booked_cents for row in Drop.objects.all()}
    assert not (figures | {sum(figures)}) & {abs(cents) for cents in held.values()}
    entries = client.get("/api/v1/ledger/entries/", {"limit": 200}).json()["results"]
    assert entries
    for entry in entries:
        names = {transfer[end] for transfer in entry["transfers"] for end in ("source", "destination")}
        assert any(re.match("(cage|cash)/", name) for name in names), entry


def test_no_figure_of_a_box_can_be_read_or_worked_out_by_who_counts_it(evening: Evening) -> None:
    hidden = {row.booked_cents: row.kind for row in Drop.objects.all()}
    assert hidden == {4 * 153_00: "rake", 189_00: "tips"}
    client = Client()
    client.force_login(evening.cage)
    read, shown, told = 0, set(), {}
    for path in addresses():
        answer = client.get(path)
        if answer.status_code == 200:
            read += 1
            found = amounts(answer)
            shown |= found
            told |= dict.fromkeys(found, path)
    assert read > 60
    assert len(shown) > 10, "amounts are found at all"
    assert {hidden[cents]: told.get(cents, "worked out") for cents in derived(shown) & set(hidden)} == {}
