"""Fields that an answer takes from its row's class are described, and read, as that class types them."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum

import pytest
from rest_framework import serializers

from casino.api.serializers import RelatedId, Serializer, Takes
from casino.models import Job, LoginEvent
from casino.models.jobs import JobState


class Colour(Enum):
    RED = "red"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Chip:
    id: int
    table_id: int | None
    colour: Colour
    name: str | None
    is_worn: bool
    at: datetime
    day: date
    counts: list[int]
    seats: tuple[int, ...]
    pair: tuple[int, int]
    by_name: dict[str, str]

    @property
    def label(self) -> str:
        return f"{self.colour.value} {self.id}"


_AT = datetime(2026, 11, 21, tzinfo=UTC)
CHIP = Chip(7, None, Colour.RED, None, True, _AT, _AT.date(), [1], (2, 3), (4, 5), {})


class ChipSerializer(Serializer):
    """A chip."""

    takes = Takes(Chip, "id table colour worth name is_worn at day counts seats label")
    worth = serializers.CharField(help_text="In words.")
    notes = serializers.CharField()

    def get_worth(self, _chip: Chip) -> str:
        return "five"

    def get_notes(self, _chip: Chip) -> str:
        return ""


def test_a_dataclass_types_them() -> None:
    fields = ChipSerializer().fields
    assert {name: (type(field).__name__, field.allow_null) for name, field in fields.items()} == {
        "id": ("IntegerField", False),
        "table": ("RelatedId", True),
        "colour": ("ChoiceField", False),
        "worth": ("CharField", False),
        "name": ("CharField", True),
        "is_worn": ("BooleanField", False),
        "at": ("DateTimeField", False),
        "day": ("DateField", False),
        "counts": ("ListField", False),
        "seats": ("ListField", False),
        "label": ("CharField", False),
        "notes": ("CharField", False),
    }
    assert list(fields["colour"].choices) == ["red", "black"]
    assert isinstance(fields["seats"].child, serializers.IntegerField)


def test_they_stand_as_they_are_named_and_are_read_as_others() -> None:
    assert ChipSerializer.json(CHIP) == {
        "id": 7, "table": None, "colour": Colour.RED, "worth": "five", "name": None, "is_worn": True, "at": CHIP.at,
        "day": CHIP.day, "counts": [1], "seats": (2, 3), "label": "red 7", "notes": "",
    }  # fmt: skip
    assert list(ChipSerializer().fields) == [*ChipSerializer.takes.names.split(), "notes"]  # type: ignore[union-attr]


def test_a_model_types_them() -> None:
    class JobSerializer(Serializer):
        takes = Takes(Job, "id state requested_by started_at")

    fields = JobSerializer().fields
    assert list(fields["state"].choices) == JobState.values
    assert isinstance(fields["requested_by"], RelatedId)
    assert fields["started_at"].allow_null
    assert not fields["id"].allow_null


@pytest.mark.parametrize(
    ("row", "name"),
    [(Chip, "colours"), (LoginEvent, "nobody"), (Chip, "pair"), (Chip, "by_name"), (Job, "params")],
)
def test_what_no_field_stands_for_is_an_error_at_once(row: type, name: str) -> None:
    with pytest.raises((AttributeError, TypeError, StopIteration)):
        type("Answer", (Serializer,), {"takes": Takes(row, name)})
