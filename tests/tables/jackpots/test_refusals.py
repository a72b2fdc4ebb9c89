"""Bad input for jackpots: each is a clear refusal, and nothing is half booked."""

import pytest
from django.db import IntegrityError, transaction

from accounting.jackpots.services import awards, counting, funds, payments
from accounting.models import Entry, Fund, FundCount, FundDrop, FundMove, FundTerms, House, JackpotSlip, Place
from accounting.rake.services import schedules
from casino import house_time
from casino.errors import Refusal
from tables import locks
from tables.audit.selectors import closing
from tables.floor.services import seats
from tables.guests.services import erasures, guests
from tables.hands.services import corrections, hands
from tables.hands.services.recording import Summary
from tables.jackpots.selectors.claims import Keyed, winner
from tables.jackpots.services import claims
from tables.models import Hand, JackpotClaim, Sitting
from tests import builders, databases, racing
from tests.accounting.jackpots import jackpots
from tests.deciding import looking

ROWS = (JackpotClaim, JackpotSlip, Fund, FundTerms, FundMove, FundDrop, FundCount, Hand)
NINES = Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2, 3, 4))


def state():
    return [
        list(Place.objects.order_by("name").values_list("name", "balance_cents")),
        Entry.objects.count(),
        *(list(model.objects.order_by("pk").values()) for model in ROWS),
    ]


def refused(call, *arguments, **named) -> str:
    """The refusal's code; it has changed nothing."""
    before = state()
    with pytest.raises(Refusal) as error:
        call(*arguments, **named)
    assert state() == before
    return error.value.code


class Played:
    """A house in which a bad beat was just played at T07, and a high hand at T08, a table of summaries."""

    def __init__(self) -> None:
        self.house = jackpots.house()
        self.evening = self.house.evening
        self.bad_beat, self.high_hand = self.house.funds["bad-beat"], self.house.funds["high-hand"]
        self.house.pay_in(self.high_hand, 15_000)
        self.table = self.evening.table(code="T07")
        self.evening.sit(self.table, 20_000, 20_000, 20_000, 20_000)
        self.hand = jackpots.bad_beat(self.evening, self.table).hand
        self.summaries = self.evening.table(self.evening.game(recording="summary"), code="T08", dealt=False)
        self.evening.push(self.summaries, builders.user("dealer", "second-dealer"))
        self.evening.sit(self.summaries, 20_000, 20_000, 20_000, 20_000)

    def summary(self, **more):
        return jackpots.summary(self.evening, self.summaries, actor=self.evening.manager, **more).hand


built, played = databases.shared(Played)


