"""The ledger as it may be read: `accounting.view_ledger` opens all of it."""

from typing import TYPE_CHECKING

from django.db.models import Prefetch, QuerySet

from accounting.models import Book, Entry, Place, Transfer
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"


def entries(*, actor: "User") -> QuerySet[Entry]:
    """All entries with their book, assessment and transfers in order: two queries a page."""
    roles.require(actor, PERMISSION)
    moves = Prefetch("transfers", Transfer.objects.order_by("position"))
    return Entry.objects.select_related("book", "assessment").prefetch_related(moves)


def places(*, actor: "User") -> QuerySet[Place]:
    """All places with their balances."""
    roles.require(actor, PERMISSION)
    return Place.objects.all()


def books(*, actor: "User") -> QuerySet[Book]:
    """The heads of all chains."""
    roles.require(actor, PERMISSION)
    return Book.objects.all()
