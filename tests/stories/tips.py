"""A month of tips: hands with tips on three gaming days, dealers' shifts, counted boxes, signed records.

Two dealers share, and a receptionist whose time is credited.  Everything is done by the services that people use, on a
clock of its own.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from accounting.models import GamingDay, TroncPayout, TroncRun
from accounting.tronc.selectors.months import Credit
from accounting.tronc.services import members, payouts, records, rules, runs
from casino import house_time
from casino.models import User
from tables.dealers.services import shifts
from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests import builders, kept_rows, played_house
from tests.builders import Evening
from tests.deciding import looking
from tools.evening.clock import Clock

OCTOBER, NOVEMBER = date(2026, 10, 1), date(2026, 11, 1)
BEGINS = datetime(2026, 10, 1, 13, tzinfo=UTC)
DAYS = (0, 9, 29)
"""The days of October on which the house is open, counted from the first."""
TIPS_CENTS = (700, 1_200, 500)
ELECTRONIC_CENTS = (0, 150, 33)
TERMS: dict[str, Any] = {
    "groups": [
        {"code": "gaming", "name": "Gaming and cash", "quota_bp": 7_500},
        {"code": "others", "name": "Others", "quota_bp": 2_500},
    ],
    "functions": [
        {"code": "dealer", "name": "Dealer", "group": "gaming", "points_hundredths": 1_500},
        {"code": "reception", "name": "Reception", "group": "others", "points_hundredths": 800, "guarantee_cents": 700},
    ],
    "full_minutes": 60,
    "seniority": [{"from_years": 10, "add_hundredths": 250}],
    "deductions": [
        {"code": "insurance", "name": "Employer's share of social insurance", "basis": "BAG 5 AZR 69/97"},
    ],
    "levy": {"rate_bp": 500, "basis": "SpielbG RLP § 6"},
    "electronic": "tronc",
}


@dataclass
class TipsMonth:
    """The house with its clock; dealers are the evening's (new) and `old_hand` (twelve years in service)."""

    clock: Clock
    evening: Evening
    old_hand: User
    reception: User

    @property
    def house_id(self) -> int:
        return self.evening.house.pk

    @property
    def credited(self) -> dict[int, Credit]:
        """The receptionist's hours, who has no dealer's shifts."""
        return {self.reception.pk: Credit(1_200, "other_work")}

    def wait(self, **time: int) -> None:
        self.clock.forward(self.clock.at + timedelta(**time))

    def agree(self, terms: dict[str, Any] | None = None, valid_from: date = OCTOBER) -> None:
        """Rules of the tronc, by two."""
        row = rules.propose(
            house_id=self.house_id, rules=terms or TERMS, valid_from=valid_from, actor=self.evening.manager
        )
        looking(rules.approve)(tronc_rules_id=row.pk, actor=self.evening.second_manager)

    def join(
        self, person: User, function: str, hired_on: date, valid_from: date = OCTOBER, *, by: User | None = None
    ) -> None:
        """A member, by two."""
        row = members.enter(
            house_id=self.house_id,
            person_id=person.pk,
            function=function,
            hired_on=hired_on,
            valid_from=valid_from,
            actor=self.evening.manager,
        )
        looking(members.confirm)(tronc_member_id=row.pk, actor=by or self.evening.second_manager)

    def day(self, number: int, *, closes: bool = True) -> GamingDay:
        """One gaming day with its tips, counted, recorded and closed; both dealers work."""
        evening, tip_cents = self.evening, TIPS_CENTS[number]
        self.clock.forward(BEGINS + timedelta(days=DAYS[number]))
        day = evening.open_day()
        shifts.come(house_id=self.house_id, dealer_id=evening.dealer.pk, actor=evening.floor)
        self.wait(minutes=30 * number)
        shifts.come(house_id=self.house_id, dealer_id=self.old_hand.pk, actor=evening.floor)
        code = f"T0{number + 1}"
        table = evening.table(evening.game(recording="summary"), code=code, float_cents=50_000)
        evening.sit(table, 40_000, 40_000)
        self.wait(minutes=20)
        recording.record_summary(
            table_id=table,
            version=evening.version(table),
            summary=Summary(20_000, True, 2, tip_cents=tip_cents, rake_cents=1_000),
            actor=evening.dealer,
        )
        self.wait(hours=7)
        for seat, cents in ((1, 40_000), (2, 40_000 - 1_000 - tip_cents)):
            seats.cash_out(
                table_id=table, version=evening.version(table), seat=seat, counted_cents=cents, actor=evening.floor
            )
        tables.close_table(
            table_id=table, version=evening.version(table), counted_float_cents=50_000, actor=evening.floor
        )
        shifts.go(dealer_id=evening.dealer.pk, actor=evening.floor)
        self.wait(minutes=15 * number)
        shifts.go(dealer_id=self.old_hand.pk, actor=evening.floor)
        if closes:
            evening.make_ready()
            self.record(day, ELECTRONIC_CENTS[number])
            self.close(day)
        return day

    def record(self, day: GamingDay, electronic_cents: int) -> None:
        """The day's record, by two."""
        row = records.draw_up(day_id=day.pk, electronic_cents=electronic_cents, actor=self.evening.cage)
        looking(records.sign)(tip_record_id=row.pk, actor=self.evening.manager)

    def close(self, day: GamingDay) -> None:
        played_house.look_at_findings(self.evening)
        self.evening.day = day
        self.evening.close_day()

    def november(self) -> GamingDay:
        """The first gaming day of November, on which October is distributed."""
        self.clock.forward(max(self.clock.at, datetime(2026, 11, 1, 13, tzinfo=UTC)))
        return self.evening.open_day()

    def propose(self, month: date = OCTOBER, **changes: Any) -> TroncRun:
        """A computed distribution."""
        asked: dict[str, Any] = {
            "house_id": self.house_id,
            "month": month,
            "deductions_cents": {"insurance": 300},
            "credited": self.credited,
            "actor": self.evening.manager,
        }
        return runs.propose(**(asked | changes))

    def distribute(self, month: date = OCTOBER, **changes: Any) -> TroncRun:
        """A confirmed distribution."""
        run = self.propose(month, **changes)
        return looking(runs.confirm)(tronc_run_id=run.pk, actor=self.evening.second_manager)

    def pay(self) -> TroncPayout:
        """Everything that is open, by two."""
        row = payouts.prepare(house_id=self.house_id, actor=self.evening.manager)
        return looking(payouts.pay)(tronc_payout_id=row.pk, actor=self.evening.second_manager)


@kept_rows.rebuilt
def begun() -> TipsMonth:
    """The house before its first day, with rules and members."""
    clock = Clock(BEGINS - timedelta(hours=1))
    with house_time.shown_by(clock.now):
        evening = builders.evening(opens=False)
        month = TipsMonth(
            clock,
            evening,
            old_hand=builders.user("dealer", "old-hand"),
            reception=builders.user("floor", "reception"),
        )
        month.agree()
        month.join(evening.dealer, "dealer", date(2026, 5, 1))
        month.join(month.old_hand, "dealer", date(2014, 10, 1))
        month.join(month.reception, "reception", date(2020, 1, 1))
    return month


@kept_rows.rebuilt
def october() -> TipsMonth:
    """October is over, its tips are counted and recorded; November's first day is open."""
    month = begun()
    with shown(month):
        for number in range(len(DAYS)):
            month.day(number)
        month.november()
    return month


@contextmanager
def shown(month: TipsMonth) -> Iterator[TipsMonth]:
    """The time of the block is that of the month's clock."""
    with house_time.shown_by(month.clock.now):
        yield month
