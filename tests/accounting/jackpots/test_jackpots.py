"""Jackpot funds: what their desks refuse, and what the proof of a fund says of a changed row."""

from collections.abc import Callable
from typing import Any

import pytest

from accounting.cage.services import windows
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.services import awards, counting, funds, payments, proofs
from accounting.models import Entry, Fund, FundCount, FundDrop, FundMove, FundTerms, JackpotSlip
from casino.errors import Refusal
from tests import builders, databases
from tests.accounting.jackpots import jackpots
from tests.deciding import looking
from tests.forging import change

pytestmark = pytest.mark.django_db

ROWS = (Entry, Fund, FundTerms, FundMove, FundDrop, FundCount, JackpotSlip)
NOT_THERE = 4711


class Night:
    """A bad beat of which three shares are paid and one is due; its boxes are counted, a euro over."""

    def __init__(self) -> None:
        self.house = jackpots.house()
        self.evening = self.house.evening
        self.bad_beat, self.high_hand = self.house.funds["bad-beat"], self.house.funds["high-hand"]
        table = self.evening.table(code="T07")
        self.evening.sit(table, 20_000, 20_000, 20_000, 20_000)
        hand = jackpots.bad_beat(self.evening, table).hand
        self.house.approve(self.house.enter(hand.pk, self.bad_beat))
        for slip in JackpotSlip.objects.order_by("number")[:3]:
            self.house.pay(slip)
        self.over = self.house.count(self.bad_beat, 200)
        people = {attribute: getattr(self.evening, attribute) for attribute, *_ in builders.HIRED}
        self.next_door = builders.evening(code="dus", people=people)

    @property
    def due(self) -> JackpotSlip:
        return JackpotSlip.objects.get(number=4)

    def open_fund(self, **changes: Any) -> Fund:
        asked = {"house_id": self.evening.house.pk, "code": "splash", "name": "Splash", "kind": "splash"}
        return funds.open_fund(**(asked | changes), actor=self.evening.manager)


built, night = databases.shared(Night)


def state() -> list[object]:
    return [builders.balances(), *(list(model.objects.order_by("pk").values()) for model in ROWS)]


def refused(call: Callable[..., Any], **named: Any) -> str:
    """The refusal's code; it has changed nothing."""
    before = state()
    with pytest.raises(Refusal) as error:
        call(**named)
    assert state() == before
    return error.value.code


