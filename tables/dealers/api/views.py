"""The rota as it is read: shifts, breaks, qualifications, the line-up, and what a house sets of its rules."""

from collections.abc import Mapping
from typing import Any

from django_filters import rest_framework as filters

from accounting.models import House
from casino import house_time
from casino.api.fields import Body, FlagField, IntField
from casino.api.reading import FlagFilter, IdFilter, Row, RowAndChange, Rows
from casino.api.rendering import Json
from casino.models import User
from casino.roles import Role
from tables.dealers.api.schemas import (
    DealerBreakShape,
    DealerShape,
    LineUpShape,
    QualificationShape,
    RotaRulesShape,
    ShiftShape,
)
from tables.dealers.selectors import rota
from tables.dealers.services import terms
from tables.models import DealerBreak, Qualification, Shift
from tables.rules.rota import terms as law
from tables.rules.rota.line_up import Turn


def shift(row: Shift) -> Json:
    """A shift."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "dealer": row.dealer_id,
        "dealer_name": str(row.dealer),
        "begins_at": row.begins_at,
        "ends_at": row.ends_at,
        "came_at": row.came_at,
        "went_at": row.went_at,
        "called_off_at": row.called_off_at,
        "reason": row.reason,
    }


def pause(row: DealerBreak) -> Json:
    """A break."""
    return {
        "id": row.pk,
        "shift": row.shift_id,
        "dealer": row.dealer_id,
        "started_at": row.started_at,
        "back_at": row.back_at,
        "ended_at": row.ended_at,
    }


def _turn(turn: Turn) -> Json:
    return {
        "table": turn.table_id,
        "due_at": turn.due_at,
        "is_due": turn.is_due,
        "dealer": turn.dealer_id,
        "relieved": turn.relieved_id,
        "next_table": turn.next_table_id,
        "break_minutes": turn.break_minutes,
    }


class ShiftFilter(filters.FilterSet):
    """`?house=&dealer=&is_here=`"""

    house = IdFilter("house_id")
    dealer = IdFilter("dealer_id")
    is_here = FlagFilter()

    class Meta:
        model = Shift
        fields: tuple[str, ...] = ()

    def filter_queryset(self, queryset: Any) -> Any:
        """Who came and has not gone."""
        is_here = self.form.cleaned_data.pop("is_here")
        rows = super().filter_queryset(queryset)
        if is_here not in (True, False):
            return rows
        here = {"came_at__isnull": False, "went_at": None}
        return rows.filter(**here) if is_here else rows.exclude(**here)


class Shifts(Rows):
    """Shifts, planned and worked, the newest first."""

    queryset = Shift.objects.select_related("dealer")
    filterset_class = ShiftFilter
    shape = ShiftShape

    def face(self, row: Shift) -> Json:
        """A shift."""
        return shift(row)


class BreakFilter(filters.FilterSet):
    """`?dealer=&shift=`"""

    dealer = IdFilter("dealer_id")
    shift = IdFilter("shift_id")

    class Meta:
        model = DealerBreak
        fields: tuple[str, ...] = ()


class Breaks(Rows):
    """Breaks, the newest first."""

    queryset = DealerBreak.objects.all()
    filterset_class = BreakFilter
    shape = DealerBreakShape

    def face(self, row: DealerBreak) -> Json:
        """A break."""
        return pause(row)


class QualificationFilter(filters.FilterSet):
    """`?house=&dealer=`"""

    house = IdFilter("house_id")
    dealer = IdFilter("dealer_id")

    class Meta:
        model = Qualification
        fields: tuple[str, ...] = ()


class Qualifications(Rows):
    """What dealers may deal and might deal before, the newest first."""

    queryset = Qualification.objects.all()
    filterset_class = QualificationFilter
    shape = QualificationShape

    def face(self, row: Qualification) -> Json:
        """One of them."""
        return {
            "id": row.pk,
            "house": row.house_id,
            "dealer": row.dealer_id,
            "skill": row.skill,
            "since": row.since,
            "until": row.until,
        }


class LineUp(Row):
    """Who pushes whom and when, the first due first."""

    queryset = House.objects.all()
    shape = LineUpShape

    def face(self, row: House) -> Json:
        """As it stands now."""
        turns = rota.standing(row.pk, house_time.now()).turns
        return {"house": row.pk, "turns": [_turn(turn) for turn in turns]}


class RotaRules(RowAndChange):
    """What a house sets of its rota; what is left out stays."""

    queryset = House.objects.all()
    shape = output = RotaRulesShape

    class Input(Body):
        """Any of them."""

        is_on = FlagField(required=False)
        down_minutes = IntField(required=False)
        lead_minutes = IntField(required=False)
        break_minutes = IntField(required=False)
        least_break_minutes = IntField(required=False)
        longest_stretch_minutes = IntField(required=False)
        first_break_after_minutes = IntField(required=False)
        first_break_minutes = IntField(required=False)
        second_break_after_minutes = IntField(required=False)
        second_break_minutes = IntField(required=False)
        usual_work_minutes = IntField(required=False)
        most_work_minutes = IntField(required=False)
        rest_minutes = IntField(required=False)
        same_table_again = FlagField(required=False)
        checks_qualification = FlagField(required=False)

    def face(self, row: House) -> Json:
        """All of them."""
        return _rules(rota.terms(row.pk))

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Set them."""
        changes = {name: value for name, value in values.items() if name != "is_on"}
        return _rules(terms.change(house_id=pk, is_on=values.get("is_on"), changes=changes, actor=actor))


def _rules(found: rota.Terms) -> Json:
    kept: Any = law.to_json(found.rules)
    return {"is_on": found.is_on, **kept}


class Dealers(Rows):
    """The dealers who can be sent to a table (`POST tables/{id}/dealer/`)."""

    queryset = User.objects.filter(roles__contains=[Role.DEALER.value], is_active=True)
    ordering = ("username",)
    shape = DealerShape

    def face(self, row: User) -> Json:
        """A dealer."""
        return dealer(row)


def dealer(row: User) -> Json:
    """Somebody who may be sent to a table."""
    return {"id": row.pk, "username": row.username, "name": str(row)}
