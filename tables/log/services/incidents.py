"""Incidents: events in the room that are no rulings; never changed, but notes can be added."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model

from accounting.days.selectors import houses
from casino import house_time, membership, roles
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.log.services import floor_calls, subjects
from tables.models import Guest, Incident, IncidentNote

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.keep_log"
READS = "tables.read_log"
TEXT_MIN, TEXT_MAX, PRESENT_MAX = 3, 2_000, 300


@use_case("tables.keep_log")
def record(
    *,
    kind: str,
    text: str,
    table_id: int | None = None,
    hand_id: int | None = None,
    guest_ids: Sequence[int] = (),
    measures: Sequence[str] = (),
    present: str = "",
    owner_id: int | None = None,
    call_id: int | None = None,
    house_id: int | None = None,
    actor: "User",
) -> Incident:
    """Record an incident: where, with which guests, the measures taken, and the person who follows it up (`owner_id`).

    One that came of a call (`call_id`) closes it.  Refuses an unknown kind or measure (`incident_unknown`), a missing
    text (`incident_empty`), another table's hand or call, a guest of another house, an exclusion without guests
    (`guests_required`), and an owner who may not read incidents (`owner_unfit`).
    """
    _check(kind, measures, present)
    table = locks.tables([table_id])[table_id] if table_id is not None else None
    house_id = table.house_id if table else houses.one(house_id, actor=actor)
    if table is None and (hand_id, call_id) != (None, None):
        raise Refusal("table_required", N_("Name the table."))
    subjects.check_played_at(table_id or 0, hand_id)
    guests = _concerned(house_id, guest_ids, measures)
    text = _checked_text(text)
    if table is not None and call_id is not None:
        floor_calls.close_with(table, call_id, text, actor)
    row = Incident.objects.create(
        house_id=house_id,
        kind=kind,
        table_id=table_id,
        hand_id=hand_id,
        text=text,
        measures=sorted(set(measures)),
        present=present.strip(),
        owner=_owner(owner_id, house_id),
        call_id=call_id,
        at=house_time.now(),
        by=actor,
    )
    row.guests.set(guests)
    return row


def _concerned(house_id: int, guest_ids: Sequence[int], measures: Sequence[str]) -> list[Guest]:
    guests = subjects.guests(house_id, guest_ids)
    if Incident.Measure.EXCLUDED in measures and not guests:
        raise Refusal("guests_required", N_("Name the guest who is excluded."))
    return guests


@use_case("tables.keep_log")
def note(*, incident_id: int, text: str, owner_id: int | None = None, actor: "User") -> IncidentNote:
    """Add a later note; `owner_id` follows the incident up from now on, None: it is over.

    Refuses a missing text (`incident_empty`), and an owner who may not read incidents (`owner_unfit`).
    """
    house_id = Incident.objects.filter(pk=incident_id).values_list("house_id", flat=True).first()
    if house_id is None:
        raise NotFound("no_such_incident", N_("Incident not found."))
    owner = _owner(owner_id, house_id)
    return IncidentNote.objects.create(
        incident_id=incident_id, text=_checked_text(text), owner=owner, at=house_time.now(), by=actor
    )


def _check(kind: str, measures: Sequence[str], present: str) -> None:
    if kind not in Incident.Kind.values or not set(measures) <= set(Incident.Measure.values):
        raise Malformed("incident_unknown", N_("Unknown kind or measure."), kind=kind)
    if len(present.strip()) > PRESENT_MAX:
        raise Malformed("text_too_long", N_("Use no more than %(most)s characters."), most=PRESENT_MAX)


def _checked_text(text: str) -> str:
    text = text.strip()
    if len(text) < TEXT_MIN:
        raise Refusal("incident_empty", N_("Describe briefly what happened."))
    if len(text) > TEXT_MAX:
        raise Malformed("text_too_long", N_("Use no more than %(most)s characters."), most=TEXT_MAX)
    return text


def _owner(owner_id: int | None, house_id: int) -> "User | None":
    if owner_id is None:
        return None
    owner = get_user_model().objects.filter(membership.people_of(house_id), pk=owner_id).first()
    if owner is None or not roles.permits(owner, READS):
        raise Refusal("owner_unfit", N_("The owner must be somebody who may read it."))
    return owner
