"""The records of the tips of gaming days, and the counted boxes that they must agree with."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from django.db.models import Q, Sum

from accounting.models import Drop, GamingDay, House, Place, TipRecord
from accounting.tronc.selectors import rules
from casino import roles, wording
from casino.errors import N_, Dated, NotFound, Refusal
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.read_tips"
RECORD = "accounting.record_tips"


def _decided(row: TipRecord) -> Refusal:
    if row.signed_at is not None:
        return Refusal("tips_recorded", N_("This record is already signed."))
    return Refusal("tip_record_declined", N_("This record was declined or withdrawn: draw up another one."))


RECORDS = Matter(
    model=TipRecord,
    name=N_("Record of tips"),
    about=lambda row: wording.day(row.gaming_day.date),
    persons={PROPOSER: "drawn_up_by", APPROVER: "signed_by"},
    edits=RECORD,
    approves=RECORD,
    page="tronc:sign",
    declines="tronc:record-decline",
    decided=_decided,
    asked_at="drawn_up_at",
    decided_at="signed_at",
    declined_apart=True,
    missing=lambda: NotFound("no_such_tip_record", N_("Record of tips not found.")),
    related=("gaming_day",),
)


@dataclass(frozen=True, slots=True)
class OfDay:
    """A gaming day with its latest record, and what its tip boxes held by their counts."""

    day: GamingDay
    record: TipRecord | None
    signed: TipRecord | None
    counted_cents: int
    uncounted: Sequence[str]

    @property
    def is_signed(self) -> bool:
        """Whether the counted boxes are in a signed record."""
        return self.signed is not None and self.signed.counted_cents == self.counted_cents

    @property
    def waits(self) -> bool:
        """Whether a record is drawn up and not signed."""
        return self.record is not None and RECORDS.is_open(self.record)


def signed(day_id: int) -> TipRecord | None:
    """The latest signed record of a day."""
    return TipRecord.objects.filter(gaming_day_id=day_id, signed_at__isnull=False).order_by("-number").first()


def counted_cents(day_id: int) -> int:
    """What the day's tip boxes held by their counts."""
    total = Drop.objects.filter(gaming_day_id=day_id, kind=Drop.Kind.TIPS).aggregate(sum=Sum("counted_cents"))["sum"]
    return total or 0


def uncounted(day: GamingDay) -> list[str]:
    """The tables whose tips of the day are not counted yet: taken boxes, and while the day is open those at tables."""
    taken = Drop.objects.filter(gaming_day=day, kind=Drop.Kind.TIPS, counted_at=None)
    tables = set(taken.values_list("table_code", flat=True))
    if day.state == GamingDay.State.OPEN:
        boxes = Place.objects.filter(Q(name__startswith="tips/"), house_id=day.house_id, balance_cents__gt=0)
        tables |= {name.partition("/")[2] for name in boxes.values_list("name", flat=True)}
    return sorted(tables)


def refuse_missing(house: House) -> None:
    """Refuse (`tips_not_recorded`) an opening before the tips of the gaming day before are signed.

    Only where the rules of the tronc demand it (`record_before_opening`).
    """
    last = GamingDay.objects.filter(house=house).order_by("-date").first()
    if last is None:
        return
    rule = rules.shared_with(house, last.date.replace(day=1))
    if rule is not None and rule.record_before_opening and signed(last.pk) is None:
        raise Refusal(
            "tips_not_recorded",
            N_("The tips of these days are missing from the signed records: %(days)s."),
            days=Dated(last.date),
        )


def of_days(house: House, first: date, after: date, *, actor: "User") -> list[OfDay]:
    """The gaming days of a period with their records, the latest first."""
    roles.require(actor, PERMISSION)
    days = GamingDay.objects.filter(house=house, date__gte=first, date__lt=after).order_by("-date")
    found = []
    for day in days:
        rows = day.tip_records.filter(declined_at=None).select_related("drawn_up_by", "signed_by")
        records = list(rows.order_by("-number"))
        latest_signed = next((one for one in records if one.signed_at), None)
        latest = records[0] if records else None
        found.append(OfDay(day, latest, latest_signed, counted_cents(day.pk), uncounted(day)))
    return found
