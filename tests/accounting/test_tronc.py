"""The tronc's use cases: by two people, what is refused, corrections, one tronc of two houses."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounting.models import Entry, House, TipRecord, TroncMember, TroncPayout, TroncRules, TroncRun, TroncShare
from accounting.selectors.tronc import sheets
from accounting.selectors.tronc.months import Credit
from accounting.services import days, proofs
from accounting.services.tronc import members, payouts, records, rules, runs
from casino.errors import Malformed, NotAllowed, NotFound, Refusal
from tables.dealers.services import shifts
from tests import builders
from tests.builders import past_the_guards
from tests.stories import tips
from tests.stories.tips import NOVEMBER, OCTOBER, TERMS

pytestmark = pytest.mark.django_db

TABLES = (TroncRules, TroncMember, TipRecord, TroncRun, TroncShare, TroncPayout, Entry)


@pytest.fixture
def house():
    with tips.house() as month:
        yield month


@pytest.fixture
def month():
    with tips.october() as month:
        yield month


def refused(call, **arguments) -> Refusal:
    """The refusal; no row was written and nothing is booked."""
    before = [list(table.objects.order_by("pk").values()) for table in TABLES], builders.balances()
    with pytest.raises(Refusal) as error:
        call(**arguments)
    assert ([list(table.objects.order_by("pk").values()) for table in TABLES], builders.balances()) == before
    return error.value


def staff(house) -> dict:
    """The people of the house, who work in every other one too."""
    return {attribute: getattr(house.evening, attribute) for attribute, _role, _name in builders.HIRED}


def code(call, **arguments) -> str:
    return refused(call, **arguments).code


class TestRules:
    def propose(self, house, **changes):
        asked = {"house_id": house.house_id, "rules": TERMS, "valid_from": NOVEMBER, "actor": house.evening.manager}
        return rules.propose(**(asked | changes))

    def test_are_proposed_by_one_and_approved_by_another(self, house):
        row = self.propose(house)
        assert code(rules.approve, tronc_rules_id=row.pk, actor=house.evening.manager) == "two_people"
        assert code(self.propose, house=house) == "proposal_open"
        rules.approve(tronc_rules_id=row.pk, actor=house.evening.second_manager)
        assert code(rules.approve, tronc_rules_id=row.pk, actor=house.evening.second_manager) == "rules_decided"
        assert code(rules.decline, tronc_rules_id=row.pk, actor=house.evening.manager) == "rules_decided"

    def test_may_be_withdrawn(self, house):
        row = rules.decline(tronc_rules_id=self.propose(house).pk, actor=house.evening.manager)
        assert (row.state, row.decided_by) == ("declined", house.evening.manager)

    def test_that_say_nothing(self, house):
        assert code(self.propose, house=house, rules={}) == "bad_terms"
        assert code(self.propose, house=house, valid_from=date(2026, 11, 2)) == "not_a_month"
        assert code(self.propose, house=house, rules=TERMS | {"houses": [{"code": "wi"}]}) == "own_house"
        assert code(self.propose, house=house, rules=TERMS | {"houses": [{"code": "nowhere"}]}) == "no_such_house"
        assert code(rules.approve, tronc_rules_id=4711, actor=house.evening.manager) == "no_such_rules"

    def test_are_for_management(self, house):
        assert code(self.propose, house=house, actor=house.evening.floor) == "not_allowed"

    def test_stay_as_they_were_approved(self):
        with tips.house(), pytest.raises(IntegrityError), transaction.atomic():
            TroncRules.objects.update(terms={})

    def test_no_tips_go_into_two_troncs(self, house):
        other = builders.evening(code="dus", people=staff(house), opens=False)
        row = rules.propose(house_id=other.house.pk, rules=TERMS, valid_from=OCTOBER, actor=house.evening.manager)
        rules.approve(tronc_rules_id=row.pk, actor=house.evening.second_manager)
        row = self.propose(house, rules=TERMS | {"houses": [{"code": "dus"}]})
        found = refused(rules.approve, tronc_rules_id=row.pk, actor=house.evening.second_manager)
        assert (found.code, found.facts) == ("two_troncs", {"houses": "dus"})


class TestMembers:
    def enter(self, house, **changes):
        asked = {
            "house_id": house.house_id,
            "person_id": house.evening.floor.pk,
            "function": "reception",
            "hired_on": date(2020, 1, 1),
            "valid_from": NOVEMBER,
            "actor": house.evening.manager,
        }
        return members.enter(**(asked | changes))

    def test_are_entered_by_one_and_confirmed_by_another(self, house):
        row = self.enter(house)
        assert code(members.confirm, tronc_member_id=row.pk, actor=house.evening.manager) == "two_people"
        members.confirm(tronc_member_id=row.pk, actor=house.evening.second_manager)
        assert code(members.confirm, tronc_member_id=row.pk, actor=house.evening.second_manager) == "member_confirmed"

    def test_never_by_themselves(self, house):
        assert code(self.enter, house=house, person_id=house.evening.manager.pk) == "own_share"
        row = self.enter(house, person_id=house.evening.second_manager.pk)
        assert code(members.confirm, tronc_member_id=row.pk, actor=house.evening.second_manager) == "own_share"

    def test_the_latest_counts(self, house):
        first, _second = self.enter(house), self.enter(house, function="dealer")
        assert code(members.confirm, tronc_member_id=first.pk, actor=house.evening.second_manager) == "member_replaced"

    def test_what_there_is_not(self, house):
        assert code(self.enter, house=house, function="cook") == "no_such_function"
        assert code(self.enter, house=house, person_id=4711) == "no_such_person"
        assert code(self.enter, house=house, valid_from=date(2026, 9, 1)) == "no_tronc_rules"
        assert code(members.confirm, tronc_member_id=4711, actor=house.evening.manager) == "no_such_membership"


class TestRecords:
    def test_boxes_are_counted_first(self, house):
        day = house.day(0, closes=False)
        found = refused(records.draw_up, day_id=day.pk, electronic_cents=0, actor=house.evening.cage)
        assert (found.code, found.facts) == ("tips_not_counted", {"tables": "T01"})

    def test_are_drawn_up_by_one_and_signed_by_another(self, house):
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        row = records.draw_up(day_id=day.pk, electronic_cents=0, actor=house.evening.cage)
        assert code(records.sign, tip_record_id=row.pk, actor=house.evening.cage) == "two_people"
        again = records.draw_up(day_id=day.pk, electronic_cents=120, actor=house.evening.cage)
        assert again.pk == row.pk
        records.sign(tip_record_id=row.pk, actor=house.evening.manager)
        assert builders.balances("tronc/") == {"tronc/2026-10": 700 + 120}
        assert code(records.sign, tip_record_id=row.pk, actor=house.evening.manager) == "tips_recorded"
        same = {"day_id": day.pk, "electronic_cents": 120, "actor": house.evening.cage}
        assert code(records.draw_up, **same) == "tips_recorded"
        assert code(records.draw_up, **same | {"electronic_cents": -1}) == "bad_amount"
        assert code(records.sign, tip_record_id=4711, actor=house.evening.manager) == "no_such_tip_record"

    def test_a_further_one_books_the_difference(self, house):
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        house.record(day, 120)
        house.record(day, 90)
        assert builders.balances("tronc/") == {"tronc/2026-10": 700 + 90}
        assert list(TipRecord.objects.values_list("number", "electronic_cents")) == [(1, 120), (2, 90)]
        assert proofs.prove().broken == []

    def test_electronic_tips_by_the_jurisdiction(self, house):
        """SpielbG NRW § 22: part of the gross gaming revenue; NSpielbG § 9: of the tronc; elsewhere none is taken."""
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        house.agree(TERMS | {"electronic": "revenue"})
        house.record(day, 120)
        assert builders.balances("tronc/") == {"tronc/2026-10": 700}
        assert builders.balances("bank/tips") == {"bank/tips-in-revenue": 120}
        house.agree(TERMS | {"electronic": "none"})
        asked = {"day_id": day.pk, "electronic_cents": 1, "actor": house.evening.cage}
        assert code(records.draw_up, **asked) == "no_electronic_tips"

    def test_no_day_opens_before_where_the_rules_say_so(self, house):
        """SpielbG NRW § 22: at the latest before the next opening."""
        house.agree(TERMS | {"record_before_opening": True})
        house.day(0, closes=False)
        house.evening.make_ready()
        house.close(house.evening.day)
        house.wait(days=1)
        opening = {"house_id": house.house_id, "actor": house.evening.manager}
        found = refused(days.open_day, **opening)
        assert (found.code, found.facts) == ("tips_not_recorded", {"days": "2026-10-01"})


class TestADistribution:
    def test_is_computed_by_one_and_confirmed_by_another(self, month):
        run = month.propose()
        assert Entry.objects.filter(code__startswith="tronc").count() == 0
        assert code(runs.confirm, tronc_run_id=run.pk, actor=month.evening.manager) == "two_people"
        assert code(month.propose) == "distribution_proposed"
        runs.confirm(tronc_run_id=run.pk, actor=month.evening.second_manager)
        assert code(runs.confirm, tronc_run_id=run.pk, actor=month.evening.second_manager) == "distribution_decided"
        assert code(month.propose) == "cause_required"
        assert code(month.propose, cause="shifts") == "nothing_changed"
        assert code(runs.confirm, tronc_run_id=4711, actor=month.evening.manager) == "no_such_distribution"

    def test_is_for_management(self, month):
        assert code(month.propose, actor=month.evening.cage) == "not_allowed"
        run = month.propose()
        assert code(runs.confirm, tronc_run_id=run.pk, actor=month.evening.floor) == "not_allowed"

    def test_of_a_month_with_an_open_day(self, house):
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        house.record(day, 0)
        house.clock.forward(house.clock.at + timedelta(days=31))
        found = refused(house.propose)
        assert (found.code, found.facts) == ("month_has_open_day", {"days": "wi 2026-10-01"})

    def test_of_a_month_that_is_not_over(self, house):
        house.day(0)
        assert refused(house.propose).facts == {"date": "2026-11-01"}

    def test_of_a_day_without_a_record(self, house):
        house.day(0, closes=False)
        house.evening.make_ready()
        house.close(house.evening.day)
        house.november()
        found = refused(house.propose)
        assert (found.code, found.facts) == ("tips_not_recorded", {"days": "wi 2026-10-01"})

    def test_with_somebody_without_a_shift(self, month):
        found = refused(month.propose, credited={})
        assert (found.code, found.facts) == ("no_attendance", {"people": "reception"})

    def test_with_somebody_still_at_work(self, month):
        past_the_guards(
            "UPDATE tables_shift SET went_at = NULL, went_by_id = NULL WHERE id = (SELECT max(id) FROM tables_shift)"
        )
        assert refused(month.propose).facts["person"] in (month.old_hand.pk, month.evening.dealer.pk)

    def test_with_deductions_above_the_tips(self, month):
        """25.83 less a levy of 1.29 are 24.54."""
        found = refused(month.propose, deductions_cents={"insurance": 2_455})
        assert (found.code, found.facts) == ("deductions_above_tips", {"above_cents": 1})

    def test_with_a_deduction_that_has_no_legal_basis(self, month):
        """BAG 5 AZR 454/96: the levy for not employing disabled people is the house's own to pay."""
        assert code(month.propose, deductions_cents={"disabled": 1}) == "deduction_without_basis"
        assert code(month.propose, deductions_cents={"insurance": -1}) == "bad_amount"

    def test_of_points_that_sum_to_nothing(self, house):
        for person in (house.evening.dealer, house.old_hand):
            house.join(person, "", date(2020, 1, 1))
        house.day(0)
        house.november()
        assert refused(house.propose).facts == {"group": "Gaming and cash", "quota_cents": 274}

    def test_with_credited_time_that_nobody_can_have(self, month):
        for credit in (Credit(0, "sick"), Credit(60, ""), Credit(60, "party"), Credit(50_000, "sick")):
            assert code(month.propose, credited={month.reception.pk: credit}) == "bad_credit"
        assert code(month.propose, credited={month.evening.cage.pk: Credit(60, "sick")}) == "no_such_member"

    def test_without_rules(self, month):
        assert code(month.propose, month=date(2026, 9, 1)) == "no_tronc_rules"
        assert code(month.propose, month=date(2026, 9, 2)) == "not_a_month"
        assert code(month.propose, house_id=4711) == "no_such_house"

    def test_of_a_tronc_that_holds_something_else(self, month):
        past_the_guards("UPDATE accounting_place SET balance_cents = balance_cents - 1 WHERE name = 'tronc/2026-10'")
        assert refused(month.propose).facts["held_cents"] == 2_582

    def test_whose_hours_change_before_it_is_confirmed(self, month):
        run = month.propose()
        past_the_guards("UPDATE tables_shift SET went_at = went_at + interval '1 hour' WHERE dealer_id = %s",
                        month.old_hand.pk)  # fmt: skip
        assert code(runs.confirm, tronc_run_id=run.pk, actor=month.evening.second_manager) == "tronc_changed"
        runs.decline(tronc_run_id=run.pk, actor=month.evening.manager)
        assert month.distribute().number == 2

    def test_that_is_booked_never_changes(self, month):
        month.distribute()
        for table, changes in ((TroncRun, {"levy_cents": 0}), (TroncShare, {"rounded_cents": 0})):
            with pytest.raises(IntegrityError), transaction.atomic():
                table.objects.update(**changes)


