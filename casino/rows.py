"""A row that must be there: found, or refused in the subject's own words."""

from typing import Any, TypeVar

from django.db.models import QuerySet

from casino.errors import Refusal

Found = TypeVar("Found")


def existing(rows: "QuerySet[Any, Found]", missing: Refusal) -> Found:
    """The row; refuses as `missing` says where there is none.

    Two rows are a mistake of the caller's: who wants the first of several says so (`rows[:1]`).
    """
    try:
        return rows.get()
    except rows.model.DoesNotExist:
        raise missing from None
