"""One table of the floor, and the commands on a table: open, pause, resume, another game, close."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import OfHouse
from accounting.days.services import days
from casino import house_time
from casino.pages.forms import new_key
from casino.pages.notices import Undo
from casino.pages.views import Live
from tables.audit.selectors import closing
from tables.floor.pages.floats import CountFloat
from tables.floor.pages.forms import CloseForm, GameForm, OpenForm, counted
from tables.floor.selectors import alarms, openings
from tables.floor.services import tables
from tables.hands.selectors import desk
from tables.play.pages import oval
from tables.play.pages.tables import AboutTable, TableCommand
from tables.play.selectors import absence, decks, stakes
from tables.play.selectors.absence import AwayView
from tables.verdicts import needs
from tables.verdicts.needs import Step


class OpenDay(OfHouse):
    """Open the house's gaming day, before the first table."""

    permission = "accounting.open_day"
    template_name = "floor/day.html"
    service = days.open_day
    leads_to = "floor:board"
    success = gettext_lazy("The gaming day is open.")


class TablePage(AboutTable, Live):
    """One table: its seats, free ones included, and all that can be done there."""

    permission = "tables.open_table"
    template_name = "floor/table.html"
    part = "floor/_table.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this table."""
        return desk.table_version(path["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        taken = {seat.seat: seat for seat in self.table.seats}
        kept = {one.seat: one for one in self.table.kept}
        away = {one.seat: one for one in self.away}
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "oval": oval.between_hands(self.table, addresses=self.addresses()),
            "seats": [
                (number, taken.get(number), kept.get(number), away.get(number))
                for number in range(1, self.table.seat_count + 1)
            ],
            "step": self.next_step(),
            "deck": decks.at(self.table.id, house_time.now()),
            "closing_day": desk.closing_day(self.table.id),
            "pace": alarms.rounds_an_hour(self.table, house_time.now()),
            "coming": self.coming,
            "planned": None if self.table.session else openings.of_table(self.table.id),
            "key": new_key(),
            "now": house_time.now(),
        }

    def next_step(self) -> Step:
        """What the floor sensibly does next; the page's one primary button."""
        table = self.table
        return needs.next_step(
            is_in_session=table.session is not None,
            is_paused=table.is_paused,
            is_in_hand=table.current_hand is not None,
            has_dealer=table.dealer is not None,
            guests=sum(not seat.is_away for seat in table.seats),
            is_banked=table.session is not None and table.session.bank is not None,
        )

    def addresses(self) -> dict[int, str]:
        """Where a tap on a seat leads: to its sheet, or to a seating."""
        held = [one.seat for one in self.table.seats] + [one.seat for one in self.table.kept]
        found = {seat: f"#seat-{seat}" for seat in held}
        if self.table.session:
            found |= {seat: reverse("floor:sit", args=[self.table.id, seat]) for seat in self.table.open_seats}
        return found

    def good_until(self) -> datetime | None:
        """Until the clock ends a break, lets chips be picked up, or brings the next stake."""
        moments = [moment for one in self.away for moment in (one.break_until, one.pick_up_at)]
        due = stakes.good_until(self.coming, house_time.now())
        moments += [due] if due else []
        return min((moment for moment in moments if moment > house_time.now()), default=None)

    @cached_property
    def away(self) -> list[AwayView]:
        """The guests who are away from the table."""
        is_anybody = any(seat.is_away for seat in self.table.seats)
        return absence.away(self.house.pk, table_ids=[self.table.id]) if is_anybody else []

    @cached_property
    def coming(self) -> stakes.Coming | None:
        """The next stake."""
        play = stakes.of_table(self.table.id) if self.table.session else None
        return stakes.coming(play) if play else None


class OpenTable(TableCommand):
    """Open with a game and a float."""

    service = tables.open_table
    title = gettext_lazy("Open the table")
    template_name = "floor/count.html"
    form_class = OpenForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {
            **super().get_form_kwargs(),
            "house_id": self.house.pk,
            "denominations_cents": self.house.denominations_cents,
        }

    def get_initial(self) -> dict[str, Any]:
        """The game played here last, and the float as it was counted then; `?game=` proposes another game."""
        last = desk.last_session(self.kwargs["pk"])
        wanted = self.request.GET.get("game", "")
        if wanted.isdecimal():
            return {"game": int(wanted), "float_cents": last.counted_float_cents if last else None}
        return {"game": last.game_id, "float_cents": last.counted_float_cents} if last else {}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act(counted(values))

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Table %(table)s is open.") % {"table": self.table.code}


class PauseTable(TableCommand):
    """Pause; asks for nothing."""

    service = tables.pause
    title = gettext_lazy("Pause the table")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(table)s paused.") % {"table": self.table.code}

    def counter(self, values: Mapping[str, Any]) -> Undo:
        return _switched(self, "floor:resume")


class ResumeTable(TableCommand):
    """Let play go on; asks for nothing."""

    service = tables.resume
    title = gettext_lazy("Resume play")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(table)s plays on.") % {"table": self.table.code}

    def counter(self, values: Mapping[str, Any]) -> Undo:
        return _switched(self, "floor:pause")


def _switched(command: TableCommand, name: str) -> Undo:
    """Back to what the table did before."""
    came = {"from": "board"} if command.from_board else {}
    return Undo(reverse(name, args=[command.table.id]), {"version": command.current_version(), **came})


class ChangeGame(TableCommand):
    """Another game from the next hand on."""

    service = tables.change_game
    title = gettext_lazy("Change the game")
    form_class = GameForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.house.pk}

    def get_initial(self) -> dict[str, Any]:
        return {"game": self.table.session.game_id if self.table.session else None}


class CloseTable(CountFloat):
    """Close with the float as counted."""

    service = tables.close_table
    title = gettext_lazy("Close the table")
    template_name = "floor/counted.html"
    form_class = CloseForm
    danger = True
    short = gettext_lazy("Close %(amount)s short")
    over = gettext_lazy("Close %(amount)s over")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "denominations_cents": self.house.denominations_cents}

    def done(self, values: Mapping[str, Any]) -> str:
        session = desk.last_session(self.table.id)
        if session is not None and closing.is_undecided(session):
            return _(
                "Table %(table)s is closed. Its float differs: somebody who did not count decides the finding."
            ) % {"table": self.table.code}
        return _("Table %(table)s is closed.") % {"table": self.table.code}
