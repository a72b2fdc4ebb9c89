"""Deck and shuffler of a table: every change as a list, and the command that records one."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers

from casino.api.fields import TextField
from casino.api.reading import IdFilter, Rows
from casino.api.rendering import Json
from casino.models import User
from tables.floor.services import decks
from tables.models import DeckChange
from tables.play.api.commands import TableCommand


class DeckChangeShape(serializers.Serializer[Any]):
    """A deck and a shuffler, in use at a table until the next change there."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    deck = serializers.CharField()
    shuffler = serializers.CharField(allow_blank=True, help_text="Empty: shuffled by hand.")
    at = serializers.DateTimeField(help_text="Hands that begin from then on were dealt from it.")
    by = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "DeckChange"


def _face(row: DeckChange) -> Json:
    return {
        "id": row.pk,
        "table": row.table_id,
        "deck": row.deck,
        "shuffler": row.shuffler,
        "at": row.at,
        "by": row.by_id,
        "reason": row.reason,
    }


class DeckChangeFilter(filters.FilterSet):
    """`?table=&house=&by=`"""

    table = IdFilter("table_id")
    house = IdFilter("table__house_id")
    by = IdFilter("by_id")

    class Meta:
        model = DeckChange
        fields: tuple[str, ...] = ()


class DeckChanges(Rows):
    """The changes of deck and shuffler at all tables, newest first."""

    queryset = DeckChange.objects.all()
    filterset_class = DeckChangeFilter
    shape = DeckChangeShape

    def face(self, row: DeckChange) -> Json:
        """A change."""
        return _face(row)


class ChangeDeck(TableCommand):
    """Record which deck and shuffler are used at a table from now on."""

    output = DeckChangeShape
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "With a shuffler": {"version": 12, "deck": "red 17", "shuffler": "DM-3"},
        "A marked card": {"version": 14, "deck": "blue 4", "shuffler": "DM-3", "reason": "marked card"},
    }

    class Input(TableCommand.Input):
        """Which they are, and why they were changed if that is worth a word."""

        deck = TextField(max_length=decks.MOST)
        shuffler = TextField(max_length=decks.MOST, required=False, allow_blank=True)
        reason = TextField(max_length=decks.REASON_MAX, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Record it."""
        row = decks.change(
            table_id=pk,
            version=values.get("version"),
            deck=values["deck"],
            shuffler=values.get("shuffler", ""),
            reason=values.get("reason", ""),
            actor=actor,
        )
        return _face(row)


urlpatterns = [
    path("deck-changes/", DeckChanges.as_view(), name="deck-changes"),
    path("tables/<id:pk>/deck/", ChangeDeck.as_view(), name="table-deck"),
]
