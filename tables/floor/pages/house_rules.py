"""The house's own numbers for its waiting lists, its moves and its absent guests: one page each."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounting.pages.house import InHouse
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context
from tables.floor.selectors import move_requests
from tables.floor.selectors.waiting import lists
from tables.floor.services.absence import terms as absence_terms
from tables.floor.services.moving import terms as moving_terms
from tables.floor.services.waiting import terms as waiting_terms
from tables.play.selectors import absence
from tables.rules.absence import terms as absence_law
from tables.rules.moving import terms as moving_law
from tables.rules.waiting import terms as waiting_law

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def _number(label: "_StrPromise", limits: tuple[int, int]) -> forms.IntegerField:
    """A number of the house, within what the law allows it."""
    least, most = limits
    return forms.IntegerField(label=label, min_value=least, max_value=most, help_text=f"{least}–{most}")


class WaitingForm(CommandForm):
    """Calls, and what follows them."""

    answer_seconds = _number(_("Seconds to answer a call"), waiting_law.LIMITS["answer_seconds"])
    more_time_seconds = _number(_("Seconds for who asks for more time"), waiting_law.LIMITS["more_time_seconds"])
    misses_until_struck = _number(_("Missed calls until struck off"), waiting_law.LIMITS["misses_until_struck"])
    lock_up_minutes = _number(_("Minutes a seat is locked up"), waiting_law.LIMITS["lock_up_minutes"])
    arrival_minutes = _number(_("Minutes to arrive from outside"), waiting_law.LIMITS["arrival_minutes"])
    stays_on_other_lists = forms.BooleanField(label=_("Who is seated stays on his other lists"), required=False)
    players_to_start = _number(_("Guests who make a game"), waiting_law.LIMITS["players_to_start"])
    opens_tables = forms.BooleanField(label=_("One more table is opened when so many wait"), required=False)
    estimate_hours = _number(_("Hours an estimate looks back"), waiting_law.LIMITS["estimate_hours"])
    estimate_openings = _number(_("Seats seen free before it says anything"), waiting_law.LIMITS["estimate_openings"])


class MovingForm(CommandForm):
    """Must-moves, changes of seat, tables of one game."""

    main_short_by = _number(_("Seats a main game may be short by"), moving_law.LIMITS["main_short_by"])
    barred_minutes = _number(_("Minutes barred after refusing to move"), moving_law.LIMITS["barred_minutes"])
    passed_before_posting = _number(
        _("Players passed before a change of seat is posted for"), moving_law.LIMITS["passed_before_posting"]
    )
    stays_minutes = _number(
        _("Minutes until more than the maximum may be taken to another table"), moving_law.LIMITS["stays_minutes"]
    )
    most_difference = _number(_("Players by which tables may differ"), moving_law.LIMITS["most_difference"])


class AbsenceForm(CommandForm):
    """Guests who are away from their seats."""

    absent_buttons = _number(_("Absent buttons until chips are picked up"), absence_law.LIMITS["absent_buttons"])
    away_minutes = _number(_("Minutes away until chips are picked up"), absence_law.LIMITS["away_minutes"])
    break_minutes = _number(_("Minutes of a break that is his right (0: none)"), absence_law.LIMITS["break_minutes"])
    away_most = _number(_("Guests away from one table at once (0: any)"), absence_law.LIMITS["away_most"])


class _Rules(InHouse, Command):
    """The rules of one kind, as they stand, to be set anew."""

    permission = "tables.edit_game"
    template = "floor/dealer_command.html"
    title: ClassVar["_StrPromise"]
    leads_to: ClassVar[str]

    def found(self) -> dict[str, object]:
        """All of them by name, as they stand."""
        raise NotImplementedError

    def put(self, changes: Mapping[str, object]) -> None:
        """Set them anew."""
        raise NotImplementedError

    def initial(self) -> dict[str, Any]:
        return self.found()

    def context(self) -> Context:
        """What they are about."""
        return {"title": self.title, "back": reverse(self.leads_to)}

    def run(self, values: Mapping[str, Any]) -> str:
        self.put({name: values[name] for name in self.found()})
        return reverse(self.leads_to)


class WaitingRules(_Rules):
    """Of the waiting lists (domain §4.8)."""

    title = _("Rules of the waiting lists")
    form_class = WaitingForm
    leads_to = "floor:lists"

    def found(self) -> dict[str, object]:
        return waiting_law.to_json(lists.rules(self.house.pk))

    def put(self, changes: Mapping[str, object]) -> None:
        waiting_terms.change(house_id=self.house.pk, changes=changes, actor=self.actor)


class MovingRules(_Rules):
    """Of moves (domain §4.8)."""

    title = _("Rules of moves")
    form_class = MovingForm
    leads_to = "floor:moves"

    def found(self) -> dict[str, object]:
        return moving_law.to_json(move_requests.rules(self.house.pk))

    def put(self, changes: Mapping[str, object]) -> None:
        moving_terms.change(house_id=self.house.pk, changes=changes, actor=self.actor)


class AbsenceRules(_Rules):
    """Of absent guests (domain §4.8)."""

    title = _("Rules for absent guests")
    form_class = AbsenceForm
    leads_to = "floor:guests"

    def found(self) -> dict[str, object]:
        return absence_law.to_json(absence.rules(self.house.pk))

    def put(self, changes: Mapping[str, object]) -> None:
        absence_terms.change(house_id=self.house.pk, changes=changes, actor=self.actor)
