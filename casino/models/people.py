"""Columns that say who did something: a person who is kept as long as the row is, and has no list of such rows."""

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models

if TYPE_CHECKING:
    from django.db.models.expressions import Combinable
    from django_stubs_ext import StrOrPromise

    from casino.models.users import User


def staff(name: "StrOrPromise", **options: Any) -> "models.ForeignKey[User | Combinable, User]":
    """The person who did it."""
    return models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=name, **options)


def staff_or_none(
    name: "StrOrPromise", *, blank: bool = True, **options: Any
) -> "models.ForeignKey[User | Combinable | None, User | None]":
    """The person who did it; None while nobody has."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=blank,
        related_name="+",
        verbose_name=name,
        **options,
    )
