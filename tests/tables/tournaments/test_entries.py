"""Entries, re-buys, add-ons: money taken and chips issued belong together (FinASVO NRW §§20–23; K1)."""

from dataclasses import replace

import pytest

from accounting import money
from accounting.models import Entry, House
from accounting.proof.services import proofs
from casino import house_time
from casino.errors import NotAllowed
from tables.floor.services import tables
from tables.models import ChipSetCheck, Draw, Entrant, Purchase
from tables.rules import draws, seating
from tables.rules.seating import Seat, SeatsAt
from tables.rules.tournaments.shipped import EVENING, TURBO
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import announcing, chips, clock, entries, seats
from tables.tournaments.services.announcing import Terms
from tests import builders
from tests.tables.tournaments.tournament import DRAWER, EURO, SoldTournament, sold_tournament

pytestmark = pytest.mark.django_db


def test_an_entry_is_split_openly_into_pool_and_fee(tournament: SoldTournament) -> None:
    """The fee is the house's revenue, the buy-in the players' (NRW §20)."""
    receipt = tournament.enter()
    assert (receipt.number, receipt.kind, receipt.chips) == (1, "entry", 4_000)
    assert (receipt.pool_cents, receipt.fee_cents, receipt.paid_cents) == (100 * EURO, 10 * EURO, 110 * EURO)
    held = builders.balances()
    assert held["prizes/TURM"] == 100 * EURO
    assert held["fees/TURM"] == 10 * EURO
    assert held["cash/K9"] == DRAWER + 110 * EURO
    assert held["guests/K9"] == -110 * EURO
    assert sum(held.values()) == 0
    assert facts.issued(tournament.row) == 4_000
    assert proofs.prove().broken == []


def test_receipts_have_no_gap_and_one_plays_once(tournament: SoldTournament, refused) -> None:
    guest = tournament.evening.guest()
    assert [tournament.enter(guest).number, tournament.enter().number] == [1, 2]
    assert refused(tournament.enter, guest) == "plays_already"


def test_who_may_sell(tournament: SoldTournament) -> None:
    """The floor runs the tournament; money is taken by who runs a window."""
    guest = tournament.evening.guest()
    for actor in (tournament.evening.floor, tournament.evening.dealer):
        with pytest.raises(NotAllowed):
            entries.enter(tournament_id=tournament.id, guest_id=guest.pk, window_id=tournament.window, actor=actor)
    assert not Purchase.objects.exists()


def test_a_tournament_can_be_full(evening, refused) -> None:
    small = sold_tournament(evening, most_entries=1)
    small.enter()
    assert refused(small.enter) == "tournament_full"


def test_before_the_start_everything_is_given_back(tournament: SoldTournament, refused) -> None:
    tournament.enter()
    gone = tournament.enter()
    before = builders.balances()
    entries.withdraw(entrant_id=gone.entrant_id, reason="Zug verpasst", actor=tournament.evening.manager)
    held = builders.balances()
    assert held["prizes/TURM"] == before["prizes/TURM"] - 100 * EURO
    assert held["fees/TURM"] == 10 * EURO
    assert held["cash/K9"] == DRAWER + 110 * EURO
    gone.refresh_from_db()
    assert gone.returned is not None
    assert facts.issued(tournament.row) == 4_000
    tournament.enter(gone.entrant.guest)  # and he may come again
    tournament.enter()
    tournament.start(1)
    code = refused(
        entries.withdraw, entrant_id=tournament.seated()[0].pk, reason="keine Lust", actor=tournament.evening.manager
    )
    assert code == "tournament_state"


def test_a_cancelled_tournament_gives_everybody_everything_back(tournament: SoldTournament, refused) -> None:
    for _guest in range(3):
        tournament.enter()
    with pytest.raises(NotAllowed):
        announcing.cancel(**tournament.seen, reason="Stromausfall", actor=tournament.evening.floor)
    announcing.cancel(**tournament.seen, reason="Stromausfall", actor=tournament.evening.manager)
    held = builders.balances()
    assert "prizes/TURM" not in held
    assert "fees/TURM" not in held
    assert held["cash/K9"] == DRAWER
    assert set(Entrant.objects.values_list("state", flat=True)) == {"withdrawn"}
    assert refused(tournament.enter) == "tournament_state"


