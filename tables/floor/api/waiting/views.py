"""Waiting lists as they are read, and what a house sets of their rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from django_filters import rest_framework as filters

from accounting.models import House
from casino import house_time
from casino.api.fields import Body, FlagField, IntField
from casino.api.reading import IdFilter, Row, RowAndChange, Rows
from casino.api.rendering import Json
from casino.models import User
from tables.floor.api.waiting.schemas import WaitingListShape, WaitingRulesShape
from tables.floor.selectors.waiting import lists as selector
from tables.floor.selectors.waiting.lists import ListView, Place
from tables.floor.services.waiting import terms
from tables.models import WaitingList
from tables.rules.waiting import terms as law
from tables.rules.waiting.estimates import Estimate


def face(view: ListView) -> Json:
    """A list with its places."""
    return {
        "id": view.id,
        "house": view.house_id,
        "game": view.game_id,
        "game_name": view.game_name,
        "version": view.version,
        "tables_running": view.tables_running,
        "free_seats": view.free_seats,
        "waiting": view.waiting,
        "wanted": view.wanted,
        "places": [_place(one) for one in view.places],
    }


def _place(one: Place) -> Json:
    return {
        "id": one.entry_id,
        "guest": one.guest_id,
        "guest_name": one.guest_name,
        "guest_number": one.guest_number,
        "state": one.state,
        "place": one.place,
        "joined_at": one.joined_at,
        "is_here": one.is_here,
        "is_called_elsewhere": one.is_called_elsewhere,
        "is_from_broken_table": one.is_from_broken_table,
        "misses": one.misses,
        "due_at": one.due_at,
        "has_more_time": one.has_more_time,
        "table": one.table_id,
        "table_code": one.table_code,
        "seat": one.seat,
        "estimate": _estimate(one.estimate),
    }


def _estimate(found: Estimate | None) -> Json:
    if found is None:
        return None
    return {"median_minutes": found.median, "soonest_minutes": found.soonest, "latest_minutes": found.latest}


def whole(list_id: int) -> Json:
    """A list as it stands now."""
    return face(selector.one(list_id, house_time.now()))


class WaitingListFilter(filters.FilterSet):
    """`?house=&game=`"""

    house = IdFilter("house_id")
    game = IdFilter("game_id")

    class Meta:
        model = WaitingList
        fields: tuple[str, ...] = ()


class WaitingLists(Rows):
    """The lists with their places, timers and estimates."""

    queryset = WaitingList.objects.all()
    filterset_class = WaitingListFilter
    shape = WaitingListShape

    def faces(self, rows: Sequence[WaitingList]) -> Sequence[Json]:
        """The page's lists in its order, read at once."""
        views = {view.id: view for view in selector.views(rows, house_time.now())}
        return [face(views[row.pk]) for row in rows]


class OneWaitingList(Row):
    """One list as it stands."""

    queryset = WaitingList.objects.all()
    shape = WaitingListShape

    def found(self, pk: int) -> Any:
        """The list's view; refuses `no_such_list`."""
        return selector.one(pk, house_time.now())

    def face(self, row: ListView) -> Json:
        """A list."""
        return face(row)


class HouseRules(RowAndChange):
    """What a house sets of its waiting lists; what is left out stays, and timers that run stay too."""

    queryset = House.objects.all()
    shape = output = WaitingRulesShape

    class Input(Body):
        """Any of them."""

        answer_seconds = IntField(required=False)
        more_time_seconds = IntField(required=False)
        misses_until_struck = IntField(required=False)
        lock_up_minutes = IntField(required=False)
        arrival_minutes = IntField(required=False)
        stays_on_other_lists = FlagField(required=False)
        players_to_start = IntField(required=False)
        opens_tables = FlagField(required=False)
        estimate_hours = IntField(required=False)
        estimate_openings = IntField(required=False)

    def face(self, row: House) -> Json:
        """All of them."""
        return _rules(selector.rules(row.pk))

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Set them."""
        return _rules(terms.change(house_id=pk, changes=values, actor=actor))


def _rules(rules: law.WaitingRules) -> Json:
    kept: Any = law.to_json(rules)
    face: Json = kept
    return face