def more(month) -> dict[int, Credit]:
    """Three hours more of the old hand than by the shifts."""
    return month.credited | {month.old_hand.pk: Credit(180, "other_work")}


class TestACorrection:
    def test_books_the_difference_of_two_whole_runs(self, month):
        """Three hours of the old hand were forgotten: the gaming group's 16.16 are shared anew."""
        month.distribute()
        before = builders.balances("share/")
        run = month.distribute(cause="shifts", credited=more(month))
        dealer, old, other = (f"share/{one.pk}" for one in (month.evening.dealer, month.old_hand, month.reception))
        # 2,115,000 and 17.5 × 1,545 min: 2,703,750; together 4,818,750; of 16.16: 7.0928 and 9.0671.
        assert before == {dealer: 759, old: 857, other: 700}
        assert builders.balances("share/") == {dealer: 709, old: 907, other: 700}
        moved = list(run.entry.transfers.order_by("position").values_list("source", "destination", "amount_cents"))
        assert moved == [(dealer, "tronc/2026-10", 50), ("tronc/2026-10", old, 50)]
        assert proofs.prove().broken == []

    def test_of_shares_that_were_paid_is_owed_and_comes_back(self, month):
        month.distribute()
        month.pay()
        month.distribute(cause="shifts", credited=more(month))
        assert builders.balances("share/") == {f"share/{month.old_hand.pk}": 50}
        assert builders.balances("bank/advance") == {
            f"bank/advance-{month.evening.dealer.pk}": -50,
            f"bank/advance-{month.reception.pk}": -162,
        }
        assert proofs.prove().broken == []
        sheet = sheets.sheet(TroncRun.objects.latest("pk").pk, month.evening.dealer.pk, actor=month.evening.dealer)
        assert sheet.correction_cents == -50

    def test_of_electronic_tips_that_were_forgotten(self, month):
        """1.00 more on the last day: levy of 1.34, shared 22.49: 16.87 and 5.62."""
        month.distribute()
        day = TipRecord.objects.latest("gaming_day__date").gaming_day
        row = records.draw_up(day_id=day.pk, electronic_cents=133, actor=month.evening.cage)
        records.sign(tip_record_id=row.pk, actor=month.evening.manager)
        assert builders.balances("tronc/") == {"tronc/2026-10": 100}
        run = month.distribute(cause="tips")
        assert (run.takings_cents, run.levy_cents, run.shared_cents) == (2_683, 134, 2_249)
        assert builders.balances("tronc/") == {}
        assert sum(builders.balances("share/").values()) == 1_687 + 700
        assert builders.balances(f"bank/advance-{month.reception.pk}") == {f"bank/advance-{month.reception.pk}": -138}
        assert proofs.prove().broken == []


