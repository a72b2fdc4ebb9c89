"""Faults in a hand: the rake that was taken, and how it was keyed."""

from datetime import timedelta

from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode, GamingDay
from accounting.verdicts import Rule
from tables.floor.services import seats
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tests.builders import FIVE_PERCENT, signed
from tests.stories.faults.planting import (
    Break,
    Finding,
    entry_of,
    fault,
    friday_hand,
    key,
    keyed_with_rake,
    of_hand,
    sql,
)
from tests.stories.room import SmallRoom


@fault
def short_rake(room: SmallRoom) -> Finding:
    """9 euros are due on 184, 5 are taken."""
    return keyed_with_rake(room, 500, Rule.TAX_SHORT)


@fault
def no_rake_where_some_is_due(room: SmallRoom) -> Finding:
    return keyed_with_rake(room, 0, Rule.TAX_MISSED)


@fault
def too_much_rake(room: SmallRoom) -> Finding:
    return keyed_with_rake(room, 1_000, Rule.TAX_OVER)


@fault
def rake_on_a_hand_without_a_flop(room: SmallRoom) -> Finding:
    return keyed_with_rake(room, 100, Rule.NO_FLOP_TAXED, flop_seen=False)


@fault
def cap_passed(room: SmallRoom) -> Finding:
    """5 % of 400 are 20 euros, the cap is 15."""
    return keyed_with_rake(room, 2_000, Rule.CAP_EXCEEDED, pot_cents=40_000)


@fault
def wrong_version(room: SmallRoom) -> Finding:
    """A hand filed under another schedule's terms."""
    since = room.clock.now() - timedelta(days=2)
    other = signed(room.house.pk, "Andere", FIVE_PERCENT, since, room.manager, room.second_manager)
    hand = friday_hand(1)
    sql("UPDATE tables_hand SET schedule_version_id = %s WHERE id = %s", other.pk, hand.pk)
    return of_hand(Rule.WRONG_VERSION, hand)


@fault
def terms_that_nobody_approved(room: SmallRoom) -> Finding:
    sql("UPDATE accounting_scheduleversion SET approved_by_id = NULL, approved_at = NULL")
    return Finding(Rule.SCHEDULE_UNSIGNED)


@fault
def terms_changed_afterwards(room: SmallRoom) -> Finding:
    """A cap of 5 euros, written over the one of 15: the hand of 184 euros took 9."""
    sql("UPDATE accounting_scheduleversion SET terms = jsonb_set(terms, '{cap_cents}', '500')")
    return of_hand(Rule.FIGURES_DIFFER, friday_hand(1))


@fault
def sealed_terms_changed(room: SmallRoom) -> Break:
    sql("UPDATE accounting_scheduleversion SET valid_from = valid_from - interval '1 second'")
    return Break("seals", 1, "other terms")


@fault
def tip_out_of_band(room: SmallRoom) -> Finding:
    return of_hand(Rule.TIP_OUTLIER, key(room, tip_cents=6_000))


@fault
def a_nought_too_many(room: SmallRoom) -> Finding:
    """Blinds of 2 and 4: more than a thousand big blinds are no pot, though two guests could have played for it."""
    at = {"table_id": room.tables["T01"], "actor": room.floor}
    seats.sit(**at, version=room.version(room.tables["T01"]), seat=4, guest_id=room.guests[5].pk, buy_in_cents=250_000)
    seats.top_up(**at, version=room.version(room.tables["T01"]), seat=1, amount_cents=250_000)
    return of_hand(Rule.POT_OUTLIER, key(room, pot_cents=450_000))


@fault
def keyed_twice(room: SmallRoom) -> Finding:
    key(room)
    room.wait(seconds=8)
    return of_hand(Rule.DUP_SUSPECT, key(room))


@fault
def kept_back(room: SmallRoom) -> Finding:
    return of_hand(Rule.LATE_SYNC, key(room, dealt_at=room.clock.now() - timedelta(minutes=40)))


@fault
def taken_back_late(room: SmallRoom) -> Finding:
    hand = key(room)
    room.wait(minutes=10)
    hands.void(hand_id=hand.pk, version=hand.version, reason="Gast beschwert sich", actor=room.floor)
    return of_hand(Rule.EDIT_AFTER_30S, hand)


@fault
def void_after_the_count(room: SmallRoom) -> Finding:
    """Friday's boxes are counted, Friday is sealed."""
    hand = friday_hand(1)
    hands.void(hand_id=hand.pk, version=hand.version, reason="Gast beschwert sich", actor=room.floor)
    return of_hand(Rule.VOID_AFTER_COUNT, hand)


@fault
def nobody_dealt(room: SmallRoom) -> Finding:
    sql("UPDATE tables_down SET ended_at = %s WHERE ended_at IS NULL", room.clock.now())
    hand = recording.record_summary(
        table_id=room.tables["T01"],
        version=room.version(room.tables["T01"]),
        summary=Summary(8_000, True, 3),
        actor=room.floor,
    ).hand
    return of_hand(Rule.NO_DEALER, hand)


@fault
def booked_twice(room: SmallRoom) -> Finding:
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
        assessment=facts.facts,
    )
    return of_hand(Rule.DOUBLE_BOOKING, hand)
