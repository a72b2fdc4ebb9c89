"""Acknowledging an alarm: recorded with the person and the reason why it is acceptable."""

from typing import TYPE_CHECKING

from accounting.models import House
from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.floor.selectors import alarms
from tables.models import Acknowledgement
from tables.verdicts.alarms import ACKNOWLEDGED

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.record_ruling"


@use_case("tables.record_ruling")
def acknowledge(*, table_id: int, kind: str, mark: str, reason: str, actor: "User") -> Acknowledgement:
    """Silence one alarm of a table, identified by `kind` and `mark`, until the facts behind it change.

    Refuses an alarm that is not standing (`no_such_alarm`: it ended, changed, or was acknowledged already), one that
    ends only by the action it asks for (`alarm_wants_action`), and a missing reason (`reason_required`).
    """
    # The lock orders two simultaneous acknowledgements; the version stays, since nothing at the table has changed.
    table = locks.tables([table_id])[table_id]
    reason = reasons.given(reason)
    standing = alarms.standing(House.objects.get(pk=table.house_id))
    alarm = next((one for one in standing.at(table.code) if (one.kind, one.mark) == (kind, mark)), None)
    if alarm is None:
        raise NotFound("no_such_alarm", N_("This alarm has since ended or changed. Please look again."))
    if alarm.kind not in ACKNOWLEDGED:
        raise Refusal("alarm_wants_action", N_("This alarm ends when somebody does what it asks for."))
    return Acknowledgement.objects.create(
        house_id=table.house_id,
        table_id=table.id,
        kind=alarm.kind.value,
        mark=alarm.mark,
        since=alarm.since,
        reason=reason,
        at=house_time.now(),
        by=actor,
    )
