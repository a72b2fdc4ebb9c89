"""What a process keeps of a table on the board while its version stands: the same as it would read again."""

from collections.abc import Callable

import pytest

from casino.models import User
from tables.board.selectors import board
from tables.floor.services import seats, tables
from tables.models import Down
from tests import live
from tests.tables.floor.pages.conftest import call, pause
from tests.tables.pages.conftest import Room


class TestWhatIsKept:
    """A process keeps what it has read of a table while the table's version stands."""

    @pytest.fixture(autouse=True)
    def nothing_read_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(board, "READ_AGAIN", 0)

    def shown(self, room: Room) -> board.Present:
        live.commit()
        return board.present(room.house, "", again=True)

    def test_it_is_what_would_be_read(self, two: Room, later: Callable[..., None]) -> None:
        table, at = two.tables["T1"], {"table_id": two.tables["T1"], "actor": two.floor}
        guest = two.guest("Yilmaz", "77")

        def version() -> int:
            return two.version(table)

        commands = [
            lambda: seats.sit(**at, version=version(), seat=5, guest_id=guest.pk, buy_in_cents=200_00),
            lambda: seats.away(**at, version=version(), seat=1),
            lambda: later(minutes=7),
            lambda: seats.back(**at, version=version(), seat=1),
            lambda: tables.pause(**at, version=version()),
            lambda: later(minutes=31),
            lambda: tables.resume(**at, version=version()),
            lambda: two.push(table, two.dealer),
            lambda: call(two, "T1"),
            lambda: seats.cash_out(**at, version=version(), seat=5, counted_cents=200_00),
        ]
        self.shown(two)
        for number, command in enumerate(commands):
            command()
            kept = self.shown(two)
            board.forget()
            read = self.shown(two)
            assert (number, kept.tables, kept.alarms) == (number, read.tables, read.alarms)

    def test_a_table_that_did_not_change_is_not_read(self, two: Room) -> None:
        before = self.shown(two)
        Down.objects.filter(table=two.tables["T2"]).update(started_at=before.now)
        pause(two, "T1")
        after = self.shown(two)
        assert after.tables[0].table.is_paused
        assert after.tables[1] is before.tables[1]

    def test_a_few_are_read_again_by_a_poll_once_their_reading_is_old(
        self, two: Room, monkeypatch: pytest.MonkeyPatch, later: Callable[..., None]
    ) -> None:
        monkeypatch.setattr(board, "READ_AGAIN", 1)

        def renamed(version: str, *, again: bool = False) -> int:
            shown = board.present(two.house, version, again=again).tables
            return [one.table.dealer.name for one in shown if one.table.dealer].count("Other")

        later(seconds=1)
        self.shown(two)
        User.objects.filter(username__startswith="at-T").update(full_name="Other")
        assert renamed("1") == 0
        later(seconds=9)
        assert renamed("2") == 0
        later(seconds=1)
        assert [renamed(version) for version in "345"] == [1, 2, 2]
        User.objects.filter(username__startswith="at-T").update(full_name="Third")
        assert renamed("6") == 2, "both have just been read"
        assert [renamed("6", again=True) for _time in range(2)] == [1, 0], "whoever opens the page sees it"

    def test_another_name_of_a_game_is_read_at_once(self, two: Room) -> None:
        self.shown(two)
        game = two.games["summary"]
        type(game).objects.filter(pk=game.pk).update(name="PLO 5/10/20")
        assert {one.table.session.game_name for one in self.shown(two).tables if one.table.session} == {"PLO 5/10/20"}
