"""A bad beat at a table that records every action and a high hand at one of summaries: all of it ties to the cent."""

import pytest
from django.db import IntegrityError, transaction

from accounting import places
from accounting.cage.services import windows
from accounting.chain import Move
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.services import awards
from accounting.ledger.services import ledger
from accounting.models import Entry, EntryCode, JackpotSlip, Place
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.audit.services import day
from tables.guests.services.admission import policies
from tables.jackpots.selectors.claims import Keyed
from tables.jackpots.services import claims
from tests import builders, databases
from tests.accounting.jackpots import jackpots
from tests.builders import balances
from tests.deciding import looking

pytestmark = pytest.mark.django_db


built, house = databases.shared(jackpots.house)


def of_fund(code="bad-beat"):
    """What lies where of a fund: posted, in the reserve, owed, withheld."""
    return tuple(
        balances().get(place(code), 0) for place in (places.jackpot, places.reserve, places.won, places.withheld)
    )


def test_a_bad_beat_from_the_pot_to_the_guests(house):
    evening, fund = house.evening, house.funds["bad-beat"]
    table = evening.table(code="T07")
    guests = evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    assert of_fund() == (40_000, 0, 0, 0), "the seed"
    hand = jackpots.bad_beat(evening, table).hand
    assert of_fund() == (40_100, 0, 0, 0), "one euro from the pot"

    claim = house.enter(hand.pk, fund)
    # 50 % to the loser, 25 % to the winner, 25 % to the two others who were dealt in.
    assert [(one["role"], one["seat"], one["guest"], one["amount_cents"]) for one in claim.shares] == [
        ("loser", 1, guests[0].pk, 20_050),
        ("winner", 2, guests[1].pk, 10_025),
        ("table", 3, guests[2].pk, 5_013),
        ("table", 4, guests[3].pk, 5_012),
    ]
    assert (claim.posted_cents, claim.falls_cents, of_fund()) == (40_100, 40_100, (40_100, 0, 0, 0))

    house.approve(claim)
    assert of_fund() == (0, 0, 40_100, 0), "owed, and no longer posted"
    slips = list(JackpotSlip.objects.order_by("number"))
    assert [(slip.number, slip.state, slip.amount_cents) for slip in slips] == [
        (1, "due", 20_050), (2, "due", 10_025), (3, "due", 5_013), (4, "due", 5_012),
    ]  # fmt: skip
    cash = balances("cash")["cash/W1"]
    for slip in slips:
        house.pay(slip)
    assert balances("cash")["cash/W1"] == cash - 40_100
    assert of_fund() == (0, 0, 0, 0)

    row = house.count(fund)
    assert (row.posted_cents, row.counted_cents) == (100, 100), "posted ↔ counted: what the hands put in"
    assert proofs.prove().broken == []


def test_a_high_hand_at_a_table_of_summaries(house):
    evening, fund = house.evening, house.funds["high-hand"]
    house.pay_in(fund, 15_000)
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    hand = jackpots.summary(evening, table).hand
    keyed = Keyed(board="9c 9d 4h 5s Kc", hole={1: "9h 9s"}, dealt_in=(1, 2, 3, 4))
    claim = house.enter(hand.pk, fund, keyed)
    assert [(one["role"], one["seat"], one["amount_cents"]) for one in claim.shares] == [("winner", 1, 10_000)]
    house.approve(claim)
    house.pay(JackpotSlip.objects.get())
    assert of_fund("high-hand") == (5_000, 0, 0, 0)
    assert house.count(house.funds["bad-beat"]).posted_cents == 100
    assert proofs.prove().broken == []


def test_the_reserve_seeds_the_next_jackpot(house):
    """A tenth of what was posted is kept back; after the jackpot fell it is posted again, up to the seed."""
    evening, fund = house.evening, house.funds["bad-beat"]
    table = evening.table(code="T07")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    jackpots.bad_beat(evening, table)
    house.count(fund)
    assert of_fund() == (40_090, 10, 0, 0)
    hand = jackpots.bad_beat(evening, table).hand
    house.approve(house.enter(hand.pk, fund))
    assert of_fund() == (10, 0, 40_190, 0)
    assert proofs.prove().broken == []


