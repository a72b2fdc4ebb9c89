"""Alarms as the floor's pages show them: the sentence in the reader's language, and where each is dealt with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.models import Drop, Slip
from casino import wording
from casino.models import DeskCounter, User
from casino.pages.bar import Bell, Ring
from tables.board.selectors import board
from tables.models import CallKind
from tables.play.selectors.tables import TableView
from tables.verdicts.alarms import ACKNOWLEDGED, Alarm, Kind

_SENTENCES: Final[Mapping[Kind, str | Promise]] = {
    Kind.CALL: "%(label)s",
    Kind.PUSH: _("Push overdue"),
    Kind.IDLE: _("No hands are being dealt"),
    Kind.SHORT: _("Rake −%(missing)s in 30 min"),
    Kind.TIP: _("Tip of %(tip)s"),
    Kind.CHIPS: _("%(chips)s waiting: slip %(number)s"),
    Kind.ABSENT: _("Seat %(seat)s: the chips of %(guest)s may be picked up"),
    Kind.COUNTS: _("Two counts differ: %(box)s"),
    Kind.PIN: _("Tile locked after wrong PINs: %(name)s, %(place)s"),
}


# As a card says it, in two words.
_SHORT: Final[Mapping[Kind, Promise]] = {
    Kind.CALL: _("Floor called"),
    Kind.PUSH: _("Relief due"),
    Kind.IDLE: _("No hands"),
    Kind.SHORT: _("Rake short"),
    Kind.TIP: _("Large tip"),
    Kind.CHIPS: _("Slip waits"),
    Kind.ABSENT: _("Chips left"),
    Kind.COUNTS: _("Counts differ"),
    Kind.PIN: _("PIN locked"),
}


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


def short(alarm: Alarm) -> str:
    """The matter in two words, as a card has room for."""
    return str(_SHORT[alarm.kind])


def sentence(alarm: Alarm) -> str:
    """What the matter is, in the reader's language."""
    words: dict[str, object] = {"place": alarm.place}
    for name, fact in alarm.facts.items():
        if name.endswith("_cents"):
            words[name.removesuffix("_cents")] = wording.money(int(str(fact)))
        else:
            words[name] = fact
    if alarm.kind is Kind.CALL:
        words["label"] = CallKind(str(alarm.facts["kind"])).label
    if alarm.kind is Kind.IDLE and alarm.facts.get("is_banked"):
        return gettext("No rounds are being dealt")
    if alarm.kind is Kind.CHIPS:
        words["chips"] = str(Slip.Kind(str(alarm.facts["kind"])).label).capitalize()
    if alarm.kind is Kind.COUNTS:
        words["box"] = Drop.Kind(str(alarm.facts["kind"])).label
    return str(_SENTENCES[alarm.kind]) % words


def _rings(_actor: User, house: Any) -> list[Ring]:
    """The standing alarms of the house, as the board knows them."""
    if house is None:
        return []
    present = board.present(house, DeskCounter.version("floor", house.pk))
    tables = {one.table.code: one.table for one in present.tables}
    return [_ring(alarm, tables.get(alarm.place)) for alarm in present.alarms]


def _ring(alarm: Alarm, table: TableView | None) -> Ring:
    shown = line(alarm, table)
    return Ring(
        f"{alarm.kind}:{alarm.place}:{alarm.mark}",
        alarm.place,
        shown.sentence,
        alarm.since,
        shown.relieves or shown.address or reverse("floor:board"),
        alarm.kind is Kind.CALL and alarm.is_urgent,
        str(alarm.facts.get("taken_by") or ""),
    )


BELL = Bell("tables.open_table", _rings)
