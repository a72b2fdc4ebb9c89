"""Who may read which hands and rounds."""

from typing import TYPE_CHECKING, TypeVar

from django.db.models import Q, QuerySet

from accounting.ledger.selectors import blind
from casino import roles
from tables.models import Down, Hand, Round

if TYPE_CHECKING:
    from casino.models import User

Played = TypeVar("Played", Hand, Round)


def visible(rows: QuerySet[Played], *, actor: "User") -> QuerySet[Played]:
    """The hands or rounds that the actor may read.

    Dealers read those they dealt, and those of the table they are at; people who count boxes blind read none, since
    hands say what the boxes hold (`not_allowed`).
    """
    blind.require_not_blind(actor)
    if roles.permits(actor, "tables.read_every_hand"):
        return rows
    here = Down.objects.filter(dealer=actor, ended_at=None).values("table_id")
    return rows.filter(Q(dealer=actor) | Q(table__in=here))
