"""A table whose stake goes up, for the tests of the terms."""

from dataclasses import dataclass

from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Game, GameChange, Hand, Session, StakeStep
from tables.play.services import stakes
from tables.play.services.stakes import Planned
from tests.builders import Evening
from tests.tables.hands import playing


@dataclass
class RisingStake:
    """One table of 1/2; 2/4 and 5/10 are on offer too, with larger buy-ins."""

    evening: Evening
    one_two: Game
    two_four: Game
    five_ten: Game
    table: int

    @classmethod
    def of(cls, evening: Evening, recorded: str, **terms: object) -> "RisingStake":
        """With three guests of 400 each; `terms` hold in all of its games."""
        games = [
            evening.game(
                name=f"NLHE {small}/{2 * small}",
                small_blind_cents=small * 100,
                big_blind_cents=small * 200,
                min_buy_in_cents=small * 4_000,
                recording=recorded,
                **terms,
            )
            for small in (1, 2, 5)
        ]
        found = cls(evening, *games, evening.table(games[0]))
        evening.sit(found.table, 40_000, 40_000, 40_000)
        return found

    @property
    def table_version(self) -> int:
        return self.evening.version(self.table)

    @property
    def session(self) -> Session:
        return Session.objects.select_related("game").get(table_id=self.table, closed_at=None)

    @property
    def played(self) -> list[str]:
        """What each hand was played for."""
        return list(Hand.objects.filter(table_id=self.table).order_by("number").values_list("game__name", flat=True))

    def plan(self, game: Game, minutes: int | None = None, hands: int | None = None) -> StakeStep:
        planned = Planned(game.pk, minutes, hands)
        stakes.plan(table_id=self.table, version=self.table_version, planned=planned, actor=self.evening.floor)
        return StakeStep.objects.order_by("pk").last()

    def change(self, game: Game, reason: str = "") -> None:
        tables.change_game(
            table_id=self.table, version=self.table_version, game_id=game.pk, reason=reason, actor=self.evening.floor
        )

    def hand(self, pot_cents: int = 2_000) -> Hand:
        """One hand from its beginning to its end: all fold to the big blind, or a pot with a flop and a tip of 1."""
        if self.session.game.recording == "every_action":
            return playing.folded_round(self.evening, self.table).hand
        summary = Summary(pot_cents, True, 3, tip_cents=100)
        return recording.record_summary(
            table_id=self.table, version=self.table_version, summary=summary, actor=self.evening.dealer
        ).hand

    def top_up(self, seat: int, cents: int) -> None:
        seats.top_up(
            table_id=self.table, version=self.table_version, seat=seat, amount_cents=cents, actor=self.evening.floor
        )

    def pause(self) -> None:
        tables.pause(table_id=self.table, version=self.table_version, actor=self.evening.floor)

    def resume(self) -> None:
        tables.resume(table_id=self.table, version=self.table_version, actor=self.evening.floor)

    def changes(self) -> list[tuple[str, str, int, bool]]:
        """From, to, from which hand on, and whether as planned."""
        rows = GameChange.objects.filter(session__table_id=self.table).select_related("from_game", "to_game")
        return [(row.from_game.name, row.to_game.name, row.from_hand, row.step_id is not None) for row in rows]
