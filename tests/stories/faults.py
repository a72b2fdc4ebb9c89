"""Faults, one by one, as they happen in houses.

Mistakes at the table, tricks with boxes and slips, and what somebody with the database's password could do.  Each says
what an auditor must be told: a finding's rule and what it is about, or the book and the number at which the proof finds
a break.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection

from accounting.chain import AssessmentFacts, Move
from accounting.models import Drop, Entry, EntryCode, GamingDay, Reopening, Slip, WindowShift
from accounting.services import counts, days, ledger, schedules, windows
from accounting.services import slips as paper
from accounting.verdicts import Rule
from tables.models import CarryOver, Hand
from tables.services import drops, hands, recording, seats, slips
from tables.services.recording import Summary
from tests.builders import FIVE_PERCENT, pieces
from tests.stories.three_days import SUNDAY, T01_FLOAT, Room


@dataclass(frozen=True)
class Finding:
    """The audit finds it: by which rule, in what (None: whatever it is called)."""

    rule: Rule
    subject: str | None = None


@dataclass(frozen=True)
class Break:
    """The proof finds it: in which book, at which number (None: a balance, a seal), and what it says."""

    book: str
    number: int | None = None
    what: str = ""


Fault = Callable[[Room], Finding | Break]
FAULTS: dict[str, Fault] = {}


def fault(plant: Fault) -> Fault:
    """Put on the list, by its name."""
    FAULTS[plant.__name__] = plant
    return plant


# --- what the planter needs -------------------------------------------------------------------------------------------


def sql(statement: str, *values: object) -> None:
    """As the owner of the database, with the triggers off."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def friday_hand(number: int, table: str = "T01") -> Hand:
    return Hand.objects.filter(table__code=table, number=number).order_by("started_at")[0]


def entry_of(hand: Hand) -> Entry:
    return Entry.objects.get(reference=f"hand:{hand.pk}")


def at_entry(hand: Hand) -> Break:
    entry = entry_of(hand)
    return Break(entry.book.code, entry.number)


def of_hand(rule: Rule, hand: Hand) -> Finding:
    return Finding(rule, f"hand:{hand.pk}")


def key(room: Room, pot_cents: int = 18_400, flop_seen: bool = True, tip_cents: int = 0, **more: object) -> Hand:
    """A hand at T01, on Sunday, nothing waited for."""
    summary = Summary(pot_cents, flop_seen, 3, tip_cents=tip_cents, **more)
    return recording.record_summary(
        table_id=room.tables["T01"], version=room.version("T01"), summary=summary, actor=room.dealers["T01"]
    ).hand


def keyed_with_rake(room: Room, rake_cents: int, rule: Rule, **more: object) -> Finding:
    return of_hand(rule, key(room, rake_cents=rake_cents, reason="Chip-Einheit", **more))


def dropped(room: Room, counted_less_cents: int) -> Drop:
    """T01's boxes are taken on Sunday; two people find so much less in the rake box."""
    drops.drop_boxes(table_id=room.tables["T01"], version=room.version("T01"), actor=room.floor)
    row = Drop.objects.get(gaming_day__state="open", kind=Drop.Kind.RAKE)
    for person in (room.cage, room.second_manager):
        counts.count(drop_id=row.pk, found=pieces(row.booked_cents - counted_less_cents), actor=person)
    return row


def friday_drop(room: Room, kind: str = "rake") -> Drop:
    return Drop.objects.filter(table_code="T01", kind=kind).order_by("dropped_at")[0]


# --- rake: due and taken ----------------------------------------------------------------------------------------------


@fault
def short_rake(room: Room) -> Finding:
    """9 euros are due on 184, 5 are taken."""
    return keyed_with_rake(room, 500, Rule.TAX_SHORT)


@fault
def no_rake_where_some_is_due(room: Room) -> Finding:
    return keyed_with_rake(room, 0, Rule.TAX_MISSED)


@fault
def too_much_rake(room: Room) -> Finding:
    return keyed_with_rake(room, 1_000, Rule.TAX_OVER)


@fault
def rake_on_a_hand_without_a_flop(room: Room) -> Finding:
    return keyed_with_rake(room, 100, Rule.NO_FLOP_TAXED, flop_seen=False)