class TestTheNextMonth:
    def test_pays_back_and_takes_over_what_did_not_divide(self, house):
        house.agree(TERMS | {"remainder": "carry_forward"})
        for number in range(3):
            house.day(number)
        house.november()
        run = house.distribute()
        # A point of gaming: 16.16 ÷ 750.625 points is 0.0215, so 0.02; of reception: 5.38 ÷ 160 is 0.0336, so 0.03.
        assert [one[3] for one in run.groups] == [2, 3]
        assert run.carried_out_cents == 2_154 - sum(share.share_cents for share in run.shares.all())
        assert builders.balances("tronc/") == {"tronc/2026-11": run.carried_out_cents}
        assert proofs.prove().broken == []


class TestPayouts:
    def test_are_prepared_by_one_and_paid_by_another(self, month):
        month.distribute()
        assert code(payouts.prepare, house_id=month.house_id, actor=month.evening.cage) == "not_allowed"
        row = payouts.prepare(house_id=month.house_id, actor=month.evening.manager)
        assert code(payouts.pay, tronc_payout_id=row.pk, actor=month.evening.manager) == "two_people"
        payouts.pay(tronc_payout_id=row.pk, actor=month.evening.second_manager)
        assert builders.balances("bank/payroll") == {"bank/payroll": 2_316}
        assert code(payouts.pay, tronc_payout_id=row.pk, actor=month.evening.second_manager) == "payout_paid"
        assert code(payouts.prepare, house_id=month.house_id, actor=month.evening.manager) == "nothing_to_pay"
        assert code(payouts.pay, tronc_payout_id=4711, actor=month.evening.second_manager) == "no_such_payout"

    def test_of_shares_that_were_corrected_since(self, month):
        month.distribute()
        row = payouts.prepare(house_id=month.house_id, actor=month.evening.manager)
        month.distribute(cause="shifts", credited=more(month))
        assert code(payouts.pay, tronc_payout_id=row.pk, actor=month.evening.second_manager) == "payout_changed"
        assert payouts.prepare(house_id=month.house_id, actor=month.evening.manager).pk == row.pk