@pytest.mark.parametrize(("counted_cents", "posted_cents", "variance_cents"), [(300, 40_300, -200), (0, 40_100, 100)])
def test_what_is_over_is_the_players_and_what_is_missing_the_house_makes_good(
    house, counted_cents, posted_cents, variance_cents
):
    evening, fund = house.evening, house.funds["bad-beat"]
    house.sign(fund, jackpots.BAD_BEAT | {"reserve_bp": 0})
    table = evening.table(code="T07")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    jackpots.bad_beat(evening, table)
    house.count(fund, counted_cents)
    assert of_fund() == (posted_cents, 0, 0, 0)
    assert balances("variance") == {"variance/bad-beat": variance_cents}
    assert proofs.prove().broken == []


def test_tax_is_withheld_and_paid_over_and_never_the_houses(house):
    fund = house.funds["high-hand"]
    house.sign(fund, jackpots.HIGH_HAND | {"tax_bp": 2_500, "tax_from_cents": 5_000})
    house.pay_in(fund, 15_000)
    evening = house.evening
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    claim = house.enter(hand.pk, fund, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2)))
    house.approve(claim)
    cash = balances("cash")["cash/W1"]
    house.pay(JackpotSlip.objects.get())
    assert (of_fund("high-hand"), balances("cash")["cash/W1"]) == ((5_000, 0, 0, 2_500), cash - 7_500)
    house.pay_in(fund, 2_500, "tax")
    assert of_fund("high-hand") == (5_000, 0, 0, 0)
    assert balances("guests/tax")["guests/tax-office"] == 2_500
    assert proofs.prove().broken == []


def test_a_jackpot_counts_for_the_sum_for_identification_before_tax(house):
    """GwG §10 (5), winnings: 1,600 less a quarter is paid out; with 400 redeemed the winner has 2,000."""
    fund, evening = house.funds["high-hand"], house.evening
    house.sign(fund, jackpots.HIGH_HAND | {"fixed_cents": 160_000, "tax_bp": 2_500})
    house.pay_in(fund, 20_000)
    house.pay_in(fund, 150_000, "gift")
    table = evening.table(evening.game(recording="summary"), code="T08")
    winner, _other = evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    house.approve(house.enter(hand.pk, fund, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2))))
    policies.put(house_id=evening.house.pk, is_on=True, actor=builders.user("admin", "second-admin"))
    house.pay(JackpotSlip.objects.get())
    redeem = {"window_id": house.window, "guest": winner.number, "actor": evening.cage}

    def found():
        return [one for one in day.day_verdicts(evening.day.pk) if one.rule == "LINKED_TRANSACTIONS"]

    windows.redeem(amount_cents=39_900, **redeem)
    assert found() == []
    windows.redeem(amount_cents=100, **redeem)
    (verdict,) = found()
    assert verdict.subject == f"guest:{winner.number}@{evening.day.date}#exchanged"
    assert (verdict.facts["together_cents"], verdict.facts["dealings"]) == (200_000, 3)


class TestTheDatabase:
    """No chip of a fund is ever the house's: the database refuses it, whoever writes."""

    HOUSES_OWN = ("bank/main", "bank/rake", "rake/T07", "tips/T07", "float/T07", "cage/W1", "cash/W1", "fees/X",
                  "tronc/2026-11", "variance/T07", "count/room", "prizes/X", "kept/1")  # fmt: skip

    @pytest.mark.parametrize("place", HOUSES_OWN)
    @pytest.mark.parametrize("source", ["jackpot/bad-beat", "reserve/bad-beat", "won/bad-beat", "withheld/bad-beat"])
    def test_no_transfer_leads_to_the_house(self, house, source, place):
        Place.objects.update_or_create(house=house.evening.house, name=source, defaults={"balance_cents": 40_000})
        self.refused(house, EntryCode.JACKPOT_PAID, [Move(source, place, 100)])

    def test_nor_over_a_guest_or_a_pot(self, house):
        self.refused(house, EntryCode.SALE, [Move("jackpot/bad-beat", "guests/W1", 100)])
        self.refused(house, EntryCode.HAND, [Move("jackpot/bad-beat", "pot/T07", 100)])

    @staticmethod
    def refused(house, code, moves):
        before = Entry.objects.count(), balances("jackpot")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ledger.flows, "of", lambda *_transfer: None)  # the ledger refuses it itself
            with pytest.raises(IntegrityError, match="fund"), transaction.atomic():
                ledger.post(
                    day=house.evening.day,
                    book="fund/bad-beat",
                    code=code,
                    subject="x",
                    moves=moves,
                    actor=house.evening.manager,
                )
        assert (Entry.objects.count(), balances("jackpot")) == before


