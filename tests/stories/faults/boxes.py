"""Faults in boxes, floats, slips and windows."""

from accounting.cage.services import slips as paper
from accounting.models import Drop, Entry, EntryCode, Slip, WindowShift
from accounting.verdicts import Rule
from tables.floor.services import drops, slips
from tables.models import CarryOver, StackCount
from tables.play.selectors import tables as table_views
from tables.play.services import stack_counts
from tables.play.services.stack_counts import SeatCount
from tests import builders
from tests.builders import pieces
from tests.deciding import looking
from tests.stories.faults.planting import Break, Finding, dropped, fault, friday_drop, sql
from tests.stories.room import SmallRoom
from tests.stories.three_days import T01_FLOAT


@fault
def box_short(room: SmallRoom) -> Finding:
    return Finding(Rule.BOX_SHORT, f"drop:{dropped(room, 100).pk}")


@fault
def box_over(room: SmallRoom) -> Finding:
    return Finding(Rule.BOX_OVER, f"drop:{dropped(room, -100).pk}")


@fault
def box_forgotten(room: SmallRoom) -> Finding:
    drops.drop_boxes(table_id=room.tables["T01"], version=room.version(room.tables["T01"]), actor=room.floor)
    room.wait(hours=13)
    return Finding(Rule.BOX_UNCOUNTED, f"drop:{Drop.objects.filter(counted_at=None, kind='rake').get().pk}")


@fault
def count_written_over(room: SmallRoom) -> Finding:
    row = friday_drop(room)
    sql("UPDATE accounting_count SET counted_cents = counted_cents - 100 WHERE drop_id = %s AND number = 1", row.pk)
    return Finding(Rule.COUNT_DIFFERS, f"drop:{row.pk}")


@fault
def box_counted_by_who_took_it(room: SmallRoom) -> Finding:
    row = friday_drop(room)
    sql("UPDATE accounting_count SET counted_by_id = %s WHERE drop_id = %s AND number = 1", row.dropped_by_id, row.pk)
    return Finding(Rule.SAME_PERSON, f"drop:{row.pk}")


@fault
def count_thrown_away(room: SmallRoom) -> Break:
    row = friday_drop(room)
    sql("DELETE FROM accounting_count WHERE drop_id = %s AND number = 1", row.pk)
    return Break("count/T01", row.count_entry.number)


@fault
def drop_booked_lower(room: SmallRoom) -> Break:
    """Who takes 100 from the box makes the paper say that it never was in it."""
    row = friday_drop(room)
    sql("UPDATE accounting_drop SET booked_cents = booked_cents - 100 WHERE id = %s", row.pk)
    return Break("table/T01", row.entry.number)


@fault
def float_short(room: SmallRoom) -> Finding:
    """Chips of 100 euros are missing from the tray at the close."""
    room.leave("T01", 60_000, 40_000, 3 * 40_000 - 3_500 - 600 - 100 - 100_000)
    room.close_table("T01", {"500": 90, "100": 150}, "100 fehlen, gesucht")
    return Finding(Rule.FLOAT_DRIFT)


@fault
def guests_left_with_too_little(room: SmallRoom) -> Finding:
    short = 3 * 40_000 - 3_500 - 600 - 100 - 100_000 - 500
    room.leave("T01", 60_000, 40_000, short, explanation="mehr hat er nicht")
    room.close_table("T01", {"500": 90, "100": 250})
    return Finding(Rule.POOL_RESIDUE)


@fault
def stack_counted_above_its_bound(room: SmallRoom) -> Finding:
    """A guest of T01 has more than they can have won: chips from elsewhere, says the floor."""
    seat = table_views.view(room.tables["T01"]).seats[0]
    assert seat.stack_most_cents is not None
    stack_counts.count(
        table_id=room.tables["T01"],
        version=room.version(room.tables["T01"]),
        counts=[SeatCount(seat.seat, (seat.stack_most_cents // 500 + 1) * 500)],
        explanation="Chips aus der Tasche",
        actor=room.floor,
    )
    return Finding(Rule.STACK_OUT_OF_BOUNDS, f"stack-count:{StackCount.objects.latest('pk').pk}")


@fault
def carried_over_otherwise(room: SmallRoom) -> Break:
    row = CarryOver.objects.get()
    sql("UPDATE tables_carryover SET counted_float_cents = counted_float_cents - 100, chips = NULL")
    entry = Entry.objects.get(code=EntryCode.CARRY, subject=f"session:{row.session_id}")
    return Break("table/T01", entry.number)


@fault
def window_short(room: SmallRoom) -> Finding:
    shift = WindowShift.objects.get(closed_at=None)
    builders.close_window(
        room.cage,
        room.second_cage,
        window_id=room.window.pk,
        chips=pieces(room.window_chips_cents() - 500),
        cash_cents=room.window_cash_cents(),
        explanation="verzählt",
    )
    return Finding(Rule.WINDOW_VARIANCE, f"shift:{shift.pk}")


@fault
def window_short_of_chips_and_over_in_cash(room: SmallRoom) -> Finding:
    """Five euros too little of the one and too much of the other are no balance."""
    shift = WindowShift.objects.get(closed_at=None)
    builders.close_window(
        room.cage,
        room.second_cage,
        window_id=room.window.pk,
        chips=pieces(room.window_chips_cents() - 500),
        cash_cents=room.window_cash_cents() + 500,
        explanation="falsch herausgegeben",
    )
    return Finding(Rule.WINDOW_VARIANCE, f"shift:{shift.pk}")


@fault
def slip_not_used(room: SmallRoom) -> Finding:
    slip = slips.ask(
        kind=Slip.Kind.FILL, table_id=room.tables["T01"], window_id=room.window.pk, chips=T01_FLOAT, actor=room.floor
    )
    looking(paper.cancel)(slip_id=slip.pk, reason="doch nicht", actor=room.cage)
    return Finding(Rule.SLIP_CANCELLED, f"slip:{slip.number}")


@fault
def slip_thrown_away(room: SmallRoom) -> Finding:
    sql("DELETE FROM accounting_slip WHERE number = 1")
    return Finding(Rule.SLIP_GAP, "slip:1")


@fault
def slip_signed_by_one(room: SmallRoom) -> Finding:
    """The check stands in the table's definition; its owner can take it away."""
    sql("ALTER TABLE accounting_slip DROP CONSTRAINT slip_by_two")
    sql("UPDATE accounting_slip SET done_by_id = asked_by_id WHERE number = 1")
    return Finding(Rule.SAME_PERSON, "slip:1")


@fault
def fill_without_a_count(room: SmallRoom) -> Finding:
    sql("UPDATE accounting_slip SET chips = '{}' WHERE number = 1")
    return Finding(Rule.FILL_UNCOUNTED, "slip:1")