class TestBoxes:
    def test_whoever_took_the_boxes_does_not_count_them(self, night: Night) -> None:
        row = counting.take_boxes(fund_id=night.bad_beat.pk, actor=night.evening.manager)
        count = {"fund_drop_id": row.pk, "found": {"100": 1}}
        assert refused(counting.count_boxes, **count, actor=night.evening.manager) == "two_people"
        assert counting.count_boxes(**count, actor=night.evening.cage).counts.count() == 1

    def test_whoever_can_read_what_was_posted_counts_only_where_two_differ(self, night: Night) -> None:
        row = night.house.take(night.bad_beat)
        manager = {"fund_drop_id": row.pk, "found": {"100": 1}, "actor": night.evening.manager}
        assert refused(counting.count_boxes, **manager) == "count_not_blind"
        counting.count_boxes(fund_drop_id=row.pk, found={"100": 1}, actor=night.evening.cage)
        assert refused(counting.count_boxes, **manager) == "count_not_blind"
        counting.count_boxes(fund_drop_id=row.pk, found={"100": 2}, actor=night.evening.second_cage)
        assert counting.count_boxes(**manager).counted_cents == 100

    def test_what_agrees_is_not_explained(self, night: Night) -> None:
        row = night.house.count(night.bad_beat)
        explain = {"fund_drop_id": row.pk, "explanation": "from the box before", "actor": night.evening.manager}
        assert refused(looking(counting.explain_boxes), **explain) == "no_variance"

    def test_boxes_that_are_not_counted_have_nothing_to_explain(self, night: Night) -> None:
        row = night.house.take(night.bad_beat)
        explain = {"fund_drop_id": row.pk, "explanation": "from the box before", "actor": night.evening.manager}
        assert refused(looking(counting.explain_boxes), **explain) == "no_variance"

    def test_a_difference_is_explained_once(self, night: Night) -> None:
        explain = {"fund_drop_id": night.over.pk, "actor": night.evening.manager}
        looking(counting.explain_boxes)(**explain, explanation="from the box before")
        assert (
            refused(looking(counting.explain_boxes), **explain, explanation="quite another one") == "variance_explained"
        )

    def test_whoever_took_the_boxes_does_not_explain_them(self, night: Night) -> None:
        row = counting.take_boxes(fund_id=night.bad_beat.pk, actor=night.evening.manager)
        for person in (night.evening.cage, night.evening.second_cage):
            counting.count_boxes(fund_drop_id=row.pk, found={"100": 1}, actor=person)
        explain = {"fund_drop_id": row.pk, "explanation": "from the box before"}
        assert refused(looking(counting.explain_boxes), **explain, actor=night.evening.manager) == "two_people"
        explained = looking(counting.explain_boxes)(**explain, actor=night.evening.second_manager)
        assert explained.explained_by == night.evening.second_manager

    def test_a_fund_without_terms_puts_nothing_aside(self, night: Night) -> None:
        fund = night.house.fund("unsigned", "mystery", signed=False)
        row = night.house.count(fund, 500)
        assert (row.reserved_cents, builders.balances("jackpot/unsigned")) == (0, {"jackpot/unsigned": 500})
        assert builders.balances("reserve/unsigned") == {}


class TestShares:
    def test_are_not_paid_at_a_window_of_another_house(self, night: Night) -> None:
        cage = night.evening.cage
        window = windows.create(house_id=night.next_door.house.pk, code="W9", name="Kasse", actor=cage)
        windows.open_window(window_id=window.pk, chips={}, cash_cents=500_000, actor=cage)
        pay = {"jackpot_slip_id": night.due.pk, "window_id": window.pk, "guest": "101", "actor": cage}
        assert refused(looking(awards.pay), **pay) == "other_house"

    def test_that_went_back_to_the_fund_are_neither_paid_nor_given_back_again(self, night: Night) -> None:
        builders.past_the_guards("UPDATE accounting_jackpotslip SET due_until = '2020-01-01' WHERE number = 4")
        again = {"jackpot_slip_id": night.due.pk, "actor": night.evening.second_manager}
        looking(awards.lapse)(**again)
        assert refused(looking(awards.lapse), **again) == "slip_lapsed"
        pay = {"jackpot_slip_id": night.due.pk, "window_id": night.house.window, "guest": "101"}
        assert refused(looking(awards.pay), **pay, actor=night.evening.cage) == "slip_lapsed"

    def test_that_were_paid_do_not_go_back_to_the_fund(self, night: Night) -> None:
        builders.past_the_guards("UPDATE accounting_jackpotslip SET due_until = '2020-01-01' WHERE number = 1")
        paid = JackpotSlip.objects.get(number=1)
        assert (
            refused(looking(awards.lapse), jackpot_slip_id=paid.pk, actor=night.evening.second_manager) == "slip_paid"
        )

    def test_whoever_approved_the_claim_does_not_give_a_share_back(self, night: Night) -> None:
        builders.past_the_guards("UPDATE accounting_jackpotslip SET due_until = '2020-01-01' WHERE number = 4")
        lapse = {"jackpot_slip_id": night.due.pk, "actor": night.evening.manager}
        assert refused(looking(awards.lapse), **lapse) == "two_people"


