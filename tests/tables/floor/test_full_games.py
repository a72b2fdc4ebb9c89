"""How many guests a game holds: the deck suffices for seven in six-card Omaha, and on two boards for six."""

import pytest
from django.utils import translation

from casino import house_time, wording
from casino.errors import Refusal
from tables import locks
from tables.board.selectors import display
from tables.floor.services import seats, tables
from tables.models import Game, Sitting, Table, WaitingEntry
from tables.moving.selectors import overview
from tables.moving.services import breaking
from tables.practice.services import games as practice
from tables.rules.forms import FORMS
from tables.rules.setup import MOST_PLAYERS
from tables.rules.terms import room
from tables.seating.services import seating
from tables.waiting.selectors import columns
from tables.waiting.selectors import lists as waiting
from tables.waiting.services import entries, list_calls
from tests import builders, databases, racing
from tests.builders import Evening

pytestmark = pytest.mark.django_db

built, evening = databases.shared(builders.evening)

SIX_CARDS = {"variant": "omaha_6", "betting": "pot_limit"}
HOLDS_SIX = SIX_CARDS | {"bomb_pot_ante_cents": 500, "bomb_pot_boards": 2}
BUY_IN = 40_000


def six_card_table(evening: Evening, code: str = "T07", *, players: int = 0, **terms: object) -> int:
    """A table of ten seats with a game of six-card Omaha, and guests at it."""
    game = Game.objects.filter(variant="omaha_6").first() or evening.game(**(SIX_CARDS | terms))
    table = evening.table(game, code=code, dealt=code == "T07")
    Table.objects.filter(pk=table).update(seats=10)
    evening.sit(table, *[BUY_IN] * players)
    return table


def game_of(table: int) -> int:
    return Sitting.objects.filter(table_id=table).values_list("session__game_id", flat=True)[0]


def code_of(command: object, **said: object) -> tuple[str, object]:
    assert callable(command)
    before = list(Sitting.objects.order_by("pk").values()), list(WaitingEntry.objects.order_by("pk").values())
    with pytest.raises(Refusal) as refusal:
        command(**said)
    assert (list(Sitting.objects.order_by("pk").values()), list(WaitingEntry.objects.order_by("pk").values())) == before
    return refusal.value.code, refusal.value.facts.get("most")


@pytest.mark.parametrize(
    ("variant", "on_boards"),
    [
        ("texas", (10, 10, 10)),
        ("texas_hi_lo", (10, 10, 10)),
        ("omaha", (10, 9, 8)),
        ("omaha_hi_lo", (10, 9, 8)),
        ("omaha_5", (8, 7, 6)),
        ("big_o", (8, 7, 6)),
        ("omaha_6", (7, 6, 5)),
    ],
)
def test_how_many_the_deck_suffices_for(variant: str, on_boards: tuple[int, int, int]) -> None:
    """52 cards, less five for each board and three burn cards, by the cards in each hand; ten sit at a table."""
    assert tuple(room.most_players(variant, boards) for boards in (1, 2, 3)) == on_boards


def test_of_every_form_it_is_told() -> None:
    assert all(2 <= room.most_players(form, 3) <= MOST_PLAYERS for form in FORMS)
    assert room.most_players("easy_holdem") == MOST_PLAYERS, "no deck is shared there by the boxes of a poker hand"


@pytest.mark.parametrize(("terms", "most"), [(SIX_CARDS, 7), (SIX_CARDS | {"boards": 2}, 6), (HOLDS_SIX, 6)])
def test_a_game_holds_what_its_hands_and_its_bomb_pots_hold(
    evening: Evening, terms: dict[str, object], most: int
) -> None:
    assert evening.game(**terms).most_players == most


