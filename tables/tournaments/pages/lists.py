"""Lists to read and to print: players by name and by table, seat cards."""

from operator import attrgetter
from typing import Any

from casino import roles
from casino.pages.views import Page
from tables.models import Entrant
from tables.tournaments.pages.tournament import LOOKS, AboutTournament
from tables.tournaments.selectors import board, wall
from tables.tournaments.selectors import standing as selector


class Players(AboutTournament, Page):
    """All entrants by name; `?by=table` by table and seat; `?by=place` as they went out."""

    permission = LOOKS
    template_name = "tournaments/players.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row, by = self.tournament, self.request.GET.get("by", "name")
        listed = [one for one in board.entrants(row) if one.state != Entrant.State.WITHDRAWN]
        if by == "place":
            listed.sort(key=lambda one: (one.place or 0, one.number))
        else:
            listed.sort(key=lambda one: (one.guest.name.casefold(), one.number))
        return {
            **super().get_context_data(**kwargs),
            "tournament": row,
            "house": self.house,
            "by": by if by in ("table", "place") else "name",
            "entrants": listed,
            "cards": board.cards(row) if by == "table" else [],
            "waiting": board.waiting(row) if by == "table" else [],
            "may_run": roles.permits(self.actor, selector.RUNS),
        }


class SeatCards(AboutTournament, Page):
    """A card for each seated entrant, four to a row; `?entrant=` one alone, for a late entrant."""

    permission = LOOKS
    template_name = "tournaments/seatcards.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        wanted = self.request.GET.get("entrant", "")
        seated = sorted(selector.seated(self.tournament), key=attrgetter("number"))
        drawn = wall.drawn_with(self.tournament)
        return {
            **super().get_context_data(**kwargs),
            "tournament": self.tournament,
            "house": self.house,
            "cards": [(one, drawn.get(one.number)) for one in seated if not wanted or str(one.number) == wanted],
            "wanted": wanted,
            "may_run": roles.permits(self.actor, selector.RUNS),
        }
