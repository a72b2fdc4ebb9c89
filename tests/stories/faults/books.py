"""Faults in days and books: what somebody with the database's password could do."""

from accounting.days.services import days
from accounting.models import Entry, GamingDay, Reopening
from accounting.verdicts import Rule
from tables.hands.services import hands
from tables.models import Hand
from tests.deciding import looking
from tests.stories.faults.planting import Break, Finding, at_entry, entry_of, fault, friday_hand, key, of_hand, sql
from tests.stories.room import SmallRoom
from tests.stories.three_days import SUNDAY


@fault
def day_closed_late(room: SmallRoom) -> Finding:
    room.wait(hours=36)
    return Finding(Rule.LATE_CLOSE, "day:2026-10-25")


@fault
def day_opened_again(room: SmallRoom) -> Finding:
    friday = GamingDay.objects.earliest("date")
    asked = days.ask_reopening(day_id=friday.pk, reason="Box falsch gezählt", actor=room.manager)
    looking(days.approve_reopening)(reopening_id=asked.pk, actor=room.second_manager)
    return Finding(Rule.REOPENED, "seal:1")


@fault
def day_opened_again_by_one(room: SmallRoom) -> Break:
    friday = GamingDay.objects.earliest("date")
    asked = days.ask_reopening(day_id=friday.pk, reason="Box falsch gezählt", actor=room.manager)
    sql("UPDATE accounting_gamingday SET state = 'closing', closed_at = NULL, seal = '' WHERE id = %s", friday.pk)
    assert not Reopening.objects.get(pk=asked.pk).approved_at
    return Break("seals", 1, "not by two people")


@fault
def forged_seal(room: SmallRoom) -> Break:
    sql("UPDATE accounting_seal SET digest = %s WHERE number = 1", "ab" * 32)
    sql("UPDATE accounting_gamingday SET seal = %s WHERE date = '2026-10-23'", "ab" * 32)
    return Break("seals", 1, "2026-10-23")


@fault
def seal_thrown_away(room: SmallRoom) -> Break:
    sql("DELETE FROM accounting_seal WHERE number = 1")
    return Break("seals", 1, "missing")


@fault
def hand_thrown_away(room: SmallRoom) -> Finding:
    hand = friday_hand(2)
    sql("DELETE FROM tables_hand WHERE id = %s", hand.pk)
    return Finding(Rule.GAP_IN_NUMBERS, f"session:{hand.session_id}#2")


@fault
def hand_thrown_away_its_entry_left(room: SmallRoom) -> Finding:
    hand = friday_hand(2)
    sql("DELETE FROM tables_hand WHERE id = %s", hand.pk)
    return of_hand(Rule.NO_HAND, hand)


@fault
def last_hand_thrown_away(room: SmallRoom) -> Finding:
    hand = friday_hand(4)
    sql("DELETE FROM tables_hand WHERE id = %s", hand.pk)
    return Finding(Rule.GAP_IN_NUMBERS, f"session:{hand.session_id}#4")


@fault
def entry_written_over(room: SmallRoom) -> Break:
    hand = friday_hand(2)
    sql("UPDATE accounting_entry SET actor_id = %s WHERE id = %s", room.floor.pk, entry_of(hand).pk)
    return at_entry(hand)


@fault
def entry_thrown_away(room: SmallRoom) -> Finding:
    hand = friday_hand(2)
    entry = entry_of(hand)
    for table in ("accounting_transfer", "accounting_assessment"):
        sql(f"DELETE FROM {table} WHERE entry_id = %s", entry.pk)
    sql("DELETE FROM accounting_entry WHERE id = %s", entry.pk)
    return of_hand(Rule.NOT_BOOKED, hand)


@fault
def gap_in_a_book(room: SmallRoom) -> Break:
    entry = entry_of(friday_hand(2))
    entry_thrown_away(room)
    return Break("table/T01", entry.number)


@fault
def transfer_made_smaller(room: SmallRoom) -> Finding:
    hand = friday_hand(2)
    sql(
        "UPDATE accounting_transfer SET amount_cents = amount_cents - 100 WHERE entry_id = %s AND destination = %s",
        entry_of(hand).pk,
        "rake/T01",
    )
    return of_hand(Rule.TRANSFERS_DIFFER, hand)


@fault
def transfers_swapped(room: SmallRoom) -> Break:
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
def assessment_made_to_fit(room: SmallRoom) -> Finding:
    hand = friday_hand(2)
    sql("UPDATE accounting_assessment SET due_cents = 900, taken_cents = 900 WHERE entry_id = %s", entry_of(hand).pk)
    return of_hand(Rule.FIGURES_DIFFER, hand)


@fault
def assessment_of_another_day(room: SmallRoom) -> Break:
    hand = friday_hand(2)
    saturday = GamingDay.objects.order_by("date")[1]
    sql("UPDATE accounting_assessment SET gaming_day_id = %s WHERE entry_id = %s", saturday.pk, entry_of(hand).pk)
    return at_entry(hand)


@fault
def action_written_over(room: SmallRoom) -> Finding:
    hand = friday_hand(1, "T02")
    sql("UPDATE tables_handaction SET to_cents = 700 WHERE hand_id = %s AND kind = 'raise'", hand.pk)
    return of_hand(Rule.RECORD_CHANGED, hand)


@fault
def undone_action_thrown_away(room: SmallRoom) -> Break:
    hand = friday_hand(1, "T02")
    last = hand.actions.latest("sequence")
    sql("DELETE FROM tables_handaction WHERE hand_id = %s AND sequence = %s", hand.pk, last.sequence)
    return at_entry(hand)


@fault
def misdeal_written_over(room: SmallRoom) -> Finding:
    """What was recorded of a hand that was never settled is proven too."""
    hand = Hand.objects.get(state="void", result__isnull=True)
    sql("UPDATE tables_handaction SET kind = 'call' WHERE hand_id = %s", hand.pk)
    return of_hand(Rule.RECORD_CHANGED, hand)


@fault
def void_without_a_reversal(room: SmallRoom) -> Finding:
    hand = friday_hand(2)
    sql("UPDATE tables_hand SET state = 'void', void_reason = 'x' WHERE id = %s", hand.pk)
    return of_hand(Rule.VOID_DIFFERS, hand)


@fault
def reversal_thrown_away(room: SmallRoom) -> Finding:
    hand = key(room)
    room.wait(seconds=10)
    hands.void(hand_id=hand.pk, version=hand.version, reason="vertippt", actor=room.floor)
    reversal = Entry.objects.get(reverses=entry_of(hand))
    for table in ("accounting_transfer", "accounting_assessment"):
        sql(f"DELETE FROM {table} WHERE entry_id = %s", reversal.pk)
    sql("DELETE FROM accounting_entry WHERE id = %s", reversal.pk)
    return of_hand(Rule.VOID_DIFFERS, hand)


@fault
def balance_written_over(room: SmallRoom) -> Break:
    sql("UPDATE accounting_place SET balance_cents = balance_cents - 100 WHERE name = 'bank/rake'")
    return Break("bank/rake", None, "balance")


@fault
def book_head_put_back(room: SmallRoom) -> Break:
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
