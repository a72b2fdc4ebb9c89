"""Everything that the house keeps about one guest, as a file for them (DSGVO Art. 15): JSON, and a page to read.

The people who work here appear by their ids alone.  A person who hands the file over reads it first: a text may speak
of other guests, whose rights it must not affect (Art. 15 (4)).
"""

import io
import json
import zipfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils import translation

from casino import house_time, membership
from casino.errors import N_, Malformed, NotFound
from casino.models.security import SecurityKind
from casino.services import jobs, security
from casino.services.job_files import File
from casino.services.jobs import JobKind, Progress
from casino.transactions import use_case
from tables.models import (
    Absence,
    AdmissionCheck,
    Entrant,
    Guest,
    HouseBan,
    Incident,
    IncidentNote,
    KeptChips,
    MoveRequest,
    MustMoveTurn,
    Prize,
    Purchase,
    Ruling,
    Sitting,
    WaitingEntry,
    WaitingEvent,
)
from tables.models.guests import rows_of

if TYPE_CHECKING:
    from casino.models import Job, User

PERMISSION: Final = "tables.erase_guest"
MEDIA_TYPE: Final = "application/zip"

# Where a guest is, and the way from the row to them.
_PLACES: Final = (
    (Sitting, "guest"),
    (Absence, "sitting__guest"),
    (KeptChips, "sitting__guest"),
    (WaitingEntry, "guest"),
    (WaitingEvent, "entry__guest"),
    (MoveRequest, "guest"),
    (MustMoveTurn, "guest"),
    (Entrant, "guest"),
    (Purchase, "entrant__guest"),
    (Prize, "entrant__guest"),
    (AdmissionCheck, "guest"),
    (HouseBan, "guest"),
    (Incident, "guests"),
    (IncidentNote, "incident__guests"),
    (Ruling, "guests"),
)


def everything(guest_id: int) -> dict[str, list[dict[str, Any]]]:
    """The rows about a guest and their duplicates, by the name of their kind; kinds without rows are left out."""
    guests = Guest.objects.filter(Q(pk=guest_id) | Q(merged_into=guest_id))
    history = Guest.history.filter(id__in=guests.values("pk"))
    found: dict[str, Any] = {"guests": guests, "history": history}
    for model, way in _PLACES:
        found[model._meta.model_name or ""] = model._default_manager.filter(rows_of(guest_id, way)).distinct()
    return {name: kept for name, rows in found.items() if (kept := list(rows.values()))}


@use_case(PERMISSION, password=True)
def ask(*, guest_id: int, actor: "User") -> "Job":
    """Request the file.  Refuses guests who are not there, were erased or merged (`no_such_guest`)."""
    return jobs.asked(kind="subject_access", params={"guest": guest_id}, actor=actor)


@use_case("tables.erase_guest")
def note(*, guest_id: int, actor: "User") -> None:
    """Write down who had the file made."""
    security.note(SecurityKind.GRAVE, f"subject access: guest {guest_id}", user=actor)


def _read(params: Mapping[str, Any], actor: "User") -> Mapping[str, Any]:
    unknown = sorted(set(params) - {"guest", "house"})
    if unknown:
        raise Malformed("unknown_field", N_("This job has no parameter %(unknown)s."), unknown=unknown)
    wanted = params.get("guest")
    rows = membership.within(Guest.objects.select_related("house"), actor).filter(merged_into=None, erased_at=None)
    row = rows.filter(pk=wanted).first() if isinstance(wanted, int) and not isinstance(wanted, bool) else None
    if row is None:
        raise NotFound("no_such_guest", N_("Guest not found."))
    return {"guest": row.pk, "house": row.house.code}


def _work(params: Mapping[str, Any], actor: "User", progress: Progress) -> File:
    note(guest_id=params["guest"], actor=actor)
    kept = everything(params["guest"])
    text = json.dumps(kept, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
    with translation.override(actor.language):
        kinds = [(name, list(rows[0]), [list(row.values()) for row in rows]) for name, rows in kept.items()]
        page = render_to_string("guests/subject_access.html", {"kinds": kinds, "at": house_time.now()})
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("guest.json", text)
        packed.writestr("guest.html", page)
    progress(1, 1)
    return File(name=f"guest-{params['guest']}.zip", media_type=MEDIA_TYPE, content=content.getvalue())


ACCESS_JOB: Final = JobKind(permission=PERMISSION, read=_read, work=_work, has_use_case=True)
"""Requested by `ask` alone, which asks for the password."""
