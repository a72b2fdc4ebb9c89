"""The floor's board: every table as a card with what waits there; acknowledging an alarm, answering a call."""

from collections.abc import Mapping
from math import ceil
from typing import Any, ClassVar, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.house import InHouse
from casino import house_time
from casino.errors import N_, NotFound
from casino.pages import polls
from casino.pages.forms import CommandForm, ReasonField, new_key
from casino.pages.views import Command, Live
from casino.services import users
from tables.audit.pages import facts
from tables.board.pages import sheets
from tables.board.pages.alarms import line
from tables.board.pages.sheets import Piece, Seen, Sheet
from tables.board.selectors import board
from tables.board.selectors.board import Present
from tables.board.services import alarms
from tables.floor.selectors import alarms as selector
from tables.log.services import floor_calls as call_services
from tables.play.pages.tables import TableCommand
from tables.play.selectors import floor_calls
from tables.play.selectors.floor_calls import Call
from tables.verdicts.alarms import Kind

# Offered as one tap each; any other reason is typed.
_REASONS: Final[Mapping[Kind, tuple[Promise, ...]]] = {
    Kind.PUSH: (_("No dealer is free"), _("The relief is on the way"), _("The dealer stays by agreement")),
    Kind.IDLE: (_("The guests pause"), _("Players are missing"), _("Dispute at the table")),
    Kind.SHORT: (_("Checked, the reasons hold"), _("Told the dealer the terms"), _("Will be corrected")),
    Kind.TIP: (_("Checked, the tip is right"), _("Will be corrected")),
}
_ORDER, _GAMES, _NUMBERS = "board", "games", "numbers"  # a preference and its two values


class Board(InHouse, Live):
    """Every table of the house as a small card: game by game with its waiting list, or all by number.

    A poll is answered with the pieces that have changed since the version that it shows; the browser puts them in their
    places (`floor.js`).  The version says in which language and order, and from when, so that any process can tell
    whether it knows what has changed since; one that does not answers with the whole part.
    """

    permission = "tables.open_table"
    template_name = "board/board.html"
    part = "board/_board.html"
    changes = "board/_changes.html"
    watches = "floor"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The changes for a poll, or the whole part; the page otherwise."""
        is_poll = "v" in request.GET
        present = board.present(self.house, self.version_before, again=not is_poll)
        with sheets.sheet(self.house, present) as sheet:
            context = self.shown(request, present, sheet)
            pieces = self.changed(request, sheet) if is_poll else None
            if pieces is None:
                context |= {
                    "groups": sheet.groups(by_number=self.by_number),
                    "blocks": sheet.blocks,
                    "pressing": sheet.pressing,
                    "shown": sheets.TASKS_SHOWN,
                    "folded": sheet.folded,
                }
        if pieces is not None:
            return HttpResponse(sheets.rendered(self.changes, {**context, "pieces": pieces}))
        answer = render(request, self.part if is_poll else self.template_name, context)
        if is_poll:
            answer.headers["HX-Retarget"] = "#live"
        return answer

    def shown(self, request: HttpRequest, present: Present, sheet: Sheet) -> dict[str, Any]:
        """What every answer has; the version says until when it is good, its language and order, and what is seen."""
        seen = sheet.seen(by_number=self.by_number)
        version = "@".join((present.version, str(ceil(present.until.timestamp())), self.made, str(seen)))
        return {
            **polls.context(request, request.path, version),
            "live_part": self.part,
            "by_number": self.by_number,
            "counts": present.counts,
            "sum": sheet.sum(by_number=self.by_number),
            "key": new_key(),
            "now": house_time.now(),
        }

    def changed(self, request: HttpRequest, sheet: Sheet) -> list[Piece] | None:
        """The pieces that are not as on the screen that asks; None where the whole part is to be sent."""
        version, _until, made, seen = (*(polls.seen(request) or "").split("@"), "", "", "")[:4]
        if made != self.made or version.partition(".")[0] != str(self.house.pk):
            return None
        return sheet.changed(Seen.of(seen), by_number=self.by_number)

    @property
    def made(self) -> str:
        """The language and order of the page."""
        return f"{get_language()}/{self.order}"

    @property
    def order(self) -> str:
        """As the person chose; by game until then."""
        return str(self.actor.preferences.get(_ORDER, _GAMES))

    @property
    def by_number(self) -> bool:
        """Whether all tables stand by number, and not by game."""
        return self.order == _NUMBERS


class OrderForm(CommandForm):
    """Game by game, or all tables by number."""

    order = forms.ChoiceField(label=_("Order"), choices=[(_GAMES, _("By game")), (_NUMBERS, _("By number"))])


class Order(InHouse, Command):
    """Keep how the person wants the board."""

    permission = "tables.open_table"
    template_name = "pages/step.html"
    form_class = OrderForm
    service = users.prefer
    title = _("Order of the tables")
    leads_to = "floor:board"

    def get_initial(self) -> dict[str, Any]:
        return {"order": self.actor.preferences.get(_ORDER, _GAMES)}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"name": _ORDER, "value": values["order"]})


class ReasonForm(CommandForm):
    """Why an alarm may stand."""

    reason = ReasonField(rows=1)


class Acknowledge(TableCommand):
    """Acknowledge an alarm with a reason; it comes again when its facts change."""

    service = alarms.acknowledge
    permission = alarms.PERMISSION
    template_name = "board/acknowledge.html"
    title = _("Acknowledge")
    form_class = ReasonForm
    in_address: ClassVar = {"table_id": "pk", "kind": "kind", "mark": "mark"}
    leads_to = "floor:board"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The alarm, None where it has ended meanwhile, and the usual reasons."""
        standing = selector.standing(self.house).at(self.table.code)
        wanted = (self.kwargs["kind"], self.kwargs["mark"])
        alarm = next((one for one in standing if (one.kind.value, one.mark) == wanted), None)
        return {
            **super().get_context_data(**kwargs),
            "alarm": line(alarm, self.table) if alarm else None,
            "reasons": _REASONS.get(alarm.kind, ()) if alarm else (),
            "key": new_key(),
        }


class AnswerForm(CommandForm):
    """What came of a call; required of a refused hand, which the service checks."""

    answer = forms.CharField(label=_("Decision"), max_length=500, required=False, widget=forms.Textarea({"rows": 2}))


class AnswerCall(InHouse, Command):
    """Answer a call: by one tap from the board, or with words on this page."""

    permission = "tables.record_ruling"
    template_name = "board/answer.html"
    form_class = AnswerForm
    service = call_services.answer
    in_address: ClassVar = {"call_id": "pk"}
    leads_to = "floor:board"

    @cached_property
    def call(self) -> Call | None:
        """The call, while it waits."""
        return next((call for call in floor_calls.waiting(self.house.pk) if call.id == self.kwargs["pk"]), None)

    def get(self, request: Any, *args: Any, **path: Any) -> Any:
        """The form; refuses `no_such_call` where the call does not wait any more."""
        if self.call is None:
            raise NotFound("no_such_call", N_("Call not found."))
        return super().get(request, **path)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The call, and of a refused hand what the tablet reported."""
        told = facts.labelled(self.call.facts) if self.call and self.call.facts else []
        return {**super().get_context_data(**kwargs), "call": self.call, "told": told}

    def run(self, values: Mapping[str, Any]) -> str:
        """To the hand that the call is about, which the person who answers now looks at; else back to the board."""
        call = self.call
        hand = floor_calls.hands_at_issue([call]).get(call.id) if call is not None and call.is_about_play else None
        board = super().run(values)
        return board if hand is None else reverse("dealer:hand", args=[hand.pk])

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"text": values["answer"]})
