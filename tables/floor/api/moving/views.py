"""Moves as they are read, draws of seats, and what a house sets of moving."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django_filters import rest_framework as filters

from accounting.models import House
from casino import house_time
from casino.api.fields import Body, IntField
from casino.api.reading import IdFilter, Row, RowAndChange, Rows
from casino.api.rendering import Json
from casino.models import User
from tables.floor.api.moving.schemas import GameMovesShape, MovingRulesShape, SeatDrawShape
from tables.floor.selectors import move_requests
from tables.floor.selectors.moving import overview
from tables.floor.selectors.moving.overview import CoupleView, GameMoves, RequestView
from tables.floor.services.moving import terms
from tables.models import Game, SeatDraw, Session
from tables.rules.moving import terms as law


def face(view: GameMoves) -> Json:
    """A game with its moves."""
    found = view.suggestion
    return {
        "game": view.game_id,
        "game_name": view.game_name,
        "tables": [
            {
                "id": one.table_id,
                "code": one.code,
                "seats": one.seats,
                "players": one.players,
                "free": one.free,
                "draw": one.draw_id,
            }
            for one in view.tables
        ],
        "requests": [_request(one) for one in view.requests],
        "must_moves": [_couple(one) for one in view.couples],
        "neediest": view.neediest,
        "suggestion": None
        if found is None
        else {
            "guest_name": found.guest_name,
            "from_table": found.from_code,
            "to_table": found.to_code,
            "has_asked": found.has_asked,
        },
        "breaking_order": view.breaking,
    }


def _request(one: RequestView) -> Json:
    return {
        "id": one.id,
        "guest": one.guest_id,
        "guest_name": one.guest_name,
        "guest_number": one.guest_number,
        "kind": one.kind,
        "table": one.table_id,
        "table_code": one.table_code,
        "seat": one.seat,
        "to_table": one.to_table_id,
        "to_table_code": one.to_table_code,
        "to_seat": one.to_seat,
        "asked_at": one.asked_at,
        "reason": one.reason,
        "offers": [{"table": table, "table_code": code, "seat": seat} for table, code, seat in one.offers],
    }


def _couple(one: CoupleView) -> Json:
    return {
        "main": one.main_id,
        "main_code": one.main_code,
        "feeder": one.feeder_id,
        "feeder_code": one.feeder_code,
        "players": one.players,
        "guaranteed": one.guaranteed,
        "is_short": one.is_short,
        "free": one.free,
        "movers": [
            {
                "sitting": each.sitting_id,
                "guest_name": each.guest_name,
                "guest_number": each.guest_number,
                "seat": each.seat,
                "is_away": each.is_away,
                "arrived_at": each.arrived_at,
            }
            for each in one.movers
        ],
    }


def draw(row: SeatDraw) -> Json:
    """A draw; the seed of one that waits never leaves the server."""
    return {
        "id": row.pk,
        "table": row.table_id,
        "commitment": row.commitment,
        "announced_at": row.announced_at,
        "seed": row.seed if row.drawn_at else None,
        "purpose": row.purpose,
        "drawn_at": row.drawn_at,
        "reason": row.reason,
        "facts": row.facts,
        "result": row.result,
    }


def at_table(table_id: int) -> Json:
    """The moves of the game that the table plays."""
    game = Game.objects.get(sessions__table_id=table_id, sessions__closed_at=None)
    (view,) = overview.views([game], house_time.now())
    return face(view)


class GameFilter(filters.FilterSet):
    """`?house=`"""

    house = IdFilter("house_id")

    class Meta:
        model = Game
        fields: tuple[str, ...] = ()


class Moves(Rows):
    """The games that are played among guests now, each with all that moves there."""

    queryset = Game.objects.filter(
        pk__in=Session.objects.exclude(state="closed").values("game_id"), rake_schedule__isnull=False
    )
    filterset_class = GameFilter
    shape = GameMovesShape

    def faces(self, rows: Sequence[Game]) -> Sequence[Json]:
        """The page's games in its order."""
        views = {view.game_id: view for view in overview.views(rows, house_time.now())}
        return [face(views[row.pk]) for row in rows]


class DrawFilter(filters.FilterSet):
    """`?table=`"""

    table = IdFilter("table_id")

    class Meta:
        model = SeatDraw
        fields: tuple[str, ...] = ()


class SeatDraws(Rows):
    """The draws of seats at cash tables, used ones with their seeds; of one that waits only the commitment."""

    queryset = SeatDraw.objects.all()
    filterset_class = DrawFilter
    shape = SeatDrawShape

    def face(self, row: SeatDraw) -> Json:
        """A draw."""
        return draw(row)


class OneSeatDraw(Row):
    """One draw of seats."""

    queryset = SeatDraw.objects.all()
    shape = SeatDrawShape

    def face(self, row: SeatDraw) -> Json:
        """A draw."""
        return draw(row)


class HouseMovingRules(RowAndChange):
    """What a house sets of moving; what is left out stays."""

    queryset = House.objects.all()
    shape = output = MovingRulesShape

    class Input(Body):
        """Any of them."""

        main_short_by = IntField(required=False)
        barred_minutes = IntField(required=False)
        passed_before_posting = IntField(required=False)
        most_difference = IntField(required=False)
        stays_minutes = IntField(required=False)

    def face(self, row: House) -> Json:
        """All of them."""
        return _rules(move_requests.rules(row.pk))

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Set them."""
        return _rules(terms.change(house_id=pk, changes=values, actor=actor))


def _rules(rules: law.MovingRules) -> Json:
    return dict(asdict(rules))
