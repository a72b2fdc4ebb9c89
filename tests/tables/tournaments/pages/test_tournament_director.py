"""The director's page: the clock, tables and seats, balance, who goes out; and the lists that are printed."""

import json
import re
from collections.abc import Callable

import pytest
from django.test import Client

from tables.models import ChipCount, ChipSetCheck, ClockEvent, Draw, SeatChange, Table, TournamentTable
from tables.rules.tournaments.shipped import EVENING, TURBO
from tables.tournaments.services import seats
from tests import builders
from tests.builders import Evening
from tests.html import flat
from tests.tables.tournaments.pages.tournaments import named, running, send, sold, tap, to
from tests.tables.tournaments.tournament import EURO, SoldTournament, sold_tournament

Browser = Callable[..., Client]


@pytest.fixture
def evening(db: None) -> Evening:
    return builders.evening()


@pytest.fixture
def tournament(evening: Evening) -> SoldTournament:
    return sold_tournament(evening, structure=EVENING, re_buy_cents=50 * EURO, add_on_cents=50 * EURO)


@pytest.fixture
def floor(evening: Evening, browser: Browser) -> Client:
    return browser(evening.floor)


def html(client: Client, tournament: SoldTournament, name: str = "director", *parts: object) -> str:
    return flat(client.get(to(name, tournament.id, *parts)).content.decode())


def test_seats_are_drawn_at_the_tables_chosen_and_the_last_breaks_first(
    tournament: SoldTournament, floor: Client
) -> None:
    sold(tournament, *(f"Guest {number}" for number in range(1, 13)))
    first, second, third = tournament.furniture(3)
    page = html(floor, tournament)
    assert "Draw the seats" in page
    assert "Without a seat (12)" in page
    assert send(floor, to("draw", tournament.id), order="last").status_code == 400, "no table is chosen"
    answer = send(floor, to("draw", tournament.id), tables=[first, second], order="last")
    assert answer.status_code == 303
    assert list(TournamentTable.objects.values_list("table_id", "position")) == [(second, 1), (first, 2)]
    page = html(floor, tournament)
    assert "Start the tournament" in page
    assert page.count('class="who"') == 12
    assert html(floor, tournament, "add-tables").count('name="tables"') == 1, "the two are taken"
    assert send(floor, to("add-tables", tournament.id), tables=[third], order="first").status_code == 303
    assert tap(floor, tournament, "start").status_code == 303
    assert tournament.row.state == "running"


