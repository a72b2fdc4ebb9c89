"""The floor's board: every table as a card with what waits there; acknowledging an alarm, answering a call."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django import forms
from django.urls import reverse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.models import Drop, Slip
from accounting.pages.house import InHouse
from casino import house_time, wording
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.forms import CommandForm, ReasonField, new_key
from casino.pages.views import Command, Context, Live
from casino.services import users
from tables.audit.pages import facts
from tables.dealers.selectors import line_up
from tables.floor.selectors import alarms as selector
from tables.floor.selectors import openings
from tables.floor.selectors.waiting import columns as waiting_desk
from tables.floor.services import alarms
from tables.floor.services.log import floor_calls as call_services
from tables.models import CallKind, PlannedOpening
from tables.play.pages.tables import TableCommand
from tables.play.selectors import desk, floor_calls, tables
from tables.play.selectors.absence import AwayView
from tables.play.selectors.floor_calls import Call
from tables.play.selectors.tables import TableView
from tables.tournaments.selectors import board as tournaments
from tables.tournaments.selectors.board import Glance
from tables.verdicts import needs
from tables.verdicts.alarms import ACKNOWLEDGED, Alarm, Kind
from tables.verdicts.needs import Group

_SENTENCES: Final[Mapping[Kind, str | Promise]] = {
    Kind.CALL: "%(label)s",
    Kind.PUSH: _("Push overdue"),
    Kind.IDLE: _("No hand is dealt"),
    Kind.SHORT: _("Rake −%(missing)s in 30 min"),
    Kind.TIP: _("Tip of %(tip)s"),
    Kind.CHIPS: _("%(chips)s waits: slip %(number)s"),
    Kind.ABSENT: _("Seat %(seat)s: the chips of %(guest)s may be picked up"),
    Kind.COUNTS: _("Two counts differ: %(box)s"),
    Kind.PIN: _("Tile locked by wrong PINs: %(name)s, %(place)s"),
}
# Offered as one tap each; any other reason is typed.
_REASONS: Final[Mapping[Kind, tuple[Promise, ...]]] = {
    Kind.PUSH: (_("No dealer is free"), _("The relief is on the way"), _("The dealer stays by agreement")),
    Kind.IDLE: (_("The guests pause"), _("Players are missing"), _("Dispute at the table")),
    Kind.SHORT: (_("Looked at, the reasons hold"), _("Told the dealer the terms"), _("Will be corrected")),
    Kind.TIP: (_("Seen, the tip is right"), _("Will be corrected")),
}
GOOD_FOR: Final = timedelta(seconds=30)
DUE_SHOWN: Final = 4
ROOMY: Final = 18
"""So many tables at most are shown with larger cards."""
_ORDER, _TOP, _FIXED = "board", "alarms", "places"  # a preference and its two values


@dataclass(frozen=True, slots=True)
class Line:
    """An alarm as the board shows it, and where it is dealt with."""

    alarm: Alarm
    sentence: str
    address: str
    call_id: int | None = None
    """A call that one tap takes or answers."""
    is_answered_in_words: bool = False
    """Whether it needs words, so that one tap leads to its page."""

    relieves: str = ""
    """Where the dealer is relieved whose down is over."""

    @property
    def leads_to_page(self) -> bool:
        return (self.address != "" and self.call_id is None) or self.is_answered_in_words

    @property
    def is_answered_by_tap(self) -> bool:
        return self.call_id is not None and not self.is_answered_in_words


@dataclass(frozen=True, slots=True)
class Card:
    """A table, its number key, and what waits there."""

    number: int
    table: TableView
    dots: str
    lines: list[Line]
    away: list[AwayView]
    planned: PlannedOpening | None = None
    """When it is going to be opened."""

    tournament: Glance | None = None
    """What is played there."""

    @property
    def players(self) -> int:
        """Players of the tournament at this table."""
        return self.tournament.at.get(self.table.id, 0) if self.tournament else 0

    @property
    def first(self) -> Line | None:
        """The most pressing of its alarms."""
        return self.lines[0] if self.lines else None

    @property
    def group(self) -> Group:
        """Where the board shows it."""
        table = self.table
        in_session = table.session is not None
        return needs.group(
            is_urgent=any(line.alarm.is_urgent for line in self.lines),
            is_in_session=in_session,
            is_tournament=table.tournament is not None,
            waits=bool(self.lines or self.away or table.kept)
            or (in_session and (table.is_paused or table.dealer is None)),
        )


@dataclass(frozen=True, slots=True)
class Cards:
    """A group of the board with its title."""

    key: str
    title: str | Promise
    cards: list[Card]


_TITLES: Final[Mapping[Group, Promise]] = {
    Group.NOW: _("Now"),
    Group.SOON: _("Soon"),
    Group.RUNNING: _("Running"),
    Group.TOURNAMENT: _("Tournament"),
    Group.CLOSED: _("Closed"),
}


def grouped(cards: list[Card]) -> list[Cards]:
    """The groups that have cards, what needs a human first."""
    found = {group: [card for card in cards if card.group is group] for group in Group}
    return [Cards(group.value, _TITLES[group], among) for group, among in found.items() if among]


class Board(InHouse, Live):
    """Every table of the house as a small card: what needs a human first, or each in its fixed place."""

    permission = "tables.open_table"
    template = "floor/board.html"
    part = "floor/_board.html"
    watches = "floor"

    def good_until(self) -> datetime:
        """Until the clock brings the next alarm; other changes over time (half-hour windows) may come later."""
        latest = (house_time.now() + GOOD_FOR).replace(microsecond=0)
        return min(latest, self.standing.due_at or latest)

    @cached_property
    def standing(self) -> selector.Standing:
        """The alarms as they stand."""
        return selector.standing(self.house)

    def context(self) -> Context:
        shown = tables.views(self.house.pk)
        standing = self.standing
        now = house_time.now()
        planned = openings.ahead(self.house.pk, now)
        played = {table.id: table.tournament[0] for table in shown if table.tournament}
        glances = tournaments.glances(played.values(), now)
        cards = [
            replace(
                card(number, table, standing),
                planned=planned.get(table.id),
                tournament=glances.get(played.get(table.id, 0)),
            )
            for number, table in enumerate(shown, 1)
        ]
        groups = grouped(cards) if self.alarms_on_top else [Cards("all", _("Tables"), cards)] if cards else []
        states = ["tournament" if table.tournament else table.state for table in shown]
        return {
            "house": self.house,
            "day": desk.open_day(self.house.pk),
            "groups": groups,
            "is_roomy": len(cards) <= ROOMY,
            "lines": self.lines({table.code: table for table in shown}),
            "due": due_next(shown),
            "alarms": sum(alarm.is_urgent for alarm in standing.alarms),
            "late": [alarm for alarm in standing.alarms if alarm.is_late],
            "on_top": self.alarms_on_top,
            "dealers": line_up.free_dealers(self.house.pk),
            "crowds": waiting_desk.counts(self.house.pk),
            "counts": {state: states.count(state) for state in ("open", "paused", "tournament", "closed")},
            "key": new_key(),
            "now": now,
        }

    def lines(self, by_code: Mapping[str, TableView]) -> list[Line]:
        """All alarms, the most pressing first, each with where it is dealt with."""
        beside = {id(alarm) for alarm in self.standing.beside(by_code.keys())}
        return [line(alarm, None if id(alarm) in beside else by_code[alarm.place]) for alarm in self.standing.alarms]

    @property
    def alarms_on_top(self) -> bool:
        """As the person chose; what needs a human first until then."""
        return bool(self.actor.preferences.get(_ORDER, _TOP) == _TOP)


class OrderForm(CommandForm):
    """What needs a human first, or each table in its fixed place."""

    order = forms.ChoiceField(label=_("Order"), choices=[(_TOP, _("Alarms on top")), (_FIXED, _("Fixed places"))])


class Order(InHouse, Command):
    """Keep how the person wants the board."""

    permission = "tables.open_table"
    template = "floor/dealer_command.html"
    form_class = OrderForm

    def context(self) -> Context:
        return {"title": _("Order of the tables"), "back": reverse("floor:board")}

    def initial(self) -> dict[str, Any]:
        return {"order": self.actor.preferences.get(_ORDER, _TOP)}

    def run(self, values: Mapping[str, Any]) -> str:
        users.prefer(name=_ORDER, value=values["order"], actor=self.actor)
        return reverse("floor:board")


def dots(table: TableView) -> str:
    """The seats at a glance: taken, away, kept for a guest who has been called, free."""
    marks = {seat.seat: "◐" if seat.is_away else "●" for seat in table.seats} | {one.seat: "◎" for one in table.kept}
    return "".join(marks.get(number, "○") for number in range(1, table.seat_count + 1))


def due_next(shown: list[TableView]) -> list[TableView]:
    """The tables where a dealer is due: those that have none, then those whose dealers have been there longest."""
    without = [table for table in shown if table.session is not None and table.dealer is None]
    dealt = [(table.dealer.since, table) for table in shown if table.dealer is not None]
    return [*without, *(table for _since, table in sorted(dealt, key=lambda one: one[0]))][:DUE_SHOWN]


def card(number: int, table: TableView, standing: selector.Standing) -> Card:
    """A table as the board shows it."""
    lines = [line(alarm, table) for alarm in standing.at(table.code)]
    away = [one for one in standing.away if one.table_id == table.id]
    return Card(number, table, dots(table), lines, away)


def line(alarm: Alarm, table: TableView | None) -> Line:
    """An alarm's sentence, and the page that ends it or lets it be."""
    told = alarm.facts
    if alarm.kind is Kind.PIN:
        return Line(alarm, sentence(alarm), reverse("device-free", args=[told["device"], told["user"]]))
    if alarm.kind is Kind.CALL:
        decides = told["kind"] == CallKind.REFUSED_HAND
        address = reverse("floor:answer", args=[told["id"]])
        return Line(alarm, sentence(alarm), address, int(str(told["id"])), is_answered_in_words=decides)
    if alarm.kind is Kind.ABSENT and table is not None:
        return Line(alarm, sentence(alarm), reverse("floor:pick-up", args=[table.id, told["seat"]]))
    if alarm.kind in ACKNOWLEDGED and table is not None:
        relieves = f"{reverse('floor:push', args=[table.id])}?from=board" if alarm.kind is Kind.PUSH else ""
        address = reverse("floor:acknowledge", args=[table.id, alarm.kind, alarm.mark])
        return Line(alarm, sentence(alarm), address, relieves=relieves)
    return Line(alarm, sentence(alarm), "")


