"""Chips of absent guests: picked up from the seat, kept by the house, handed out, or taken in if unclaimed.

Each bag is a place of its own (`kept/<number>`), so chips kept for one guest cannot be paid to another, and the
database refuses to pay them twice.  All entries go into the book of the table from which the chips came.
"""

from typing import TYPE_CHECKING

from accounting import chain, places
from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode, GamingDay
from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Absence, KeptChips
from tables.play.selectors import absence as absences
from tables.play.selectors import house_rules, situations
from tables.play.selectors.situations import Situation
from tables.play.services import refusals, rows
from tables.rules.absence import walking
from tables.rules.absence.terms import AbsenceRules
from tables.seating.services import leaving
from tables.seating.services.seating import Floor

if TYPE_CHECKING:
    from casino.models import User

SEATS = "tables.seat_guest"
DECIDES = "accounting.close_day"
Outcome = KeptChips.Outcome


@use_case("tables.seat_guest")
def pick_up(
    *,
    table_id: int,
    version: int | None,
    seat: int,
    counted_cents: int | None = None,
    explanation: str = "",
    reason: str = "",
    actor: "User",
) -> KeptChips | None:
    """Pick up the chips of a guest who has been away too long, keep them for the guest, and free the seat.

    Returns None if there were no chips.  Refuses a guest who is not away (`not_away`), picking up too early without a
    reason (`absence_not_over`), and as `seats.cash_out` does, whose `explanation` it takes too.
    """
    floor = Floor.at(locks.table(table_id, version=version, actor=actor))
    occupied = refusals.seated(floor.situation, seat)
    if not occupied.is_away:
        raise Refusal("not_away", N_("The guest is not away."), seat=seat)
    reason = reasons.if_any(reason)
    absence = Absence.objects.get(sitting=occupied.sitting_id, until=None)
    if not reason:
        rules = house_rules.of_house(floor.table.house_id, AbsenceRules)
        walking.refuse_early(absences.absent(absence), rules, floor.situation.now)
    cents = leaving.leave(floor, occupied, counted_cents, explanation=explanation, actor=actor)
    row = _keep(floor, occupied.sitting_id, cents, reason, actor) if cents else None
    rows.touch(floor.table)
    return row


@use_case("tables.seat_guest")
def hand_out(*, kept_id: int, actor: "User") -> KeptChips:
    """Give a guest the chips that were kept for them.  Refuses chips that are not kept any more (`kept_no_longer`)."""
    row, situation = _locked(kept_id)
    move = Move(places.kept(row.pk), places.guests(situation.table.code), row.amount_cents)
    return _end(row, situation, Outcome.HANDED_OUT, EntryCode.KEPT_OUT, move, reason="", actor=actor)


@use_case("accounting.close_day")
def take_in(*, kept_id: int, reason: str, actor: "User") -> KeptChips:
    """Take unclaimed chips in for the house, as a manager decides with a reason.

    Refuses while the gaming day on which they were picked up is open (`may_still_come`; FinASVO NRW §§8, 12).
    """
    reason = reasons.given(reason)
    row, situation = _locked(kept_id)
    if GamingDay.objects.filter(pk=row.gaming_day_id, state=GamingDay.State.OPEN).exists():
        raise Refusal("may_still_come", N_("The guest may collect them until the end of the gaming day."))
    move = Move(places.kept(row.pk), places.bank(), row.amount_cents)
    return _end(row, situation, Outcome.TAKEN_IN, EntryCode.KEPT_LAPSED, move, reason=reason, actor=actor)


def subject(row: KeptChips) -> str:
    """The subject of the entries about these chips."""
    return f"kept:{row.pk}"


def facts(row: KeptChips) -> list[object]:
    """The facts whose digest the entry of the picking up holds."""
    return [row.pk, row.sitting_id, row.amount_cents, chain.moment(row.picked_up_at), row.reason]


def ending_facts(row: KeptChips) -> list[object]:
    """The facts whose digest the entry of the handing out or taking in holds."""
    assert row.ended_at is not None
    return [*facts(row), row.outcome, chain.moment(row.ended_at), row.ended_because]


def _keep(floor: Floor, sitting_id: int, cents: int, reason: str, actor: "User") -> KeptChips:
    day = refusals.open_day(floor.situation)
    row = KeptChips.objects.create(
        sitting_id=sitting_id,
        gaming_day_id=day.pk,
        amount_cents=cents,
        picked_up_at=floor.situation.now,
        picked_up_by=actor,
        reason=reason,
    )
    seat = floor.stack(row.sitting.seat)
    ledger.post(
        day=day,
        book=rows.book(floor.table.code),
        code=EntryCode.KEPT,
        subject=subject(row),
        moves=[Move(seat, places.kept(row.pk), cents)],
        actor=actor,
        reason=reason,
        reference=f"kept:{row.pk}",
        evidence=chain.evidence(facts(row)),
        at=row.picked_up_at,
    )
    return row


def _locked(kept_id: int) -> tuple[KeptChips, Situation]:
    """Lock the table the chips came from and read them; refuses `no_such_kept_chips`, `kept_no_longer`."""
    table_id = KeptChips.objects.filter(pk=kept_id).values_list("sitting__table", flat=True).first()
    if table_id is None:
        raise NotFound("no_such_kept_chips", N_("Chips not found."))
    situation = situations.of(locks.tables([table_id])[table_id], house_time.now())
    row = KeptChips.objects.select_related("sitting__guest").get(pk=kept_id)
    if row.ended_at is not None:
        raise Refusal("kept_no_longer", N_("These chips are no longer kept."), outcome=row.outcome)
    return row, situation


def _end(
    row: KeptChips, situation: Situation, outcome: str, code: EntryCode, move: Move, *, reason: str, actor: "User"
) -> KeptChips:
    row.outcome, row.ended_because = outcome, reason
    row.ended_at, row.ended_by = situation.now, actor
    row.save(update_fields=["outcome", "ended_because", "ended_at", "ended_by"])
    ledger.post(
        day=refusals.open_day(situation),
        book=rows.book(situation.table.code),
        code=code,
        subject=subject(row),
        moves=[move],
        actor=actor,
        reason=reason,
        reference=f"kept-end:{row.pk}",
        evidence=chain.evidence(ending_facts(row)),
        at=row.ended_at,
    )
    return row
