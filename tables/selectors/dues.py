"""What a hand would owe if it were settled now: what the dealer's page proposes before anything is booked."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from accounting.models import ScheduleVersion
from accounting.policy import rake, tronc
from accounting.policy.rake import Due, HandFacts
from accounting.policy.tronc import Custom
from casino.errors import Refusal, _
from tables import settlement
from tables.models import Game, Session
from tables.rules.hand import result
from tables.selectors.hands import RecordedHand
from tables.settlement import Settlement, Tax


@dataclass(frozen=True, slots=True)
class Proposal:
    """The rake due on a pot and the customary tip, in cents."""

    due: Due
    tip_cents: int


def of_hand(recorded: RecordedHand) -> Settlement:
    """The settlement of a finished hand at the rake due and without tips; refuses `hand_not_over`."""
    assert recorded.state is not None, "a summary is settled when it is recorded"
    version = ScheduleVersion.objects.get(pk=recorded.hand.schedule_version_id)
    tax = Tax(rake.parse(version.terms), version.pk, None, "")
    return settlement.of_hand(table=recorded.table_code, result=result(recorded.state), tips=(), tax=tax)


def of_pot(table_id: int, facts: HandFacts) -> Proposal:
    """What a pot at this table owes under the schedule in force now; refuses `table_closed`."""
    session = Session.objects.filter(table_id=table_id, closed_at=None).select_related("game", "table__house").first()
    if session is None:
        raise Refusal("table_closed", _("The table is closed."))
    version = _in_force(session.game, timezone.now())
    return Proposal(
        due=rake.due(rake.parse(version.terms), replace(facts, chip_cents=session.game.chip_cents)),
        tip_cents=customary_tip(facts.pot_cents, session.game.chip_cents, session.table.house.tip_bp),
    )


def customary_tip(pot_cents: int, chip_cents: int, tip_bp: int) -> int:
    """The house's customary share of a pot, in whole chips (seed 001: 1 % is customary)."""
    return tronc.suggestion(pot_cents, chip_cents=chip_cents, custom=Custom(tip_bp, 0, max(tip_bp, 1_000)))


def _in_force(game: Game, at: datetime) -> ScheduleVersion:
    version = ScheduleVersion.objects.filter(
        Q(valid_to=None) | Q(valid_to__gt=at),
        schedule_id=game.rake_schedule_id,
        state=ScheduleVersion.State.PUBLISHED,
        valid_from__lte=at,
    ).first()
    if version is None:
        raise Refusal("no_schedule_in_force", _("The game's rake schedule has no terms in force now."))
    return version
