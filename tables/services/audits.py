"""The audit: every hand that is over is computed anew, under its own rule set and schedule.

Nothing is believed: the actions are replayed, the pot, the base and the rake due are computed from them, the transfers
are made again, the evidence is hashed again.  What differs from what stands is said hand by hand.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any

from django.utils import timezone

from accounting.models import GamingDay
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from casino import roles
from casino.errors import Malformed, NotFound, Refusal, _
from casino.services.jobs import JobKind, Progress
from tables import evidence, settlement
from tables.models import AuditRun, Hand
from tables.rules.hand import result
from tables.selectors import evidence as booked_hands
from tables.selectors import hands
from tables.selectors.evidence import BookedHand
from tables.services import booking
from tables.settlement import Settlement, Tax, Tip

if TYPE_CHECKING:
    from casino.models import User

_STEP = 500


@dataclass(frozen=True, slots=True)
class Difference:
    """A hand of which something stands otherwise than computed."""

    hand: int
    table: str
    number: int
    what: str


@dataclass(slots=True)
class Audit:
    """How many hands were computed anew, how many agree, and what differs."""

    hands: int = 0
    agree: int = 0
    differences: list[Difference] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether all that stands is what it should be."""
        return not self.differences


def audit(*, day_id: int | None, actor: "User | None", progress: Progress | None = None) -> Audit:
    """Compute all hands of a gaming day (None: of all days) anew.  Without an actor: the operator at the console."""
    if actor is not None:
        roles.require(actor, "accounting.run_audit")
    began = timezone.now()
    total = booked_hands.count(day_id) if progress else 0
    found = Audit()
    for booked in booked_hands.booked(day_id):
        differences = list(_differences(booked))
        found.hands += 1
        found.agree += not differences
        found.differences += [
            Difference(booked.hand.pk, booked.table_code, booked.hand.number, what) for what in differences
        ]
        if progress and not found.hands % _STEP:
            progress(found.hands, total)
    found.differences += [
        Difference(hand, table, number, "booked, but the hand is not there")
        for hand, table, number in booked_hands.bereft(day_id)
    ]
    AuditRun.objects.create(
        gaming_day_id=day_id, started_at=began, finished_at=timezone.now(), hands=found.hands, agree=found.agree
    )
    return found


def day_named(text: str) -> int:
    """The id of the gaming day of that date; refuses an unreadable date and a day that was not."""
    try:
        wanted = date.fromisoformat(text)
    except ValueError:
        raise Malformed("bad_date", _("Write a date like 2026-11-21."), given=text) from None
    day = GamingDay.objects.filter(date=wanted).values_list("pk", flat=True).first()
    if day is None:
        raise NotFound("no_such_gaming_day", _("There is no such gaming day."))
    return day


def _differences(booked: BookedHand) -> Iterator[str]:
    hand = booked.hand
    if booked.entry_id is None:
        if hand.state == Hand.State.SETTLED:
            yield "settled, but not booked"
        return
    if booked.is_reversed != (hand.state == Hand.State.VOID):
        yield "void and its entry not reversed, or reversed and not void"
    if hand.result is None:
        yield "booked without a result"
        return
    try:
        computed = _computed(booked)
    except (Refusal, KeyError, TypeError, ValueError) as error:
        yield f"cannot be computed: {error}"
        return
    yield from _compared(booked, computed)


def _computed(booked: BookedHand) -> Settlement:
    """The hand settled once more from what was recorded, with the rake as taken and the tips as given."""
    stored: Mapping[str, Any] = booked.hand.result or {}
    tax = Tax(
        rake.parse(booked.terms),
        booked.hand.schedule_version_id,
        stored["rake"]["taken_cents"],
        stored["rake"]["reason"],
    )
    if booked.hand.setup is None:
        return settlement.of_summary(
            table=booked.table_code,
            facts=HandFacts(
                stored["pot_cents"], stored["flop_seen"], stored["dealt_in"], chip_cents=stored["chip_cents"]
            ),
            tip_cents=stored["tips_cents"],
            winners=stored["winners"],
            tax=tax,
        )
    return settlement.of_hand(
        table=booked.table_code,
        result=result(hands.state_of(booked.hand, booked.rows)),
        tips=[Tip(tip["seat"], tip["amount_cents"]) for tip in stored["tips"]],
        tax=tax,
    )


def _compared(booked: BookedHand, computed: Settlement) -> Iterator[str]:
    due = computed.due
    expected = {
        "pot": computed.pot_cents,
        "base": due.base_cents,
        "rake due": due.due_cents,
        "rake taken": computed.taken_cents,
        "jackpot": due.jackpot_cents,
        "tips": computed.tips_cents,
    }
    for (name, cents), stored in zip(expected.items(), booked.assessed, strict=True):
        if cents != stored:
            yield f"{name}: {stored} stored, {cents} computed"
    if (booked.dealt_in, booked.flop_seen) != (computed.dealt_in, computed.flop_seen):
        yield "players dealt in or flop seen differ from the record"
    if booked.schedule_version_id != booked.hand.schedule_version_id:
        yield "assessed under another schedule version than the hand's"
    if booked.moves != [tuple(move) for move in computed.moves]:
        yield "the transfers are not those of the result"
    if booked.hand.result != computed.result:
        yield "the stored result is not the computed one"
    if booked.evidence != _digest(booked):
        yield "the record was changed after it was booked"


def _digest(booked: BookedHand) -> bytes:
    hand = booked.hand
    assert hand.result is not None
    return evidence.digest(booking.dealt(hand), booked.rows, hand.result)


def _read(params: Mapping[str, Any]) -> Mapping[str, Any]:
    unknown = sorted(set(params) - {"day"})
    if unknown:
        raise Malformed("unknown_field", _("This job has no parameter %(unknown)s."), unknown=unknown)
    day = params.get("day")
    if day is None:
        return {}
    if not isinstance(day, str):
        raise Malformed("bad_date", _("Write a date like 2026-11-21."), given=str(day))
    day_named(day)
    return {"day": day}


def _work(params: Mapping[str, Any], actor: "User", progress: Progress) -> Mapping[str, Any]:
    day = params.get("day")
    found = audit(day_id=day_named(day) if day else None, actor=actor, progress=progress)
    return {"ok": found.ok, **asdict(found)}


AUDIT_JOB = JobKind(permission="accounting.run_audit", read=_read, work=_work)
"""`POST jobs/ {"kind": "audit", "day": "2026-11-21"}`; without a day, all of them."""