@fault
def cap_passed(room: Room) -> Finding:
    """5 % of 400 are 20 euros, the cap is 15."""
    return keyed_with_rake(room, 2_000, Rule.CAP_EXCEEDED, pot_cents=40_000)


@fault
def wrong_version(room: Room) -> Finding:
    """A hand filed under another schedule's terms."""
    other = schedules.publish(
        house_id=room.house.pk,
        name="Andere",
        terms=FIVE_PERCENT,
        valid_from=room.clock.now() - timedelta(days=2),
        actor=room.manager,
    )
    hand = friday_hand(1)
    sql("UPDATE tables_hand SET schedule_version_id = %s WHERE id = %s", other.pk, hand.pk)
    return of_hand(Rule.WRONG_VERSION, hand)


@fault
def terms_that_nobody_approved(room: Room) -> Finding:
    sql("UPDATE accounting_scheduleversion SET approved_by_id = NULL, approved_at = NULL")
    return Finding(Rule.SCHEDULE_UNSIGNED)


@fault
def terms_changed_afterwards(room: Room) -> Finding:
    """A cap of 5 euros, written over the one of 15: the hand of 184 euros took 9."""
    sql("UPDATE accounting_scheduleversion SET terms = jsonb_set(terms, '{cap_cents}', '500')")
    return of_hand(Rule.FIGURES_DIFFER, friday_hand(1))


@fault
def sealed_terms_changed(room: Room) -> Break:
    sql("UPDATE accounting_scheduleversion SET valid_from = valid_from - interval '1 second'")
    return Break("seals", 1, "other terms")


# --- how a hand was keyed ---------------------------------------------------------------------------------------------


@fault
def tip_out_of_band(room: Room) -> Finding:
    return of_hand(Rule.TIP_OUTLIER, key(room, tip_cents=6_000))


@fault
def a_nought_too_many(room: Room) -> Finding:
    """Blinds of 2 and 4: more than a thousand big blinds are no pot."""
    rich = room.guests[5]
    seats.sit(
        table_id=room.tables["T01"],
        version=room.version("T01"),
        seat=4,
        guest_id=rich.pk,
        buy_in_cents=500_000,
        actor=room.floor,
    )
    return of_hand(Rule.POT_OUTLIER, key(room, pot_cents=450_000))


@fault
def keyed_twice(room: Room) -> Finding:
    key(room)
    room.wait(seconds=8)
    return of_hand(Rule.DUP_SUSPECT, key(room))


@fault
def kept_back(room: Room) -> Finding:
    return of_hand(Rule.LATE_SYNC, key(room, dealt_at=room.clock.now() - timedelta(minutes=40)))


@fault
def taken_back_late(room: Room) -> Finding:
    hand = key(room)
    room.wait(minutes=10)
    hands.void(hand_id=hand.pk, version=hand.version, reason="Gast beschwert sich", actor=room.floor)
    return of_hand(Rule.EDIT_AFTER_30S, hand)


@fault
def void_after_the_count(room: Room) -> Finding:
    """Friday's boxes are counted, Friday is sealed."""
    hand = friday_hand(1)
    hands.void(hand_id=hand.pk, version=hand.version, reason="Gast beschwert sich", actor=room.floor)
    return of_hand(Rule.VOID_AFTER_COUNT, hand)


@fault
def nobody_dealt(room: Room) -> Finding:
    sql("UPDATE tables_down SET ended_at = %s WHERE ended_at IS NULL", room.clock.now())
    hand = recording.record_summary(
        table_id=room.tables["T01"], version=room.version("T01"), summary=Summary(8_000, True, 3), actor=room.floor
    ).hand
    return of_hand(Rule.NO_DEALER, hand)


@fault
def booked_twice(room: Room) -> Finding:
    """A second entry for a hand, written by a program of somebody's own."""
    hand = key(room)
    facts = entry_of(hand).assessment
    ledger.post(
        day=GamingDay.objects.get(state="open"),
        book="table/T01",
        code=EntryCode.HAND,
        subject=f"hand:{hand.pk}",
        moves=[Move("pool/T01", "rake/T01", facts.taken_cents)],
        actor=room.dealers["T01"],
        reference=f"hand:{hand.pk}:again",
        assessment=AssessmentFacts(**{name: getattr(facts, name) for name in AssessmentFacts.__dataclass_fields__}),
    )
    return of_hand(Rule.DOUBLE_BOOKING, hand)


