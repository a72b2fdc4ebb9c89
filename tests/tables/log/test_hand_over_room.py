"""The hand-over sheet names what the next person in charge runs on with: breaks, must-moves, and what is planned."""

from datetime import timedelta

import pytest

from accounting.cage.selectors import shifts as floor_shifts
from casino import house_time
from tables.dealers.services import breaks, shifts
from tables.floor.services import openings, tables
from tables.log.selectors import hand_overs as selector
from tables.log.selectors.hand_over_rows import Moment
from tables.models import DealerBreak, MustMove
from tables.moving.services import must_moves
from tables.play.services import house_rules, stakes
from tables.play.services.stakes import Planned
from tables.rules.rota.terms import RotaRules
from tables.verdicts.alarms import Kind
from tests import builders, databases

pytestmark = pytest.mark.django_db


built, evening = databases.shared(builders.evening)


def section(evening, name):
    now = house_time.now()
    moment = Moment(floor_shifts.running(evening.house, now), now)
    wanted = next(one for one in selector.SECTIONS if one.name == name)
    rows = selector.facts(moment)["sections"][name]
    for row in rows:
        assert set(row) == {column.name for column in wanted.columns}
    return rows


def test_dealers_on_a_break_and_when_they_are_to_be_back(evening):
    house_rules.change(house_id=evening.house.pk, rules=RotaRules, changes={"is_on": True}, actor=evening.floor)
    other = builders.user("dealer", "second-dealer")
    for dealer in (evening.dealer, other):
        shifts.come(house_id=evening.house.pk, dealer_id=dealer.pk, actor=evening.floor)
    breaks.send(house_id=evening.house.pk, dealer_id=other.pk, actor=evening.floor)
    row = DealerBreak.objects.get()
    assert section(evening, "breaks") == [
        {"dealer": str(other), "since": row.started_at.isoformat(), "back_at": row.back_at.isoformat()}
    ]
    breaks.back(dealer_id=other.pk, actor=evening.floor)
    assert section(evening, "breaks") == []


def test_must_moves_that_stand_and_who_moves_next(evening):
    game = evening.game()
    main, feeder = evening.table(game, code="T1", dealt=False), evening.table(game, code="T2", dealt=False)
    first, _second = evening.sit(feeder, 200_00, 200_00)
    must_moves.couple(main_id=main, feeder_id=feeder, actor=evening.floor)
    coupled_at = MustMove.objects.get().coupled_at.isoformat()
    assert section(evening, "must_moves") == [
        {"main": "T1", "feeder": "T2", "guests": 2, "next": first.name, "since": coupled_at}
    ]
    must_moves.uncouple(main_id=main, actor=evening.floor)
    assert section(evening, "must_moves") == []


def test_stakes_that_are_planned(evening):
    small = evening.game(name="NLHE 1/2")
    large = evening.game(name="NLHE 2/4", small_blind_cents=200, big_blind_cents=400, min_buy_in_cents=8_000)
    table = evening.table(small)
    plan = Planned(large.pk, after_minutes=90)
    stakes.plan(table_id=table, version=evening.version(table), planned=plan, actor=evening.floor)
    assert section(evening, "stakes") == [
        {"table": "T07", "game": "NLHE 2/4", "after_minutes": 90, "after_hands": None, "by": str(evening.floor)}
    ]


def test_openings_that_are_planned(evening):
    game = evening.game(name="NLHE 1/2")
    table = tables.create(house_id=evening.house.pk, code="T1", seats=9, actor=evening.floor)
    at = house_time.now() + timedelta(hours=2)
    opening = openings.Planned(game.pk, at)
    openings.plan(table_id=table.pk, version=table.version, planned=opening, actor=evening.floor)
    assert section(evening, "planned") == [{"at": at.isoformat(), "what": "T1: NLHE 1/2"}]


def test_every_alarm_of_the_sheet_is_named_in_words():
    kinds = next(one for one in selector.SECTIONS if one.name == "alarms").columns[1]
    assert set(kinds.words) == set(Kind) - {Kind.CALL}, "calls have a section of their own"
