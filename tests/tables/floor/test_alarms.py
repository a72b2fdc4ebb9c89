"""The alarms of a house from what its people did: what begins one, what ends it, and who may let it be."""

from datetime import timedelta

import pytest
from django.db import Error, connection, transaction

from accounting.cage.services import counts, windows
from accounting.models import Drop, Slip
from casino import house_time
from casino.errors import NotFound, Refusal
from casino.models import DeskCounter, PinMisses
from casino.services import devices, users
from tables.board.services import alarms
from tables.floor.selectors import alarms as selector
from tables.floor.services import drops, seats, slips, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.log.services import floor_calls
from tables.models import Absence, Acknowledgement, Down
from tables.play.services import house_rules
from tables.rules.rota.terms import RotaRules
from tests import builders, databases, live
from tests.builders import pieces
from tests.deciding import looking

pytestmark = pytest.mark.django_db


def two_seated():
    """Two guests at a table that keeps summaries."""
    evening = builders.evening()
    evening.sit(evening.table(evening.game(recording="summary")), 200_00, 200_00)
    return evening


built, evening = databases.shared(two_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


def standing(evening) -> list[tuple[str, str]]:
    return [(alarm.kind.value, alarm.place) for alarm in selector.standing(evening.house).alarms]


def record(evening, table, **summary) -> None:
    hand = Summary(**({"pot_cents": 100_00, "flop_seen": True, "dealt_in": 2} | summary))
    recording.record_summary(table_id=table, version=evening.version(table), summary=hand, actor=evening.dealer)


def acknowledge(evening, table, *, actor=None, reason="nobody is free") -> Acknowledgement:
    (alarm,) = selector.standing(evening.house).alarms
    return alarms.acknowledge(
        table_id=table, kind=alarm.kind.value, mark=alarm.mark, reason=reason, actor=actor or evening.floor
    )


def test_nobody_deals_until_a_hand_is_booked_or_the_table_pauses(evening, table, later):
    assert standing(evening) == []
    later(minutes=9)
    assert standing(evening) == [("idle", "T07")]
    record(evening, table)
    assert standing(evening) == []
    later(minutes=9)
    tables.pause(table_id=table, version=evening.version(table), actor=evening.floor)
    assert standing(evening) == []
    later(minutes=5)
    tables.resume(table_id=table, version=evening.version(table), actor=evening.floor)
    assert standing(evening) == [], "it has only just gone on"
    later(minutes=8)
    assert ("idle", "T07") in standing(evening)


def test_who_sat_down_just_now_has_not_waited(evening, table, later):
    at = {"table_id": table, "actor": evening.floor}
    seats.cash_out(**at, version=evening.version(table), seat=2, counted_cents=200_00)
    later(minutes=9)
    evening.sit(table, 200_00, first=2)
    assert standing(evening) == []
    seats.away(**at, version=evening.version(table), seat=1)
    later(minutes=9)
    assert standing(evening) == [], "one guest alone waits for nobody of ours"


def test_a_dealer_is_overdue_until_he_is_pushed(evening, table, later):
    later(minutes=31)
    record(evening, table)
    assert standing(evening) == [("push", "T07")]
    Down.objects.filter(ended_at=None).update(ended_at=house_time.now())
    assert standing(evening) == []


def test_rake_that_is_short_within_half_an_hour(evening, table, later):
    """5 % of 100 is 5; a difference wants a reason, and more than 3 in half an hour wants the floor."""
    record(evening, table, rake_cents=200, reason="chip unit")
    assert standing(evening) == [], "exactly three"
    record(evening, table, rake_cents=400, reason="chip unit")
    (alarm,) = selector.standing(evening.house).alarms
    assert (alarm.kind, alarm.facts) == ("short", {"missing_cents": 400})
    later(minutes=31)
    record(evening, table)
    assert ("short", "T07") not in standing(evening)


def test_a_large_tip_is_the_houses_to_say_and_is_silenced_alone(evening, table):
    record(evening, table, tip_cents=50_00)
    assert standing(evening) == [], "fifty is customary here"
    record(evening, table, tip_cents=51_00)
    (alarm,) = selector.standing(evening.house).alarms
    assert (alarm.kind, alarm.facts) == ("tip", {"tip_cents": 51_00})
    acknowledge(evening, table)
    assert standing(evening) == []
    record(evening, table, tip_cents=52_00)
    assert standing(evening) == [("tip", "T07")], "another tip is another matter"


def test_a_call_and_chips_that_were_asked_for(evening, table, later):
    window = windows.create(house_id=evening.house.pk, code="K1", name="Main", actor=evening.cage)
    windows.open_window(window_id=window.pk, chips=pieces(500_00), cash_cents=0, actor=evening.cage)
    slip = slips.ask(
        kind=Slip.Kind.FILL, table_id=table, window_id=window.pk, chips=pieces(100_00), actor=evening.floor
    )
    call = floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)
    assert standing(evening) == [("call", "T07"), ("chips", "T07")], "chips on their way press nobody yet"
    later(minutes=5)
    assert standing(evening) == [("chips", "T07"), ("call", "T07")]
    floor_calls.answer(call_id=call.pk, actor=evening.floor)
    looking(slips.carry_out)(slip_id=slip.pk, actor=evening.cage)
    assert standing(evening) == []


def test_chips_of_who_is_away_too_long_until_he_is_back(evening, table, later):
    """WSOP live-action 73: after an hour; the clock alone brings it."""
    at = {"table_id": table, "seat": 1, "actor": evening.floor}
    tables.pause(table_id=table, version=evening.version(table), actor=evening.floor)
    seats.away(**at, version=evening.version(table))
    due_at = Absence.objects.get().since + timedelta(hours=1)
    assert [one.seat for one in selector.standing(evening.house).away] == [1]
    Down.objects.update(ended_at=house_time.now())
    later(minutes=58)
    assert standing(evening) == []
    assert selector.standing(evening.house).due_at == due_at
    later(minutes=2)
    assert standing(evening) == [("absent", "T07")]
    seats.back(**at, version=evening.version(table))
    assert standing(evening) == []


