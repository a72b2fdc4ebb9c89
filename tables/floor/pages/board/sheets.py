"""The floor's board in one language: rendered once for all who look, piece by piece, as its tables change.

A piece is rendered again only where it shows something else, and counts as changed only if its HTML did.  Whoever asks
is sent the cards changed since the edition that they see.  A page that another process has shown says when its rows
were read; a card is stamped after its rows were read, so a change that such a page lacks is stamped later than it.  Of
the few other pieces, as counts and lists, the page says the marks.

One change escapes a stamp: where a card was another and became as before while this process did not look, though
another did.  So the browser adds up the marks of all its pieces; where the sum is not ours, it asks for the whole
board.
"""

import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final
from zlib import crc32

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from tables.floor.pages.board.alarms import Line, line, sentence
from tables.floor.selectors.board import Present, TableNow
from tables.play.selectors.tables import TableView
from tables.verdicts import needs
from tables.verdicts.alarms import Kind
from tables.verdicts.needs import Group

SHEETS_KEPT: Final = 32
ALARMS_SHOWN: Final = 40
"""Alarms of tables beside the cards, the most pressing; the others are counted there, and stand on the cards."""
CALM_SHOWN: Final = 400
"""Tables where nothing waits, by number; where something waits, every table is shown."""
DEALERS_SHOWN: Final = 12
DUE_SHOWN: Final = 4
ALL: Final = "all"
_TITLES: Final[Mapping[str, Promise]] = {
    Group.NOW: _("Now"),
    Group.SOON: _("Soon"),
    Group.RUNNING: _("Running"),
    Group.TOURNAMENT: _("Tournament"),
    Group.CLOSED: _("Closed"),
    ALL: _("Tables"),
}
_WAITS: Final = frozenset({Group.NOW, Group.SOON})
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the board with an id of its own; a card that is not shown has no HTML, and the mark 0."""

    id: str
    html: SafeString
    mark: int
    edition: int
    """The sheet's edition in which it changed."""
    at: float
    """When that was read through."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is on a screen: an edition of a sheet, and when its rows were read; the marks of what is no card."""

    sheet: str
    edition: int
    at: float
    marks: frozenset[str]

    def __str__(self) -> str:
        return f"{self.sheet}/{self.edition}/{self.at}/{'.'.join(sorted(self.marks))}"

    @classmethod
    def of(cls, text: str) -> "Seen":
        sheet, edition, at, marks = text.split("/")
        return cls(sheet, int(edition), float(at), frozenset(marks.split(".")))


@dataclass(frozen=True, slots=True)
class Cards:
    """A group of the board, or all tables in their places."""

    key: str
    head: SafeString
    html: SafeString


@contextmanager
def sheet(house: House, present: Present) -> Iterator["Sheet"]:
    """The house's board in the reader's language, as it is at present; nobody changes it while the block runs."""
    key = (house.pk, get_language() or "", house.time_zone)
    with _lock:
        found = _sheets.get(key)
        if found is None or not found.may_become(present):
            while len(_sheets) >= SHEETS_KEPT:
                del _sheets[next(iter(_sheets))]
            found = _sheets[key] = Sheet(house, present)
        found.become(present)
        yield found


def forget() -> None:
    """Drop what was rendered: tests begin with another database."""
    _sheets.clear()


_sheets: dict[tuple[int, str, str], "Sheet"] = {}
_lock = Lock()