# --- boxes, floats, slips, windows ------------------------------------------------------------------------------------


@fault
def box_short(room: Room) -> Finding:
    return Finding(Rule.BOX_SHORT, f"drop:{dropped(room, 100).pk}")


@fault
def box_over(room: Room) -> Finding:
    return Finding(Rule.BOX_OVER, f"drop:{dropped(room, -100).pk}")


@fault
def box_forgotten(room: Room) -> Finding:
    drops.drop_boxes(table_id=room.tables["T01"], version=room.version("T01"), actor=room.floor)
    room.wait(hours=13)
    return Finding(Rule.BOX_UNCOUNTED, f"drop:{Drop.objects.filter(counted_at=None, kind='rake').get().pk}")


@fault
def count_written_over(room: Room) -> Finding:
    row = friday_drop(room)
    sql("UPDATE accounting_count SET counted_cents = counted_cents - 100 WHERE drop_id = %s AND number = 1", row.pk)
    return Finding(Rule.COUNT_DIFFERS, f"drop:{row.pk}")


@fault
def box_counted_by_who_took_it(room: Room) -> Finding:
    row = friday_drop(room)
    sql("UPDATE accounting_count SET counted_by_id = %s WHERE drop_id = %s AND number = 1", row.dropped_by_id, row.pk)
    return Finding(Rule.SAME_PERSON, f"drop:{row.pk}")


@fault
def count_thrown_away(room: Room) -> Break:
    row = friday_drop(room)
    sql("DELETE FROM accounting_count WHERE drop_id = %s AND number = 1", row.pk)
    return Break("count/T01", row.count_entry.number)


@fault
def drop_booked_lower(room: Room) -> Break:
    """Who takes 100 from the box makes the paper say that it never was in it."""
    row = friday_drop(room)
    sql("UPDATE accounting_drop SET booked_cents = booked_cents - 100 WHERE id = %s", row.pk)
    return Break("table/T01", row.entry.number)


@fault
def float_short(room: Room) -> Finding:
    """Chips of 100 euros are missing from the tray at the close."""
    room.leave("T01", 60_000, 40_000, 3 * 40_000 - 3_500 - 600 - 100 - 100_000)
    room.close_table("T01", {"500": 90, "100": 150})
    return Finding(Rule.FLOAT_DRIFT)


@fault
def guests_left_with_too_little(room: Room) -> Finding:
    room.leave("T01", 60_000, 40_000, 3 * 40_000 - 3_500 - 600 - 100 - 100_000 - 500)
    room.close_table("T01", {"500": 90, "100": 250})
    return Finding(Rule.POOL_RESIDUE)


@fault
def carried_over_otherwise(room: Room) -> Break:
    row = CarryOver.objects.get()
    sql("UPDATE tables_carryover SET counted_float_cents = counted_float_cents - 100, chips = NULL")
    entry = Entry.objects.get(code=EntryCode.CARRY, subject=f"session:{row.session_id}")
    return Break("table/T01", entry.number)


@fault
def window_short(room: Room) -> Finding:
    shift = WindowShift.objects.get(closed_at=None)
    windows.close_window(
        window_id=room.window.pk,
        chips=pieces(room.window_chips_cents() - 500),
        cash_cents=room.window_cash_cents(),
        explanation="verzählt",
        actor=room.cage,
    )
    return Finding(Rule.WINDOW_VARIANCE, f"shift:{shift.pk}")


@fault
def window_short_of_chips_and_over_in_cash(room: Room) -> Finding:
    """Five euros too little of the one and too much of the other are no balance."""
    shift = WindowShift.objects.get(closed_at=None)
    windows.close_window(
        window_id=room.window.pk,
        chips=pieces(room.window_chips_cents() - 500),
        cash_cents=room.window_cash_cents() + 500,
        explanation="falsch herausgegeben",
        actor=room.cage,
    )
    return Finding(Rule.WINDOW_VARIANCE, f"shift:{shift.pk}")


@fault
def slip_not_used(room: Room) -> Finding:
    slip = slips.ask(
        kind=Slip.Kind.FILL, table_id=room.tables["T01"], window_id=room.window.pk, chips=T01_FLOAT, actor=room.floor
    )
    paper.cancel(slip_id=slip.pk, reason="doch nicht", actor=room.cage)
    return Finding(Rule.SLIP_CANCELLED, f"slip:{slip.number}")