class TestClaims:
    def test_a_void_hand(self, played):
        hands.void(hand_id=played.hand.pk, version=played.hand.version, reason="wrong pot", actor=played.evening.floor)
        assert refused(played.house.enter, played.hand.pk, played.bad_beat) == "hand_void"

    def test_a_corrected_hand(self, played):
        hand = played.summary()
        right = corrections.correct(
            hand_id=hand.pk,
            version=hand.version,
            summary=Summary(5_000, True, 4, winners=(1,)),
            reason="keyed wrong",
            actor=played.evening.floor,
        ).hand
        assert refused(played.house.enter, hand.pk, played.high_hand, NINES) == "hand_void"
        claim = played.house.enter(right.pk, played.high_hand, NINES, played.evening.manager)
        assert claim.hand_id == right.pk

    def test_a_hand_in_play(self, played):
        hand = jackpots.bad_beat(played.evening, played.table, settled=False).hand
        assert refused(played.house.enter, hand.pk, played.bad_beat) == "hand_not_settled"

    def test_a_hand_is_claimed_once(self, played):
        played.house.enter(played.hand.pk, played.bad_beat)
        assert refused(played.house.enter, played.hand.pk, played.bad_beat) == "already_claimed"
        assert refused(played.house.enter, played.hand.pk, played.high_hand) == "already_claimed"

    def test_a_claimed_hand_is_neither_voided_nor_corrected(self, played):
        claim = played.house.enter(played.hand.pk, played.bad_beat)
        void = {"hand_id": played.hand.pk, "version": played.hand.version, "reason": "wrong pot"}
        assert refused(hands.void, **void, actor=played.evening.floor) == "jackpot_claimed"
        looking(claims.decline)(claim_id=claim.pk, reason="wrong hand", actor=played.evening.floor)
        hands.void(**void, actor=played.evening.floor)

    def test_the_same_person_does_not_approve(self, played):
        claim = played.house.enter(played.hand.pk, played.bad_beat, actor=played.evening.manager)
        assert refused(played.house.approve, claim) == "two_people"
        assert refused(played.house.approve, claim, played.evening.floor) == "not_allowed"
        played.house.approve(claim, played.evening.second_manager)
        assert refused(played.house.approve, claim, played.evening.second_manager) == "claim_decided"
        assert refused(
            looking(claims.decline), claim_id=claim.pk, reason="too late", actor=played.evening.manager
        ) == "claim_decided"  # fmt: skip

    def test_a_fund_below_its_share(self, played):
        played.house.sign(played.high_hand, jackpots.HIGH_HAND | {"fixed_cents": 15_001})
        hand = played.summary()
        assert refused(played.house.enter, hand.pk, played.high_hand, NINES) == "fund_below_share"

    def test_a_fund_that_was_emptied_between_claim_and_approval(self, played):
        first = played.house.enter(played.hand.pk, played.bad_beat)
        again = jackpots.bad_beat(played.evening, played.table).hand
        second = played.house.enter(again.pk, played.bad_beat)
        played.house.approve(second)
        assert refused(played.house.approve, first) == "stale"
        first.refresh_from_db()
        assert refused(played.house.approve, first) == "nothing_falls"

    def test_a_fund_whose_money_went_elsewhere_between_claim_and_approval(self, played):
        """A correction took chips back after the claim was entered: what is not there is not paid."""
        claim = played.house.enter(played.hand.pk, played.bad_beat)
        builders.past_the_guards("UPDATE accounting_place SET balance_cents = 1 WHERE name = 'jackpot/bad-beat'")
        assert refused(played.house.approve, claim) == "fund_below_share"

    def test_a_hand_that_does_not_qualify(self, played):
        low = jackpots.bad_beat(played.evening, played.table, hole=("Ac Kh", "Qd Qh")).hand
        assert refused(played.house.enter, low.pk, played.bad_beat) == "not_qualified"

    def test_another_tables_fund(self, played):
        elsewhere = played.house.fund("late", "bad_beat", jackpots.BAD_BEAT)
        assert refused(played.house.enter, played.hand.pk, elsewhere) == "other_fund"

    def test_a_fund_with_nothing_in_it(self, played):
        empty = played.house.fund("empty", "high_hand", {"qualifying": "9c 9d 9h 9s 2c", "every_table": True})
        hand = played.summary()
        assert refused(played.house.enter, hand.pk, empty, NINES) == "nothing_falls"

    def test_another_houses_fund(self, played):
        next_door = House.objects.create(code="dus", name="Duisburg")
        fund = funds.open_fund(
            house_id=next_door.pk, code="theirs", name="Theirs", kind="bad_beat", actor=played.evening.manager
        )
        assert refused(played.house.enter, played.hand.pk, fund) == "no_such_fund"

    @pytest.mark.parametrize("decide", [claims.approve, claims.decline])
    def test_a_claim_that_is_not_there(self, played, decide):
        more = {"reason": "wrong hand"} if decide is claims.decline else {}
        assert refused(looking(decide), claim_id=4711, **more, actor=played.evening.manager) == "no_such_claim"

    def test_terms_that_came_after_the_hand(self, played):
        played.house.sign(played.bad_beat, jackpots.BAD_BEAT | {"qualifying": "2c 2d 2h 3c 3d"})
        assert refused(played.house.enter, played.hand.pk, played.bad_beat) == "before_the_terms"

    def test_a_fund_without_signed_terms(self, played):
        unsigned = played.house.fund("unsigned", "mystery", signed=False)
        assert refused(played.house.enter, played.hand.pk, unsigned) == "no_fund_terms"

    @pytest.mark.parametrize(
        ("keyed", "code"),
        [
            (None, "cards_required"),
            (Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2, 3)), "dealt_in_differs"),
            (Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2, 3, 9)), "nobody_there"),
            (Keyed("9c 9d 4h 5s", {1: "9h 9s"}, (1, 2, 3, 4)), "wrong_board_count"),
            (Keyed("9c 9d 4h 5s Kc", {1: "9h"}, (1, 2, 3, 4)), "wrong_hole_count"),
            (Keyed("9c 9d 4h 5s Kc", {1: "9c 9s"}, (1, 2, 3, 4)), "card_twice"),
            (Keyed("9c 9d 4h 5s Kx", {1: "9h 9s"}, (1, 2, 3, 4)), "card_unreadable"),
            (Keyed("9c 9d 4h 5s Kc", {7: "9h 9s"}, (1, 2, 3, 4)), "not_in_hand"),
            (Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2, 3, 4), (2,)), "winner_differs"),
            (Keyed("9c 9d 4h 5s Kc", {1: "As Ac", 2: "9h 9s"}, (1, 2, 3, 4)), "winner_differs"),
            (Keyed("9c 8d 4h 5s Kc", {1: "9h 9s"}, (1, 2, 3, 4)), "not_qualified"),
        ],
    )
    def test_cards_that_the_floor_wrote_down(self, played, keyed, code):
        hand = played.summary()
        assert refused(played.house.enter, hand.pk, played.high_hand, keyed) == code

    def test_a_recorded_hand_needs_no_cards(self, played):
        assert refused(played.house.enter, played.hand.pk, played.bad_beat, NINES) == "cards_recorded"


