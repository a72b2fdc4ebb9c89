"""Whether one plays "with no money down" is the house's to say (S14; seed 000 §1): nobody does, as is posted."""

import pytest

from accounting.models import House
from casino import house_time
from casino.errors import Refusal
from tables.floor.services import seats
from tables.games.selectors import posted_banked as banked
from tables.games.selectors import posted_sheet as sheet
from tables.models import Sitting
from tests.builders import Evening

pytestmark = pytest.mark.django_db
SENTENCE = "Nobody plays without chips: every guest buys in before their first hand."


def said(sentences) -> list[str]:
    return [one.message for one in sentences]


@pytest.mark.parametrize("kind", ["game", "banked_game"])
def test_no_game_is_offered_without_a_buy_in(evening: Evening, kind: str) -> None:
    with pytest.raises(Refusal):
        getattr(evening, kind)(min_buy_in_cents=0)


@pytest.mark.parametrize("kind", ["game", "banked_game"])
@pytest.mark.parametrize("recording", ["every_action", "summary"])
def test_nobody_takes_a_seat_without_one(evening: Evening, kind: str, recording: str) -> None:
    changes = {"recording": recording} if kind == "game" else {}
    table = evening.table(getattr(evening, kind)(**changes))
    guest = evening.guest()
    with pytest.raises(Refusal):
        seats.sit(
            table_id=table, version=evening.version(table), seat=1, guest_id=guest.pk, buy_in_cents=0,
            actor=evening.floor,
        )  # fmt: skip
    assert not Sitting.objects.exists()


def test_the_sheets_say_so(evening: Evening) -> None:
    now = house_time.now()
    assert SENTENCE in said(sheet.sheet(evening.game().pk, now).about_game)
    bank = banked.sheet(evening.banked_game().pk)
    assert bank is not None
    assert SENTENCE in said(bank.stakes)


def test_the_sheet_says_that_increases_are_agreed_before(evening: Evening) -> None:
    game = evening.game()
    sentence = "The stake goes up only as announced before the first hand."
    now = house_time.now()
    assert sentence not in said(sheet.sheet(game.pk, now).about_game)
    House.objects.update(stakes_agreed_before_start=True)
    assert sentence in said(sheet.sheet(game.pk, now).about_game)
