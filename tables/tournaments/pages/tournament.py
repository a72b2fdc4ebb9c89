"""What the pages of one tournament share: whose they are, their commands, and their papers that are counted."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.functional import cached_property

from accounting.cage.pages.papers import CountedPaper
from accounting.days.pages.house import InHouse
from casino.pages.views import Command
from tables.models import Entrant, Tournament
from tables.tournaments.selectors import board
from tables.tournaments.selectors import standing as selector

LOOKS = "accounting.view_ledger"
"""Floor, cage, management and audit look; the selector refuses people who have no business with tournaments."""


class AboutTournament(InHouse):
    """A page about the tournament in its address."""

    kwargs: dict[str, Any]
    actor: Any

    @cached_property
    def tournament(self) -> Tournament:
        """The tournament as it is now; refuses `no_such_tournament`."""
        return selector.one(self.kwargs["pk"], actor=self.actor)

    def address(self, name: str = "director", *parts: object) -> str:
        """The address of one of the tournament's pages."""
        return reverse(f"tournaments:{name}", args=[self.kwargs["pk"], *parts])


class TournamentCommand(AboutTournament, Command):
    """A command on a tournament, on a page of its own where it asks for something."""

    permission: ClassVar[str | None] = selector.RUNS
    template_name = "tournaments/command.html"
    in_address: ClassVar = {"tournament_id": "pk"}

    def current_version(self) -> int | None:
        return self.tournament.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "tournament": self.tournament}

    def get_success_url(self) -> str:
        return self.address()


class AboutEntrant(AboutTournament):
    """A page about one entrant of the tournament."""

    @cached_property
    def entrant(self) -> Entrant:
        """Refuses `no_such_entrant`."""
        return board.entrant(self.tournament, self.kwargs["entrant"])


class TournamentPaper(AboutTournament, CountedPaper):
    """A paper of the tournament."""

    permission = LOOKS
    print_argument = "print"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Which print it is, and whether there are any."""
        was_printed = board.prints(self.tournament, self.subject()).exists()
        return {**super().get_context_data(**kwargs), "tournament": self.tournament, "was_printed": was_printed}

    def get_success_url(self) -> str:
        return self.address("payouts")
