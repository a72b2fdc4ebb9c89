"""A model's columns by name, for the few hand-written SQL statements."""

import json
from collections.abc import Sequence
from functools import cache
from typing import TypeVar

from django.db import models

M = TypeVar("M", bound=models.Model)


def column_names(model: type[models.Model]) -> list[str]:
    """The attribute names of the model's columns, in their order (they are the columns' names too)."""
    return [field.attname for field in model._meta.concrete_fields]


def from_columns(model: type[M], names: list[str], values: Sequence[object]) -> M:
    """A row of the model from the bare cursor's values, in the order of `column_names`.

    A bare cursor gives jsonb as text, since Django leaves its reading to the model's field.
    """
    json_names = _json_names(model)
    read = [
        json.loads(value) if name in json_names and isinstance(value, str) else value
        for name, value in zip(names, values, strict=True)
    ]
    return model.from_db("default", names, read)


@cache
def _json_names(model: type[models.Model]) -> frozenset[str]:
    return frozenset(field.attname for field in model._meta.concrete_fields if isinstance(field, models.JSONField))