class TestSlips:
    @pytest.fixture
    def slip(self, played):
        played.house.approve(played.house.enter(played.hand.pk, played.bad_beat))
        return JackpotSlip.objects.get(number=1)

    def test_it_is_paid_once(self, played, slip):
        played.house.pay(slip)
        assert refused(played.house.pay, slip) == "slip_paid"

    def test_whoever_entered_or_approved_it_does_not_pay_it(self, played, slip):
        assert refused(played.house.pay, slip, played.evening.manager) == "two_people"
        assert refused(played.house.pay, slip, played.evening.floor) == "not_allowed"

    def test_the_guest_must_be_known_from_2000_euros_on(self, played):
        played.house.sign(played.bad_beat, jackpots.BAD_BEAT | {"seed_cents": 1_000_000})
        played.house.pay_in(played.bad_beat, 500_000)
        hand = jackpots.bad_beat(played.evening, played.table).hand
        played.house.approve(played.house.enter(hand.pk, played.bad_beat))
        slip = JackpotSlip.objects.get(number=1)
        assert refused(played.house.pay, slip, guest="") == "guest_required"
        assert refused(played.house.pay, slip, guest="NOBODY-SUCH") == "no_such_guest"

    def test_nobody_but_the_winner_is_paid(self, played, slip):
        """Neither another winner of the same jackpot, nor anybody outside it, nor somebody who is not named."""
        other = JackpotSlip.objects.exclude(pk=slip.pk).order_by("number").first()
        for number in (winner(other), played.evening.guest("Anna Weber").number):
            assert refused(played.house.pay, slip, guest=number) == "not_the_winner"
        for nobody in ("", "  "):
            assert refused(played.house.pay, slip, guest=nobody) == "guest_required"
        played.house.pay(slip, guest=f" {winner(slip)} ")
        assert Entry.objects.get(code="jackpot_paid").reason == winner(slip)

    def test_a_winner_who_is_merged_into_another_guest_is_paid_as_that(self, played, slip):
        evening, known = played.evening, played.evening.guest("Anna Weber")
        seat = Sitting.objects.get(guest__number=winner(slip))
        seats.cash_out(
            table_id=seat.table_id, version=evening.version(seat.table_id), seat=seat.seat, actor=evening.floor
        )
        guests.merge(guest_id=known.pk, duplicate_id=seat.guest_id, reason="two cards", actor=evening.floor)
        assert refused(played.house.pay, slip, guest=seat.guest.number) == "guest_merged"
        played.house.pay(slip, guest=known.number)

    def test_nobody_is_paid_for_a_winner_who_was_erased_before_the_claim(self, played):
        """Nobody was owed anything yet; the share waits for nobody, and goes back to its fund in time."""
        evening, gone = played.evening, Sitting.objects.get(table_id=played.table, seat=1)
        seats.cash_out(table_id=played.table, version=evening.version(played.table), seat=1, actor=evening.floor)
        asked = erasures.ask(guest_id=gone.guest_id, reason="asked for by letter", actor=evening.manager)
        looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
        played.house.approve(played.house.enter(played.hand.pk, played.bad_beat))
        slip = JackpotSlip.objects.get(seat=1)
        assert refused(played.house.pay, slip) == "guest_erased"
        assert refused(played.house.pay, slip, guest=evening.guest("Anna Weber").number) == "not_the_winner"

    def test_it_lapses_only_after_its_time(self, played, slip):
        lapse = {"jackpot_slip_id": slip.pk, "actor": played.evening.second_manager}
        assert refused(looking(awards.lapse), **lapse) == "slip_not_lapsed"

    def test_the_database_holds_it_too(self, played, slip):
        for change in ({"amount_cents": 1}, {"seat": 9}, {"number": 77}, {"issued_by": slip.asked_by}):
            with pytest.raises(IntegrityError), transaction.atomic():
                JackpotSlip.objects.filter(pk=slip.pk).update(**change)
        with pytest.raises(IntegrityError), transaction.atomic():
            JackpotSlip.objects.filter(pk=slip.pk).delete()
        with pytest.raises(IntegrityError), transaction.atomic():
            JackpotClaim.objects.update(shares=[])