@pytest.mark.parametrize("variant", FORMS)
def test_an_evening_of_each_game_up_to_its_last_seat(evening: Evening, variant: str) -> None:
    """On two boards: opened, filled to the last guest who can be dealt in, and the next one is called from the list."""
    game = evening.game(variant=variant, betting="pot_limit", boards=2)
    table, most = evening.table(game), game.most_players
    Table.objects.filter(pk=table).update(seats=10)
    evening.sit(table, *[BUY_IN] * most)
    anna = entries.join(game_id=game.pk, guest_id=evening.guest("Anna").pk, actor=evening.floor)
    call = {"entry_id": anna.pk, "table_id": table, "actor": evening.floor}
    if most < 10:
        assert code_of(list_calls.call, seat=10, **call) == ("game_full", most)
    assert (evening.view(table).room, waiting.one(anna.waiting_list_id, house_time.now()).free_seats) == (0, 0)
    seats.cash_out(table_id=table, version=evening.version(table), seat=1, actor=evening.floor)
    assert waiting.one(anna.waiting_list_id, house_time.now()).free_seats == 1
    list_calls.call(seat=1, **call)
    list_calls.seat(entry_id=anna.pk, buy_in_cents=BUY_IN, actor=evening.floor)
    assert (len(evening.view(table).seats), evening.view(table).room) == (most, 0)
    assert display.wall(None).games[0].free == 0


class TestAtATable:
    def test_nobody_more_is_seated(self, evening: Evening) -> None:
        table = six_card_table(evening, players=7)
        said = {
            "table_id": table,
            "version": None,
            "seat": 9,
            "buy_in_cents": BUY_IN,
            "actor": builders.user("integrator"),
        }
        assert code_of(seats.sit, guest_id=evening.guest().pk, **said) == ("game_full", 7)
        seen = evening.view(table)
        assert (seen.room, seen.free, seen.open_seats) == (0, [8, 9, 10], [])

    def test_with_bomb_pots_on_two_boards_one_fewer(self, evening: Evening) -> None:
        table = six_card_table(evening, players=5, **HOLDS_SIX)
        assert evening.view(table).room == 1
        evening.sit(table, BUY_IN, first=9)
        with pytest.raises(Refusal, match="game_full"):
            evening.sit(table, BUY_IN, first=10)

    def test_whoever_sits_there_may_change_seats(self, evening: Evening) -> None:
        table = six_card_table(evening, players=7)
        seats.move(
            table_id=table, version=evening.version(table), seat=1, to_table_id=table, to_seat=10, actor=evening.floor
        )
        assert [one.seat for one in evening.view(table).seats] == [2, 3, 4, 5, 6, 7, 10]

    def test_nobody_is_moved_to_it(self, evening: Evening) -> None:
        table, other = six_card_table(evening, players=7), six_card_table(evening, "T08")
        evening.sit(other, BUY_IN)
        said = {
            "version": evening.version(other),
            "seat": 1,
            "to_table_id": table,
            "to_seat": 9,
            "actor": evening.floor,
        }
        assert code_of(seats.move, table_id=other, **said) == ("game_full", 7)

    def test_a_game_that_does_not_hold_its_guests_is_not_changed_to(self, evening: Evening) -> None:
        table = evening.table(evening.game(variant="omaha"))
        evening.sit(table, *[BUY_IN] * 8)
        six = evening.game(**SIX_CARDS)
        said = {"table_id": table, "version": evening.version(table), "game_id": six.pk, "actor": evening.floor}
        assert code_of(tables.change_game, **said) == ("game_full", 7)
        five = evening.game(variant="omaha_5")
        assert tables.change_game(**(said | {"game_id": five.pk})) == table

    def test_with_no_money_down_it_holds_as_many(self, evening: Evening) -> None:
        table = tables.create(house_id=evening.house.pk, code="P1", seats=10, actor=evening.floor).pk
        said = {"table_id": table, "actor": evening.floor}
        five, six = (evening.game(variant=variant).pk for variant in ("omaha_5", "omaha_6"))
        practice.open_game(version=1, game_id=six, **said)
        for seat in range(1, 8):
            practice.sit(version=evening.version(table), seat=seat, **said)
        assert code_of(practice.sit, version=evening.version(table), seat=8, **said) == ("game_full", 7)
        practice.change_game(version=evening.version(table), game_id=five, **said)
        practice.sit(version=evening.version(table), seat=8, **said)
        assert code_of(practice.change_game, version=evening.version(table), game_id=six, **said) == ("game_full", 7)


