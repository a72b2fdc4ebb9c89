"""People who count boxes cannot learn what they hold, neither from what is open to them nor by arithmetic.

Boxes are counted blind (N.J.A.C. 13:69D-1.33), those of jackpot funds too.  Every address that the matrix opens to the
cage is read, with every id that exists; no figure of a box may be among what is shown, or be the sum or difference of
two shown amounts.
"""

import json
import re
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from django.apps import apps
from django.test import Client, override_settings

from accounting.cage.selectors.boxes import BOXES
from accounting.cage.services import counts, windows
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.services import counting, funds, payments
from accounting.models import Book, Drop, Entry, Fund, FundDrop, GamingDay, House, Slip, Window
from casino import membership
from casino.errors import Refusal
from tables.floor.services import drops, seats
from tables.floor.services import slips as table_slips
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Game, Guest, Hand, Session, Table
from tests import builders, matrix
from tests.api_client import Api
from tests.builders import Evening
from tests.deciding import looking

pytestmark = pytest.mark.django_db
IDS = (Book, Drop, Entry, Game, GamingDay, Guest, Hand, House, Session, Slip, Table, Window)
HANDS = ((283_00, 73_00), (299_00, 19_00), (447_00, 41_00), (511_00, 56_00))
TAX = {
    "kind": "fixed",
    "amount_cents": 153_00,
    "jackpot": {
        "fund": "bad-beat",
        "steps": [{"from_cents": 1_00, "total_cents": 37_00}, {"from_cents": 400_00, "total_cents": 43_00}],
    },
}
PAID_IN_CENTS = 8_633_00
TAKEN_AFTER = 2
# What boxes hold by the books. Those of the fund were taken after two hands, and two were played since.
RAKE_CENTS, TIPS_CENTS, TAKEN_CENTS, UNCOUNTED_CENTS = 4 * 153_00, 189_00, 2 * 37_00, 2 * 43_00
# Models of boxes, whose counters must not know what should be there.
BLIND = {"accounting.Count", "accounting.Drop", "accounting.FundCount", "accounting.FundDrop"}
# Other models that hold a count, and why their counters may know what should be there.
NOT_BLIND = {
    "accounting.TipRecord": "tips of a day whose boxes are settled",
    "accounting.WindowShift": "a window's own drawer: the one who counts it has made each of its moves",
    "tables.FloatCount": "a count of a float that differed: the floor counts, which counts no box",
    "tables.CarryOver": "float and stacks of a table in play: the floor counts, which counts no box",
    "tables.ChipCount": "chips of a tournament, which are no money",
    "tables.StackCount": "a guest's own chips, of which the dealer sees the bounds: no box is counted",
    "tables.Session": "the float of a table: the floor counts, which counts no box",
}
_PLACE = re.compile(r"<(\w+):(\w+)>")
_AMOUNT = re.compile(r"(?<![\d.,])(\d{1,3}(?:[.,\s\u202f\u00a0]\d{3})*|\d+)[.,](\d{2})(?!\d)")


def with_a_fund(evening: Evening) -> Fund:
    """A jackpot fund with signed terms, into which the house has paid."""
    fund = funds.open_fund(
        house_id=evening.house.pk, code="bad-beat", name="Bad Beat", kind="mystery", actor=evening.manager
    )
    row = funds.propose_terms(fund_id=fund.pk, terms={}, actor=evening.manager)
    looking(funds.approve_terms)(fund_terms_id=row.pk, actor=evening.second_manager)
    gift = {"kind": "gift", "amount_cents": PAID_IN_CENTS, "reason": "for the weekend"}
    move = payments.ask_payment(fund_id=fund.pk, **gift, actor=evening.manager)
    looking(payments.approve_payment)(fund_move_id=move.pk, actor=evening.second_manager)
    return fund


@pytest.fixture
def evening() -> Evening:
    """A night at one table: chips sold, played, brought and taken; boxes are taken and nobody has counted them."""
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
    fund = with_a_fund(evening)
    for position, (pot_cents, tip_cents) in enumerate(HANDS):
        if position == TAKEN_AFTER:
            counting.take_boxes(fund_id=fund.pk, actor=evening.floor)
        outcome = Summary(pot_cents=pot_cents, flop_seen=True, dealt_in=3, tip_cents=tip_cents)
        recording.record_summary(table_id=table, version=evening.version(table), summary=outcome, actor=evening.dealer)
    counted = {1: 1_201_00, 2: 1_488_00}
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
    """Each address with each row of its kind, each code of its kind, and each id and seat where it names neither.

    The console's are not the cage's.
    """
    everything = sorted({pk for model in IDS for pk in model.objects.values_list("pk", flat=True)})
    named: dict[tuple[str, str], list[object]] = {
        ("slug", "house"): list(House.objects.values_list("code", flat=True)),
        ("slug", "code"): list(Table.objects.values_list("code", flat=True)),
    }
    rows = {
        name: sorted(model._default_manager.values_list("pk", flat=True)) for name, model in membership.named().items()
    }
    for door in doors_of_the_cage():
        if not door.address.startswith("admin/"):
            places = _PLACE.findall(door.address)
            for given in product(*(named.get(place) or rows.get(place[0], everything) for place in places)):
                values = iter(given)
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


