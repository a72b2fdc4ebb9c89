"""What happened in one tournament, as lists below its address."""

from typing import Any, ClassVar

from django.db.models import QuerySet

from accounting.selectors import ledger
from casino import roles
from casino.api.reading import Rows, reader
from casino.errors import NotFound, _
from tables.models import Tournament


class TournamentRows(Rows):
    """Rows of the tournament that the address names, by number; money for those who may see the ledger."""

    ordering: ClassVar[tuple[str, ...]] = ("number", "id")
    is_money: ClassVar[bool] = False

    def get_queryset(self) -> QuerySet[Any]:
        """Refuses `no_such_tournament`."""
        if self.is_money:
            roles.require(reader(self.request), ledger.PERMISSION)
        pk = self.kwargs["pk"]
        if not Tournament.objects.filter(pk=pk).exists():
            raise NotFound("no_such_tournament", _("There is no such tournament."))
        return super().get_queryset().filter(tournament_id=pk)