class TestSheets:
    def test_are_ones_own_alone(self, month):
        run = month.distribute()
        mine, others = month.evening.dealer, month.old_hand
        assert sheets.sheet(run.pk, mine.pk, actor=mine).share.payable_cents == 759
        with pytest.raises(NotFound, match="no_such_sheet"):
            sheets.sheet(run.pk, others.pk, actor=mine)
        with pytest.raises(NotAllowed, match="not_allowed"):
            sheets.statement(run.pk, actor=mine)
        with pytest.raises(NotFound, match="no_such_sheet"):
            sheets.sheet(run.pk, 4711, actor=month.evening.manager)

    def test_of_the_run_that_stands(self, month):
        month.distribute()
        run = month.distribute(cause="shifts", credited=more(month))
        assert [share.run_id for share in sheets.own(actor=month.old_hand)] == [run.pk]


def test_one_tronc_of_two_houses(house):
    """SpielbG NW 1974 § 7 (2), LAG Hamm 14 Sa 1680/95: the other house's tips and hours are shared here."""
    other = builders.evening(code="dus", people=staff(house), opens=False)
    house.agree(TERMS | {"houses": [{"code": "dus"}]})
    house.day(0)
    house.evening, lead = other, house.evening
    lead_id = lead.house.pk
    house.day(1)
    house.evening = lead
    for one in (lead, other):
        house.evening = one
        house.november()
    house.evening = lead
    run = house.distribute()
    assert (run.house_id, run.takings_cents) == (lead_id, 700 + 1_350)
    assert {name for name in builders.balances() if name.startswith("tronc")} == set()
    ours, theirs = (Entry.objects.get(house=one.house, code=word) for one, word in (
        (lead, "tronc_shared"), (other, "tronc_joined"),
    ))  # fmt: skip
    assert ours.evidence == theirs.evidence
    share = run.shares.get(person=house.old_hand)
    assert [span[0] for span in share.spans] == ["wi", "dus"]
    assert House.objects.count() == 2
    assert proofs.prove().broken == []
    assert proofs.prove(independent=True).broken == []


def test_bad_amounts_are_malformed(month):
    with pytest.raises(Malformed):
        month.propose(deductions_cents={"insurance": -1})
    assert shifts.EARLY
