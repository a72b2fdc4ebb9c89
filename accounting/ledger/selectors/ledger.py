"""Queries of the ledger for `accounting.view_ledger`; people who count boxes do not see what they hold."""

from typing import TYPE_CHECKING

from django.db.models import Prefetch, QuerySet

from accounting.ledger.selectors import blind
from accounting.models import Book, Entry, Place, Transfer
from casino import roles

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"


def entries(*, actor: "User") -> QuerySet[Entry]:
    """All entries the actor may see (`blind.entries`), with all their rows: two queries a page."""
    roles.require(actor, PERMISSION)
    moves = Prefetch("transfers", Transfer.objects.order_by("position"))
    rows = Entry.objects.select_related("book", "assessment", "wager").prefetch_related(moves)
    return blind.entries(rows, actor=actor)


def places(*, actor: "User") -> QuerySet[Place]:
    """All places the actor may see (`blind.places`)."""
    roles.require(actor, PERMISSION)
    return blind.places(Place.objects.all(), actor=actor)


def books(*, actor: "User") -> QuerySet[Book]:
    """All books, each with the head of its chain."""
    roles.require(actor, PERMISSION)
    return Book.objects.all()
