"""What the pages of one tournament share: whose they are, their commands, and their papers that are counted."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property

from accounting.pages.house import InHouse
from accounting.services import prints
from casino.errors import NotFound, _
from casino.pages.views import Command, Context
from tables.models import Entrant, Tournament
from tables.tournaments.selectors import board
from tables.tournaments.selectors import standing as selector

LOOKS = "accounting.view_ledger"
"""Floor, cage, management and audit look; the selector refuses whoever has no business with tournaments."""


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
    template = "tournament/command.html"
    title: ClassVar[Any]
    danger: ClassVar[bool] = False
    in_address: ClassVar = {"tournament_id": "pk"}

    def current_version(self) -> int | None:
        return self.tournament.version

    def context(self) -> Context:
        return {
            "tournament": self.tournament,
            "title": self.title,
            "danger": self.danger,
            "back": self.back(),
        }

    def back(self) -> str:
        """The page that the command is reached from, and leads to."""
        return self.address()

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return self.back()


class AboutEntrant(AboutTournament):
    """A page about one entrant of the tournament."""

    @cached_property
    def entrant(self) -> Entrant:
        """Refuses `no_such_entrant`."""
        return board.entrant(self.tournament, self.kwargs["entrant"])


class CountedPaper(AboutTournament, Command):
    """A paper: seen by GET, and each print of it counted by POST, which leads to what is printed."""

    permission = LOOKS

    def subject(self) -> str:
        """What is counted: `purchase:12`."""
        raise NotImplementedError

    def printed(self, number: int) -> str:
        """The address of that print."""
        raise NotImplementedError

    def facts(self) -> Context:
        """What stands on the paper."""
        raise NotImplementedError

    def context(self) -> Context:
        """The paper, and which print this is; without a number it is only a view."""
        subject, wanted = self.subject(), self.kwargs.get("print")
        made = list(board.prints(self.tournament, subject))
        paper = next((one for one in made if one.number == wanted), None)
        if wanted and paper is None:
            raise NotFound("not_found", _("Not found."))
        return {
            "house": self.house,
            "tournament": self.tournament,
            "print": paper,
            "reprint": paper.number - 1 if paper else 0,
            "was_printed": bool(made),
            **self.facts(),
        }

    def run(self, values: Mapping[str, Any]) -> str:
        return self.printed(prints.record(house_id=self.house.pk, subject=self.subject(), actor=self.actor).number)

    def show(self, context: Context, *, status: int = 200) -> HttpResponse:
        """No browser keeps a paper for the next person to look at."""
        response = super().show(context, status=status)
        response.headers["Cache-Control"] = "no-store"
        return response
