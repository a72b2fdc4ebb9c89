"""Slips, the inner steps: chips brought to a table (Nachlage), taken from it (Rücknahme), or changed, by two people.

Fills happen only as needed and are checked before the chips move; the person who asks for the table and the cashier
both sign, and slip numbers have no gap (FinASVO NRW §§9–11; domain §4.11).  `ask` and `carry_out` are inner steps: the
caller holds the table and has checked that it is open.  A slip can be cancelled whatever the state of its table.
A slip belongs to the gaming day of the window's shift, which is not closed before its slips are done or cancelled.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.db.models import Max

from accounting import chain, locks, places
from accounting.cage.selectors.slips import SLIPS
from accounting.cage.services import shifts
from accounting.cage.services.shifts import Counted
from accounting.chain import Move
from accounting.ledger.selectors import balances
from accounting.ledger.services import ledger
from accounting.models import EntryCode, Slip, Window
from casino import house_time, reasons, roles
from casino.errors import N_, NotFound, Refusal
from casino.rows import existing
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

_CODES: Final = {
    Slip.Kind.FILL.value: EntryCode.FILL,
    Slip.Kind.CREDIT.value: EntryCode.CREDIT,
    Slip.Kind.CHANGE.value: EntryCode.CHANGE,
}


def ask(
    *,
    kind: Slip.Kind,
    table_code: str,
    window_id: int,
    chips: Mapping[str, object],
    actor: "User",
    chips_back: Mapping[str, object] | None = None,
) -> Slip:
    """Create the house's next slip; nothing moves yet.  An inner step: the caller holds the table.

    `chips` by denomination: what comes to the table (fill, change) or leaves it (credit); `chips_back`: what leaves it
    for a change.  Refuses a closed window (`window_closed`), no chips (`no_chips`), chips to give back without a change
    (`no_change`), and a change of unequal value or of the same chips (`change_differs`, `change_changes_nothing`).
    """
    roles.require(actor, SLIPS.edits)
    places.table_float(table_code)
    window_house = locks.house(_house_of(window_id))
    window = locks.window(window_id)
    shift = shifts.of(window)
    locks.share_day(shift.gaming_day_id)
    wanted, back = _read(Slip.Kind(kind), shifts.counted(window, chips), chips_back, window)
    last = Slip.objects.filter(house=window_house).aggregate(last=Max("number"))["last"] or 0
    return Slip.objects.create(
        house=window_house,
        gaming_day=shift.gaming_day,
        number=last + 1,
        kind=kind,
        table_code=table_code,
        window=window,
        chips=wanted.chips,
        chips_back=back.chips if back else None,
        amount_cents=wanted.cents,
        asked_by=actor,
        asked_at=house_time.now(),
    )


def carry_out(*, slip_id: int, seen: str, actor: "User") -> Slip:
    """Move the chips of a slip that another person asked for.  An inner step: the caller holds the table.

    Refuses a slip that is done or cancelled (`slip_done`, `slip_cancelled`), the person who asked for it
    (`two_people`), another slip than was `seen` (`stale`), a closed window (`window_closed`) and missing chips
    (`not_enough_chips`).
    """
    roles.require(actor, SLIPS.approves)
    slip = decisions.approve(SLIPS, locks.slip(slip_id), actor, seen, saves=False)
    shift = shifts.of(locks.window(slip.window_id))
    assert shift.gaming_day_id == slip.gaming_day_id, "a shift is not closed before its slips"
    _refuse_short(slip)
    posted = ledger.post(
        day=shift.gaming_day,
        book=f"table/{slip.table_code}",
        code=_CODES[slip.kind],
        subject=f"slip:{slip.number}",
        moves=_moves(slip),
        actor=actor,
        reference=f"slip:{slip.pk}",
        evidence=chain.evidence(facts(slip)),
        at=slip.done_at,
    )
    slip.entry_id = posted.entry_id
    slip.save()
    return slip


@use_case(SLIPS.approves, decides=SLIPS)
def cancel(*, slip_id: int, seen: str, reason: str, actor: "User") -> Slip:
    """Cancel a slip with a reason; it keeps its number.  Refuses one that is done or cancelled, and `stale`."""
    return decisions.decline(SLIPS, locks.slip(slip_id), actor, seen, reason=reasons.given(reason))


def facts(slip: Slip) -> list[object]:
    """The values that the evidence digest of a slip's entry covers."""
    assert slip.done_at is not None
    return [
        slip.number,
        slip.kind,
        slip.table_code,
        slip.window_id,
        slip.chips,
        slip.chips_back,
        slip.amount_cents,
        [slip.asked_by_id, chain.moment(slip.asked_at)],
        [slip.done_by_id, chain.moment(slip.done_at)],
    ]


def _house_of(window_id: int) -> int:
    """The window's house, which is locked before the window; refuses `no_such_window`."""
    rows = Window.objects.filter(pk=window_id).values_list("house_id", flat=True)
    return existing(rows, NotFound("no_such_window", N_("Window not found.")))


def _read(
    kind: Slip.Kind, wanted: Counted, chips_back: Mapping[str, object] | None, window: Window
) -> tuple[Counted, Counted | None]:
    """The chips that move and, for a change, those that move back; refuses what no slip can say (see `ask`)."""
    if not wanted.cents:
        raise Refusal("no_chips", N_("Enter which chips, and how many."))
    if kind is not Slip.Kind.CHANGE:
        if chips_back is not None:
            raise Refusal("no_change", N_("Only a change can have chips that go back."))
        return wanted, None
    back = shifts.counted(window, chips_back or {})
    if back.cents != wanted.cents:
        raise Refusal(
            "change_differs",
            N_("A change must be of equal value: %(chips_cents)s come, %(back_cents)s go."),
            chips_cents=wanted.cents,
            back_cents=back.cents,
        )
    if back.chips == wanted.chips:
        raise Refusal("change_changes_nothing", N_("The same chips come in and go out: nothing would change."))
    return wanted, back


def _refuse_short(slip: Slip) -> None:
    """Refuse chips that are not there; the ledger cannot for a change, which leaves both balances as they are."""
    cage, table_float = places.cage(slip.window.code), places.table_float(slip.table_code)
    sources = {
        Slip.Kind.FILL.value: [cage],
        Slip.Kind.CREDIT.value: [table_float],
        Slip.Kind.CHANGE.value: [cage, table_float],
    }[slip.kind]
    for place, held_cents in balances.of(slip.house_id, sources).items():
        if held_cents < slip.amount_cents:
            raise Refusal(
                "not_enough_chips",
                N_("There are not enough chips for that."),
                place=place,
                chips_cents=held_cents,
                amount_cents=slip.amount_cents,
            )


def _moves(slip: Slip) -> list[Move]:
    cage, table_float = places.cage(slip.window.code), places.table_float(slip.table_code)
    to_cage = Move(table_float, cage, slip.amount_cents)
    to_table = Move(cage, table_float, slip.amount_cents)
    if slip.kind == Slip.Kind.CHANGE:
        return [to_cage, to_table]
    return [to_table if slip.kind == Slip.Kind.FILL else to_cage]