@fault
def slip_thrown_away(room: Room) -> Finding:
    sql("DELETE FROM accounting_slip WHERE number = 1")
    return Finding(Rule.SLIP_GAP, "slip:1")


@fault
def slip_signed_by_one(room: Room) -> Finding:
    """The check stands in the table's definition; its owner can take it away."""
    sql("ALTER TABLE accounting_slip DROP CONSTRAINT slip_by_two")
    sql("UPDATE accounting_slip SET done_by_id = asked_by_id WHERE number = 1")
    return Finding(Rule.SAME_PERSON, "slip:1")


@fault
def fill_without_a_count(room: Room) -> Finding:
    sql("UPDATE accounting_slip SET chips = '{}' WHERE number = 1")
    return Finding(Rule.FILL_UNCOUNTED, "slip:1")


# --- days -------------------------------------------------------------------------------------------------------------


@fault
def day_closed_late(room: Room) -> Finding:
    room.wait(hours=36)
    return Finding(Rule.LATE_CLOSE, "day:2026-10-25")


@fault
def day_opened_again(room: Room) -> Finding:
    friday = GamingDay.objects.earliest("date")
    asked = days.ask_reopening(day_id=friday.pk, reason="Box falsch gezählt", actor=room.manager)
    days.approve_reopening(reopening_id=asked.pk, actor=room.second_manager)
    return Finding(Rule.REOPENED, "seal:1")


@fault
def day_opened_again_by_one(room: Room) -> Break:
    friday = GamingDay.objects.earliest("date")
    asked = days.ask_reopening(day_id=friday.pk, reason="Box falsch gezählt", actor=room.manager)
    sql("UPDATE accounting_gamingday SET state = 'closing', closed_at = NULL, seal = '' WHERE id = %s", friday.pk)
    assert not Reopening.objects.get(pk=asked.pk).approved_at
    return Break("seals", 1, "not by two people")


@fault
def forged_seal(room: Room) -> Break:
    sql("UPDATE accounting_seal SET digest = %s WHERE number = 1", "ab" * 32)
    sql("UPDATE accounting_gamingday SET seal = %s WHERE date = '2026-10-23'", "ab" * 32)
    return Break("seals", 1, "2026-10-23")


@fault
def seal_thrown_away(room: Room) -> Break:
    sql("DELETE FROM accounting_seal WHERE number = 1")
    return Break("seals", 1, "missing")


# --- the books, with the database's password --------------------------------------------------------------------------


@fault
def hand_thrown_away(room: Room) -> Finding:
    hand = friday_hand(2)
    sql("DELETE FROM tables_hand WHERE id = %s", hand.pk)
    return Finding(Rule.GAP_IN_NUMBERS, f"session:{hand.session_id}#2")


@fault
def hand_thrown_away_its_entry_left(room: Room) -> Finding:
    hand = friday_hand(2)
    sql("DELETE FROM tables_hand WHERE id = %s", hand.pk)
    return of_hand(Rule.NO_HAND, hand)


@fault
def last_hand_thrown_away(room: Room) -> Finding:
    hand = friday_hand(4)
    sql("DELETE FROM tables_hand WHERE id = %s", hand.pk)
    return Finding(Rule.GAP_IN_NUMBERS, f"session:{hand.session_id}#4")


@fault
def entry_written_over(room: Room) -> Break:
    hand = friday_hand(2)
    sql("UPDATE accounting_entry SET actor_id = %s WHERE id = %s", room.floor.pk, entry_of(hand).pk)
    return at_entry(hand)


@fault
def entry_thrown_away(room: Room) -> Finding:
    hand = friday_hand(2)
    entry = entry_of(hand)
    for table in ("accounting_transfer", "accounting_assessment"):
        sql(f"DELETE FROM {table} WHERE entry_id = %s", entry.pk)
    sql("DELETE FROM accounting_entry WHERE id = %s", entry.pk)
    return of_hand(Rule.NOT_BOOKED, hand)


@fault
def gap_in_a_book(room: Room) -> Break:
    entry = entry_of(friday_hand(2))
    entry_thrown_away(room)
    return Break("table/T01", entry.number)


