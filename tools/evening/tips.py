"""The demo's tronc: rules by two, its members, and the record of the tips of a day."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from accounting.models import GamingDay, House
from accounting.tronc.selectors.members import MEMBERS
from accounting.tronc.selectors.records import RECORDS
from accounting.tronc.selectors.rules import RULES as RULES_OF_TRONC
from accounting.tronc.services import members, records, rules
from casino.models import User
from tools.evening.room import Room

RULES: Final[dict[str, Any]] = {
    "groups": [
        {"code": "gaming", "name": "Spiel und Kasse", "quota_bp": 7_500},
        {"code": "others", "name": "Übrige", "quota_bp": 2_500},
    ],
    "functions": [
        {
            "code": "dealer",
            "name": "Croupier",
            "group": "gaming",
            "points_hundredths": 1_500,
            "guarantee_cents": 150_000,
        },
        {"code": "cage", "name": "Kasse", "group": "gaming", "points_hundredths": 1_200, "guarantee_cents": 150_000},
        {"code": "office", "name": "Büro", "group": "others", "points_hundredths": 800, "guarantee_cents": 150_000},
    ],
    "full_minutes": 60,
    "seniority": [{"from_years": 10, "add_hundredths": 250}],
    "deductions": [
        {"code": "insurance", "name": "Arbeitgeberanteil der Sozialversicherung", "basis": "BAG 5 AZR 69/97"},
    ],
    "levy": {"rate_bp": 500, "basis": "SpielbG RLP § 6"},
    "electronic": "tronc",
    # Tonight's crew is clocked since `rota.ON_SHIFT`, 70 minutes after the first of them began to deal.
    "hours_tolerance_minutes": 90,
}
FUNCTIONS: Final = {"dealer": "dealer", "cage": "cage", "admin": "office"}
"""The function of a role; floor and management have no part in the tips."""
HIRED_ON: Final = date(2014, 10, 1)
ELECTRONIC_CENTS: Final = 4_350


def agree(room: Room, house: House, people: Mapping[str, User]) -> None:
    """Rules from the first day's month on, and everybody's membership, each by two managers."""
    # A gaming day that began last night is of the month before.
    month = (room.clock.now() - timedelta(days=1)).date().replace(day=1)
    asked: dict[str, Any] = {"house_id": house.pk, "valid_from": month, "actor": room.manager}
    row = rules.propose(rules=RULES, **asked)
    rules.approve(tronc_rules_id=row.pk, seen=RULES_OF_TRONC.seen(row), actor=room.second_manager)
    for person in people.values():
        if function := FUNCTIONS.get(person.roles[0]):
            member = members.enter(person_id=person.pk, function=function, hired_on=HIRED_ON, **asked)
            members.confirm(tronc_member_id=member.pk, seen=MEMBERS.seen(member), actor=room.second_manager)


def record(room: Room, day: GamingDay) -> None:
    """One cashier draws up the record of a day whose boxes are counted, the other signs it."""
    drawn_up_by, signed_by = room.counters
    row = records.draw_up(day_id=day.pk, electronic_cents=ELECTRONIC_CENTS, actor=drawn_up_by)
    records.sign(tip_record_id=row.pk, seen=RECORDS.seen(row), actor=signed_by)
