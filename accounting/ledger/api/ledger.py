"""The ledger, to be read: entries with their transfers, places with their balances, and books."""

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from accounting.ledger.selectors import ledger
from accounting.models import Assessment, Book, Entry, EntryCode, Place, Wager
from casino.api.reading import IdFilter, Row, Rows, TextFilter, filter_set, reader
from casino.api.serializers import RelatedId, Serializer


class TransferSerializer(Serializer):
    """A transfer of `amount_cents` from one place to another."""

    source = serializers.CharField()  # type: ignore[assignment]  # DRF's own `source` belongs to fields
    destination = serializers.CharField()
    amount_cents = serializers.IntegerField(min_value=1)


class AssessmentSerializer(Serializer):
    """The computation of one hand's rake with the facts it rests on; `sign` is -1 on a reversal."""

    table = serializers.CharField(source="table_code")
    game = serializers.CharField()
    dealer = RelatedId(allow_null=True)
    hour = serializers.DateTimeField()
    sign = serializers.IntegerField()
    dealt_in = serializers.IntegerField()
    flop_seen = serializers.BooleanField()
    pot_cents = serializers.IntegerField()
    base_cents = serializers.IntegerField()
    due_cents = serializers.IntegerField()
    taken_cents = serializers.IntegerField()
    jackpot_cents = serializers.IntegerField()
    tips_cents = serializers.IntegerField()
    schedule_version = RelatedId()
    reason = serializers.CharField(allow_blank=True)


class WagerSerializer(Serializer):
    """What was at stake in a round against the house; `side_*` of it in side bets, `sign` is -1 on a reversal."""

    table = serializers.CharField(source="table_code")
    game = serializers.CharField()
    dealer = RelatedId(allow_null=True)
    hour = serializers.DateTimeField()
    rule_set = serializers.CharField()
    edge_ppm = serializers.IntegerField(help_text="Millionths of the ante that these rules leave the house.")
    sign = serializers.IntegerField()
    ante_cents = serializers.IntegerField()
    staked_cents = serializers.IntegerField()
    lost_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField()
    side_staked_cents = serializers.IntegerField()
    side_lost_cents = serializers.IntegerField()
    side_paid_cents = serializers.IntegerField()
    tips_cents = serializers.IntegerField()


class EntrySerializer(Serializer):
    """One reason for which money moved."""

    id = serializers.IntegerField()
    house = RelatedId()
    book = serializers.CharField(source="book.code")
    number = serializers.IntegerField(help_text="Gapless within the book.")
    code = serializers.ChoiceField(EntryCode.choices)
    subject = serializers.CharField()
    at = serializers.DateTimeField()
    gaming_day = RelatedId()
    actor = RelatedId()
    reason = serializers.CharField(allow_blank=True)
    reference = serializers.CharField(allow_null=True)
    reverses = RelatedId(allow_null=True)
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

    id = serializers.IntegerField()
    house = RelatedId()
    name = serializers.CharField()
    balance_cents = serializers.IntegerField(help_text="Negative only for the world outside: guests, bank, variance.")


class BookSerializer(Serializer):
    """The head of a book's chain."""

    id = serializers.IntegerField()
    house = RelatedId()
    code = serializers.CharField()
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
