"""A table that is played at with chips without value, in a test."""

from dataclasses import dataclass
from typing import Any

from tables.floor.services import tables
from tables.hands.services.chip_hands import state_of
from tables.models import Game, PracticeGame, PracticeHand, Table
from tables.practice.services import games, hands
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tables.rules.hand import view
from tests.builders import Evening

BOARD = cards.parse("2c 7d 9h Js Qd")
HOLE = ["As Ah", "Ks Kh", "8c 8d", "5c 5d"]


@dataclass
class Practice:
    """The table, by its id, and who does things there."""

    evening: Evening
    table: int

    @property
    def seen(self) -> dict[str, Any]:
        """The table as it stands."""
        return {"table_id": self.table, "version": self.evening.version(self.table)}

    def open(self, game: Game | None = None) -> PracticeGame:
        played = game or self.evening.game()
        return games.open_game(**self.seen, game_id=played.pk, actor=self.evening.floor)

    def sit(self, *seats: int) -> None:
        for seat in seats:
            games.sit(**self.seen, seat=seat, actor=self.evening.dealer)

    def deal(self) -> PracticeHand:
        return hands.start(**self.seen, actor=self.evening.dealer)

    def act(self, played: PracticeHand, *actions: Action) -> PracticeHand:
        for action in actions:
            played = hands.act(
                practice_hand_id=played.pk, action=action, count=len(played.actions), actor=self.evening.dealer
            )
        return played

    def settle(self, played: PracticeHand) -> PracticeHand:
        return hands.settle(practice_hand_id=played.pk, count=len(played.actions), actor=self.evening.dealer)

    def all_in(self) -> PracticeHand:
        """A hand in which all go in; the first seat wins with aces."""
        played = self.deal()
        dealt = dict(zip([seat["seat"] for seat in played.setup["seats"]], HOLE, strict=False))
        while not (seen := view(state_of(played))).result:
            option = seen.legal.options[0]
            if seen.to_act is not None and seen.legal.option(Kind.ALL_IN):
                action = Action(Kind.ALL_IN)
            elif seen.to_act is not None and seen.legal.option(Kind.CALL):
                action = Action(Kind.CALL)
            elif option.kind is Kind.BOARD:
                shown = len(seen.board)
                action = Action(Kind.BOARD, cards=BOARD[shown : shown + (option.cards or 0)])
            else:
                seat = seen.legal.option(Kind.SHOW).seats[0]
                action = Action(Kind.SHOW, seat=seat, cards=cards.parse(dealt[seat]))
            played = self.act(played, action)
        return self.settle(played)


def practice(evening: Evening, *, code: str = "T9") -> Practice:
    """A table where nothing is played yet."""
    row: Table = tables.create(house_id=evening.house.pk, code=code, seats=9, actor=evening.floor)
    return Practice(evening, row.pk)