def test_re_entries_end_with_late_registration(evening, later, refused) -> None:
    """TURBO: one re-entry; late registration to the end of level four's break (WSOP 12–14: he must have no chips)."""
    turbo = sold_tournament(evening, structure=TURBO)
    guest = evening.guest()
    turbo.enter(guest)
    turbo.enter()
    turbo.start(1)
    Entrant.objects.filter(guest=guest).update(state="out", table=None, seat=None, chips=0, place=2)
    again = turbo.enter(guest)
    assert (again.kind, again.chips, again.entrant.number) == ("re_entry", 4_000, 3)
    assert again.entrant.state == "seated", "a drawn seat at once"
    Entrant.objects.filter(pk=again.entrant_id).update(state="out", table=None, seat=None, chips=0, place=2)
    assert refused(turbo.enter, guest) == "re_entries_used"
    later(minutes=40)  # in the break
    turbo.enter()
    later(minutes=11)
    assert refused(turbo.enter) == "registration_over"


def test_re_buys_and_the_add_on_have_their_time(tournament: SoldTournament, later, refused) -> None:
    """EVENING: re-buys to the end of level four with at most the starting stack, the add-on in the first break (K1)."""
    for _guest in range(2):
        tournament.enter()
    tournament.start(1)
    player = tournament.seated()[0]
    sale = {"entrant_id": player.pk, "window_id": tournament.window, "actor": tournament.evening.manager}
    assert refused(entries.re_buy, holding=4_001, **sale) == "too_many_chips"
    assert refused(entries.add_on, **sale) == "no_add_on"
    bought = entries.re_buy(holding=4_000, **sale)
    assert (bought.kind, bought.chips, bought.paid_cents) == ("re_buy", 4_000, 0), "no price was announced"
    later(minutes=81)  # the break after four levels of twenty minutes
    assert refused(entries.re_buy, holding=0, **sale) == "no_re_buy"
    assert entries.add_on(**sale).chips == 6_000
    assert refused(entries.add_on, **sale) == "add_on_used"
    assert facts.issued(tournament.row) == 2 * 4_000 + 4_000 + 6_000
    assert sum(one.chips for one in tournament.seated()) == facts.issued(tournament.row)


def test_the_fee_is_no_part_of_the_pool_and_re_entries_re_buys_and_add_ons_are(evening, later) -> None:
    """FinASVO NRW §§20–23 by way of domain §4.14: fee shown openly; buy-in shares "*are* prize pool"."""
    prices = {"re_buy_cents": 50 * EURO, "re_buy_fee_cents": 5 * EURO, "add_on_cents": 60 * EURO}
    sold = sold_tournament(evening, structure=replace(EVENING, re_entries=1), bounty_cents=25 * EURO, **prices)
    guests = [evening.guest() for _number in range(3)]
    for guest in guests:
        sold.enter(guest)
    sold.start(1)
    Entrant.objects.filter(guest=guests[0]).update(state="out", table=None, seat=None, chips=0, place=3)
    sold.enter(guests[0])
    sale = {"entrant_id": sold.seated()[0].pk, "window_id": sold.window, "actor": evening.manager}
    entries.re_buy(holding=0, **sale)
    later(minutes=81)
    entries.add_on(**sale)
    taken = facts.money(sold.row)
    assert taken.pool_cents == (4 * 100 + 50 + 60) * EURO
    assert taken.fee_cents == (4 * 10 + 5) * EURO
    assert taken.bounty_cents == 4 * 25 * EURO


def test_seats_are_drawn_evenly_and_anybody_can_draw_again(tournament: SoldTournament) -> None:
    """S8, WSOP 12: the commitment stood before anybody was entered; the seed is told with what came out."""
    posted = Draw.objects.get().commitment
    for _guest in range(11):
        tournament.enter()
    seats.draw(**tournament.seen, table_ids=tournament.furniture(2), actor=tournament.evening.floor)
    made = Draw.objects.get(drawn_at__isnull=False)
    assert made.commitment == posted
    assert draws.keeps(posted, made.seed)
    free = [SeatsAt(table, players, tuple(seats)) for table, players, seats in made.facts["tables"]]
    told = [Seat(*one) for one in made.result]
    assert list(seating.draw(made.seed, made.facts["label"], made.facts["entrants"], free)) == told
    at = {(one.table.position, one.seat) for one in tournament.seated()}
    assert at == {(seat.table, seat.seat) for seat in told}
    assert sorted(sum(1 for table, _seat in at if table == position) for position in (1, 2)) == [5, 6]
    assert Draw.objects.get(drawn_at=None).commitment != posted, "and the next draw is committed to"