def hidden_figures(evening: Evening) -> dict[int, str]:
    """What no counter of boxes may know before the count."""
    found = {row.booked_cents: row.kind for row in Drop.objects.all()}
    found |= {row.booked_cents: "boxes of a fund" for row in FundDrop.objects.all()}
    (view,) = selector.of_house(evening.house.pk, actor=evening.floor)
    return found | {view.uncounted_cents: "uncounted"}


def test_every_model_that_holds_a_count_is_known() -> None:
    """Found in the code: a new one is counted blind, or says here why not."""
    found = {
        model._meta.label
        for model in apps.get_models()
        if any(field.name.startswith("counted") for field in model._meta.fields)
    }
    assert found == BLIND | set(NOT_BLIND)
    assert not BLIND & set(NOT_BLIND)


@pytest.mark.parametrize("counts_made", [0, 1])
def test_no_figure_of_a_box_can_be_read_or_worked_out_by_who_counts_it(evening: Evening, counts_made: int) -> None:
    """Before the first count, and before the second, which must not know what the first has found either."""
    hidden = hidden_figures(evening)
    assert hidden == {
        RAKE_CENTS: "rake", TIPS_CENTS: "tips", TAKEN_CENTS: "boxes of a fund", UNCOUNTED_CENTS: "uncounted",
    }  # fmt: skip
    if counts_made:
        for row in Drop.objects.all():
            counts.count(drop_id=row.pk, found=builders.pieces(row.booked_cents), actor=evening.second_cage)
        row = FundDrop.objects.get()
        counting.count_boxes(fund_drop_id=row.pk, found=builders.pieces(TAKEN_CENTS), actor=evening.second_cage)
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


@pytest.mark.parametrize("person", ["cage", "manager"])
def test_an_answer_to_a_counter_has_no_figure_before_the_count(evening: Evening, person: str) -> None:
    """Managers may make the third count, so they are shown nothing of the boxes before either."""
    client = Client()
    client.force_login(getattr(evening, person))
    for row in client.get("/api/v1/drops/").json()["results"]:
        assert (row["booked_cents"], row["counts"], row["counted_cents"]) == (None, None, None)
    (box,) = selector.waiting(evening.house.pk, actor=getattr(evening, person))
    assert (box.booked_cents, box.counts, box.may_count) == (None, None, person == "cage")


def test_what_a_box_shows_tells_no_figure(evening: Evening) -> None:
    """A counter reads `seen`, a digest over the booked sum too: without the house's key, no sum can be tried out."""
    row = Drop.objects.filter(kind="rake").get()
    seen = BOXES.seen(row)
    with override_settings(SECRET_KEY="another key"):
        assert BOXES.seen(row) != seen


def test_the_first_counters_answer_says_what_was_posted_only_once_two_agree(evening: Evening) -> None:
    row = FundDrop.objects.get()
    told = [
        Api(person).post(f"fund-drops/{row.pk}/count/", {"chips": builders.pieces(TAKEN_CENTS)}).json()["posted_cents"]
        for person in (evening.cage, evening.second_cage)
    ]
    assert told == [None, TAKEN_CENTS]


def test_only_the_cage_makes_the_first_two_counts_of_any_box(evening: Evening) -> None:
    """Managers can read the booked sums."""
    drop, boxes_of_a_fund = Drop.objects.filter(kind="rake").get(), FundDrop.objects.get()
    for call in (
        lambda: counts.count(drop_id=drop.pk, found={}, actor=evening.manager),
        lambda: counting.count_boxes(fund_drop_id=boxes_of_a_fund.pk, found={}, actor=evening.manager),
    ):
        with pytest.raises(Refusal) as error:
            call()
        assert error.value.code == "count_not_blind"
    shown = Client()
    shown.force_login(evening.manager)
    page = shown.get("/cage/jackpots/").content.decode()
    assert f"/cage/jackpots/count/{boxes_of_a_fund.pk}/" not in page
    page = shown.get(f"/management/funds/{boxes_of_a_fund.fund_id}/").content.decode()
    assert "74,00" not in page
    assert "86,00" in page, "what is not taken yet, as in the reports"


def test_who_counts_blind_reads_no_fund(evening: Evening) -> None:
    client = Client()
    client.force_login(evening.cage)
    fund = Fund.objects.get()
    for address in (
        "/api/v1/funds/",
        f"/api/v1/funds/{fund.pk}/",
        "/management/funds/",
        f"/management/funds/{fund.pk}/",
    ):
        assert client.get(address).status_code == 403, address
