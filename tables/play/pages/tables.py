"""What pages about one table share."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.formats import time_format
from django.utils.functional import cached_property
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounting.days.pages.house import InHouse
from casino.errors import Refusal, Stale
from casino.pages.views import Command
from tables.play.selectors import changes
from tables.play.selectors import tables as selector
from tables.play.selectors.tables import SeatView, TableView

MOST_CHANGES = 3  # more would hide what is to be done now


class AboutTable(InHouse):
    """A page about the table in its address."""

    kwargs: dict[str, Any]

    @cached_property
    def table(self) -> TableView:
        """The table as it is now; refuses `no_such_table`."""
        return selector.view(self.kwargs["pk"])


class TableCommand(AboutTable, Command):
    """A command on one table, on a page of its own where it asks for something."""

    permission: ClassVar[str | None] = "tables.open_table"
    template_name = "play/command.html"
    in_address: ClassVar[Mapping[str, str]] = {"table_id": "pk"}

    def current_version(self) -> int:
        return self.table.version

    def said(self, refusal: Refusal) -> str:
        """To a stale form, also what was done meanwhile and by whom."""
        sentence = super().said(refusal)
        seen, version = refusal.facts.get("seen"), refusal.facts.get("version")
        if not (isinstance(refusal, Stale) and isinstance(seen, int) and isinstance(version, int)):
            return sentence
        missed = changes.last(self.table.id, min(version - seen, MOST_CHANGES))
        done = [f"{time_format(localtime(one.at))} {one.name}: {one.what}" for one in missed]
        last = _("Last at this table:")
        return f"{sentence} {last} {'; '.join(done)}." if done else sentence

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "table": self.table, "from_board": self.from_board}

    @property
    def from_board(self) -> bool:
        """Whether the person came from the board, and goes back to it."""
        return "board" in (self.request.GET.get("from"), self.request.POST.get("from"))

    def get_success_url(self) -> str:
        """Where the command says, else the board or the table, where the person came from."""
        if self.leads_to:
            return reverse(self.leads_to)
        if self.from_board:
            return reverse("floor:board")
        return reverse("floor:table", args=[self.kwargs["pk"]])


class SeatCommand(TableCommand):
    """A command on one seat of a table."""

    permission = "tables.seat_guest"
    in_address: ClassVar[Mapping[str, str]] = {"table_id": "pk", "seat": "seat"}

    @cached_property
    def seat(self) -> SeatView | None:
        """The taken seat; None where nobody sits."""
        return next((seat for seat in self.table.seats if seat.seat == self.kwargs["seat"]), None)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "number": self.kwargs["seat"], "seat": self.seat}
