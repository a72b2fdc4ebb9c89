"""What the money side's lists can be filtered by; ids that are none give an empty list, nonsense gives 400."""

from django_filters import rest_framework as filters

from accounting.models import Entry, EntryCode, GamingDay, House, Place, RakeSchedule
from accounting.models.ledger import Book
from casino.api.reading import IdFilter, TextFilter


class HouseFilter(filters.FilterSet):
    """`?code=`"""

    code = TextFilter()

    class Meta:
        model = House
        fields: tuple[str, ...] = ()


class GamingDayFilter(filters.FilterSet):
    """`?state=open&house=&date=`"""

    state = filters.ChoiceFilter(choices=GamingDay.State.choices)
    house = IdFilter("house_id")
    date = filters.DateFilter()

    class Meta:
        model = GamingDay
        fields: tuple[str, ...] = ()


class ScheduleFilter(filters.FilterSet):
    """`?house=&name=`"""

    house = IdFilter("house_id")
    name = TextFilter()

    class Meta:
        model = RakeSchedule
        fields: tuple[str, ...] = ()


class EntryFilter(filters.FilterSet):
    """`?book=table/T07&code=hand&subject=hand:812&gaming_day=&house=`"""

    house = IdFilter("house_id")
    book = TextFilter("book__code")
    code = filters.ChoiceFilter(choices=EntryCode.choices)
    subject = TextFilter()
    gaming_day = IdFilter("gaming_day_id")

    class Meta:
        model = Entry
        fields: tuple[str, ...] = ()


class PlaceFilter(filters.FilterSet):
    """`?name=rake/T07` or `?prefix=seat/T07/`"""

    house = IdFilter("house_id")
    name = TextFilter()
    prefix = TextFilter("name", lookup_expr="startswith")

    class Meta:
        model = Place
        fields: tuple[str, ...] = ()


class BookFilter(filters.FilterSet):
    """`?code=table/T07`"""

    house = IdFilter("house_id")
    code = TextFilter()

    class Meta:
        model = Book
        fields: tuple[str, ...] = ()
