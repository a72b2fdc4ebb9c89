"""A step of the stake, the floor's change of game and the next hand at once: one after the other, and nothing twice."""

import pytest

from tables import locks
from tables.floor.services import tables
from tables.hands.services import hands
from tables.models import GameChange, Hand, StakeStep
from tables.play.services import stakes
from tests import builders, racing
from tests.tables.floor.terms.rising import RisingStake

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening():
    return builders.evening()


@pytest.fixture
def due(evening):
    """Where a step is due for the next hand."""
    rising = RisingStake.of(evening, "every_action")
    rising.plan(rising.two_four, hands=1)
    rising.hand()
    return rising


@pytest.fixture
def integrator(evening):
    """Acts on whatever is current, so that only the lock stands between two of them."""
    return builders.user("integrator")


def race(due, integrator, monkeypatch):
    """Each has read the table before any of them writes that another game is played."""
    racing.meeting(monkeypatch, stakes, "note")

    def start():
        return hands.start(table_id=due.table, version=None, actor=integrator)

    def change():
        return tables.change_game(table_id=due.table, version=None, game_id=due.five_ten.pk, actor=integrator)

    return racing.at_once(start, change)


def test_without_the_lock_the_history_tells_of_two_first_hands(due, integrator, monkeypatch):
    monkeypatch.setattr(locks, "_TABLES", locks._TABLES.replace("FOR UPDATE", ""))
    race(due, integrator, monkeypatch)
    assert due.changes().count(("NLHE 1/2", "NLHE 2/4", 2, True)) == 1
    assert ("NLHE 1/2", "NLHE 5/10", 2, False) in due.changes()


def test_with_it_the_hand_is_what_the_history_says(due, integrator, monkeypatch):
    results = race(due, integrator, monkeypatch)
    played = Hand.objects.order_by("number").last().game
    if racing.refusals(results):
        # The hand began first: nothing changes in it.
        assert racing.refusals(results) == ["hand_in_progress"]
        assert played == due.two_four
        assert due.changes() == [("NLHE 1/2", "NLHE 2/4", 2, True)]
    else:
        # The floor came first: the step is no increase any more.
        assert played == due.five_ten
        assert due.changes() == [("NLHE 1/2", "NLHE 5/10", 2, False)]
        assert StakeStep.objects.get().state == "passed"
    assert GameChange.objects.count() == 1


def test_a_step_that_is_being_taken_is_not_cancelled(due, integrator, monkeypatch):
    step = StakeStep.objects.get()
    racing.meeting(monkeypatch, stakes, "note")
    racing.meeting(monkeypatch, stakes, "_cancel")

    def start():
        return hands.start(table_id=due.table, version=None, actor=integrator)

    def cancel():
        return stakes.cancel(table_id=due.table, version=None, step_id=step.pk, actor=integrator)

    results = racing.at_once(start, cancel)
    step.refresh_from_db()
    assert racing.refusals(results) in ([], ["step_over"])
    assert step.state == ("taken" if racing.refusals(results) else "cancelled")
    assert Hand.objects.order_by("number").last().game == (due.two_four if step.state == "taken" else due.one_two)