class Sheet:
    """One house's board in one language, from its first edition on."""

    def __init__(self, house: House, present: Present) -> None:
        self.name = secrets.token_hex(4)
        self.edition = 0
        self.began = present.read_at.timestamp()
        self._currency = house.currency
        self._order = present.order
        self._present: Present | None = None
        self._where: dict[int, Group] = {}
        self._cards: dict[int, Piece] = {}
        self._blocks: dict[str, Piece] = {}
        self._shown: dict[str, Mapping[str, object]] = {}

    def may_become(self, present: Present) -> bool:
        """Whether the same tables are on the board, and the clock was not set back."""
        is_later = self._present is None or self._present.read_at <= present.read_at
        return is_later and self._order == present.order

    def become(self, present: Present) -> None:
        """Render what is another at `present`."""
        if self._present is present:
            return
        self.edition += 1
        before = self._present.tables if self._present else (None,) * len(present.tables)
        for was, one in zip(before, present.tables, strict=True):
            if was is not one:
                self._show_table(one, present)
        self._show_blocks(present)
        self._present = present

    def groups(self, *, on_top: bool) -> list[Cards]:
        """The groups in their order, what needs a human first; or all tables in their places."""
        among: dict[str, list[str]] = {key: [] for key in (Group if on_top else (ALL,))}
        for table_id, card in self._cards.items():
            among[self._where[table_id] if on_top else ALL].append(card.html)
        return [Cards(str(key), self._blocks[f"group-{key}"].html, _joined(cards)) for key, cards in among.items()]

    def changed(self, seen: "Seen", *, on_top: bool) -> list[Piece] | None:
        """The pieces that are not as on a screen; None where this process does not know which."""
        if seen.sheet == self.name:
            cards = [one for one in self._cards.values() if one.edition > seen.edition]
        elif seen.at >= self.began:
            cards = [one for one in self._cards.values() if one.at > seen.at]
        else:
            return None
        return cards + [one for one in self._of_order(on_top=on_top) if f"{one.mark:x}" not in seen.marks]

    def seen(self, *, on_top: bool) -> "Seen":
        """What a screen shows that shows all of it."""
        assert self._present is not None
        marks = frozenset(f"{one.mark:x}" for one in self._of_order(on_top=on_top))
        return Seen(self.name, self.edition, self._present.now.timestamp(), marks)

    def sum(self, *, on_top: bool) -> int:
        """The sum of the marks of all pieces."""
        pieces = [*self._cards.values(), *self._of_order(on_top=on_top)]
        return sum(one.mark for one in pieces) % 2**32

    @property
    def blocks(self) -> Mapping[str, SafeString]:
        """The HTML of what is no card, by its name."""
        return {name: one.html for name, one in self._blocks.items()}

    def _of_order(self, *, on_top: bool) -> list[Piece]:
        """What is no card, for an order of the cards."""
        unwanted = {f"group-{ALL}"} if on_top else {f"group-{key}" for key in Group}
        return [one for name, one in self._blocks.items() if name not in unwanted]

    def _show_table(self, one: TableNow, present: Present) -> None:
        table_id = one.table.id
        where = self._where[table_id] = group(one)
        html = _card(one, where) if where in _WAITS or one.number <= CALM_SHOWN else ""
        self._cards[table_id] = self._piece(f"card-{table_id}", html, self._cards.get(table_id), present)

    def _show_blocks(self, present: Present) -> None:
        for name, template, values in self._to_show(present):
            if self._shown.get(name) != values:
                self._shown[name] = values
                self._blocks[name] = self._piece(name, _rendered(template, values), self._blocks.get(name), present)

    def _piece(self, name: str, html: str, before: Piece | None, present: Present) -> Piece:
        """The piece as it was if its HTML is the same."""
        mark = crc32(html.encode())
        if before is not None and before.mark == mark:
            return before
        marked = html.replace(" data-mark", f' data-mark="{mark}"', 1)
        return Piece(name, _joined([marked]), mark, self.edition, present.read_at.timestamp())

    def _to_show(self, present: Present) -> Iterator[tuple[str, str, Mapping[str, object]]]:
        """Each block's name, template and values."""
        counted = Counter(self._where.values())
        for key, count in [*((key, counted[key]) for key in Group), (ALL, len(present.tables))]:
            name = f"group-{key}"
            yield name, "floor/board/_group.html", {"id": name, "title": _TITLES[key], "count": count}
        urgent = sum(alarm.is_urgent for alarm in present.alarms)
        yield "counts", "floor/board/_counts.html", {"counts": present.counts, "alarms": urgent}
        late = [(alarm.place, sentence(alarm)) for alarm in present.alarms if alarm.is_late]
        yield "notices", "floor/board/_notices.html", {"day": present.day is not None, "late": late}
        yield "alarms", "floor/board/_alarms.html", _alarms(present)
        yield "due", "floor/board/_due.html", {"due": due_next([one.table for one in present.tables])}
        free = present.dealers
        yield (
            "dealers",
            "floor/board/_dealers.html",
            {"dealers": free[:DEALERS_SHOWN], "more": max(0, len(free) - DEALERS_SHOWN)},
        )
        yield "crowds", "floor/board/_crowds.html", {"crowds": present.crowds}
        yield (
            "day",
            "floor/board/_day.html",
            {"date": present.day.date if present.day else None, "currency": self._currency},
        )
        hidden = sum(not card.html for card in self._cards.values())
        yield "calm", "floor/board/_calm.html", {"tables": len(present.tables), "hidden": hidden}


def group(one: TableNow) -> Group:
    """Where the board shows a table."""
    table = one.table
    in_session = table.session is not None
    return needs.group(
        is_urgent=any(alarm.is_urgent for alarm in one.alarms),
        is_in_session=in_session or table.practice is not None,
        is_tournament=table.tournament is not None,
        waits=bool(one.alarms or one.away or one.kept) or (in_session and (table.is_paused or table.dealer is None)),
    )


def dots(one: TableNow) -> str:
    """The seats at a glance: taken, away, kept for a guest who has been called, free."""
    marks = {seat.seat: "◐" if seat.is_away else "●" for seat in one.table.seats}
    marks |= {kept.seat: "◎" for kept in one.kept}
    return "".join(marks.get(number, "○") for number in range(1, one.table.seat_count + 1))


def due_next(shown: list[TableView]) -> list[tuple[int, str, Any]]:
    """The tables where a dealer is due: those that have none, then those whose dealers have been there longest."""
    without = [table for table in shown if table.session is not None and table.dealer is None]
    dealt = sorted((table.dealer.since, table.id, table) for table in shown if table.dealer is not None)
    due = [*without, *(table for _since, _id, table in dealt)][:DUE_SHOWN]
    return [(table.id, table.code, table.dealer) for table in due]


def _alarms(present: Present) -> Mapping[str, object]:
    """The most pressing alarms of tables, and each that is on no card."""
    by_code = {one.table.code: one.table for one in present.tables}
    lines: list[Line] = []
    more = 0
    for alarm in present.alarms:
        table = None if alarm.kind is Kind.PIN else by_code.get(alarm.place)
        if table is None or len(lines) < ALARMS_SHOWN:
            lines.append(line(alarm, table))
        else:
            more += 1
    return {"lines": lines, "more": more}


def _card(one: TableNow, where: Group) -> str:
    first = sentence(one.alarms[0]) if one.alarms else ""
    return _rendered(
        "floor/board/_card.html", {"card": one, "table": one.table, "group": where, "dots": dots(one), "first": first}
    )


def _rendered(template: str, values: Mapping[str, object]) -> str:
    return _SPACE.sub(" ", render_to_string(template, dict(values)))


def _joined(rendered: list[str]) -> SafeString:
    """Templates have escaped what they rendered."""
    return mark_safe("".join(rendered))  # noqa: S308 -- of our own templates
