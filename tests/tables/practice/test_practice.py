"""S14: a game with no money down (seed 000 § 1) has the rules of the game, and touches nothing of money."""

from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import models

from accounting.models import Entry
from casino.errors import NotAllowed, Refusal
from tables.floor.services import tables
from tables.models import Down, PracticeGame, PracticeHand, PracticeSeat, Session, TournamentTable
from tables.practice.services import games, hands
from tables.rules.actions import Action, Kind
from tables.tournaments.services import seats
from tests import builders
from tests.builders import Evening
from tests.tables.practice.practising import Practice, practice
from tests.tables.tournaments.tournament import sold_tournament

pytestmark = pytest.mark.django_db
Refused = Callable[..., str]
FOLD = Action(Kind.FOLD)


def chips() -> dict[int, int]:
    return dict(PracticeSeat.objects.filter(is_taken=True, practice__closed_at=None).values_list("seat", "chips_cents"))


class TestTheGame:
    def test_s14_a_hand_is_played_by_the_rules_and_paid_in_full(self, training: Practice) -> None:
        """The blinds are 1.00 and 2.00 and the minimum buy-in 40.00; of a pot of 120.00 nothing is taken."""
        assert chips() == {2: 4_000, 5: 4_000, 7: 4_000}
        played = training.all_in()
        assert [seat["posts"] for seat in played.setup["seats"] if "posts" in seat] == [
            [["small_blind", 100]], [["big_blind", 200]],
        ]  # fmt: skip
        assert chips() == {2: 12_000, 5: 0, 7: 0}
        assert played.number == 1

    def test_the_button_moves_on(self, training: Practice) -> None:
        buttons = []
        for _hand in range(3):
            played = training.deal()
            buttons.append(played.setup["button_seat"])
            training.settle(training.act(played, FOLD, FOLD))
        assert sorted(buttons) == [2, 5, 7]

    def test_an_illegal_action_is_refused_as_with_money(self, training: Practice) -> None:
        played = training.deal()
        with pytest.raises(Refusal, match="below_minimum"):
            training.act(played, Action(Kind.RAISE, to_cents=300))
        played.refresh_from_db()
        assert played.actions == []

    def test_an_action_is_taken_back_and_a_misdeal_leaves_all_as_it_was(
        self, training: Practice, refused: Refused
    ) -> None:
        played = training.act(training.deal(), FOLD)
        said = {"practice_hand_id": played.pk, "actor": training.evening.dealer}
        assert refused(hands.undo, count=0, **said) == "stale"
        played = hands.undo(count=1, **said)
        assert refused(hands.settle, count=0, **said) == "hand_not_over"
        hands.void(count=0, **said)
        assert chips() == {2: 4_000, 5: 4_000, 7: 4_000}
        assert refused(hands.undo, count=0, **said) == "hand_ended"

    def test_chips_are_handed_out_as_the_game_sells_them(self, training: Practice, refused: Refused) -> None:
        seen = {"actor": training.evening.dealer}
        for worth in (3_900, 4_050):
            code = "amount_too_small" if worth < 4_000 else "chips_not_payable"
            found = refused(games.sit, **training.seen, seat=1, chips_cents=worth, **seen)
            assert found in (code, "not_on_chip")
        assert refused(games.sit, **training.seen, seat=2, **seen) == "seat_taken"
        assert refused(games.sit, **training.seen, seat=10, **seen) == "seat_unknown"
        assert refused(games.add_chips, **training.seen, seat=3, **seen) == "seat_empty"
        games.add_chips(**training.seen, seat=2, chips_cents=100, **seen)
        assert chips()[2] == 4_100
        games.leave(**training.seen, seat=2, **seen)
        games.sit(**training.seen, seat=2, **seen)
        assert chips()[2] == 4_000

    def test_chips_are_added_between_hands_only(self, training: Practice, refused: Refused) -> None:
        training.deal()
        for service in (games.sit, games.add_chips, games.leave):
            said = {"seat": 1 if service is games.sit else 2, "actor": training.evening.dealer}
            assert refused(service, **training.seen, **said) == "hand_in_progress"
        assert refused(hands.start, **training.seen, actor=training.evening.dealer) == "hand_in_progress"

    def test_two_players_are_needed(self, evening: Evening, refused: Refused) -> None:
        made = practice(evening)
        made.open()
        made.sit(4)
        assert refused(hands.start, **made.seen, actor=evening.dealer) == "players_few"

    def test_another_game_is_played_from_the_next_hand_on(self, training: Practice, refused: Refused) -> None:
        omaha = training.evening.game(variant="omaha", betting="pot_limit")
        said = {**training.seen, "actor": training.evening.floor}
        large = training.evening.game(chip_cents=500, small_blind_cents=500, big_blind_cents=1_000,
                                      min_buy_in_cents=20_000)  # fmt: skip
        games.add_chips(**training.seen, seat=2, chips_cents=100, actor=training.evening.dealer)
        said = {**training.seen, "actor": training.evening.floor}
        assert refused(games.change_game, game_id=large.pk, **said) == "not_on_chip"
        games.change_game(game_id=omaha.pk, **said)
        assert training.deal().setup["terms"]["variant"] == "omaha"


