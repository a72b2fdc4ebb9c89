"""A row that must be there: found, or refused in the subject's own words."""

from typing import Any, TypeVar

from django.db.models import QuerySet

from casino.errors import Refusal

Found = TypeVar("Found")


def existing(rows: "QuerySet[Any, Found]", missing: Refusal) -> Found:
    """The first of the rows; refuses as `missing` says where there is none."""
    found = rows.first()
    if found is None:
        raise missing
    return found