def sentence(alarm: Alarm) -> str:
    """What the matter is, in the reader's language."""
    words: dict[str, object] = {"place": alarm.place}
    for name, fact in alarm.facts.items():
        if name.endswith("_cents"):
            words[name.removesuffix("_cents")] = wording.money(int(str(fact)))
        else:
            words[name] = fact
    if alarm.kind is Kind.IDLE and alarm.facts.get("is_banked"):
        return gettext("No round is dealt")
    if alarm.kind is Kind.CHIPS:
        words["chips"] = str(Slip.Kind(str(alarm.facts["kind"])).label).capitalize()
    if alarm.kind is Kind.COUNTS:
        words["box"] = Drop.Kind(str(alarm.facts["kind"])).label
    return str(_SENTENCES[alarm.kind]) % words


class ReasonForm(CommandForm):
    """Why an alarm may stand."""

    reason = ReasonField(rows=1)


class Acknowledge(TableCommand):
    """Acknowledge an alarm with a reason; it comes again when its facts change."""

    service = alarms.acknowledge
    permission = alarms.PERMISSION
    template = "floor/acknowledge.html"
    title = _("Acknowledge")
    form_class = ReasonForm

    def context(self) -> Context:
        """The alarm, None where it has ended meanwhile, and the usual reasons."""
        standing = selector.standing(self.house).at(self.table.code)
        wanted = (self.kwargs["kind"], self.kwargs["mark"])
        alarm = next((one for one in standing if (one.kind.value, one.mark) == wanted), None)
        return {
            **super().context(),
            "alarm": line(alarm, self.table) if alarm else None,
            "reasons": _REASONS.get(alarm.kind, ()) if alarm else (),
            "back": reverse("floor:board"),
            "key": new_key(),
        }

    def target(self) -> dict[str, Any]:
        return {**super().target(), "kind": self.kwargs["kind"], "mark": self.kwargs["mark"]}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("floor:board")