class TestATrainingTable:
    def test_a_dealer_practises_without_being_sent(self, training: Practice, refused: Refused) -> None:
        """No down, so no hours of the tronc; the cage's people do not deal."""
        training.all_in()
        assert not Down.objects.exists()
        with pytest.raises(NotAllowed):
            hands.start(**training.seen, actor=training.evening.cage)

    def test_it_is_as_at_the_start_again(self, training: Practice) -> None:
        training.all_in()
        open_hand = PracticeHand.objects.filter(state="open")
        games.add_chips(**training.seen, seat=5, actor=training.evening.dealer)
        training.deal()
        before = PracticeGame.objects.get()
        fresh = games.reset(**training.seen, actor=training.evening.dealer)
        assert chips() == {2: 4_000, 5: 4_000, 7: 4_000}
        assert (fresh.game, fresh.hands_dealt, fresh.button_seat) == (before.game, 0, None)
        assert not open_hand.exists()
        assert PracticeHand.objects.filter(practice=before).count() == 2, "the hands before stay readable"
        assert training.deal().number == 1


class TestOneThingAtATable:
    def test_a_session_a_tournament_or_practice(self, training: Practice, refused: Refused) -> None:
        evening = training.evening
        said = {"game_id": evening.game().pk, "actor": evening.floor}
        floated = {**said, "float_cents": 0}
        assert refused(tables.open_table, **training.seen, **floated) == "table_in_practice"
        assert refused(games.open_game, **training.seen, **said) == "table_in_practice"
        assert (
            refused(tables.edit, table_id=training.table, seats=8, is_active=True, actor=evening.floor)
            == "table_in_practice"
        )
        tournament = sold_tournament(evening)
        tournament.enter()
        tournament.enter()
        assert (
            refused(seats.draw, **tournament.seen, table_ids=[training.table], actor=evening.floor)
            == "table_in_practice"
        )
        assert not TournamentTable.objects.exists()
        games.close(**training.seen, actor=evening.floor)
        tables.open_table(**training.seen, **floated)
        assert refused(games.open_game, **training.seen, **said) == "table_open"
        assert refused(games.close, **training.seen, actor=evening.floor) == "no_practice"

    def test_only_games_among_guests_of_the_house(self, evening: Evening, refused: Refused) -> None:
        made = practice(evening)
        said = {**made.seen, "actor": evening.floor}
        assert refused(games.open_game, game_id=evening.banked_game().pk, **said) == "game_is_banked"
        assert refused(games.open_game, game_id=4711, **said) == "no_such_game"
        assert refused(games.open_game, game_id=evening.game(is_active=False).pk, **said) == "game_not_offered"
        assert not PracticeGame.objects.exists()

    def test_no_gaming_day_or_float_is_needed(self, evening: Evening) -> None:
        people = {attribute: getattr(evening, attribute) for attribute, _role, _username in builders.HIRED}
        evening = builders.evening(code="by", people=people, opens=False)
        made = practice(evening)
        made.open()
        made.sit(1, 2)
        made.all_in()
        assert not Session.objects.exists()


class TestNothingOfMoney:
    def test_nothing_is_booked(self, training: Practice) -> None:
        before = builders.balances(), Entry.objects.count()
        training.all_in()
        games.reset(**training.seen, actor=training.evening.dealer)
        games.close(**training.seen, actor=training.evening.floor)
        assert before == (builders.balances(), Entry.objects.count())

    def test_no_row_leads_to_the_books_or_to_a_guest(self) -> None:
        """By the models themselves: of the money side only the house is near, through the table."""
        led = {
            field.related_model._meta.label
            for model in apps.get_app_config("tables").get_models()
            if model.__name__.startswith("Practice")
            for field in model._meta.get_fields()
            if isinstance(field, models.ForeignKey)
        }
        assert led == {"tables.Table", "tables.Game", "casino.User", "tables.PracticeGame"}
