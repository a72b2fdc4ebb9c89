"""The ledger, to be read: entries with their transfers, places with their balances, books, and the proof of it all."""

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.api import views
from accounting.api.filters import BookFilter, EntryFilter, PlaceFilter
from accounting.api.schemas import BookShape, EntryShape, PlaceShape, ProofShape
from accounting.models import Book, Entry, Place
from accounting.selectors import ledger
from accounting.services import proofs
from casino.api.reading import READ, Row, Rows, answer, reader
from casino.api.rendering import Json


class Entries(Rows):
    """The entries of all books, newest first."""

    filterset_class = EntryFilter
    queryset = Entry.objects.none()
    shape = EntryShape

    def get_queryset(self) -> QuerySet[Entry]:
        """For those who may see the ledger."""
        return ledger.entries(actor=reader(self.request))

    def face(self, row: Entry) -> Json:
        """An entry."""
        return views.entry(row)


class OneEntry(Row):
    """One entry."""

    queryset = Entry.objects.none()
    shape = EntryShape

    def get_queryset(self) -> QuerySet[Entry]:
        """For those who may see the ledger."""
        return ledger.entries(actor=reader(self.request))

    def face(self, row: Entry) -> Json:
        """An entry."""
        return views.entry(row)


class Places(Rows):
    """Where the chips are, by name."""

    ordering = ("name", "id")
    filterset_class = PlaceFilter
    queryset = Place.objects.none()
    shape = PlaceShape

    def get_queryset(self) -> QuerySet[Place]:
        """For those who may see the ledger."""
        return ledger.places(actor=reader(self.request))

    def face(self, row: Place) -> Json:
        """A place."""
        return views.place(row)


class Books(Rows):
    """The heads of the chains, by code."""

    ordering = ("code", "id")
    filterset_class = BookFilter
    queryset = Book.objects.none()
    shape = BookShape

    def get_queryset(self) -> QuerySet[Book]:
        """For those who may see the ledger."""
        return ledger.books(actor=reader(self.request))

    def face(self, row: Book) -> Json:
        """A book."""
        return views.book(row)


class ProofView(APIView):
    """Prove the ledger: every chain recomputed, every balance summed. Takes as long as the ledger is large."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = ProofShape

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """What was found; `ok` is false when anything is broken, the status is 200 all the same."""
        ledger.books(actor=reader(request))
        return answer(views.proof(proofs.prove()))
