"""Deck and shuffler of a table: every change as a list, and the command that records one."""

from collections.abc import Mapping
from typing import ClassVar

from django.urls import path
from rest_framework import serializers

from casino.api.fields import TextField
from casino.api.reading import IdFilter, Rows, filter_set
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from tables.floor.services import decks
from tables.models import DeckChange
from tables.play.api.tables import TableCommand


class DeckChangeSerializer(Serializer):
    """A deck and a shuffler, in use at a table until the next change there."""

    takes = Takes(DeckChange, "id table deck shuffler at by reason")
    shuffler = serializers.CharField(allow_blank=True, help_text="Empty: shuffled by hand.")
    at = serializers.DateTimeField(help_text="Hands that begin from then on were dealt from it.")


class DeckChanges(Rows):
    """The changes of deck and shuffler at all tables, newest first."""

    permission = "tables.read_tables"
    queryset = DeckChange.objects.all()
    filterset_class = filter_set(
        DeckChange, table=IdFilter("table_id"), house=IdFilter("table__house_id"), by=IdFilter("by_id")
    )
    output = DeckChangeSerializer


class ChangeDeck(TableCommand):
    """Record which deck and shuffler are used at a table from now on."""

    service = decks.change
    output = DeckChangeSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "With a shuffler": {"version": 12, "deck": "red 17", "shuffler": "DM-3"},
        "A marked card": {"version": 14, "deck": "blue 4", "shuffler": "DM-3", "reason": "marked card"},
    }

    class Input(TableCommand.Input):
        deck = TextField(max_length=decks.MOST)
        shuffler = TextField(max_length=decks.MOST, required=False, allow_blank=True)
        reason = TextField(max_length=decks.REASON_MAX, required=False, allow_blank=True)


urlpatterns = [
    path("deck-changes/", DeckChanges.as_view(), name="deck-changes"),
    path("tables/<table:pk>/deck/", ChangeDeck.as_view(), name="table-deck"),
]