class AnswerForm(CommandForm):
    """What came of a call; required of a refused hand, which the service checks."""

    answer = forms.CharField(
        label=_("What was decided"), max_length=500, required=False, widget=forms.Textarea({"rows": 2})
    )


class AnswerCall(InHouse, Command):
    """Answer a call: by one tap from the board, or with words on this page."""

    permission = "tables.record_ruling"
    template = "floor/answer.html"
    form_class = AnswerForm

    @cached_property
    def call(self) -> Call | None:
        """The call, while it waits."""
        return next((call for call in floor_calls.waiting(self.house.pk) if call.id == self.kwargs["pk"]), None)

    def get(self, request: Any, **path: Any) -> Any:
        """The form; refuses `no_such_call` where the call does not wait any more."""
        if self.call is None:
            raise NotFound("no_such_call", marked("There is no such call."))
        return super().get(request, **path)

    def context(self) -> Context:
        """The call, and of a refused hand what the tablet reported."""
        told = facts.labelled(self.call.facts) if self.call and self.call.facts else []
        return {"call": self.call, "told": told, "back": reverse("floor:board")}

    def run(self, values: Mapping[str, Any]) -> str:
        call_services.answer(call_id=self.kwargs["pk"], text=values["answer"], actor=self.actor)
        return reverse("floor:board")
