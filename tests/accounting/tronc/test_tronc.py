"""The tronc before a month is shared: rules, members and records by two; what no month is shared from; two houses."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from accounting.days.services import days
from accounting.models import Entry, House, TipRecord, TroncRules
from accounting.policy import levy, statement
from accounting.policy.laws import LAWS
from accounting.policy.statement import Before
from accounting.proof.services import proofs
from accounting.revenue.selectors import revenue
from accounting.tronc.selectors import members as members_there_are
from accounting.tronc.selectors import records as records_there_are
from accounting.tronc.selectors import rules as rules_there_are
from accounting.tronc.selectors import sheets
from accounting.tronc.selectors.months import Credit
from accounting.tronc.selectors.records import RECORDS
from accounting.tronc.services import members, records, rules
from casino.errors import NotFound
from casino.selectors import decisions
from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests import builders, databases
from tests.accounting.tronc.refusals import code, refused
from tests.builders import Evening
from tests.deciding import looking
from tests.stories import tips
from tests.stories.tips import NOVEMBER, OCTOBER, TERMS, TipsMonth

pytestmark = pytest.mark.django_db

built, begun = databases.shared(tips.begun)


@pytest.fixture
def house(begun):
    with tips.shown(begun):
        yield begun


def staff(house) -> dict:
    """The people of the house, who work in every other one too."""
    return {attribute: getattr(house.evening, attribute) for attribute, _role, _name in builders.HIRED}


class TestRules:
    def propose(self, house, **changes):
        asked = {"house_id": house.house_id, "rules": TERMS, "valid_from": NOVEMBER, "actor": house.evening.manager}
        return rules.propose(**(asked | changes))

    def test_are_proposed_by_one_and_approved_by_another(self, house):
        row = self.propose(house)
        assert code(looking(rules.approve), tronc_rules_id=row.pk, actor=house.evening.manager) == "two_people"
        assert code(self.propose, house=house) == "proposal_open"
        looking(rules.approve)(tronc_rules_id=row.pk, actor=house.evening.second_manager)
        assert (
            code(looking(rules.approve), tronc_rules_id=row.pk, actor=house.evening.second_manager) == "rules_decided"
        )
        assert code(looking(rules.decline), tronc_rules_id=row.pk, actor=house.evening.manager) == "rules_decided"

    def test_may_be_withdrawn(self, house):
        row = looking(rules.decline)(tronc_rules_id=self.propose(house).pk, actor=house.evening.manager)
        assert (row.state, row.decided_by) == ("declined", house.evening.manager)

    def test_that_say_nothing(self, house):
        assert code(self.propose, house=house, rules={}) == "bad_terms"
        assert code(self.propose, house=house, valid_from=date(2026, 11, 2)) == "not_a_month"
        assert code(self.propose, house=house, rules=TERMS | {"houses": [{"code": "wi"}]}) == "own_house"
        assert code(self.propose, house=house, rules=TERMS | {"houses": [{"code": "nowhere"}]}) == "no_such_house"
        assert code(looking(rules.approve), tronc_rules_id=4711, actor=house.evening.manager) == "no_such_rules"

    def test_are_for_management(self, house):
        assert code(self.propose, house=house, actor=house.evening.floor) == "not_allowed"

    def test_stay_as_they_were_approved(self, house):
        with pytest.raises(IntegrityError), transaction.atomic():
            TroncRules.objects.update(terms={})

    def test_no_tips_go_into_two_troncs(self, house):
        other = builders.evening(code="dus", people=staff(house), opens=False)
        row = rules.propose(house_id=other.house.pk, rules=TERMS, valid_from=OCTOBER, actor=house.evening.manager)
        looking(rules.approve)(tronc_rules_id=row.pk, actor=house.evening.second_manager)
        row = self.propose(house, rules=TERMS | {"houses": [{"code": "dus"}]})
        found = refused(looking(rules.approve), tronc_rules_id=row.pk, actor=house.evening.second_manager)
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
        assert code(looking(members.confirm), tronc_member_id=row.pk, actor=house.evening.manager) == "two_people"
        looking(members.confirm)(tronc_member_id=row.pk, actor=house.evening.second_manager)
        assert (
            code(looking(members.confirm), tronc_member_id=row.pk, actor=house.evening.second_manager)
            == "member_confirmed"
        )

    def test_never_by_themselves(self, house):
        assert code(self.enter, house=house, person_id=house.evening.manager.pk) == "own_share"
        row = self.enter(house, person_id=house.evening.second_manager.pk)
        assert code(looking(members.confirm), tronc_member_id=row.pk, actor=house.evening.second_manager) == "own_share"

    def test_may_be_declined_or_withdrawn_and_then_nobody_shares(self, house: TipsMonth) -> None:
        first, second = house.evening.manager, house.evening.second_manager
        before = len(members_there_are.of_month(house.house_id, NOVEMBER))
        for actor in (first, second):
            row = looking(members.decline)(tronc_member_id=self.enter(house).pk, actor=actor)
            assert (row.confirmed_at, row.declined_by) == (None, actor)
            for service in (members.confirm, members.decline):
                assert code(looking(service), tronc_member_id=row.pk, actor=second) == "member_declined"
        assert len(members_there_are.of_month(house.house_id, NOVEMBER)) == before

    def test_nobody_declines_their_own(self, house: TipsMonth) -> None:
        """As that they share no more: the second person would keep their own share."""
        row = self.enter(house, person_id=house.evening.second_manager.pk, function="")
        found = refused(looking(members.decline), tronc_member_id=row.pk, actor=house.evening.second_manager)
        assert (found.code, found.status) == ("own_share", 403)

    def test_what_was_replaced_waits_for_nobody(self, house: TipsMonth) -> None:
        rows = [self.enter(house), self.enter(house, function="dealer")]
        waiting = decisions.waiting(house.evening.second_manager)
        assert [one.row.pk for one in waiting if one.matter is members_there_are.MEMBERS] == [rows[1].pk]

    def test_the_latest_counts(self, house):
        first, _second = self.enter(house), self.enter(house, function="dealer")
        assert (
            code(looking(members.confirm), tronc_member_id=first.pk, actor=house.evening.second_manager)
            == "member_replaced"
        )

    def test_what_there_is_not(self, house):
        assert code(self.enter, house=house, function="cook") == "no_such_function"
        assert code(self.enter, house=house, person_id=4711) == "no_such_person"
        assert code(self.enter, house=house, valid_from=date(2026, 9, 1)) == "no_tronc_rules"
        assert code(looking(members.confirm), tronc_member_id=4711, actor=house.evening.manager) == "no_such_membership"


class TestRecords:
    def test_boxes_are_counted_first(self, house):
        day = house.day(0, closes=False)
        found = refused(records.draw_up, day_id=day.pk, electronic_cents=0, actor=house.evening.cage)
        assert (found.code, found.facts) == ("tips_not_counted", {"tables": "T01"})

    def test_are_drawn_up_by_one_and_signed_by_another(self, house):
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        row = records.draw_up(day_id=day.pk, electronic_cents=0, actor=house.evening.cage)
        assert code(looking(records.sign), tip_record_id=row.pk, actor=house.evening.cage) == "two_people"
        again = records.draw_up(day_id=day.pk, electronic_cents=120, actor=house.evening.cage)
        assert again.pk == row.pk
        looking(records.sign)(tip_record_id=row.pk, actor=house.evening.manager)
        assert builders.balances("tronc/") == {"tronc/2026-10": 700 + 120}
        assert code(looking(records.sign), tip_record_id=row.pk, actor=house.evening.manager) == "tips_recorded"
        same = {"day_id": day.pk, "electronic_cents": 120, "actor": house.evening.cage}
        assert code(records.draw_up, **same) == "tips_recorded"
        assert code(records.draw_up, **same | {"electronic_cents": -1}) == "bad_amount"
        assert code(looking(records.sign), tip_record_id=4711, actor=house.evening.manager) == "no_such_tip_record"

    def test_that_are_drawn_up_again_are_not_signed_by_somebody_who_saw_less(self, house: TipsMonth) -> None:
        """100.00 were looked at, and 9,000.00 signed under the same number."""
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        asked = {"day_id": day.pk, "actor": house.evening.cage}
        row = records.draw_up(electronic_cents=10_000, **asked)
        looked = RECORDS.seen(row)
        assert records.draw_up(electronic_cents=900_000, **asked).pk == row.pk
        sign = {"tip_record_id": row.pk, "actor": house.evening.manager}
        assert code(records.sign, seen=looked, **sign) == "stale"
        assert code(records.decline, seen=looked, **sign) == "stale"
        looking(records.sign)(**sign)
        assert builders.balances("tronc/") == {"tronc/2026-10": 700 + 900_000}

    def test_that_are_declined_book_nothing_and_another_is_drawn_up(self, house: TipsMonth) -> None:
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        asked = {"day_id": day.pk, "actor": house.evening.cage}
        row = looking(records.decline)(
            tip_record_id=records.draw_up(electronic_cents=120, **asked).pk, actor=house.evening.manager
        )
        assert (row.signed_at, row.declined_by, row.entry_id) == (None, house.evening.manager, None)
        [shown] = records_there_are.of_days(house.evening.house, OCTOBER, NOVEMBER, actor=house.evening.manager)
        assert (shown.record, shown.waits, shown.is_signed) == (None, False, False)
        sign = {"tip_record_id": row.pk, "actor": house.evening.manager}
        for service in (records.sign, records.decline):
            assert code(looking(service), **sign) == "tip_record_declined"
        again = records.draw_up(electronic_cents=120, **asked)
        looking(records.sign)(tip_record_id=again.pk, actor=house.evening.manager)
        assert list(TipRecord.objects.values_list("number", "electronic_cents")) == [(1, 120), (2, 120)]
        assert builders.balances("tronc/") == {"tronc/2026-10": 700 + 120}
        assert proofs.prove().broken == []

    def test_are_drawn_up_again_when_a_box_was_counted_since(self, house: TipsMonth) -> None:
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        row = records.draw_up(day_id=day.pk, electronic_cents=0, actor=house.evening.cage)
        tip(house.evening)
        house.evening.count_boxes()
        assert code(looking(records.sign), tip_record_id=row.pk, actor=house.evening.manager) == "tips_changed"
        again = records.draw_up(day_id=day.pk, electronic_cents=0, actor=house.evening.cage)
        looking(records.sign)(tip_record_id=again.pk, actor=house.evening.manager)
        assert builders.balances("tronc/") == {"tronc/2026-10": 700 + 200}

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

    def test_those_that_are_revenue_are_in_the_statement_of_their_day(self, house):
        """SpielbG NRW §§ 19, 22: 30 % of what the tables brought and of these tips; a further record counts alone."""
        day = house.day(0, closes=False)
        house.evening.count_boxes()
        house.agree(TERMS | {"electronic": "revenue"})
        house.record(day, 1_200)
        house.record(day, 1_000)
        taken = revenue.days(house.evening.house, day.date, day.date)[day.date].as_json()
        figures = statement.of_day(taken, levy.parse(LAWS["nrw"]), Before())
        assert (taken["rake"]["counted_cents"], taken["tips_in_revenue_cents"]) == (1_000, 1_000)
        assert (figures["revenue_cents"], figures["levy_cents"]) == (2_000, 600)

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


class TestAMonthThatCannotBeShared:
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

    def test_of_points_that_sum_to_nothing(self, house):
        for person in (house.evening.dealer, house.old_hand):
            house.join(person, "", date(2020, 1, 1))
        house.day(0)
        house.november()
        assert refused(house.propose).facts == {"group": "Gaming and cash", "quota_cents": 274}


def tip(evening: Evening) -> None:
    """Another table, whose players tip 2.00 and leave."""
    table = evening.table(evening.game(recording="summary"), code="T09", float_cents=50_000)
    evening.sit(table, 40_000, 40_000)
    summary = Summary(20_000, True, 2, tip_cents=200, rake_cents=1_000)
    recording.record_summary(table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer)
    for seat, cents in ((1, 40_000), (2, 40_000 - 1_000 - 200)):
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
        )
    tables.close_table(table_id=table, version=evening.version(table), counted_float_cents=50_000, actor=evening.floor)


class TestTheNextMonth:
    def test_pays_back_and_takes_over_what_did_not_divide(self, house):
        house.agree(TERMS | {"remainder": "carry_forward"})
        for number in range(3):
            house.day(number)
        house.november()
        run = house.distribute()
        # A point of gaming: 16.16 ÷ 750.625 points is 0.0215, so 0.02; of reception: 5.38 ÷ 160 is 0.0336, so 0.03.
        assert [one[3] for one in run.groups] == [2, 3]
        shown = sheets.statement(run.pk, actor=house.evening.manager)
        assert [one.value_hundredths_of_cents for one in shown.groups] == [200, 300]
        assert shown.share_cents == 2_154 - run.carried_out_cents
        assert run.carried_out_cents == 2_154 - sum(share.share_cents for share in run.shares.all())
        assert builders.balances("tronc/") == {"tronc/2026-11": run.carried_out_cents}
        assert proofs.prove().broken == []


@pytest.mark.parametrize(
    ("row", "refusal"),
    [(rules_there_are.RULES.row, "no_such_rules"), (records_there_are.RECORDS.row, "no_such_tip_record")],
)
def test_what_is_not_there(begun: TipsMonth, row: Callable[[int], Any], refusal: str) -> None:
    with pytest.raises(NotFound, match=refusal):
        row(4711)


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
    house.distribute(cause="shifts", credited={house.reception.pk: Credit(600, "other_work")})
    assert Entry.objects.filter(code="tronc_joined").count() == 1, "a correction takes no tips out of the other house"
    assert proofs.prove().broken == []