def test_two_counts_that_differ_until_a_third_decides(evening, table):
    record(evening, table)
    drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
    box = Drop.objects.get(kind=Drop.Kind.RAKE)
    counts.count(drop_id=box.pk, found=pieces(5_00), actor=evening.cage)
    assert standing(evening) == []
    counts.count(drop_id=box.pk, found=pieces(4_00), actor=evening.second_cage)
    assert standing(evening) == [("counts", "T07")]
    counts.count(drop_id=box.pk, found=pieces(5_00), actor=evening.manager)
    assert standing(evening) == []


def test_a_tile_that_wrong_pins_have_locked(evening):
    users.set_pin(user_id=evening.dealer.pk, pin="246810", actor=None)
    device, _code = devices.add(name="Tablet 1", actor=evening.floor)
    PinMisses.objects.create(device=device, user=evening.dealer, misses=5, locked_at=house_time.now())
    assert standing(evening) == [("pin", "Tablet 1")]
    devices.free(device_id=device.pk, user_id=evening.dealer.pk, actor=evening.floor)
    assert standing(evening) == []


def test_who_lets_an_alarm_be_says_why_and_stays_written_down(evening, table, later):
    later(minutes=9)
    version = evening.version(table)
    row = acknowledge(evening, table, reason=" the guests eat ")
    assert (row.kind, row.reason, row.by) == ("idle", "the guests eat", evening.floor)
    assert evening.version(table) == version, "the dealer's form is as good as before"
    assert standing(evening) == []
    with pytest.raises(NotFound, match="ended or changed") as again:
        alarms.acknowledge(table_id=table, kind=row.kind, mark=row.mark, reason="me too", actor=evening.floor)
    assert again.value.code == "no_such_alarm"
    for change in ("UPDATE tables_acknowledgement SET reason = 'x'", "DELETE FROM tables_acknowledgement"):
        with pytest.raises(Error, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)


@pytest.mark.parametrize(("reason", "code"), [("  ", "reason_required"), ("x" * 501, "text_too_long")])
def test_a_reason_says_something(evening, table, later, reason, code):
    later(minutes=9)
    with pytest.raises(Refusal) as refused:
        acknowledge(evening, table, reason=reason)
    assert refused.value.code == code
    assert not Acknowledgement.objects.exists()


def test_what_somebody_must_do_is_not_waved_away(evening, table):
    floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)
    with pytest.raises(Refusal) as refused:
        acknowledge(evening, table)
    assert refused.value.code == "alarm_wants_action"
    with pytest.raises(Refusal) as refused:
        acknowledge(evening, table, actor=evening.dealer)
    assert refused.value.code == "not_allowed"


def board(house) -> str:
    live.commit()
    return DeskCounter.version("floor", house.pk)


def test_whoever_looks_at_the_board_learns_of_each(evening, table, later):
    """The token of a poll moves with everything an alarm may rest on, not with looking."""
    seen = [board(evening.house)]

    def moved() -> bool:
        seen.append(board(evening.house))
        return seen[-1] not in seen[:-1]

    assert not moved()
    window = windows.create(house_id=evening.house.pk, code="K1", name="Main", actor=evening.cage)
    windows.open_window(window_id=window.pk, chips=pieces(500_00), cash_cents=0, actor=evening.cage)
    slip = slips.ask(
        kind=Slip.Kind.FILL, table_id=table, window_id=window.pk, chips=pieces(100_00), actor=evening.floor
    )
    assert moved()
    looking(slips.carry_out)(slip_id=slip.pk, actor=evening.cage)
    assert moved()
    record(evening, table)
    assert moved()
    drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
    assert moved()
    box = Drop.objects.get(kind=Drop.Kind.RAKE)
    for person, found in ((evening.cage, 5_00), (evening.second_cage, 4_00), (evening.manager, 5_00)):
        counts.count(drop_id=box.pk, found=pieces(found), actor=person)
        assert moved()
    floor_calls.call(table_id=table, kind="ruling", actor=evening.dealer)
    assert moved()
    later(minutes=9)
    idle = next(alarm for alarm in selector.standing(evening.house).alarms if alarm.kind == "idle")
    alarms.acknowledge(table_id=table, kind="idle", mark=idle.mark, reason="they eat", actor=evening.floor)
    assert moved()
    device, _code = devices.add(name="Tablet 1", actor=evening.floor)
    tile = PinMisses.objects.create(device=device, user=evening.dealer, misses=5, locked_at=house_time.now())
    assert moved()
    tile.locked_at = house_time.now()
    tile.save()
    assert moved(), "freed and locked again between two polls"


def test_a_push_is_overdue_after_the_houses_own_down(evening, table, later):
    """Domain §4.9: 20 to 60 minutes by room; the house sets it as `down_minutes`."""
    house_rules.change(
        house_id=evening.house.pk, rules=RotaRules, changes={"is_on": False, "down_minutes": 40}, actor=evening.floor
    )
    dealt_since = Down.objects.get().started_at
    later(minutes=31)
    record(evening, table)
    assert standing(evening) == []
    tables.pause(table_id=table, version=evening.version(table), actor=evening.floor)
    assert selector.standing(evening.house).due_at == dealt_since + timedelta(minutes=40)
    later(minutes=9)
    assert standing(evening) == [("push", "T07")]