class TestFromTheList:
    def test_who_is_called_is_counted_and_takes_the_last_seat(self, evening: Evening) -> None:
        table = six_card_table(evening, players=6)
        game_id = game_of(table)
        anna, boris = (
            entries.join(game_id=game_id, guest_id=evening.guest(name).pk, actor=evening.floor) for name in ("A", "B")
        )
        listed, column = waiting.one(anna.waiting_list_id, house_time.now()), columns.column(game_id, house_time.now())
        assert (listed.free_seats, column.room) == (1, 1)
        list_calls.call(entry_id=anna.pk, table_id=table, seat=9, actor=evening.floor)
        said = {"table_id": table, "seat": 10, "actor": evening.floor}
        assert code_of(list_calls.call, entry_id=boris.pk, **said) == ("game_full", 7)
        walk_in = {"version": evening.version(table), "guest_id": evening.guest("C").pk, "buy_in_cents": BUY_IN}
        assert code_of(seats.sit, reason="asked first", **said, **walk_in) == ("game_full", 7)
        list_calls.seat(entry_id=anna.pk, buy_in_cents=BUY_IN, actor=evening.floor)
        assert waiting.one(anna.waiting_list_id, house_time.now()).free_seats == 0
        assert columns.column(game_id, house_time.now()).next_call is None

    def test_a_new_game_is_drawn_for_as_many_as_it_holds(self, evening: Evening) -> None:
        table = six_card_table(evening)
        game = Game.objects.get(variant="omaha_6")
        for number in range(9):
            entries.join(game_id=game.pk, guest_id=evening.guest(f"G{number}").pk, actor=evening.floor)
        draw = breaking.announce(table_id=table, actor=evening.floor)
        breaking.draw_seats(draw_id=draw.pk, first_seat=1, actor=evening.floor)
        assert WaitingEntry.objects.filter(state="called").count() == 7

    def test_a_broken_table_fills_the_others_no_further(self, evening: Evening) -> None:
        six_card_table(evening, players=5)
        other = six_card_table(evening, "T08")
        evening.sit(other, *[BUY_IN] * 4)
        (load,) = [one for one in overview.of_house(evening.house.pk, house_time.now())[0].tables if one.code == "T07"]
        assert (load.room, len(load.free)) == (2, 5)
        draw = breaking.announce(table_id=other, actor=evening.floor)
        breaking.break_table(draw_id=draw.pk, actor=evening.floor)
        here = Sitting.objects.filter(left_at=None).values_list("table__code", flat=True)
        assert sorted(here) == ["T07"] * 7 + ["T08"] * 2
        assert WaitingEntry.objects.filter(is_from_broken_table=True).count() == 2


def test_the_wall_counts_only_what_the_game_holds(evening: Evening) -> None:
    six_card_table(evening, players=6)
    (game,) = display.wall(None).games
    assert game.free == 1


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "The deck suffices for 7 players of PLO6."), ("de", "Das Kartenspiel reicht für 7 Spieler von PLO6.")],
)
def test_the_refusal_names_the_number(evening: Evening, language: str, said: str) -> None:
    with translation.override(language), pytest.raises(Refusal) as refusal:
        room.refuse_more(8, 7, "PLO6")
    with translation.override(language):
        assert wording.sentence(refusal.value) == said


@pytest.mark.django_db(transaction=True)
class TestTheLastSeat:
    """Two floor persons seat two guests on two free seats, and the deck suffices for one of them."""

    def race(self, monkeypatch: pytest.MonkeyPatch) -> list[object]:
        evening = builders.evening()
        table, integrator = six_card_table(evening, players=6), builders.user("integrator")
        guests = [(9, evening.guest("Anna")), (10, evening.guest("Boris"))]
        racing.meeting(monkeypatch, seating, "seated")
        said = {"table_id": table, "version": None, "buy_in_cents": BUY_IN, "actor": integrator}
        return racing.at_once(
            *(lambda seat=seat, guest=guest: seats.sit(seat=seat, guest_id=guest.pk, **said) for seat, guest in guests)
        )

    def test_without_the_lock_both_sit_down(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))
        self.race(monkeypatch)
        assert Sitting.objects.filter(left_at=None).count() == 8

    def test_the_second_is_told_that_the_game_is_full(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert racing.refusals(self.race(monkeypatch)) == ["game_full"]
        assert Sitting.objects.filter(left_at=None).count() == 7
