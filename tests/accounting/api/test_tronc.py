"""The tronc over HTTP: rules, members, record, distribution and payout by two each; who sees whose share.

By hand: tips 7.00, levy of 5 % 0.35, insurance 3.00: 3.65 are shared, 2.74 and 0.91 by quotas of 75 % and 25 %.  Both
dealers work 440 minutes, at 15 and 17.5 points: 1.26 and 1.48.  Reception has 0.91 and is guaranteed 7.00.
"""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from accounting.models import Entry, TipRecord, TroncPayout, TroncRun, TroncShare
from accounting.tronc.selectors.months import RUNS
from tests import builders, databases
from tests.api_client import Api, problem
from tests.stories import tips
from tests.stories.tips import TERMS, TipsMonth

pytestmark = pytest.mark.django_db


def first_day() -> TipsMonth:
    """The first of October: its boxes are counted, its record is not drawn up."""
    month = tips.begun()
    with tips.shown(month):
        month.day(0, closes=False)
        month.evening.make_ready()
    return month


built, first = databases.shared(first_day)


@pytest.fixture
def month(first: TipsMonth) -> Iterator[TipsMonth]:
    with tips.shown(first):
        yield first


class Caller(Api):
    """A person whose commands succeed."""

    def done(self, path, body=None):
        answer = self.post(path, body)
        assert answer.status_code < 300, answer.content
        return answer.json()

    def decide(self, row: str, step: str, **options: Any) -> Any:
        """Look at a row, and decide on what it says now."""
        return self.post(f"{row}/{step}/", {"seen": self.get(f"{row}/").json()["seen"]}, **options)

    def decided(self, row: str, step: str) -> Any:
        answer = self.decide(row, step)
        assert answer.status_code < 300, answer.content
        return answer.json()


def api(person) -> Caller:
    return Caller(person)


def two(month: TipsMonth) -> tuple[Caller, Caller]:
    return api(month.evening.manager), api(month.evening.second_manager)


def recorded(month: TipsMonth) -> None:
    month.record(month.evening.day, 0)
    month.close(month.evening.day)
    month.november()


def asked(month: TipsMonth) -> dict[str, object]:
    credit = {"person": month.reception.pk, "minutes": 1_200, "credited_for": "other_work"}
    return {"month": "2026-10-01", "deductions_cents": {"insurance": 300}, "credited": [credit]}


def refused(answer, status: int, code: str) -> None:
    assert problem(answer) == (status, code), answer.content