class TestFunds:
    def test_have_a_name(self, night: Night) -> None:
        assert refused(night.open_fund, name="  ") == "fund_nameless"
        assert night.open_fund().name == "Splash"

    def test_terms_are_decided_once(self, night: Night) -> None:
        row = FundTerms.objects.get(fund=night.bad_beat)
        decide = {"fund_terms_id": row.pk, "actor": night.evening.second_manager}
        assert refused(looking(funds.approve_terms), **decide) == "terms_approved"
        assert refused(looking(funds.decline_terms), **decide) == "terms_approved"

    @pytest.mark.parametrize(
        ("kind", "amount_cents", "code"),
        [
            ("closing", 100, "bad_payment"),
            ("gift", 0, "amount_too_small"),
            ("gift", -100, "amount_too_small"),
            ("seed", -100, "amount_too_small"),
            ("tax", -100, "amount_too_small"),
        ],
    )
    def test_no_payment_takes_from_a_fund(self, night: Night, kind: str, amount_cents: int, code: str) -> None:
        ask = {"fund_id": night.bad_beat.pk, "kind": kind, "amount_cents": amount_cents, "reason": "for the weekend"}
        assert refused(payments.ask_payment, **ask, actor=night.evening.manager) == code

    def test_a_reason_is_read_for_names_when_it_is_given_and_not_when_it_is_decided(self, night: Night) -> None:
        """Nobody can change it any more; a guest of that name who registers since kept it from being decided."""
        ask = {"fund_id": night.bad_beat.pk, "kind": "gift", "amount_cents": 100, "actor": night.evening.manager}
        rows = [payments.ask_payment(**ask, reason="Wechsel vergessen") for _ in range(2)]
        night.evening.guest("Wechsel Vergessen")
        assert refused(payments.ask_payment, **ask, reason="Wechsel vergessen") == "names_guest"
        looking(payments.approve_payment)(fund_move_id=rows[0].pk, actor=night.evening.second_manager)
        looking(payments.decline_payment)(fund_move_id=rows[1].pk, actor=night.evening.second_manager)
        assert [FundMove.objects.get(pk=row.pk).state for row in rows] == ["done", "declined"]

    def test_no_fund_hands_its_money_to_another_house(self, night: Night) -> None:
        other = night.open_fund(house_id=night.next_door.house.pk)
        move = {"fund_id": night.high_hand.pk, "to_fund_id": other.pk, "reason": "nobody plays for it"}
        assert refused(payments.ask_closing, **move, actor=night.evening.manager) == "bad_payment"


@pytest.mark.parametrize(
    ("call", "named", "code"),
    [
        (funds.propose_terms, {"fund_id": NOT_THERE, "terms": {}}, "no_such_fund"),
        (looking(funds.approve_terms), {"fund_terms_id": NOT_THERE}, "no_such_version"),
        (looking(payments.approve_payment), {"fund_move_id": NOT_THERE}, "no_such_payment"),
        (counting.count_boxes, {"fund_drop_id": NOT_THERE, "found": {}}, "no_such_drop"),
        (looking(awards.lapse), {"jackpot_slip_id": NOT_THERE}, "no_such_slip"),
        (selector.one, {"fund_id": NOT_THERE}, "no_such_fund"),
        (selector.slip, {"slip_id": NOT_THERE}, "no_such_slip"),
    ],
)
def test_what_is_not_there(night: Night, call: Callable[..., Any], named: dict[str, Any], code: str) -> None:
    assert refused(call, **named, actor=night.evening.manager) == code


@pytest.mark.parametrize(
    ("posted_cents", "must_fall_cents", "permille", "percent"),
    [(4_999, 10_000, 499, 49), (10_000, 10_000, 1_000, 100), (12_000, 10_000, 1_000, 100), (4_999, 0, 0, 0)],
)
def test_the_wall_shows_how_far_a_fund_has_come(
    posted_cents: int, must_fall_cents: int, permille: int, percent: int
) -> None:
    meter = selector.Meter("Mystery", posted_cents, must_fall_cents)
    assert (meter.permille, meter.percent) == (permille, percent)


