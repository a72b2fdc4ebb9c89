"""The rake and tip that the dealer's page proposes before a hand is settled."""

from collections.abc import Mapping
from datetime import datetime

from accounting.models import ScheduleVersion
from accounting.policy import rake, tips
from accounting.rake.selectors import schedules
from tables import settlement
from tables.hands.selectors import shares
from tables.hands.selectors.hands import RecordedHand
from tables.hands.selectors.shares import Pot
from tables.models import Game
from tables.rules.hand import payout, result
from tables.settlement import Settlement, Tax


def of_hand(recorded: RecordedHand) -> Settlement:
    """The settlement of a finished hand at the rake due and without tips; refuses `hand_not_over`."""
    assert recorded.state is not None, "a summary is settled when it is recorded"
    version = ScheduleVersion.objects.get(pk=recorded.hand.schedule_version_id)
    tax = Tax(rake.parse(version.terms), version.pk, None, "")
    return settlement.of_hand(table=recorded.table_code, result=result(recorded.state), tips=(), tax=tax)


def shares_of(recorded: RecordedHand, due: Settlement, names: Mapping[int, str]) -> list[Pot]:
    """What each board and half of a finished hand pays at the rake due; empty where no pot is divided by them."""
    assert recorded.state is not None, "a summary is settled when it is recorded"
    found = result(recorded.state)
    if not shares.is_divided(found):
        return []
    terms = rake.parse(ScheduleVersion.objects.get(pk=recorded.hand.schedule_version_id).terms)
    return shares.of_hand(found, payout(found, due.taken_cents + due.due.jackpot_cents, terms), names)


def customary_tip(pot_cents: int, chip_cents: int, tip_bp: int) -> int:
    """The house's customary share of a pot, in whole chips (seed 001: 1 % is customary)."""
    return tips.suggestion(pot_cents, chip_cents=chip_cents, custom_bp=tip_bp)


def in_force(game: Game, at: datetime) -> ScheduleVersion:
    """The version of a game's schedule in force at that time; refuses `schedule_unsigned`, `no_schedule_in_force`."""
    return schedules.required(game.rake_schedule_id, at)