def test_a_share_that_nobody_fetches_goes_back_to_the_fund(house, later):
    fund = house.funds["high-hand"]
    house.pay_in(fund, 15_000)
    evening = house.evening
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    house.approve(house.enter(hand.pk, fund, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2))))
    slip = JackpotSlip.objects.get()
    evening.day.date = slip.due_until
    builders.past_the_guards("UPDATE accounting_jackpotslip SET due_until = '2020-01-01'")
    builders.past_the_guards("UPDATE accounting_entry SET evidence = evidence")
    looking(awards.lapse)(jackpot_slip_id=slip.pk, actor=evening.second_manager)
    assert of_fund("high-hand") == (15_000, 0, 0, 0)


def test_the_wall_shows_what_is_posted(house):
    assert [(one.name, one.posted_cents) for one in selector.meters(house.evening.house.pk)] == [
        ("Bad-Beat", 40_000), ("High-Hand", 0),
    ]  # fmt: skip
    assert claims is not None


BY_A_STRAIGHT = jackpots.BAD_BEAT | {"qualifying": "Ad 2c 3h 4s 5c"}
WHEEL = {"hole": ("Ac 5h", "2d 2h"), "board": "3d Ah As 4c 2s"}
"""Seat 1 has the low and a straight; seat 2 has the high, a full house."""


@pytest.mark.parametrize("recording", ["every_action", "summary"])
def test_who_wins_only_the_low_has_lost_the_high(house, recording):
    evening, fund = house.evening, house.funds["bad-beat"]
    house.sign(fund, BY_A_STRAIGHT)
    table = evening.table(evening.game(variant="texas_hi_lo", recording=recording), code="T08")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    if recording == "summary":
        hand = jackpots.summary(evening, table, winners=(1, 2)).hand
        keyed = Keyed(WHEEL["board"], dict(enumerate(WHEEL["hole"], 1)), (1, 2, 3, 4))
    else:
        hand, keyed = jackpots.bad_beat(evening, table, **WHEEL).hand, None
        assert hand.result["pots"][0]["low"] == [[1]]
    claim = house.enter(hand.pk, fund, keyed)
    assert [(one["role"], one["seat"]) for one in claim.shares] == [
        ("loser", 1), ("winner", 2), ("table", 3), ("table", 4),
    ]  # fmt: skip


def test_cards_by_which_another_seat_won_the_high_are_refused(house):
    evening, fund = house.evening, house.funds["bad-beat"]
    table = evening.table(evening.game(variant="texas_hi_lo", recording="summary"), code="T08")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    hand = jackpots.summary(evening, table, winners=(1, 3)).hand
    with pytest.raises(Refusal, match="winner_differs"):
        house.enter(hand.pk, fund, Keyed(WHEEL["board"], dict(enumerate(WHEEL["hole"], 1)), (1, 2, 3, 4)))


def test_a_hand_on_two_boards_plays_for_no_bad_beat(house):
    evening, fund = house.evening, house.funds["bad-beat"]
    game = evening.game(recording="summary")
    game.boards = 2
    game.save()
    table = evening.table(game, code="T08")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    hand = jackpots.summary(evening, table).hand
    with pytest.raises(Refusal) as refused:
        house.enter(hand.pk, fund, Keyed("Kd Ah As 2c 2s", {1: "Ac Kh", 2: "2d 2h"}, (1, 2, 3, 4)))
    assert refused.value.facts["open"] == ["one_board"]