class TestFunds:
    def test_terms_need_two_people(self, played):
        row = funds.propose_terms(fund_id=played.bad_beat.pk, terms=jackpots.BAD_BEAT, actor=played.evening.manager)
        approve = {"fund_terms_id": row.pk}
        assert refused(looking(funds.approve_terms), **approve, actor=played.evening.manager) == "two_people"
        again = {"fund_id": played.bad_beat.pk, "terms": jackpots.BAD_BEAT, "actor": played.evening.manager}
        assert refused(funds.propose_terms, **again) == "proposal_open"
        looking(funds.decline_terms)(**approve, actor=played.evening.manager)
        assert refused(looking(funds.approve_terms), **approve, actor=played.evening.second_manager) == "terms_declined"

    @pytest.mark.parametrize(
        "change",
        [
            {"loser_bp": 0},
            {"table_bp": 2_600},
            {"qualifying": "Ah As Ad"},
            {"qualifying": ""},
            {"falls_bp": 0},
            {"least_dealt_in": 1},
            {"claim_days": 0},
            {"seeds_cents": 1},
        ],
    )
    def test_terms_that_cannot_be(self, played, change):
        terms = {"fund_id": played.bad_beat.pk, "terms": jackpots.BAD_BEAT | change, "actor": played.evening.manager}
        assert refused(funds.propose_terms, **terms) == "bad_terms"

    @pytest.mark.parametrize("code", ["bad-beat", "T07", "W1"])
    def test_a_code_that_is_taken(self, played, code):
        new = {"house_id": played.evening.house.pk, "code": code, "name": "X", "kind": "splash"}
        assert refused(funds.open_fund, **new, actor=played.evening.manager) == "fund_code_taken"

    def test_a_seed_above_the_houses_approval(self, played):
        ask = {"fund_id": played.bad_beat.pk, "kind": "seed", "reason": "for the weekend"}
        too_much = refused(payments.ask_payment, **ask, amount_cents=50_001, actor=played.evening.manager)
        assert too_much == "seed_above_terms"

    def test_a_payment_needs_two_people(self, played):
        ask = {"fund_id": played.bad_beat.pk, "kind": "gift", "reason": "for the weekend", "amount_cents": 1_000}
        row = payments.ask_payment(**ask, actor=played.evening.manager)
        approve = {"fund_move_id": row.pk}
        assert refused(looking(payments.approve_payment), **approve, actor=played.evening.manager) == "two_people"
        looking(payments.approve_payment)(**approve, actor=played.evening.second_manager)
        decided = refused(looking(payments.approve_payment), **approve, actor=played.evening.second_manager)
        assert decided == "payment_decided"

    def test_more_tax_than_was_withheld(self, played):
        ask = {"fund_id": played.bad_beat.pk, "kind": "tax", "reason": "for the month", "amount_cents": 1}
        assert refused(payments.ask_payment, **ask, actor=played.evening.manager) == "fund_below_share"

    def test_two_others_count(self, played):
        row = played.house.take(played.bad_beat)
        assert refused(played.house.take, played.bad_beat) == "fund_not_counted"
        count = {"fund_drop_id": row.pk, "found": {"100": 1}}
        counting.count_boxes(**count, actor=played.evening.cage)
        assert refused(counting.count_boxes, **count, actor=played.evening.cage) == "two_people"
        counting.count_boxes(**count, actor=played.evening.second_cage)
        assert refused(counting.count_boxes, **count, actor=played.evening.manager) == "box_counted"

    def test_a_day_is_not_closed_before_its_funds_are_counted(self, played):
        def unmet():
            return {one.item.value: list(one.open) for one in closing.checklist(played.evening.day)}["funds"]

        assert unmet() == ["bad-beat"]
        played.house.count(played.bad_beat, 200)
        assert unmet() == ["bad-beat"], "over, and nobody has said why"
        row = FundDrop.objects.get()
        looking(counting.explain_boxes)(
            fund_drop_id=row.pk, explanation="from the box before", actor=played.evening.manager
        )
        assert unmet() == []