def test_a_table_is_in_one_game_at_a_time(tournament: SoldTournament, refused) -> None:
    """S12: a table plays a cash game or a tournament."""
    for _guest in range(3):
        tournament.enter()
    busy = tournament.evening.table(code="T1")
    said = {**tournament.seen, "actor": tournament.evening.floor}
    assert refused(seats.draw, table_ids=[busy], **said) == "table_open"
    seats.draw(**said, table_ids=tournament.furniture(1))
    code = refused(
        tables.open_table,
        table_id=tournament.tables[0],
        version=tournament.evening.version(tournament.tables[0]),
        game_id=tournament.evening.game().pk,
        actor=tournament.evening.floor,
    )
    assert code == "table_in_tournament"
    other = {"seats": 6, "is_active": True, "actor": tournament.evening.floor}
    assert refused(tables.edit, table_id=tournament.tables[0], **other) == "table_in_tournament"


def test_nobody_deals_before_seats_and_chips_are_right(evening, refused) -> None:
    """FinASVO NRW §21: the chip set is found complete before the start; what is missing is named and explained."""
    checked = sold_tournament(evening, chip_set={"25": 80, "100": 80, "500": 40, "1000": 10})
    said = {"actor": evening.floor}
    checked.enter()
    checked.enter()
    assert refused(clock.start, **checked.seen, **said) == "too_few_entrants"
    seats.draw(**checked.seen, table_ids=checked.furniture(1), **said)
    assert refused(clock.start, **checked.seen, **said) == "chip_set_unchecked"
    when = ChipSetCheck.When.START
    found = {"25": 79, "100": 80, "500": 40, "1000": 10}
    assert refused(chips.check_set, **checked.seen, when=when, found=found, **said) == "chip_set_differs"
    note = chips.check_set(
        **checked.seen, when=when, found=found, explanation="einer unter Tisch 4, Video 21:14", **said
    )
    assert note.missing == {"25": -1}
    assert clock.start(**checked.seen, **said).state == "running"


def test_the_clock_follows_from_what_was_done_to_it(tournament: SoldTournament, later, refused) -> None:
    for _guest in range(2):
        tournament.enter()
    later(seconds=0)  # time stands but for what follows
    tournament.start(1)
    said = {"actor": tournament.evening.floor}
    assert refused(clock.resume, **tournament.seen, **said) == "clock_running"
    later(minutes=7)
    clock.pause(**tournament.seen, **said)
    later(hours=1)
    clock.resume(**tournament.seen, **said)
    view = facts.clock(tournament.row, house_time.now())
    assert (view.level.number, view.remaining_ms) == (1, 13 * 60_000)
    clock.move(**tournament.seen, item=5, milliseconds=90_000, **said)
    later(seconds=91)
    view = facts.clock(tournament.row, house_time.now())
    assert (view.level.number, view.remaining_ms) == (6, 20 * 60_000 - 1_000)


def test_a_count_is_what_was_issued(tournament: SoldTournament, refused) -> None:
    for _guest in range(3):
        tournament.enter()
    tournament.start(1)
    first, second, third = tournament.seated()
    said = {"actor": tournament.evening.floor}
    counts = {first.pk: 6_000, second.pk: 2_000, third.pk: 4_000}
    assert refused(chips.count, **tournament.seen, counts={first.pk: 12_000}, **said) == "count_incomplete"
    assert refused(chips.count, **tournament.seen, counts=counts | {third.pk: 3_900}, **said) == "chips_differ"
    chips.count(**tournament.seen, counts=counts, **said)
    assert [one.chips for one in tournament.seated()] == [6_000, 2_000, 4_000]


