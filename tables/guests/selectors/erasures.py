"""Whether a guest may be erased, and from when; whom age erases; what was asked for and done."""

from datetime import date, datetime, timedelta

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from casino import house_time, retention
from casino.errors import N_, Dated, Refusal, Word
from casino.models import JobFile, LoginEvent, StoredAnswer
from casino.selectors.decisions import APPROVER, LIFTER, PROPOSER, SETTER, Duties, Matter
from tables.guests.selectors import owed
from tables.guests.selectors.guests import is_in_play
from tables.models import Entrant, Erasure, Guest, HouseBan, LegalHold, Sitting
from tables.models.guests import rows_of

PERMISSION = "tables.erase_guest"
READS = "tables.read_retention"
ERASURES = Matter(
    model=Erasure,
    name=N_("Erasure of a guest"),
    about=lambda row: str(row.guest),
    persons={PROPOSER: "asked_by", APPROVER: "decided_by"},
    edits=PERMISSION,
    approves=PERMISSION,
    page="retention:approve",
    declines="retention:decline",
    decided=lambda _row: Refusal("erasure_decided", N_("This request has already been decided.")),
    shows=lambda row: [row.guest.number, row.guest.name],
    asked_at="asked_at",
    waits={"state": Erasure.State.ASKED},
    approved={"state": Erasure.State.DONE},
    related=("guest",),
)
HOLDS = Duties(
    model=LegalHold,
    name=N_("Legal hold"),
    persons={SETTER: "by", LIFTER: "lifted_by"},
    shows=lambda row: [row.guest.number, row.guest.name],
)


def refuse_kept(guest: Guest) -> None:
    """Refuse to erase a guest whose data must stay, with the reason, and the day from which it may go.

    Codes: `erasure_held`, `erasure_in_play`, `erasure_owed`, `erasure_banned`, `erasure_too_early`.
    """
    named = {"guest": guest.name}
    if LegalHold.objects.filter(rows_of(guest.pk), lifted_at=None).exists():
        raise Refusal("erasure_held", N_("%(guest)s is under a legal hold. It must be lifted first."), **named)
    if is_in_play(guest.pk):
        raise Refusal(
            "erasure_in_play",
            N_("%(guest)s is seated, waiting or playing. They can be erased once they have left."),
            **named,
        )
    for debt in owed.to(guest.pk):
        raise Refusal(
            "erasure_owed",
            N_("The house owes %(guest)s %(owed_cents)s (%(what)s): settle that, then erase them."),
            **named,
            owed_cents=debt.amount_cents,
            what=Word(debt.what),
        )
    if _is_banned(guest.pk):
        raise Refusal("erasure_banned", N_("%(guest)s is banned. Their identity is kept until the ban ends."), **named)
    free_from = kept_until(guest)
    if free_from is not None and free_from > house_time.today():
        raise Refusal(
            "erasure_too_early",
            N_("The identity of %(guest)s was checked and must be kept (%(law)s). It can be erased from %(day)s."),
            **named,
            law=retention.GWG,
            day=Dated(free_from),
        )


def kept_until(guest: Guest) -> date | None:
    """From which day on an identified guest may be erased (GwG § 8 (4)); None: their identity was never checked."""
    rows = Guest.objects.filter(Q(pk=guest.pk) | Q(merged_into=guest.pk))
    identified: datetime | None = rows.aggregate(at=Max("identified_at"))["at"]
    if identified is None:
        return None
    last = Sitting.objects.filter(rows_of(guest.pk)).aggregate(at=Max(Coalesce("left_at", "sat_at")))["at"]
    return retention.KINDS["identified"].until(max(filter(None, (identified, last))).date())


def _is_banned(guest_id: int) -> bool:
    is_open = Q(ends_on=None) | Q(ends_on__gte=house_time.today())
    return HouseBan.objects.filter(rows_of(guest_id), is_open, lifted_at=None).exists()


def old(house_id: int | None = None) -> QuerySet[Guest]:
    """Guests whose last visit is so long ago that age erases them, the oldest first; duplicates go with their guest."""
    years = retention.KINDS["guests"].years
    before = date(house_time.today().year - years, 1, 1)
    guests = Guest.objects.filter(merged_into=None, erased_at=None)
    if house_id is not None:
        guests = guests.filter(house_id=house_id)
    later = Q(sat_at__date__gte=before) | Q(left_at=None) | Q(left_at__date__gte=before)
    return (
        guests.filter(created_at__date__lt=before)
        .exclude(Exists(Sitting.objects.filter(later, Q(guest=OuterRef("pk")) | Q(guest__merged_into=OuterRef("pk")))))
        .exclude(
            Exists(
                Entrant.objects.filter(
                    Q(guest=OuterRef("pk")) | Q(guest__merged_into=OuterRef("pk")),
                    tournament__starts_at__date__gte=before,
                )
            )
        )
        .order_by("created_at", "pk")
    )


def erasures(house_id: int) -> QuerySet[Erasure]:
    """Requests and erasures of a house, the latest first."""
    return Erasure.objects.filter(house_id=house_id).select_related("guest", "asked_by", "decided_by")


def kinds(house_id: int) -> list[tuple[retention.Kind, int | None]]:
    """Every kind of data, with how many rows are due now (None: it has no period of its own)."""
    now = house_time.now()
    since = {name: now - timedelta(days=kind.days) for name, kind in retention.KINDS.items() if kind.days}
    due = {
        "guests": old(house_id).count(),
        "sign_ins": LoginEvent.objects.filter(at__lt=since["sign_ins"], ip__isnull=False).count(),
        "answers": StoredAnswer.objects.filter(created_at__lt=since["answers"]).count(),
        "files": JobFile.objects.filter(made_at__lt=since["files"]).count(),
    }
    return [(kind, due.get(name)) for name, kind in retention.KINDS.items()]


def holds(house_id: int) -> QuerySet[LegalHold]:
    """Legal holds of a house, those in force first."""
    rows = LegalHold.objects.filter(guest__house_id=house_id).select_related("guest", "by", "lifted_by")
    return rows.order_by(F("lifted_at").desc(nulls_first=True), "-pk")
