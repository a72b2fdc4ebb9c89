"""The record of a gaming day's tips: drawn up by one person, signed by another, booked with its electronic tips.

SpielbG NRW § 22: at the end of each gaming day, at the latest before the next opening.  The counted boxes are booked
when they are counted (`accounting.cage.services.counts`); the record says that nothing is missing.
"""

from typing import TYPE_CHECKING

from accounting import chain, locks, places
from accounting.days.services import days
from accounting.ledger.services import ledger
from accounting.models import EntryCode, GamingDay, TipRecord
from accounting.policy.tronc import booking
from accounting.policy.tronc.booking import Flows
from accounting.policy.tronc.terms import Electronic
from accounting.tronc.selectors import records, rules
from accounting.tronc.selectors.records import RECORDS
from casino import house_time
from casino.errors import N_, Malformed, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

DRAWN_UP = ("counted_cents", "electronic_cents", "electronic_goes", "drawn_up_by", "drawn_up_at")


@use_case(RECORDS.edits)
def draw_up(*, day_id: int, electronic_cents: int, actor: "User") -> TipRecord:
    """Draw up the record of a day; one that is not signed yet is replaced, a signed one gets a further one.

    Refuses boxes that are not counted (`tips_not_counted`), electronic tips where the rules take none
    (`no_electronic_tips`), a negative amount (`bad_amount`), and a record that would say the same as the signed one
    (`tips_recorded`).
    """
    if electronic_cents < 0:
        raise Malformed("bad_amount", N_("An amount must not be negative."))
    day = locks.take_day(day_id)
    electronic = _electronic(day, electronic_cents)
    counted_cents = _counted(day)
    before = records.signed(day.pk)
    if before is not None and (before.counted_cents, before.electronic_cents) == (counted_cents, electronic_cents):
        raise Refusal("tips_recorded", N_("The signed record of this day agrees."))
    row = TipRecord.objects.filter(gaming_day=day, **RECORDS.waits).first()
    if row is None:
        last = TipRecord.objects.filter(gaming_day=day).order_by("-number").first()
        row = TipRecord(house_id=day.house_id, gaming_day=day, number=last.number + 1 if last else 1)
    row.counted_cents, row.electronic_cents, row.electronic_goes = counted_cents, electronic_cents, electronic.value
    row.drawn_up_by, row.drawn_up_at = actor, house_time.now()
    row.save(update_fields=DRAWN_UP if row.pk else None)
    return row


@use_case(RECORDS.approves, password=True, decides=RECORDS)
def sign(*, tip_record_id: int, seen: str, actor: "User") -> TipRecord:
    """Sign a record that another person drew up, and book it with its electronic tips.

    Refuses the person who drew it up (`two_people`), a decided record (`tips_recorded`, `tip_record_declined`), one
    that was drawn up again since it was `seen` (`stale`), and one that is not what the boxes held any more
    (`tips_changed`, `tips_not_counted`).  It is booked in its gaming day, or if that is closed in the open one
    (`no_gaming_day`).
    """
    row, day = _locked(tip_record_id)
    decisions.approve(RECORDS, row, actor, seen, saves=False)
    if _counted(day) != row.counted_cents:
        raise Refusal("tips_changed", N_("A box has been counted since. Draw up the record again."))
    booked_in = day if day.state != GamingDay.State.CLOSED else days.current(day.house_id)
    locks.share_day(booked_in.pk)
    posted = ledger.post(
        day=booked_in,
        book=book(row),
        code=EntryCode.TIP_RECORD,
        subject=subject(row),
        moves=booking.moves(flows(records.signed(day.pk), day), flows(row, day)),
        actor=actor,
        reference=f"tips:{day.pk}/{row.number}",
        evidence=chain.evidence(facts(row)),
        at=row.signed_at,
    )
    row.entry_id = posted.entry_id
    row.save(update_fields=["signed_by", "signed_at", "entry"])
    return row


@use_case(RECORDS.edits, decides=RECORDS)
def decline(*, tip_record_id: int, seen: str, actor: "User") -> TipRecord:
    """Decline a record that another person drew up, or withdraw one's own; it stays on record, and nothing is booked.

    Refuses a decided record (`tips_recorded`, `tip_record_declined`), and another than was `seen` (`stale`).
    """
    row, _day = _locked(tip_record_id)
    return decisions.decline(RECORDS, row, actor, seen)


def _locked(tip_record_id: int) -> tuple[TipRecord, GamingDay]:
    day = locks.take_day(RECORDS.row(tip_record_id).gaming_day_id)
    return RECORDS.row(tip_record_id), day


def flows(row: TipRecord | None, day: GamingDay) -> Flows:
    """Where the electronic tips of a record go."""
    if row is None or not row.electronic_cents:
        return {}
    tronc = places.tronc(f"{day.date:%Y-%m}")
    target = tronc if row.electronic_goes == Electronic.TRONC.value else places.TIPS_IN_REVENUE
    return {(places.ELECTRONIC_TIPS, target): row.electronic_cents}


def facts(row: TipRecord) -> list[object]:
    """The values that the evidence digest of a record's entry covers."""
    assert row.signed_at is not None
    return [
        row.house_id,
        row.gaming_day_id,
        row.number,
        row.counted_cents,
        row.electronic_cents,
        row.electronic_goes,
        row.drawn_up_by_id,
        chain.moment(row.drawn_up_at),
        chain.moment(row.signed_at),
    ]


def book(row: TipRecord) -> str:
    """The ledger's book of a record: of its month."""
    return f"tronc/{row.gaming_day.date:%Y-%m}"


def subject(row: TipRecord) -> str:
    """The subject by which entries name a record."""
    return f"tips:{row.pk}"


def _counted(day: GamingDay) -> int:
    missing = records.uncounted(day)
    if missing:
        raise Refusal(
            "tips_not_counted",
            N_("The tip boxes of these tables are not counted yet: %(tables)s."),
            tables=", ".join(missing),
        )
    return records.counted_cents(day.pk)


def _electronic(day: GamingDay, electronic_cents: int) -> Electronic:
    rule = rules.shared_with(day.house, day.date.replace(day=1))
    electronic = rule.electronic if rule else Electronic.NONE
    if electronic_cents and electronic is Electronic.NONE:
        raise Refusal("no_electronic_tips", N_("The tronc rules do not allow electronic tips: change the rules first."))
    return electronic