class TestClosing:
    def test_all_of_it_goes_to_another_fund(self, played):
        house, evening = played.house, played.evening
        move = {"fund_id": played.high_hand.pk, "to_fund_id": played.bad_beat.pk, "reason": "nobody plays for it"}
        row = payments.ask_closing(**move, actor=evening.manager)
        same = refused(looking(payments.approve_payment), fund_move_id=row.pk, actor=evening.manager)
        assert same == "two_people"
        looking(payments.approve_payment)(fund_move_id=row.pk, actor=evening.second_manager)
        assert builders.balances("jackpot") == {"jackpot/bad-beat": 55_100}
        assert refused(house.pay_in, played.high_hand, 100) == "fund_closed"
        hand = played.summary()
        assert refused(house.enter, hand.pk, played.high_hand, NINES) == "fund_closed"

    def test_not_before_it_is_counted_and_paid_and_fed_no_more(self, played):
        house, evening = played.house, played.evening
        move = {"fund_id": played.bad_beat.pk, "to_fund_id": played.high_hand.pk, "reason": "nobody plays for it"}
        assert refused(payments.ask_closing, **move, actor=evening.manager) == "fund_still_fed"
        terms = schedules.publish(
            house_id=evening.house.pk, name="Taxe", terms=builders.FIVE_PERCENT, valid_from=house_time.now(),
            actor=evening.manager,
        )  # fmt: skip
        looking(schedules.approve)(version_id=terms.pk, actor=evening.second_manager)
        assert refused(payments.ask_closing, **move, actor=evening.manager) == "fund_not_counted"
        house.count(played.bad_beat)
        house.approve(house.enter(played.hand.pk, played.bad_beat))
        assert refused(payments.ask_closing, **move, actor=evening.manager) == "fund_owes"

    def test_nor_to_itself(self, played):
        move = {"fund_id": played.high_hand.pk, "to_fund_id": played.high_hand.pk, "reason": "nobody plays for it"}
        assert refused(payments.ask_closing, **move, actor=played.evening.manager) == "bad_payment"


@pytest.mark.django_db(transaction=True)
class TestRaces:
    """Each race is shown without its lock first."""

    def enter(self, played):
        return [lambda: played.house.enter(played.hand.pk, played.bad_beat)] * 2

    def test_two_claims_for_one_hand(self, monkeypatch):
        played = Played()
        racing.meeting(monkeypatch, claims.funds, "in_force")
        results = racing.at_once(*self.enter(played))
        assert racing.refusals(results) == ["already_claimed"]
        assert JackpotClaim.objects.count() == 1

    def test_they_happen_without_the_lock(self, monkeypatch):
        """Without lock and index both are entered, and both would be paid."""
        played = Played()
        monkeypatch.setattr(locks, "hand", lambda pk: locks.LockedHand(Hand.objects.get(pk=pk), "T07", None))
        monkeypatch.setattr(claims, "_fund_of", lambda _hand, pk: (Fund.objects.get(pk=pk), played.evening.day))
        builders.past_the_guards("DROP INDEX jackpot_claim_one_a_hand")
        try:
            racing.meeting(monkeypatch, claims.funds, "in_force")
            assert racing.refusals(racing.at_once(*self.enter(played))) == []
            assert JackpotClaim.objects.count() == 2
        finally:
            builders.past_the_guards("DELETE FROM tables_jackpotclaim")
            builders.past_the_guards(
                "CREATE UNIQUE INDEX jackpot_claim_one_a_hand ON tables_jackpotclaim (hand_id)"
                " WHERE NOT (state = 'declined')"
            )

    def test_the_index_alone_prevents_it_too(self, monkeypatch):
        played = Played()
        monkeypatch.setattr(locks, "hand", lambda pk: locks.LockedHand(Hand.objects.get(pk=pk), "T07", None))
        monkeypatch.setattr(claims, "_fund_of", lambda _hand, pk: (Fund.objects.get(pk=pk), played.evening.day))
        racing.meeting(monkeypatch, claims.funds, "in_force")
        assert racing.refusals(racing.at_once(*self.enter(played))) == ["already_claimed"]

    def test_a_slip_at_two_windows(self, monkeypatch):
        played = Played()
        played.house.approve(played.house.enter(played.hand.pk, played.bad_beat))
        slip = JackpotSlip.objects.get(number=1)
        racing.meeting(monkeypatch, awards.shifts, "of")
        results = racing.at_once(
            lambda: played.house.pay(slip), lambda: played.house.pay(slip, played.evening.second_cage)
        )
        assert racing.refusals(results) == ["slip_paid"]

    def test_two_approvals(self, monkeypatch):
        played = Played()
        claim = played.house.enter(played.hand.pk, played.bad_beat)
        racing.meeting(monkeypatch, claims.funds, "parsed")
        results = racing.at_once(
            lambda: played.house.approve(claim), lambda: played.house.approve(claim, played.evening.second_manager)
        )
        assert racing.refusals(results) == ["claim_decided"]
        assert JackpotSlip.objects.count() == 4
