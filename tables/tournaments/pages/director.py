"""The director's page: the clock, the sales, the tables and their entrants; and the commands on the clock."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import house_time, roles
from casino.errors import Refusal
from casino.pages.forms import new_key
from casino.pages.views import Live
from casino.wording import sentence
from tables.models import Entrant, Tournament
from tables.tournaments.pages import clock_face
from tables.tournaments.pages.clock_face import Face
from tables.tournaments.pages.forms import StepForm, SwitchForm
from tables.tournaments.pages.tournament import AboutTournament, TournamentCommand
from tables.tournaments.selectors import board, races, wall
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import announcing, balance, clock

State = Tournament.State
_MINUTE_MS: Final = 60_000
HAND_FOR_HAND_MINUTES: Final = 2
"""What a hand costs the clock while tables play hand for hand (TDA 15, WSOP)."""


class Director(AboutTournament, Live):
    """One tournament, and all that can be done with it."""

    permission = selector.RUNS
    template_name = "tournaments/director/director.html"
    part = "tournaments/director/_director.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this tournament, any dealer sent to it."""
        return board.version(path["pk"])

    @cached_property
    def face(self) -> Face:
        row = self.tournament
        return clock_face.face(selector.structure(row), selector.events(row), house_time.now())

    def good_until(self) -> datetime | None:
        """Until the level ends by itself: what may be sold changes with it."""
        if self.face.state != "running":
            return None
        return house_time.now() + timedelta(milliseconds=self.face.remaining_ms)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row = self.tournament
        cards, waiting = board.cards(row), board.waiting(row)
        return {
            **super().get_context_data(**kwargs),
            "tournament": row,
            "house": self.house,
            "face": self.face,
            "structure": selector.structure(row),
            "figures": selector.figures(row),
            "money": selector.money(row),
            "cards": cards,
            "waiting": waiting,
            "moves": wall.latest_moves(row),
            **self.balancing(cards),
            **self.colours(cards),
            **self.commands(cards, waiting),
            "may_push": roles.permits(self.actor, "tables.push_dealer"),
            "hand_for_hand_minutes": HAND_FOR_HAND_MINUTES,
            "key": new_key(),
            "now": house_time.now(),
        }

    def commands(self, cards: list[board.TableCard], waiting: list[Entrant]) -> dict[str, bool]:
        """Which commands are offered in this state of the tournament."""
        row, state = self.tournament, self.tournament.state
        is_registering, is_running = state == State.REGISTERING, state == State.RUNNING
        is_played = is_running or state == State.FINISHED
        is_before_start = is_registering or state == State.ANNOUNCED
        return {
            "is_running": is_running,
            "may_edit": state == State.ANNOUNCED,
            "may_start": is_registering and bool(cards) and not waiting,
            "may_draw": is_registering and not cards,
            "may_sell": row.sells_entries and roles.permits(self.actor, selector.SELLS),
            "may_add_tables": (is_registering or is_running) and bool(cards),
            "may_count": is_played,
            "may_check_set": bool(row.chip_set) and state not in (State.SETTLED, State.CANCELLED),
            "may_take_back": is_played,
            "may_advance": is_running and row.final_id is not None,
            "may_cancel": is_before_start and roles.permits(self.actor, announcing.CANCELS),
        }

    def balancing(self, cards: list[board.TableCard]) -> dict[str, object]:
        """What is to be done with the tables, or why that cannot be said."""
        if self.tournament.state != State.RUNNING or not cards:
            return {}
        try:
            return {"to_do": board.to_do(self.tournament, cards)}
        except Refusal as refusal:
            return {"unsaid": sentence(refusal)}

    def colours(self, cards: list[board.TableCard]) -> dict[str, object]:
        """Which colours have to come off now, after which level the next ones; what was raced off already."""
        if self.tournament.state != State.RUNNING:
            return {}
        structure, index, raced = (
            selector.structure(self.tournament),
            self.face.item_index,
            races.races(self.tournament),
        )
        seated = [entrant for card in cards for _seat, entrant in card.seats if entrant]
        following = structure.next_race(index)
        due = races.due(structure, index, raced, seated)
        if following and following[1][0] in structure.chips_to_race(index):
            following = structure.next_race(index + 1)
        return {"due": due, "next_race": following, "raced": races.where(self.tournament, raced)}


class Start(TournamentCommand):
    """Shuffle up and deal."""

    service = clock.start
    title = gettext_lazy("Start the tournament")


class Pause(TournamentCommand):
    """Stop the clock."""

    service = clock.pause
    title = gettext_lazy("Stop the clock")


class Resume(TournamentCommand):
    """Let the clock run again."""

    service = clock.resume
    title = gettext_lazy("Resume the clock")


class Level(TournamentCommand):
    """A level on or back, counted from the one that was shown: the clock may have gone on meanwhile."""

    title = gettext_lazy("Another level")
    template_name = "tournaments/step.html"
    form_class = StepForm
    service = clock.move

    def act(self, values: Mapping[str, Any]) -> Any:
        seen = values["item"]
        if seen is None:
            seen = selector.clock(self.tournament, house_time.now()).item_index
        return super().act({"item": max(0, seen + values["step"]), "version": values["version"]})


class Minutes(TournamentCommand):
    """Some minutes more of the level, or less."""

    title = gettext_lazy("Set the clock")
    template_name = "tournaments/step.html"
    form_class = StepForm
    service = clock.adjust

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"milliseconds": values["step"] * _MINUTE_MS, "version": values["version"]})


class HandForHand(TournamentCommand):
    """All tables deal together, or no longer."""

    service = clock.hand_for_hand
    title = gettext_lazy("Hand for hand")
    form_class = SwitchForm

    def get_initial(self) -> dict[str, Any]:
        return {"on": not self.tournament.is_hand_for_hand}


class Balance(TournamentCommand):
    """Do with the tables what is to be done now."""

    service = balance.balance
    title = gettext_lazy("Balance the tables")

    def act(self, values: Mapping[str, Any]) -> None:
        self._moves = len(super().act(values).moves)

    def done(self, values: Mapping[str, Any]) -> str:
        moves = getattr(self, "_moves", None)
        if moves is None:  # a second tap; the first one said it
            return ""
        return (
            _("%(moves)s players are moving. Call out their seats.") % {"moves": moves}
            if moves
            else _("The tables are even.")
        )
