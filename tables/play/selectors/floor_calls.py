"""Floor calls: those waiting, those answered, and the response times."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Min, QuerySet

from casino import membership
from tables.models import CallKind, FloorCall, Hand
from tables.verdicts import responses as verdict
from tables.verdicts.responses import Response

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class Call:
    """A waiting call; for a refused hand `facts` holds the tablet's request and the refusal."""

    id: int
    table_id: int
    table_code: str
    kind: str
    label: str
    called_at: datetime
    called_by: str
    taken_at: datetime | None
    taken_by: str
    """The name of the person on the way; empty while nobody has taken the call."""
    taken_by_id: int | None
    hand_id: int | None
    round_id: int | None
    hand_uuid: UUID | None
    facts: Mapping[str, Any] | None

    @property
    def is_about_play(self) -> bool:
        """Whether a hand is in question, and not the dealer, chips or a guest; a refused hand is none yet."""
        return self.hand_id is not None or self.kind in (CallKind.RULING, CallKind.WRONG_HAND)

    def late_at(self, minutes: int) -> datetime:
        """The time from which the call is late: `minutes` after it was taken, else after the call."""
        return (self.taken_at or self.called_at) + timedelta(minutes=minutes)


def waiting(house_id: int) -> list[Call]:
    """The unanswered calls of a house, the oldest first."""
    return _calls(house_id=house_id, answered_at=None)


def waiting_at(table_id: int) -> list[Call]:
    """The unanswered calls of one table, the oldest first."""
    return _calls(table_id=table_id, answered_at=None)


def hands_at_issue(calls: Sequence[Call]) -> dict[int, Hand]:
    """The hand that each call is probably about, by the call's id: its own, else the last one of its table.

    Void hands and hands of openings that are closed are left out.
    """
    standing = Hand.objects.filter(session__closed_at=None).exclude(state=Hand.State.VOID)
    own = standing.in_bulk([call.hand_id for call in calls if call.hand_id is not None])
    last = standing.filter(table_id__in={call.table_id for call in calls})
    at_table = {hand.table_id: hand for hand in last.order_by("table_id", "-pk").distinct("table_id")}
    found = {call.id: own.get(call.hand_id) if call.hand_id else at_table.get(call.table_id) for call in calls}
    return {call_id: hand for call_id, hand in found.items() if hand is not None}


def answer_about(hand_uuid: UUID, *, actor: "User") -> str | None:
    """The floor's decision about a refused hand; None while the call is unanswered."""
    calls = membership.within(FloorCall.objects.filter(hand_uuid=hand_uuid, answered_at__isnull=False), actor)
    return calls.values_list("answer", flat=True).first()


def answered(house_id: int, since: datetime) -> QuerySet[FloorCall]:
    """The calls since then that were answered, the latest answer first, with their ruling, incident, hand and round."""
    rows = FloorCall.objects.filter(house_id=house_id, called_at__gte=since, answered_at__isnull=False)
    joined = rows.select_related("table", "called_by", "answered_by", "ruling", "incident", "hand", "round")
    return joined.prefetch_related("takings__by").order_by("-answered_at", "-pk")


def response(house_id: int, since: datetime) -> Response:
    """The response times of the calls since then: until a call was first taken, else until it was answered."""
    rows = FloorCall.objects.filter(house_id=house_id, called_at__gte=since).annotate(first=Min("takings__at"))
    waits = [
        int((responded_at - called_at).total_seconds())
        for called_at, first, answered_at in rows.values_list("called_at", "first", "answered_at")
        if (responded_at := first or answered_at) is not None
    ]
    return verdict.of(waits)


def _calls(**where: int | None) -> list[Call]:
    rows = FloorCall.objects.filter(**where).select_related("table", "called_by", "taken_by")
    return [
        Call(
            id=row.pk,
            table_id=row.table_id,
            table_code=row.table.code,
            kind=row.kind,
            label=row.get_kind_display(),
            called_at=row.called_at,
            called_by=str(row.called_by),
            taken_at=row.taken_at,
            taken_by=str(row.taken_by or ""),
            taken_by_id=row.taken_by_id,
            hand_id=row.hand_id,
            round_id=row.round_id,
            hand_uuid=row.hand_uuid,
            facts=row.facts,
        )
        for row in rows.order_by("called_at", "pk")
    ]
