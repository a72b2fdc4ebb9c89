"""The waiting lists on the wall: fresh by itself, fitting on the wall and on a telephone, no cookie."""

import pytest
from playwright.sync_api import expect

from tables.waiting.services import entries, list_calls
from tests import builders
from tests.browser.conftest import Sit


@pytest.mark.parametrize("size", [(1920, 1080), (390, 844)])
def test_the_wall_shows_who_waits_and_who_is_called(sit: Sit, transactional_db: None, size: tuple[int, int]) -> None:
    evening = builders.evening()
    game = evening.game(name="NLHE 1/2")
    table = evening.table(game, dealt=False)
    wall = sit(None, size=size, language="en").open("/display/lists/")
    expect(wall.get_by_text("Nobody is waiting at the moment.")).to_be_visible()
    anna, _boris = (
        entries.join(game_id=game.pk, guest_id=evening.guest(name).pk, actor=evening.floor)
        for name in ("Anna Becker", "Boris Clausen")
    )
    expect(wall.get_by_role("row", name="A. B.")).to_contain_text("a seat is free")
    list_calls.call(entry_id=anna.pk, table_id=table, seat=3, actor=evening.floor)
    expect(wall.get_by_role("row", name="A. B.")).to_contain_text("Please come to T07, seat 3")
    expect(wall.get_by_role("rowheader", name="1 B. C.")).to_be_visible()
    expect(wall.get_by_text("a seat is free")).to_be_visible()
    assert wall.context.cookies() == []
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")