def test_a_player_without_chips_is_out_and_not_counted(tournament: SoldTournament, refused) -> None:
    for _guest in range(2):
        tournament.enter()
    tournament.start(1)
    first, second = tournament.seated()
    counts = {first.pk: 8_000, second.pk: 0}
    assert refused(chips.count, **tournament.seen, counts=counts, actor=tournament.evening.floor) == "count_incomplete"


def test_only_a_chip_set_that_was_written_down_is_checked(tournament: SoldTournament, refused) -> None:
    said = {"when": ChipSetCheck.When.START, "found": {"25": 80}, "actor": tournament.evening.floor}
    assert refused(chips.check_set, **tournament.seen, **said) == "no_chip_set"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"name": " "}, "name_required"),
        ({"buy_in_cents": -1}, "amount_wrong"),
        ({"add_on_fee_cents": -1}, "amount_wrong"),
        ({"guarantee_cents": money.MOST_CENTS + 1}, "amount_wrong"),
        ({"payout_unit_cents": 0}, "amount_wrong"),
        ({"bounty_paid_bp": -1}, "amount_wrong"),
        ({"bounty_paid_bp": 10_001}, "amount_wrong"),
        ({"seats_per_table": 1}, "seats_wrong"),
        ({"seats_per_table": 99}, "seats_wrong"),
    ],
)
def test_terms_that_cannot_be_sold_or_played_are_not_announced(evening, refused, change, code) -> None:
    assert refused(sold_tournament, evening, **change) == code


def test_a_flight_has_no_bounties_and_a_tournament_is_of_a_house(evening, refused) -> None:
    final = sold_tournament(evening, code="FINAL")
    assert refused(sold_tournament, evening, final_id=final.id, bounty_cents=EURO) == "flight_bounty"
    terms = Terms(name="x", starts_at=house_time.now(), structure=final.row.structure, buy_in_cents=EURO)
    code = refused(announcing.create, house_id=4711, code="NOWHERE", terms=terms, actor=evening.floor)
    assert code == "no_such_house"


def test_a_final_of_another_house_is_none(evening, refused) -> None:
    next_door = House.objects.create(code="dus", name="Duisburg")
    final = sold_tournament(evening, code="FINAL")
    said = {"house_id": next_door.pk, "code": "TURM", "actor": evening.floor}
    terms = Terms(name="x", starts_at=house_time.now(), structure=final.row.structure, buy_in_cents=EURO)
    for link in ("final_id", "seat_for_id"):
        other = replace(terms, **{link: final.id})
        assert refused(announcing.create, terms=other, **said) == "no_such_tournament"


def test_who_entered_for_nothing_takes_nothing_back_and_plays_no_more(evening) -> None:
    """A free entry has no entry in the books that could be reversed; its chips go back into the case all the same."""
    free = sold_tournament(evening, buy_in_cents=0, fee_cents=0)
    stays, goes = free.enter(), free.enter()
    booked = Entry.objects.count()
    entries.withdraw(entrant_id=goes.entrant_id, reason="Zug verpasst", actor=evening.manager)
    assert Entry.objects.count() == booked
    assert list(Entrant.objects.order_by("number").values_list("state", "chips")) == [
        ("registered", 4_000),
        ("withdrawn", 0),
    ]
    assert facts.issued(free.row) == 4_000
    assert facts.figures(free.row).entries == seat_views.entries(free.row) == 1, "prizes follow from those who play"
    announcing.cancel(**free.seen, reason="Stromausfall", actor=evening.manager)
    stays.entrant.refresh_from_db()
    assert (stays.entrant.state, Entry.objects.count()) == ("withdrawn", booked)


def test_nobody_buys_again_more_often_than_the_structure_allows(evening, refused) -> None:
    assert EVENING.rebuy
    once = sold_tournament(evening, structure=replace(EVENING, rebuy=replace(EVENING.rebuy, most=1)), re_buy_cents=EURO)
    for _guest in range(2):
        once.enter()
    once.start(1)
    sale = {"entrant_id": once.seated()[0].pk, "window_id": once.window, "actor": evening.manager}
    entries.re_buy(holding=0, **sale)
    assert refused(entries.re_buy, holding=0, **sale) == "re_buys_used"


def test_structures_come_with_the_house() -> None:
    assert EVENING.starting_chips == 40 * 100, "K1"