# What the owner of a table drops before a forgery, since the database would refuse it even without triggers.
DROPPED = {
    "accounting_transfer": "transfer_fund_is_the_players",
    "accounting_jackpotslip": "jackpot_slip_by_three",
    "accounting_fundcount": "fund_count_once_each",
    "accounting_fundmove": "fund_move_by_two",
    "accounting_fundterms": "fund_terms_by_two",
}
SLIP = "UPDATE accounting_jackpotslip SET"
BOXES = "UPDATE accounting_funddrop SET"
PAID = "source LIKE 'won/%%' AND destination LIKE 'guests/%%'"
OF_THE_BAD_BEAT = "fund_id = (SELECT id FROM accounting_fund WHERE code = 'bad-beat')"
CAGE, FLOOR = (f"(SELECT id FROM casino_user WHERE username = '{name}')" for name in ("cage", "floor"))
FORGED = [
    (f"UPDATE accounting_transfer SET destination = 'bank/rake' WHERE {PAID}", "a fund is the players'"),
    (
        "UPDATE accounting_place SET balance_cents = balance_cents - 100 WHERE name = 'won/bad-beat'",
        "4912 lie apart for shares, 5012 are still to be paid",
    ),
    ("DELETE FROM accounting_jackpotslip WHERE number = 2", "slip 2 is missing, or there twice"),
    (f"{SLIP} tax_cents = 1 WHERE number = 1", "jackpot slip 1 moved something else than it says"),
    (
        "UPDATE accounting_fundmove SET amount_cents = amount_cents + 100",
        "payment {payment} moved something else than it says",
    ),
    (
        f"{BOXES} counted_cents = posted_cents",
        "the count of the boxes {boxes} moved something else than it says",
    ),
    (
        f"UPDATE accounting_fundterms SET terms = '{{\"loser_bp\": 0}}' WHERE {OF_THE_BAD_BEAT}",
        "terms v1 cannot be read",
    ),
    (
        f"UPDATE accounting_fundterms SET decided_by_id = proposed_by_id WHERE {OF_THE_BAD_BEAT}",
        "terms v1 were not signed by two people",
    ),
    (
        "UPDATE accounting_fundmove SET decided_by_id = asked_by_id",
        "payment {payment} was not approved by a second person",
    ),
    (f"{SLIP} issued_by_id = asked_by_id WHERE number = 1", "jackpot slip 1 was approved or paid by one person"),
    (f"{SLIP} done_by_id = asked_by_id WHERE number = 1", "jackpot slip 1 was approved or paid by one person"),
    (f"{SLIP} done_by_id = issued_by_id WHERE number = 1", "jackpot slip 1 was approved or paid by one person"),
    (f"{BOXES} counted_cents = counted_cents - 100", "the boxes {boxes} are settled with something else than counted"),
    (
        f"UPDATE accounting_fundcount SET counted_by_id = {CAGE}",
        "the boxes {boxes} were not counted by two others",
    ),
    (
        f"UPDATE accounting_fundcount SET counted_by_id = {FLOOR} WHERE number = 2",
        "the boxes {boxes} were not counted by two others",
    ),
]  # fmt: skip


def said() -> str:
    return "\n".join(one.what for one in proofs.prove())


def test_the_proof_says_nothing_of_an_honest_night(night: Night) -> None:
    assert said() == ""


@pytest.mark.parametrize(("sql", "what"), FORGED, ids=range(len(FORGED)))
def test_the_proof_names_what_was_forged(night: Night, sql: str, what: str) -> None:
    named = what.format(payment=FundMove.objects.get().pk, boxes=night.over.pk)
    table = next(word for word in sql.split() if word.startswith("accounting_"))
    if table in DROPPED:
        change(f"ALTER TABLE {table} DROP CONSTRAINT {DROPPED[table]}")
    assert change(sql) > 0, "something was forged"
    assert named in said()