class TestTheTronc:
    def test_from_the_box_to_the_payout(self, month):
        """Each step by one person, and by a second one; whoever did the first is refused the second."""
        cage, (manager, second) = api(month.evening.cage), two(month)
        record = cage.done("tip-records/", {"gaming_day": month.evening.day.pk})
        assert (record["counted_cents"], record["signed_by"], record["entry"]) == (700, None, None)
        refused(cage.decide(f"tip-records/{record['id']}", "sign"), 403, "two_people")
        signed = manager.decided(f"tip-records/{record['id']}", "sign")
        assert signed["signed_by"] == month.evening.manager.pk
        assert cage.get("tip-records/", waiting="false").json()["results"] == [signed]
        month.close(month.evening.day)
        month.november()

        run = manager.done("tronc-runs/", asked(month))
        assert (run["takings_cents"], run["levy_cents"], run["shared_cents"]) == (700, 35, 365)
        assert [(one["code"], one["quota_cents"]) for one in run["groups"]] == [("gaming", 274), ("others", 91)]
        assert run["days"] == [{"house": "wi", "date": "2026-10-01", "counted_cents": 700, "electronic_cents": 0}]
        shares = [(one["minutes"], one["share_cents"], one["payable_cents"]) for one in run["shares"]]
        assert shares == [(440, 126, 126), (440, 148, 148), (1_200, 91, 700)]
        path = f"tronc-runs/{run['id']}"
        refused(manager.decide(f"{path}", "confirm"), 403, "two_people")
        assert second.decided(f"{path}", "confirm")["state"] == "confirmed"
        refused(second.decide(f"{path}", "confirm"), 422, "distribution_decided")

        payout = manager.done("tronc-payouts/")
        assert [one["amount_cents"] for one in payout["lines"]] == [126, 148, 700]
        refused(manager.decide(f"tronc-payouts/{payout['id']}", "pay"), 403, "two_people")
        assert second.decided(f"tronc-payouts/{payout['id']}", "pay")["total_cents"] == 974
        assert builders.balances("bank/payroll") == {"bank/payroll": 974}
        assert manager.get(f"tronc-payouts/{payout['id']}/").json()["paid_by"] == month.evening.second_manager.pk

    def test_a_command_that_is_sent_again_books_once(self, month):
        recorded(month)
        run = month.propose(credited=month.credited)
        second, path = api(month.evening.second_manager), f"tronc-runs/{run.pk}/confirm/"
        body = {"seen": RUNS.seen(run)}
        first = second.post(path, body, key="k" * 40)
        entries = Entry.objects.count()
        assert second.post(path, body, key="k" * 40).json() == first.json()
        assert Entry.objects.count() == entries

    def test_rules_and_members_take_two(self, month):
        manager, second = two(month)
        row = manager.done("tronc-rules/", {"terms": TERMS, "valid_from": "2026-12-01"})
        assert (row["version"], row["state"], row["terms"]) == (2, "proposed", TERMS)
        refused(manager.decide(f"tronc-rules/{row['id']}", "approve"), 403, "two_people")
        assert second.decided(f"tronc-rules/{row['id']}", "approve")["state"] == "approved"
        refused(manager.decide(f"tronc-rules/{row['id']}", "decline"), 422, "rules_decided")
        member = {"person": month.old_hand.pk, "function": "", "hired_on": "2014-10-01", "valid_from": "2026-12-01"}
        row = manager.done("tronc-members/", member)
        refused(manager.decide(f"tronc-members/{row['id']}", "confirm"), 403, "two_people")
        assert (
            second.decided(f"tronc-members/{row['id']}", "confirm")["confirmed_by"] == month.evening.second_manager.pk
        )
        assert manager.get("tronc-members/", person=month.old_hand.pk).json()["results"][0]["function"] == ""

    def test_a_declined_distribution_books_nothing(self, month):
        recorded(month)
        manager, second = two(month)
        entries, run = Entry.objects.count(), manager.done("tronc-runs/", asked(month))
        assert second.decided(f"tronc-runs/{run['id']}", "decline")["state"] == "declined"
        assert Entry.objects.count() == entries


class TestWhoSeesWhat:
    def test_everybody_sees_their_own_share_and_the_works_council_all(self, month):
        recorded(month)
        run = month.propose()
        dealer, council = api(month.evening.dealer), api(builders.user("council"))
        assert dealer.get("tronc-shares/").json()["results"] == [], "not confirmed yet"
        api(month.evening.second_manager).decided(f"tronc-runs/{run.pk}", "confirm")
        [own] = dealer.get("tronc-shares/").json()["results"]
        assert (own["person"], own["month"], own["payable_cents"]) == (month.evening.dealer.pk, "2026-10-01", 126)
        assert own["rounded_cents"] == own["quota_cents"] * own["weight"] // own["group_weight"]
        assert [span["minutes"] for span in own["spans"]] == [440]
        assert dealer.get(f"tronc-shares/{own['id']}/").json() == own
        other = TroncShare.objects.get(person=month.old_hand)
        refused(dealer.get(f"tronc-shares/{other.pk}/"), 404, "not_found")
        assert dealer.get("tronc-shares/", person=month.old_hand.pk).json()["results"] == []
        for path in ("tronc-runs/", f"tronc-runs/{run.pk}/", "tronc-members/", "tronc-rules/", "tronc-payouts/"):
            refused(dealer.get(path), 403, "not_allowed")
        assert len(council.get("tronc-shares/").json()["results"]) == 3
        assert council.get(f"tronc-shares/{other.pk}/").json()["payable_cents"] == 148
        assert council.get(f"tronc-runs/{run.pk}/").json()["shares"] != []
        assert council.get("tronc-payouts/").status_code == council.get("tip-records/").status_code == 200