def test_the_clock_is_stopped_moved_and_set(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    page = html(floor, tournament)
    assert "Stop the clock" in page
    assert ">1</b>" in page
    assert "50 / 100" in page
    assert tap(floor, tournament, "pause").status_code == 303
    assert "Resume the clock" in html(floor, tournament)
    assert tap(floor, tournament, "pause").status_code == 422, "it stands already"
    tap(floor, tournament, "minutes", step="-1")
    tap(floor, tournament, "resume")
    tap(floor, tournament, "level", step="1", item="0")
    assert "75 / 150" in html(floor, tournament)
    tap(floor, tournament, "level", step="-1", item="1")
    assert "50 / 100" in html(floor, tournament)
    kinds = list(ClockEvent.objects.order_by("number").values_list("kind", "item", "milliseconds"))
    assert kinds == [
        ("started", 0, None), ("paused", 0, None), ("adjusted", 0, -60_000), ("resumed", 0, None), ("moved", 1, None),
        ("moved", 0, None),
    ]  # fmt: skip


def test_a_level_on_is_counted_from_the_level_that_was_seen(
    tournament: SoldTournament, floor: Client, later: Callable[..., None]
) -> None:
    """The clock went on by itself while the finger came down: he wanted level 2, not level 3."""
    running(tournament)
    later(minutes=20, seconds=1)
    tap(floor, tournament, "level", step="1", item="0")
    assert "75 / 150" in html(floor, tournament)


def test_hand_for_hand_costs_two_minutes_a_hand(tournament: SoldTournament, floor: Client) -> None:
    """TDA 15: each hand takes two minutes off the clock."""
    running(tournament)
    tap(floor, tournament, "hand-for-hand", on="on")
    assert tournament.row.is_hand_for_hand
    page = html(floor, tournament)
    assert "End hand for hand" in page
    assert "Hand dealt (− 2 min)" in page
    tap(floor, tournament, "hand-for-hand")
    assert not tournament.row.is_hand_for_hand


def test_a_stale_page_is_told_so_and_changes_nothing(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    seen = tournament.row.version
    tap(floor, tournament, "pause")
    answer = floor.post(to("resume", tournament.id), {"key": "late", "version": seen})
    assert answer.status_code == 409
    assert ClockEvent.objects.latest("number").kind == "paused"


def test_what_is_to_be_done_with_the_tables_is_said_before_and_after(evening: Evening, floor: Client) -> None:
    tournament = sold_tournament(evening, structure=TURBO)
    running(tournament, *(f"Guest {number}" for number in range(1, 11)), tables=2)
    assert "The tables are even." in html(floor, tournament)
    first, second = (table.table_id for table in TournamentTable.objects.order_by("position"))
    for one in list(tournament.seated()):
        if one.table and one.table.table_id == second and one.seat and len(tournament.seated()) == 10:
            free = next(seat for seat in seats.free_seats(TournamentTable.objects.get(table_id=first)))
            answer = send(
                floor, to("move", tournament.id, one.pk), to=f"{first}/{free}", reason="Rollstuhl, breiter Platz"
            )
            assert answer.status_code == 303
            break
    page = html(floor, tournament)
    assert "M1/" in page
    assert "→ M2/" in page
    assert "To announce" not in page
    assert tap(floor, tournament, "balance").status_code == 303
    page = html(floor, tournament)
    assert "To announce" in page
    assert "The tables are even." in page
    assert SeatChange.objects.latest("number").reason == "balance"
    corrected = SeatChange.objects.get(reason="correction")
    assert corrected.explanation == "Rollstuhl, breiter Platz"
    assert corrected.explanation in floor.get(to("entrant", tournament.id, corrected.entrant_id)).content.decode()


def test_a_seat_that_is_taken_is_no_choice_and_a_reason_is_asked(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    one = named(tournament, "Weber")
    address = to("move", tournament.id, one.pk)
    assert floor.get(address).content.decode().count('name="to"') == 5
    assert one.table
    assert send(floor, address, to=f"{one.table.table_id}/{one.seat}", reason="Will nicht").status_code == 400
    free = seats.free_seats(TournamentTable.objects.get())[0]
    assert send(floor, address, to=f"{one.table.table_id}/{free}", reason="").status_code == 400
    one.refresh_from_db()
    assert one.seat != free


def test_who_is_out_is_said_with_who_took_his_chips(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    weber, rossi = named(tournament, "Weber"), named(tournament, "Rossi")
    assert weber.table
    table = weber.table.table_id
    address = to("out", tournament.id, table)
    page = floor.get(f"{address}?entrant={weber.pk}").content.decode()
    assert re.search(rf'name="out_{weber.pk}"[^>]*checked', page)
    assert send(floor, address).status_code == 400, "somebody is out"
    answer = send(floor, address, **{f"out_{weber.pk}": "on"})
    assert answer.status_code == 400, "somebody took his chips"
    answer = send(
        floor, address, **{f"out_{weber.pk}": "on", f"won_{weber.pk}": rossi.pk, f"before_{weber.pk}": "4000"}
    )
    assert answer.status_code == 303
    weber.refresh_from_db()
    rossi.refresh_from_db()
    assert (weber.state, weber.place, rossi.chips) == ("out", 4, 8_000)
    assert "Weber" in html(floor, tournament, "take-back")
    assert tap(floor, tournament, "take-back").status_code == 303
    weber.refresh_from_db()
    assert (weber.state, weber.place, weber.chips) == ("seated", None, 4_000)


def test_two_out_in_one_hand(tournament: SoldTournament, floor: Client) -> None:
    """Who began the hand with more chips places higher."""
    running(tournament)
    weber, rossi, okafor = (named(tournament, name) for name in ("Weber", "Rossi", "Okafor"))
    assert weber.table
    fields = {f"out_{weber.pk}": "on", f"won_{weber.pk}": okafor.pk, f"before_{weber.pk}": "1000",
              f"out_{rossi.pk}": "on", f"won_{rossi.pk}": okafor.pk, f"before_{rossi.pk}": "3000"}  # fmt: skip
    assert send(floor, to("out", tournament.id, weber.table.table_id), **fields).status_code == 303
    assert [named(tournament, name).place for name in ("Weber", "Rossi")] == [4, 3]


def test_the_button_is_said_by_table(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    table = TournamentTable.objects.get()
    address = to("button", tournament.id, table.table_id)
    assert send(floor, address, button_seat="1", small_blind_seat="2", big_blind_seat="3").status_code == 303
    table.refresh_from_db()
    assert (table.button_seat, table.small_blind_seat, table.big_blind_seat) == (1, 2, 3)
    assert floor.get(to("button", tournament.id, 999)).status_code == 404


def test_chips_are_counted_and_a_difference_wants_a_word(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    page = html(floor, tournament, "count")
    assert "16,000" in page, "so many were issued"
    weber = named(tournament, "Weber")
    counts = {f"chips_{one.pk}": 4_000 for one in tournament.seated()}
    short = counts | {f"chips_{weber.pk}": 3_000}
    answer = send(floor, to("count", tournament.id), **short)
    assert answer.status_code == 422
    assert 'value="3000"' in answer.content.decode(), "what was typed stays"
    assert not ChipCount.objects.exists()
    assert send(floor, to("count", tournament.id), **counts).status_code == 303
    assert ChipCount.objects.get().counted == 16_000
    assert weber.table
    moved = counts | {f"chips_{weber.pk}": 3_000, f"chips_{named(tournament, 'Rossi').pk}": 5_000}
    assert send(floor, to("count-table", tournament.id, weber.table.table_id), **moved).status_code == 303
    assert named(tournament, "Rossi").chips == 5_000


def test_the_chip_set_is_found_complete_before_the_start(evening: Evening, floor: Client) -> None:
    """FinASVO NRW §21."""
    tournament = sold_tournament(evening, structure=TURBO, chip_set={"25": 100, "100": 100})
    sold(tournament, "Weber", "Rossi")
    seats.draw(**tournament.seen, table_ids=tournament.furniture(1), actor=evening.floor)
    assert tap(floor, tournament, "start").status_code == 422, "nobody checked it"
    address = to("chip-set", tournament.id)
    answer = send(floor, address, when="start", found_25="99", found_100="100")
    assert answer.status_code == 422
    assert not ChipSetCheck.objects.exists()
    assert send(floor, address, when="start", found_25="100", found_100="100").status_code == 303
    assert ChipSetCheck.objects.get().missing == {}
    assert tap(floor, tournament, "start").status_code == 303


def test_players_by_name_by_table_and_by_place(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    address = to("players", tournament.id)
    names = re.findall(r"<th scope=\"row\"><a[^>]*>([^<]+)<", flat(floor.get(address).content.decode()))
    assert names == ["Nguyen", "Okafor", "Rossi", "Weber"]
    by_table = floor.get(f"{address}?by=table").content.decode()
    assert "4/9" in by_table
    assert floor.get(f"{address}?by=place").status_code == 200


def test_a_seat_card_for_each_and_one_alone(tournament: SoldTournament, floor: Client) -> None:
    sold(tournament, "Weber", "Rossi")
    assert "No seats have been drawn yet." in html(floor, tournament, "seatcards")
    seats.draw(**tournament.seen, table_ids=tournament.furniture(1), actor=tournament.evening.floor)
    page = html(floor, tournament, "seatcards")
    assert page.count('class="seat-card"') == 2
    one = floor.get(to("seatcards", tournament.id) + f"?entrant={named(tournament, 'Rossi').number}").content.decode()
    assert "Rossi" in one
    used = Draw.objects.exclude(drawn_at=None).get()
    assert used.commitment[:32] in "".join(one.split()), "which draw gave him the seat"
    assert "Weber" not in one


def test_the_page_carries_what_a_browser_needs_to_go_on(tournament: SoldTournament, floor: Client) -> None:
    running(tournament)
    page = html(floor, tournament)
    carried = re.search(r'data-clockwork="([^"]*)"', page)
    assert carried
    told = json.loads(carried[1].replace("&quot;", '"'))
    assert told["zone"] == tournament.evening.house.time_zone
    assert [event[0] for event in told["events"]] == ["started"]
    assert told["items"][0] == {"minutes": 20, "number": 1, "blinds": "50 / 100", "ante": "–", "bets": ""}
    assert told["items"][4]["number"] is None, "a break"


def test_a_table_of_another_game_is_not_offered(tournament: SoldTournament, floor: Client) -> None:
    tournament.evening.table(code="T07")
    (mine,) = tournament.furniture(1)
    page = html(floor, tournament, "draw")
    assert f'value="{mine}"' in page
    assert f'value="{Table.objects.get(code="T07").pk}"' not in page
