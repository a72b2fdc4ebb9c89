"""What the game side's lists can be filtered by; ids that are none give an empty list, nonsense gives 400."""

from django_filters import rest_framework as filters

from casino.api.reading import FlagFilter, IdFilter, TextFilter
from tables.models import Game, Hand, Round, Ruling, Table


class GameFilter(filters.FilterSet):
    """`?house=&name=&is_active=true`"""

    house = IdFilter("house_id")
    name = TextFilter()
    is_active = FlagFilter()

    class Meta:
        model = Game
        fields: tuple[str, ...] = ()


class TableFilter(filters.FilterSet):
    """`?house=&code=T07`"""

    house = IdFilter("house_id")
    code = TextFilter()

    class Meta:
        model = Table
        fields: tuple[str, ...] = ()


class HandFilter(filters.FilterSet):
    """`?table=&session=&state=settled&gaming_day=&house=`"""

    house = IdFilter("house_id")
    table = IdFilter("table_id")
    session = IdFilter("session_id")
    gaming_day = IdFilter("gaming_day_id")
    state = filters.ChoiceFilter(choices=Hand.State.choices)

    class Meta:
        model = Hand
        fields: tuple[str, ...] = ()


class RoundFilter(filters.FilterSet):
    """`?table=&session=&state=settled&gaming_day=&house=`"""

    house = IdFilter("house_id")
    table = IdFilter("table_id")
    session = IdFilter("session_id")
    gaming_day = IdFilter("gaming_day_id")
    state = filters.ChoiceFilter(choices=Round.State.choices)

    class Meta:
        model = Round
        fields: tuple[str, ...] = ()


class RulingFilter(filters.FilterSet):
    """`?table=&hand=&tournament=&by=&rule=WLA 137&house=`"""

    house = IdFilter("house_id")
    table = IdFilter("table_id")
    hand = IdFilter("hand_id")
    tournament = IdFilter("tournament_id")
    by = IdFilter("by_id")
    rule = TextFilter("rule")

    class Meta:
        model = Ruling
        fields: tuple[str, ...] = ()