class TestRefusals:
    """Nothing is written or booked."""

    OF_A_DISTRIBUTION = (
        ({"month": "2026-10-02"}, 400, "not_a_month"),
        ({"month": "9999-12-01"}, 400, "not_a_month"),
        ({"month": "2026-11-01"}, 422, "month_not_over"),
        ({"month": "1999-01-01"}, 422, "no_tronc_rules"),
        ({"deductions_cents": {"party": 100}}, 422, "deduction_without_basis"),
        ({"deductions_cents": {"insurance": 100_000}}, 422, "deductions_above_tips"),
        ({"deductions_cents": {"insurance": "300"}}, 400, "malformed"),
        ({"deductions_cents": {"insurance": -1}}, 400, "malformed"),
        ({"deductions_cents": {"insurance": True}}, 400, "malformed"),
        ({"deductions_cents": []}, 400, "malformed"),
        ({"credited": [{"person": 4711, "minutes": 60, "credited_for": "sick"}]}, 404, "no_such_member"),
        ({"credited": [{"person": 4711, "minutes": 0, "credited_for": "sick"}]}, 400, "malformed"),
        ({"credited": [{"person": 4711, "minutes": 60, "credited_for": "holiday"}]}, 400, "malformed"),
        ({"credited": [{"person": 4711, "minutes": 60, "credited_for": "sick"}] * 2}, 400, "malformed"),
        ({"credited": []}, 422, "no_attendance"),
        ({"cause": "tips"}, 422, "not_distributed"),
        ({"cause": "mood"}, 400, "malformed"),
    )

    def test_of_a_distribution(self, month):
        recorded(month)
        entries, manager = Entry.objects.count(), api(month.evening.manager)
        for changes, status, code in self.OF_A_DISTRIBUTION:
            refused(manager.post("tronc-runs/", asked(month) | changes), status, code)
        assert (TroncRun.objects.count(), TroncShare.objects.count(), Entry.objects.count()) == (0, 0, entries)

    def test_of_hours_that_differ_from_what_was_dealt(self, month: TipsMonth) -> None:
        """The dealer goes an hour before the table closes, as the shift has it."""
        recorded(month)
        manager, dealer = api(month.evening.manager), month.evening.dealer
        builders.past_the_guards(
            "UPDATE tables_shift SET went_at = went_at - interval '1 hour' WHERE dealer_id = %s", dealer.pk
        )
        answer = manager.post("tronc-runs/", asked(month))
        refused(answer, 422, "hours_differ")
        assert answer.json()["facts"]["people"] == f"{dealer} 2026-10-01"

    def test_of_a_month_with_an_open_day(self, month):
        manager = api(month.evening.manager)
        month.clock.forward(month.clock.at.replace(month=11, day=2))
        refused(manager.post("tronc-runs/", asked(month)), 422, "month_has_open_day")
        refused(manager.post("tronc-payouts/"), 422, "nothing_to_pay")
        assert (TroncRun.objects.count(), TroncPayout.objects.count()) == (0, 0)

    def test_of_records_rules_and_members(self, month):
        manager = api(month.evening.manager)
        refused(manager.post("tip-records/", {"gaming_day": 4711}), 404, "no_such_gaming_day")
        refused(manager.post("tip-records/", {"gaming_day": month.evening.day.pk, "electronic_cents": -1}), 400,
                "malformed")  # fmt: skip
        refused(manager.post("tronc-rules/", {"terms": {}, "valid_from": "2026-12-01"}), 400, "bad_terms")
        refused(manager.post("tronc-rules/", {"terms": TERMS, "valid_from": "2026-12-02"}), 400, "not_a_month")
        member = {"function": "dealer", "hired_on": str(date(2020, 1, 1)), "valid_from": "2026-12-01"}
        refused(manager.post("tronc-members/", member | {"person": month.evening.manager.pk}), 403, "own_share")
        refused(manager.post("tronc-members/", member | {"person": 471_100}), 404, "no_such_person")
        assert TipRecord.objects.count() == 0
