"""The ledger, to be read: entries with their transfers, places with their balances, and books."""

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from accounting.ledger.selectors import ledger
from accounting.models import Assessment, Book, Entry, EntryCode, Place, Wager
from casino.api.reading import IdFilter, Row, Rows, TextFilter, filter_set, reader
from casino.api.serializers import Serializer, Takes


class TransferSerializer(Serializer):
    """A transfer of `amount_cents` from one place to another."""

    source = serializers.CharField()  # type: ignore[assignment]  # DRF's own `source` belongs to fields
    destination = serializers.CharField()
    amount_cents = serializers.IntegerField(min_value=1)


class AssessmentSerializer(Serializer):
    """The computation of one hand's rake with the facts it rests on; `sign` is -1 on a reversal."""

    takes = Takes(
        Assessment,
        "table game dealer hour sign dealt_in flop_seen bomb_pot pot_cents base_cents due_cents taken_cents "
        "jackpot_cents tips_cents schedule_version reason",
    )
    table = serializers.CharField(source="table_code")


class WagerSerializer(Serializer):
    """What was at stake in a round against the house; `side_*` of it in side bets, `sign` is -1 on a reversal."""

    takes = Takes(
        Wager,
        "table game dealer hour rule_set edge_ppm sign ante_cents staked_cents lost_cents paid_cents "
        "side_staked_cents side_lost_cents side_paid_cents tips_cents",
    )
    table = serializers.CharField(source="table_code")
    edge_ppm = serializers.IntegerField(help_text="Millionths of the ante that these rules leave the house.")


class EntrySerializer(Serializer):
    """One reason for which money moved."""

    takes = Takes(Entry, "id house book number code subject at gaming_day actor reason reference reverses")
    book = serializers.CharField(source="book.code")
    number = serializers.IntegerField(help_text="Gapless within the book.")
    digest = serializers.CharField(help_text="SHA-256 of the previous digest and this entry's content, hex.")
    transfers = TransferSerializer(many=True)
    assessment = AssessmentSerializer(allow_null=True)
    wager = WagerSerializer(allow_null=True)

    def get_digest(self, row: Entry) -> str:
        return bytes(row.digest).hex()

    def get_assessment(self, row: Entry) -> Assessment | None:
        return getattr(row, "assessment", None)  # reading a missing one raises an AttributeError

    def get_wager(self, row: Entry) -> Wager | None:
        return getattr(row, "wager", None)


class PlaceSerializer(Serializer):
    """Where chips can be, and how many are there."""

    takes = Takes(Place, "id house name")
    balance_cents = serializers.IntegerField(help_text="Negative only for the world outside: guests, bank, variance.")


class BookSerializer(Serializer):
    """The head of a book's chain."""

    takes = Takes(Book, "id house code")
    number = serializers.IntegerField(help_text="Number of the last entry.")
    digest = serializers.CharField()

    def get_digest(self, row: Book) -> str:
        return bytes(row.digest).hex()


class Entries(Rows):
    """The entries of all books, newest first; `?book=table/T07&subject=hand:812`."""

    permission = "accounting.view_ledger"
    filterset_class = filter_set(
        Entry,
        house=IdFilter("house_id"),
        book=TextFilter("book__code"),
        code=ChoiceFilter(choices=EntryCode.choices),
        subject=TextFilter(),
        gaming_day=IdFilter("gaming_day_id"),
    )
    queryset = Entry.objects.none()
    output = EntrySerializer

    def get_queryset(self) -> QuerySet[Entry]:
        return ledger.entries(actor=reader(self.request))


class OneEntry(Row):
    """One entry."""

    permission = "accounting.view_ledger"
    queryset = Entry.objects.none()
    output = EntrySerializer

    def get_queryset(self) -> QuerySet[Entry]:
        return ledger.entries(actor=reader(self.request))


class Places(Rows):
    """Where the chips are, by name; `?name=rake/T07` or `?prefix=seat/T07/`."""

    permission = "accounting.view_ledger"
    ordering = ("name", "id")
    filterset_class = filter_set(
        Place,
        house=IdFilter("house_id"),
        name=TextFilter(),
        prefix=TextFilter("name", lookup_expr="startswith"),
    )
    queryset = Place.objects.none()
    output = PlaceSerializer

    def get_queryset(self) -> QuerySet[Place]:
        return ledger.places(actor=reader(self.request))


class Books(Rows):
    """The heads of the chains, by code."""

    permission = "accounting.view_ledger"
    ordering = ("code", "id")
    filterset_class = filter_set(Book, house=IdFilter("house_id"), code=TextFilter())
    queryset = Book.objects.none()
    output = BookSerializer

    def get_queryset(self) -> QuerySet[Book]:
        return ledger.books(actor=reader(self.request))


urlpatterns = [
    path("ledger/entries/", Entries.as_view(), name="ledger-entries"),
    path("ledger/entries/<ledger_entry:pk>/", OneEntry.as_view(), name="ledger-entry"),
    path("ledger/places/", Places.as_view(), name="ledger-places"),
    path("ledger/books/", Books.as_view(), name="ledger-books"),
]
