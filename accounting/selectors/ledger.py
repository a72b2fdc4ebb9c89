"""The ledger as it may be read: `accounting.view_ledger` opens all of it, but boxes stay shut for who counts them."""

from typing import TYPE_CHECKING

from django.db.models import Prefetch, QuerySet

from accounting.models import Book, Entry, Place, Transfer
from accounting.selectors import boxes
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"


def entries(*, actor: "User") -> QuerySet[Entry]:
    """All entries with their book, assessment, wager and transfers in order: two queries a page."""
    roles.require(actor, PERMISSION)
    moves = Prefetch("transfers", Transfer.objects.order_by("position"))
    rows = Entry.objects.select_related("book", "assessment", "wager").prefetch_related(moves)
    return boxes.blind_entries(rows, actor=actor)


def places(*, actor: "User") -> QuerySet[Place]:
    """All places with their balances."""
    roles.require(actor, PERMISSION)
    return boxes.blind_places(Place.objects.all(), actor=actor)


def books(*, actor: "User") -> QuerySet[Book]:
    """The heads of all chains."""
    roles.require(actor, PERMISSION)
    return Book.objects.all()
