"""Hands that are posted through the ledger without a table, on as many gaming days as a test wants."""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from itertools import count

import pytest
from django.db import transaction

from accounting.chain import AssessmentFacts, Move
from accounting.ledger.services import ledger
from accounting.models import Assessment, EntryCode, GamingDay, House, ScheduleVersion
from casino.models import User
from tests import builders

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
_names = count()


def taken(table: str, cents: int) -> list[Move]:
    """The chips that a guest brings for it, and the tax that is taken from them."""
    if not cents:
        return []
    return [Move(f"guests/{table}", f"pool/{table}", cents), Move(f"pool/{table}", f"rake/{table}", cents)]


@dataclass
class BookedHands:
    """The hands of one house: `hand` posts what a settled hand posts."""

    house: House
    manager: User
    schedule: ScheduleVersion
    day: GamingDay
    entries: list[int] = field(default_factory=list)

    def hand(
        self,
        table: str = "T1",
        *,
        hour: int = 0,
        dealer: User | None = None,
        game: str = "NL Texas 2/4",
        pot_cents: int = 10_000,
        due_cents: int = 400,
        taken_cents: int = 400,
        tips_cents: int = 100,
    ) -> int:
        """Book one hand; the id of its entry."""
        facts = AssessmentFacts(
            hour=NOON + timedelta(hours=hour),
            table_code=table,
            dealer_id=dealer.pk if dealer else None,
            game=game,
            schedule_version_id=self.schedule.pk,
            dealt_in=6,
            flop_seen=True,
            pot_cents=pot_cents,
            base_cents=pot_cents,
            due_cents=due_cents,
            taken_cents=taken_cents,
            tips_cents=tips_cents,
            reason="" if due_cents == taken_cents else "short of change",
        )
        with transaction.atomic():
            posted = ledger.post(
                day=self.day,
                book=f"table/{table}",
                code=EntryCode.HAND,
                subject="hand:1",
                moves=taken(table, taken_cents),
                actor=self.manager,
                assessment=facts,
            )
        self.entries.append(posted.entry_id)
        return posted.entry_id

    def reverse(self, entry_id: int) -> None:
        """Take a hand back, into the open day."""
        with transaction.atomic():
            ledger.reverse(entry_id=entry_id, day=self.day, reason="keyed twice", actor=self.manager)

    def next_day(self) -> None:
        """Close the day and open the next by the calendar; the services would make us wait until tomorrow."""
        GamingDay.objects.filter(pk=self.day.pk).update(state="closed", closed_at=NOON, seal="-")
        self.day = GamingDay.objects.create(
            house=self.house, date=self.day.date + timedelta(days=1), opened_at=NOON, opened_by=self.manager
        )

    def assessments(self) -> list[Assessment]:
        """Every assessment of the house, mirrors included."""
        return list(Assessment.objects.filter(house=self.house).select_related("gaming_day"))


def open_house(first_day: date = date(2026, 11, 29)) -> BookedHands:
    """A new house; its first day is late in the month, so that a few days reach into the next."""
    number = next(_names)
    manager = builders.user("manager", f"manager-{number}")
    house = House.objects.create(code=f"h{number}", name="Spielbank", time_zone="Europe/Berlin")
    day = GamingDay.objects.create(house=house, date=first_day, opened_at=NOON, opened_by=manager)
    second = builders.user("manager", f"second-{number}")
    terms: dict[str, object] = {"kind": "fixed", "amount_cents": 400}
    schedule = builders.signed(house.pk, "Cash", terms, NOON, manager, second)
    return BookedHands(house, manager, schedule, day)


@pytest.fixture
def booked(db: None) -> BookedHands:
    return open_house()


@pytest.fixture
def committed(transactional_db: None) -> BookedHands:
    """Posts that really commit, for tests with several connections."""
    return open_house()
