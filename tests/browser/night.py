"""What the floor keeps beside its tables on a busy night, for the look at every page."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from accounting.cage.services import prints
from accounting.models import House
from casino.models import User
from casino.services import jobs
from tables.absence.services import keeping
from tables.floor.services import seats
from tables.games.services import games, rule_sets
from tables.games.services.games import GameForm
from tables.guests.services import erasures, guests
from tables.log.services import floor_calls, hand_overs, incidents, rulings
from tables.models import (
    Erasure,
    FloorCall,
    Guest,
    Hand,
    HandOver,
    Incident,
    KeptChips,
    LegalHold,
    Ruling,
    Session,
    StakeStep,
    Table,
)
from tables.play.services import stakes
from tables.play.services.stakes import Planned

Examples: TypeAlias = Sequence[tuple[str, Mapping[str, Sequence[object]]]]


def play(house: House) -> None:
    """A log, chips that are kept, a stake that is going up; the table against the house `E2` is there."""
    floor, manager = (User.objects.get(username=name) for name in ("floor", "manager"))
    the_floor_s_log(house, floor, manager)
    somebody_walked(house, floor)
    a_stake_goes_up(house, floor)
    a_rule_set_is_proposed(house, floor)
    somebody_asks_to_be_erased(house, floor, manager)


def somebody_walked(house: House, floor: User) -> None:
    """A guest has left his chips behind, and the house keeps them."""
    table = Table.objects.get(code="E2")
    guest = guests.register(house_id=house.pk, number="4712", name="Kurt Lang", actor=floor)
    at = {"table_id": table.pk, "seat": 2, "actor": floor}
    seats.sit(**at, version=table.version, guest_id=guest.pk, buy_in_cents=10_000)
    seats.away(**at, version=table.version + 1)
    keeping.pick_up(**at, version=table.version + 2, counted_cents=10_000, reason="er ist gegangen")


def the_floor_s_log(house: House, floor: User, manager: User) -> None:
    """A call that waits, a ruling, an incident somebody sees to, a sheet the manager has handed over and printed."""
    table = Table.objects.get(code="T01")
    floor_calls.call(table_id=table.pk, kind="ruling", actor=floor)
    rulings.record(table_id=table.pk, rule="WLA 137", text="Ein Jeton ohne Ansage: mitgegangen.", actor=floor)
    incidents.record(
        kind="cards", text="Pik-As geknickt.", table_id=table.pk, measures=["deck"], owner_id=floor.pk, actor=floor
    )
    signed = hand_overs.sign(notes="Platz 4 im Auge behalten.", actor=manager)
    prints.record(house_id=house.pk, subject=f"hand-over:{signed.pk}", actor=manager)


def a_stake_goes_up(house: House, floor: User) -> None:
    """T01 is going to be played for more."""
    session = Session.objects.select_related("game", "table").get(table__code="T01", closed_at=None)
    base = session.game
    terms = GameForm(
        name="Später", variant=base.variant, betting=base.betting, recording=base.recording,
        small_blind_cents=2 * base.small_blind_cents, big_blind_cents=2 * base.big_blind_cents,
        min_buy_in_cents=2 * base.min_buy_in_cents, rake_schedule_id=base.rake_schedule_id, chip_cents=base.chip_cents,
    )  # fmt: skip
    planned = Planned(games.create(house_id=house.pk, terms=terms, actor=floor).pk, after_hands=900)
    stakes.plan(table_id=session.table_id, version=session.table.version, planned=planned, actor=floor)


def somebody_asks_to_be_erased(house: House, floor: User, manager: User) -> None:
    """One request waits for a second manager, and another guest is under a legal hold."""
    asks, held = (
        guests.register(house_id=house.pk, number=number, name=name, actor=floor).pk
        for number, name in (("4713", "Rosa Thal"), ("4714", "Willi Kern"))
    )
    erasures.ask(guest_id=asks, reason="Brief vom 24. November", actor=manager)
    erasures.hold(guest_id=held, reason="Amtsgericht, 3 O 17/26", actor=manager)


def a_rule_set_is_proposed(house: House, floor: User) -> None:
    """With the last month's hands replayed under it, one of which would have come out otherwise."""
    switches = {"odd_chip": "all_to_first", "raise_cap": "1", "raise_cap_everywhere": "yes"}
    row = rule_sets.propose(house_id=house.pk, name="Hausregeln", base="house/1", switches=switches, actor=floor)
    jobs.ask(kind="rule_replay", params={"rule_set": row.pk}, actor=floor)
    assert jobs.run_next()


def examples() -> Examples:
    """What the floor keeps beside its tables."""
    t01 = Table.objects.get(code="T01").pk
    booked = Hand.objects.filter(recording="summary", state="settled").latest("pk").pk
    return (
        (r"floor/calls/<call:call>/hands/", {"call": [FloorCall.objects.latest("pk").pk], "pk": [booked]}),
        (r"floor/calls/", {"pk": [FloorCall.objects.latest("pk").pk]}),
        (r"floor/rulings/", {"pk": [Ruling.objects.latest("pk").pk]}),
        (r"floor/incidents/", {"pk": [Incident.objects.latest("pk").pk]}),
        (r"floor/handover/", {"pk": [HandOver.objects.get().pk], "number": [1]}),
        (r"floor/tables/<table:pk>/plan/", {"pk": [t01], "step": [StakeStep.objects.get().pk]}),
        (r"floor/guests/", {"pk": [Guest.objects.filter(sittings__left_at=None).earliest("pk").pk]}),
        (r"management/retention/erasures/", {"pk": [Erasure.objects.get(state="asked").pk]}),
        (r"management/retention/holds/", {"pk": [LegalHold.objects.get().pk]}),
        (r"floor/kept-chips/", {"pk": [KeptChips.objects.get().pk]}),
    )
