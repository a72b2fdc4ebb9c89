"""Pots of halves and boards from the table to the books: shared to the cent after the rake, told, audited, proven."""

from typing import Any

import pytest
from django.utils.translation import override

from accounting.models import Assessment, TableDay
from accounting.policy import rake
from accounting.reports.services import rollups
from tables.audit.services import audits
from tables.hands.selectors import outcomes
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import imports
from tables.hands.services.recording import HandDetails
from tables.rules import records
from tables.settlement import Tip
from tests import builders
from tests.builders import Evening
from tests.forging import both_ways
from tests.tables.rules.test_printed_games import printed

pytestmark = pytest.mark.django_db

NAMES = {1: "Weber", 2: "Rossi", 3: "Nguyen"}
FLOPS = ("flop", "turn", "river")
BLINDS = [
    {"street": "post", "seat": 1, "kind": "sb", "amount": 100},
    {"street": "post", "seat": 2, "kind": "bb", "amount": 200},
]
EXEMPTING = builders.FIVE_PERCENT | {"bomb_pots_free": True}


def line(street: str, seat: int, kind: str, **more: Any) -> dict[str, Any]:
    return {"street": street, "seat": seat, "kind": kind, **more}


def checks(*seats: int, streets: tuple[str, ...] = FLOPS) -> list[dict[str, Any]]:
    return [line(street, seat, "check") for street in streets for seat in seats]


def of_one_board(*actions: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A hand of Omaha Hi-Lo with blinds, on the first board alone."""
    hand = printed(actions=[*BLINDS, *actions], bomb_pot=False, **changes)
    del hand["more_boards"]
    return hand


def played(evening: Evening, record: dict[str, Any], *tips: Tip, **game: Any) -> RecordedHand:
    """The hand at a table of ours, its guests bought in and cashed out."""
    recording = records.convert(record)
    row = evening.game(chip_cents=1, variant="omaha_hi_lo", betting=recording.setup.terms.betting.value)
    for name, value in game.items():
        setattr(row, name, value)
    row.save()
    table = evening.table(row)
    return imports.record_visit(
        table_id=table,
        version=evening.version(table),
        guest_ids={one.seat: evening.guest().pk for one in recording.setup.seats},
        setup=recording.setup,
        actions=recording.actions,
        details=HandDetails(tips=tips),
        actor=evening.manager,
    )


def told(recorded: RecordedHand, terms: dict[str, Any], language: str = "en") -> dict[int, tuple[str, ...]]:
    """What each winner got, in words, as the page of the hand has it."""
    with override(language):
        found = outcomes.of_hand(recorded, NAMES, rake.parse(terms))
    return {one.seat: one.parts for one in found.lines if one.has_won}


def agrees(evening: Evening) -> None:
    assert audits.audit(day_id=evening.day.pk, actor=evening.manager).differences == []
    assert both_ways() == [[], []]


def test_a_quartered_low_after_the_rake() -> None:
    """A pot of 48.00: 2.00 rake, 23.00 for the high of seat 1, and 11.50 each for the low that two share."""
    evening = builders.evening()
    record = of_one_board(
        line("pre", 3, "raise", to=600), line("pre", 1, "call"), line("pre", 2, "call"),
        *checks(1, 2, 3, streets=FLOPS[:2]),
        line("river", 1, "bet", amount=1_000), line("river", 2, "call"), line("river", 3, "call"),
        shown={"1": ["As", "4h", "Kh", "Kd"], "2": ["Ac", "4c", "Jh", "Jd"], "3": ["9s", "9d", "8c", "8d"]},
    )  # fmt: skip
    recorded = played(evening, record, Tip(1, 100))
    result = recorded.hand.result
    assert (result["pots"][0]["winners"], result["pots"][0]["low"]) == ([[1]], [[1, 2]])
    assert (result["rake"]["taken_cents"], result["won"]) == (200, {"1": 3_450, "2": 1_150})
    assert builders.balances() == {"guests/T07": -300, "rake/T07": 200, "tips/T07": 100}
    assert told(recorded, builders.FIVE_PERCENT) == {
        1: ("34.50 of Pot 48.00 less rake 2.00: high 23.00; low 11.50",),
        2: ("11.50 of Pot 48.00 less rake 2.00: low 11.50",),
    }
    assert told(recorded, builders.FIVE_PERCENT, "de")[1] == (
        "34,50 von Pot 48,00 abzüglich Taxe 2,00: hohe Hand 23,00; niedrige Hand 11,50",
    )
    rollups.roll_up()
    assert TableDay.objects.values_list("due_cents", "taken_cents", "tips_cents").get() == (200, 200, 100)
    agrees(evening)


def test_a_side_pot_without_a_low_goes_to_the_high_though_the_main_pot_has_one() -> None:
    """Seat 1 is all-in with the only low: it takes half of the main pot, and none of the side pot is shared."""
    evening = builders.evening(builders.NO_RAKE)
    record = of_one_board(
        line("pre", 3, "raise", to=2_000), line("pre", 1, "call", amount=900, allin=True), line("pre", 2, "call"),
        line("flop", 2, "bet", amount=1_000), line("flop", 3, "call"),
        *checks(2, 3, streets=FLOPS[1:]),
        limit="NL",
        players=[{"seat": seat, "name": "p", "stack": 1_000 if seat == 1 else 10_000} for seat in (1, 2, 3)],
        shown={"1": ["Ac", "4c", "Jh", "Jd"], "2": ["Kh", "Kd", "9h", "9c"], "3": ["Qh", "Qs", "Tc", "Td"]},
    )  # fmt: skip
    recorded = played(evening, record)
    result = recorded.hand.result
    assert [(pot["cents"], pot["winners"], pot["low"]) for pot in result["pots"]] == [
        (3_000, [[2]], [[1]]),
        (4_000, [[2]], [[]]),
    ]
    assert result["won"] == {"1": 1_500, "2": 5_500}
    assert told(recorded, builders.NO_RAKE) == {
        2: (
            "15.00 of Main pot 30.00: high 15.00",
            "Side pot 1 40.00, against Nguyen: high 40.00",
        ),
        1: ("15.00 of Main pot 30.00: low 15.00",),
    }
    agrees(evening)


@pytest.mark.parametrize(
    ("terms", "taken_cents", "won"),
    [
        (builders.FIVE_PERCENT, 700, {"1": 3_575, "2": 3_575, "3": 7_150}),
        (EXEMPTING, 0, {"1": 3_750, "2": 3_750, "3": 7_500}),
    ],
    ids=["no flop, no drop", "exempting"],
)
def test_a_bomb_pot_on_two_boards(terms: dict[str, Any], taken_cents: int, won: dict[str, int]) -> None:
    """A pot of 150.00: no flop, no drop does not spare it, so 7.50 are due, in whole chips 7.00."""
    evening = builders.evening(terms)
    recorded = played(evening, printed(ante_cents=5_000), bomb_pot_ante_cents=5_000, bomb_pot_boards=2)
    result = recorded.hand.result
    assert (result["rake"]["due_cents"], result["rake"]["taken_cents"], result["won"]) == (
        taken_cents, taken_cents, won,
    )  # fmt: skip
    assert Assessment.objects.values_list("bomb_pot", "flop_seen", "taken_cents").get() == (True, True, taken_cents)
    parts = told(recorded, terms)
    assert [parts[seat][0].split(": ")[1] for seat in (1, 2, 3)] == [
        f"board 1, high {won['1'] / 100:.2f}",
        f"board 1, low {won['2'] / 100:.2f}",
        f"board 2, high {won['3'] / 100:.2f}",
    ]
    agrees(evening)
