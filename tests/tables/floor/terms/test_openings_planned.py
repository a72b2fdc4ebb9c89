"""Openings that are announced (S7; seed 000: "you set the start and end time in advance")."""

from datetime import timedelta

import pytest
from django.db import IntegrityError

from casino import house_time
from tables.floor.services import openings, tables
from tables.floor.services.openings import Planned
from tables.games.services import games
from tables.models import PlannedOpening, Session
from tests.tables.floor.terms.conftest import next_door


@pytest.fixture
def table(evening):
    """A closed table."""
    return tables.create(house_id=evening.house.pk, code="T09", seats=9, actor=evening.floor).pk


@pytest.fixture
def game(evening):
    return evening.game()


def plan(evening, table, game, *, hours=2, ends=None, actor=None):
    starts_at = house_time.now() + timedelta(hours=hours)
    planned = Planned(game.pk, starts_at, None if ends is None else house_time.now() + timedelta(hours=ends))
    values = {"table_id": table, "version": evening.version(table), "planned": planned, "actor": actor or evening.floor}
    openings.plan(**values)
    return PlannedOpening.objects.order_by("pk").last()


def opened(evening, table, game):
    tables.open_table(
        table_id=table, version=evening.version(table), game_id=game.pk, float_cents=0, actor=evening.floor
    )
    return Session.objects.get(table_id=table, closed_at=None)


def test_opening_the_table_takes_it_up(evening, table, game):
    row = plan(evening, table, game, ends=8)
    session = opened(evening, table, game)
    row.refresh_from_db()
    assert row.session == session
    assert session.ends_at == row.ends_at


def test_another_day_is_another_matter(evening, table, game):
    row = plan(evening, table, game, hours=26)
    session = opened(evening, table, game)
    row.refresh_from_db()
    assert row.session is None
    assert session.ends_at is None


def test_is_taken_back(evening, table, game, refused):
    row = plan(evening, table, game)
    openings.cancel(table_id=table, version=evening.version(table), actor=evening.floor)
    row.refresh_from_db()
    assert row.cancelled_by == evening.floor
    values = {"table_id": table, "version": evening.version(table), "actor": evening.floor}
    assert refused(openings.cancel, **values) == "no_opening_planned"
    plan(evening, table, game)
    with pytest.raises(IntegrityError, match="append-only"):
        PlannedOpening.objects.filter(pk=row.pk).update(cancelled_at=None, cancelled_by=None)


def test_what_is_refused(evening, table, game, refused):
    def code(**values):
        return refused(plan, evening, table, values.pop("game", game), **values)

    assert code(hours=-1) == "start_out_of_range"
    assert code(hours=24 * 61) == "start_out_of_range"
    assert code(ends=1) == "end_out_of_range"
    assert code(ends=51) == "end_out_of_range"
    assert code(actor=evening.dealer) == "not_allowed"
    gone = evening.game()
    games.edit(game_id=gone.pk, changes={"is_active": False}, actor=evening.floor)
    assert code(game=gone) == "game_not_offered"
    assert code(game=next_door(evening).game()) == "no_such_game"
    plan(evening, table, game)
    assert code() == "opening_planned"
    out_of_use(evening, table)
    assert code() == "table_out_of_use"


def out_of_use(evening, table):
    tables.edit(table_id=table, seats=9, is_active=False, actor=evening.floor)


def test_a_table_is_opened_in_use_and_with_a_game_that_its_house_offers(evening, table, game, refused):
    gone = evening.game()
    games.edit(game_id=gone.pk, changes={"is_active": False}, actor=evening.floor)
    assert refused(opened, evening, table, gone) == "game_not_offered"
    assert refused(opened, evening, table, next_door(evening).game()) == "no_such_game"
    out_of_use(evening, table)
    assert refused(opened, evening, table, game) == "table_out_of_use"


def test_a_table_is_set_up_in_a_house(evening, refused):
    assert refused(tables.create, house_id=4711, code="T10", seats=9, actor=evening.floor) == "no_such_house"