@fault
def transfer_made_smaller(room: Room) -> Finding:
    hand = friday_hand(2)
    sql(
        "UPDATE accounting_transfer SET amount_cents = amount_cents - 100 WHERE entry_id = %s AND destination = %s",
        entry_of(hand).pk,
        "rake/T01",
    )
    return of_hand(Rule.TRANSFERS_DIFFER, hand)


@fault
def transfers_swapped(room: Room) -> Break:
    """Two transfers of one hand in the other order: no balance knows it."""
    hand = friday_hand(1, "T02")
    for before, after in ((1, 91), (2, 1), (91, 2)):
        sql(
            "UPDATE accounting_transfer SET position = %s WHERE entry_id = %s AND position = %s",
            after,
            entry_of(hand).pk,
            before,
        )
    return at_entry(hand)


@fault
def assessment_made_to_fit(room: Room) -> Finding:
    hand = friday_hand(2)
    sql("UPDATE accounting_assessment SET due_cents = 900, taken_cents = 900 WHERE entry_id = %s", entry_of(hand).pk)
    return of_hand(Rule.FIGURES_DIFFER, hand)


@fault
def assessment_of_another_day(room: Room) -> Break:
    hand = friday_hand(2)
    saturday = GamingDay.objects.order_by("date")[1]
    sql("UPDATE accounting_assessment SET gaming_day_id = %s WHERE entry_id = %s", saturday.pk, entry_of(hand).pk)
    return at_entry(hand)


@fault
def action_written_over(room: Room) -> Finding:
    hand = friday_hand(1, "T02")
    sql("UPDATE tables_handaction SET to_cents = 700 WHERE hand_id = %s AND kind = 'raise'", hand.pk)
    return of_hand(Rule.RECORD_CHANGED, hand)


@fault
def undone_action_thrown_away(room: Room) -> Break:
    hand = friday_hand(1, "T02")
    last = hand.actions.latest("sequence")
    sql("DELETE FROM tables_handaction WHERE hand_id = %s AND sequence = %s", hand.pk, last.sequence)
    return at_entry(hand)


@fault
def misdeal_written_over(room: Room) -> Finding:
    """What was recorded of a hand that was never settled is proven too."""
    hand = Hand.objects.get(state="void", result__isnull=True)
    sql("UPDATE tables_handaction SET kind = 'call' WHERE hand_id = %s", hand.pk)
    return of_hand(Rule.RECORD_CHANGED, hand)


@fault
def void_without_a_reversal(room: Room) -> Finding:
    hand = friday_hand(2)
    sql("UPDATE tables_hand SET state = 'void', void_reason = 'x' WHERE id = %s", hand.pk)
    return of_hand(Rule.VOID_DIFFERS, hand)


@fault
def reversal_thrown_away(room: Room) -> Finding:
    hand = key(room)
    room.wait(seconds=10)
    hands.void(hand_id=hand.pk, version=hand.version, reason="vertippt", actor=room.floor)
    reversal = Entry.objects.get(reverses=entry_of(hand))
    for table in ("accounting_transfer", "accounting_assessment"):
        sql(f"DELETE FROM {table} WHERE entry_id = %s", reversal.pk)
    sql("DELETE FROM accounting_entry WHERE id = %s", reversal.pk)
    return of_hand(Rule.VOID_DIFFERS, hand)


@fault
def balance_written_over(room: Room) -> Break:
    sql("UPDATE accounting_place SET balance_cents = balance_cents - 100 WHERE name = 'bank/rake'")
    return Break("bank/rake", None, "balance")


@fault
def book_head_put_back(room: Room) -> Break:
    """The last entry of a book is cut off and its head put back."""
    key(room, *SUNDAY[1])
    last = Entry.objects.filter(book__code="table/T01").latest("number")
    before = Entry.objects.get(book__code="table/T01", number=last.number - 1)
    for table in ("accounting_transfer", "accounting_assessment"):
        sql(f"DELETE FROM {table} WHERE entry_id = %s", last.pk)
    sql("DELETE FROM accounting_entry WHERE id = %s", last.pk)
    sql(
        "UPDATE accounting_book SET number = %s, digest = %s WHERE code = 'table/T01'",
        before.number,
        bytes(before.digest),
    )
    return Break("table/T01", None, "hand")
