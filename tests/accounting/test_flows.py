"""Every transfer of the ledger is one thing: players' money, revenue, the staff's, duty, or the house's own."""

from itertools import product

import pytest

from accounting import flows, places
from accounting.chain import Move
from accounting.flows import Flow
from accounting.ledger.services import ledger
from accounting.models import Entry, EntryCode
from accounting.places import Kind
from accounting.policy import levy, statement
from accounting.policy.laws import LAWS
from accounting.policy.statement import Before
from accounting.proof.services import flow_proofs
from accounting.revenue.selectors import revenue
from tests import builders, databases
from tests.builders import Evening
from tests.forging import change

pytestmark = pytest.mark.django_db

built, evening = databases.shared(builders.evening)

ACCOUNTS = (
    places.RAKE_ACCOUNT, places.ELECTRONIC_TIPS, places.TIPS_IN_REVENUE, places.TRONC_DEDUCTIONS, places.TRONC_LEVY,
    places.TRONC_JOINED, places.PAYROLL,
)  # fmt: skip
OWNERS = {Kind.SEAT: "T07/1", Kind.TRONC: "2026-11"}
PLACES = [
    *(places.bank() if kind is Kind.BANK else f"{kind}/{OWNERS.get(kind, 'T07')}" for kind in Kind),
    *ACCOUNTS,
    places.bank("advance-7"),
]
"""One place of each side."""


def test_every_side_is_a_kind_of_place_or_an_account() -> None:
    assert {side for pair in flows.PAIRS for side in pair} <= {flows.side(place) for place in PLACES}


def test_each_pair_is_declared_once() -> None:
    declared = [
        frozenset((source, destination))
        for _flow, sources, destinations in flows._FLOWS
        for source, destination in product(sources.split(), destinations.split())
    ]
    assert len(declared) == len(set(declared))


def test_the_way_back_takes_back_what_the_way_was() -> None:
    for (source, destination), (flow, sign) in flows.PAIRS.items():
        assert flows.PAIRS[destination, source] == (flow, sign if source == destination else -sign)


def test_between_other_places_nothing_can_be_posted(evening: Evening) -> None:
    """All pairs of places, a place to one of its own kind too."""
    assert evening.day is not None
    refused = 0
    for source, destination in product(PLACES, PLACES):
        if (flows.side(source), flows.side(destination)) in flows.PAIRS or source == destination:
            continue
        with pytest.raises(flows.NoFlow):
            ledger.post(
                day=evening.day, book="house", code=EntryCode.CHANGE, subject="x", actor=evening.manager,
                moves=[Move(source, destination, 1)],
            )  # fmt: skip
        refused += 1
    assert refused > len(flows.PAIRS), "most places have nothing to do with each other"
    assert not Entry.objects.exists()


def test_the_proof_names_what_was_moved_past_the_ledger(evening: Evening) -> None:
    assert evening.day is not None
    ledger.post(
        day=evening.day, book="house", code=EntryCode.FLOAT_IN, subject="x", actor=evening.manager,
        moves=[Move(places.bank(), "float/T07", 1)],
    )  # fmt: skip
    assert list(flow_proofs.prove()) == []
    for elsewhere in ("share/7", "bank/my-own", "mine/T07"):
        change("UPDATE accounting_transfer SET destination = %s", elsewhere)
        [broken] = flow_proofs.prove()
        side = elsewhere if elsewhere.startswith("bank") else elsewhere.partition("/")[0]
        assert (broken.book, broken.what) == ("house", f"it moves something from bank/main to {side}")
        found = revenue.days(evening.house, evening.day.date, evening.day.date)
        assert not any(one.taken_in_cents or one.tips_in_revenue_cents or one.bank for one in found.values())


@pytest.mark.parametrize(
    ("code", "source", "destination", "is_"),
    [
        ("hand", "pot/T07", "rake/T07", (Flow.RAKE, 1)),
        ("hand", "rake/T07", "pot/T07", (Flow.RAKE, -1)),
        ("time_charge", "seat/T07/1", "rake/T07", (Flow.TIME, 1)),
        ("time_charge", "rake/T07", "seat/T07/1", (Flow.TIME, -1)),
        ("round", "float/T07", "seat/T07/1", (Flow.WIN, -1)),
        ("tournament_in", "bank/main", "fees/TURM", (Flow.FEES, 1)),
        ("tournament_due", "prizes/SAT", "fees/TURM", (Flow.FEES, 1)),
        ("tournament_due", "fees/TURM", "bank/main", (Flow.HOUSE, 1)),
        ("tournament_due", "bank/main", "prizes/TURM", (Flow.HOUSE, 1)),
        ("tournament_out", "prizes/TURM", "bank/main", (Flow.PLAYERS, -1)),
        ("kept_lapsed", "kept/7", "bank/main", (Flow.UNCLAIMED, 1)),
        ("tip_record", "bank/electronic-tips", "bank/tips-in-revenue", (Flow.TIPS, 1)),
        ("tip_record", "bank/electronic-tips", "tronc/2026-11", (Flow.STAFF, 1)),
        ("tronc_shared", "bank/advance-7", "share/7", (Flow.STAFF, 1)),
        ("count", "variance/T07", "rake/T07", (Flow.DIFFERENCE, 1)),
    ],
)
def test_what_it_is(code: str, source: str, destination: str, is_: tuple[Flow, int]) -> None:
    assert flows.of(code, source, destination) == is_


def test_electronic_tips_that_are_revenue_count_beside_the_tables() -> None:
    """SpielbG NRW § 22: they are part of the gross gaming revenue; § 19: 30 % of it are the levy."""
    taken = {
        "rake": {"counted_cents": 100_000, "booked_cents": 100_000},
        "bank": {"counted_cents": 0, "booked_cents": 0},
        "tournaments": {"fees_cents": 0},
        "taken_in_cents": 0,
        "tips_in_revenue_cents": 1_000,
    }
    figures = statement.of_day(taken, levy.parse(LAWS["nrw"]), Before())
    assert (figures["revenue_cents"], figures["levy_cents"]) == (101_000, 30_300)
