"""A hand recorded at a table of a tournament: what is on the table, what may happen next, its end and its story."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from casino import roles, wording
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Live, Polled
from tables.hands.pages import play
from tables.hands.pages.chips import ChipHandCommand, RecordsAction
from tables.hands.selectors.chip_hands import state_of
from tables.models import Entrant, Tournament, TournamentHand
from tables.play.pages.forms import MISDEALS, MisdealForm
from tables.rules import misdeal
from tables.rules.hand import Phase
from tables.rules.result import payout, result
from tables.tournament_hands.pages.hands import OfHands
from tables.tournament_hands.selectors import hands as selector
from tables.tournament_hands.services import playing
from tables.tournaments.pages import clock_face
from tables.tournaments.pages.forms import ChipActionForm
from tables.tournaments.pages.tournament import LOOKS
from tables.tournaments.selectors import standing
from tables.tournaments.services import steps

State = TournamentHand.State


class AboutHand(OfHands, Polled):
    """A page about the hand in its address."""

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this hand, and on the clock."""
        return selector.hand_version(path["pk"], path["number"])

    @cached_property
    def recorded(self) -> TournamentHand:
        """Refuses `no_such_hand`."""
        return selector.one(self.tournament, self.kwargs["number"])

    @cached_property
    def players(self) -> dict[int, Entrant]:
        """The entrants in the hand, by seat."""
        return selector.players(self.recorded)

    def address(self, name: str = "hand") -> str:
        """The address of the hand, or of a command on it."""
        return reverse(f"tournaments:{name}", args=[self.kwargs["pk"], self.kwargs["number"]])

    def hand_context(self) -> dict[str, Any]:
        """Everything the hand's template shows."""
        played, around = self.recorded, self.surroundings(self.recorded.table.table_id)
        names = {seat: one.guest.name for seat, one in self.players.items()}
        levels = standing.structure(self.tournament).levels
        shown = play.of_chips(
            played,
            names,
            places=played.table.table.seats,
            step=self.request.GET.get("step", ""),
            said=wording.chips,
        )
        return {
            **around,
            **shown,
            "may_act": shown["is_open"] and around["may_record"],
            "may_deal_next": around["may_record"] and self.is_played_on,
            "unit": "chips",
            "at": {name: self.address(f"{name}-hand") for name in ("act", "undo", "misdeal", "settle", "void")},
            "table_code": played.table.table.code,
            "level": clock_face.words(next(one for one in levels if one.number == played.level)),
            "is_next_level": self.next_level.number != played.level,
            "broke": self.broke(),
            "may_look": roles.permits(self.actor, LOOKS),
        }

    @property
    def is_played_on(self) -> bool:
        """Whether more hands are dealt at this table."""
        return self.tournament.state == Tournament.State.RUNNING and self.recorded.table.closed_at is None

    def broke(self) -> list[dict[str, Any]]:
        """The entrants who have no chips left, and how many they began with: places depend on it (TDA 15)."""
        state = state_of(self.recorded)
        if state.phase is not Phase.FINISHED or self.recorded.state == State.VOID:
            return []
        began = {seat.seat: seat.stack_cents for seat in state.frame.setup.seats}
        return [
            {"entrant": self.players[seat], "seat": seat, "began": began[seat]}
            for seat, chips in payout(result(state)).final_cents.items()
            if not chips
        ]


class HandPage(AboutHand, Live):
    """The hand, fresh every two seconds."""

    template_name = "tournament_hands/hand.html"
    part = "tournament_hands/_hand.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.hand_context()}


class HandCommand(AboutHand, ChipHandCommand):
    """A command on the hand."""

    template_name = "tournament_hands/hand.html"
    part = HandPage.part

    def seen_version(self) -> str:
        return self.version_before

    def get_success_url(self) -> str:
        return self.address()

    def target(self) -> dict[str, Any]:
        return {"tournament_hand_id": self.recorded.pk}


class Act(HandCommand, RecordsAction):
    """One action: bet, board or showdown."""

    service = playing.act
    form_class = ChipActionForm


class Undo(HandCommand):
    """Take the last action back."""

    service = playing.undo


class Settle(HandCommand):
    """Give each entrant their new stack; those who have none are out."""

    service = playing.settle


class Misdeal(HandCommand):
    """The dealer's own misdeal, until there was substantial action."""

    service = playing.void
    form_class = MisdealForm

    def act(self, values: Mapping[str, Any]) -> Any:
        return Command.act(self, {"reason": str(MISDEALS[misdeal.Misdeal(values["reason"])])})


class Void(HandCommand):
    """Make the hand void, with the reason: all stacks as they were."""

    permission = steps.RUNS  # later than a misdeal it is the floor's
    template_name = "tournaments/command.html"
    service = playing.void
    form_class = ReasonForm
    title = gettext_lazy("Void the hand")
    danger = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """A page of its own: a reason takes a moment."""
        about = f"{self.recorded.table} #{self.recorded.number}"
        return {**Command.get_context_data(self, **kwargs), "tournament": self.tournament, "about": about}

    def act(self, values: Mapping[str, Any]) -> Any:
        return Command.act(self, values)
