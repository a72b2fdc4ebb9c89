"""The floor's board in one language: rendered once for all who look, piece by piece, as its tables change.

A piece is rendered again only where it shows something else, and counts as changed only if its HTML did.  A browser
that asks is sent the cards and tasks changed since the edition that it shows.  A page that another process has shown
says when its rows were read; a card is stamped after its rows were read, so a change that such a page lacks is stamped
later than it. Of the few other pieces, as counts and lists, the page says the marks. A task is known by its mark; the
piece after the tasks says which there are, in their order.

One change escapes a stamp: where a card was another and became as before while this process did not look, though
another did.  So the browser adds up the marks of all its pieces; where the sum is not ours, it asks for the whole
board.
"""

import re
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Final
from zlib import crc32

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.http import int_to_base36
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext

from accounting.models import House
from casino.pages.next_steps import NextStep
from tables.board.pages.alarms import Line, line, short
from tables.board.selectors.board import Present, TableNow
from tables.play.selectors.kept_seats import KeptSeat
from tables.verdicts import needs
from tables.verdicts.alarms import Kind
from tables.verdicts.needs import Mark

SHEETS_KEPT: Final = 32
TASKS_SHOWN: Final = 4
"""Tasks above the tables, the most pressing."""
TASKS_FOLDED: Final = 12
"""Tasks folded below them; what is beyond stands on the tables' cards and under the bell."""
CALM_SHOWN: Final = 400
"""Tables where nothing waits, by number; where something waits, every table is shown."""
MARKS: Final = 36**5
"""A mark is five characters: short, since each answer tells those of all tasks."""
ALL: Final = "all"
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

    @property
    def written(self) -> str:
        """The mark as pages write it."""
        return int_to_base36(self.mark)


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
    """The tables of a group in their places, with its head and its waiting list; or all tables."""

    key: str
    head: SafeString
    html: SafeString
    list: SafeString


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """A group of the board: a game among guests, the games against the house, a tournament, practice, closed."""

    rank: int
    """Games first, closed tables last."""
    name: tuple[str | int, ...]
    """As people sort it: 1/2 before 10/20."""
    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Figures:
    """The tables of a group, their guests, and the seats in session that can be taken."""

    group: Group
    tables: int
    guests: int
    free: int

    @classmethod
    def of(cls, one: TableNow) -> "Figures":
        """Those of one table."""
        table = one.table
        return cls(group(one), 1, len(table.seats), table.room)

    def plus(self, other: "Figures") -> "Figures":
        return self._by(other, 1)

    def less(self, other: "Figures") -> "Figures":
        return self._by(other, -1)

    def _by(self, other: "Figures", sign: int) -> "Figures":
        return Figures(
            self.group,
            self.tables + sign * other.tables,
            self.guests + sign * other.guests,
            self.free + sign * other.free,
        )


@dataclass(frozen=True, slots=True)
class Cause:
    """What a card says beside its seats: the most pressing that waits there, since when, and how much else."""

    text: str
    since: datetime | None = None
    more: int = 0


@dataclass(frozen=True, slots=True)
class NoDealer:
    """A task: a dealer is to be brought to a table."""

    table_id: int
    place: str


Task = Line | NoDealer


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
        self._order = present.order
        self._present: Present | None = None
        self._figures: dict[int, Figures] = {}
        self._sums: dict[Group, Figures] = {}
        self._cards: dict[int, Piece] = {}
        self._tasks: list[tuple[Task, Piece]] = []
        self._blocks: dict[str, Piece] = {}
        self._shown: dict[str, Mapping[str, object]] = {}

    def may_become(self, present: Present) -> bool:
        """Whether the same tables and groups are on the board, and the clock was not set back."""
        if self._present is None:
            return True
        if self._present.read_at > present.read_at or self._order != present.order:
            return False
        moved = Counter({one: sums.tables for one, sums in self._sums.items()})
        for one in self._changed(present):
            moved[self._figures[one.table.id].group] -= 1
            moved[group(one)] += 1
        return set(+moved) == set(self._sums)

    def become(self, present: Present) -> None:
        """Render what is another at `present`."""
        if self._present is present:
            return
        self.edition += 1
        for one in self._changed(present):
            self._count(one)
            self._show_table(one, present)
        self._show_blocks(present)
        self._present = present

    def _changed(self, present: Present) -> list[TableNow]:
        """The tables that show something else than before."""
        if self._present is None:
            return list(present.tables)
        return [one for was, one in zip(self._present.tables, present.tables, strict=True) if was is not one]

    def _count(self, one: TableNow) -> None:
        """Bring the sums of the table's groups, the former and the present one, up to date."""
        before = self._figures.get(one.table.id)
        if before is not None:
            self._sums[before.group] = self._sums[before.group].less(before)
        now = self._figures[one.table.id] = Figures.of(one)
        self._sums[now.group] = self._sums.get(now.group, Figures(now.group, 0, 0, 0)).plus(now)

    def groups(self, *, by_number: bool) -> list[Cards]:
        """The groups in their order, each with its tables by number; or all tables by number."""
        assert self._present is not None
        if by_number:
            html = _joined([card.html for card in self._cards.values()])
            return [Cards(ALL, self._blocks[f"group-{ALL}"].html, html, _joined([]))]
        among: dict[str, list[str]] = {one.key: [] for one in sorted(self._sums)}
        for table_id, card in self._cards.items():
            among[self._figures[table_id].group.key].append(card.html)
        return [
            Cards(key, self._blocks[f"group-{key}"].html, _joined(cards), self._blocks[f"list-{key}"].html)
            for key, cards in among.items()
        ]

    def changed(self, seen: "Seen", *, by_number: bool) -> list[Piece] | None:
        """The pieces that are not as on a screen; None where this process does not know which."""
        stamped = [*self._cards.values(), *self.tasks]
        if seen.sheet == self.name:
            later = [one for one in stamped if one.edition > seen.edition]
        elif seen.at >= self.began:
            later = [one for one in stamped if one.at > seen.at]
        else:
            return None
        return later + [one for one in self._of_order(by_number=by_number) if one.written not in seen.marks]

    def seen(self, *, by_number: bool) -> "Seen":
        """What a screen shows that shows all of it."""
        assert self._present is not None
        marks = frozenset(one.written for one in self._of_order(by_number=by_number))
        return Seen(self.name, self.edition, self._present.now.timestamp(), marks)

    def sum(self, *, by_number: bool) -> str:
        """The sum of the marks of all pieces, written like a mark."""
        pieces = [*self._cards.values(), *self.tasks, *self._of_order(by_number=by_number)]
        return int_to_base36(sum(one.mark for one in pieces) % MARKS)

    @property
    def tasks(self) -> list[Piece]:
        """What needs the floor, the most pressing first."""
        return [piece for _task, piece in self._tasks]

    @property
    def pressing(self) -> list[Piece]:
        """The tasks above the tables."""
        return self.tasks[:TASKS_SHOWN]

    @property
    def folded(self) -> list[Piece]:
        """The tasks that one tap shows."""
        return self.tasks[TASKS_SHOWN:]

    @property
    def blocks(self) -> Mapping[str, SafeString]:
        """The HTML of what is no card, by its name."""
        return {name: one.html for name, one in self._blocks.items()}

    def _of_order(self, *, by_number: bool) -> list[Piece]:
        """What is no card, for an order of the cards."""
        of_groups = {f"{part}-{one.key}" for one in self._sums for part in ("group", "list")}
        unwanted = of_groups if by_number else {f"group-{ALL}"}
        return [one for name, one in self._blocks.items() if name not in unwanted]

    def _show_table(self, one: TableNow, present: Present) -> None:
        table_id = one.table.id
        found = mark(one)
        html = _card(one, found) if found in (Mark.CALLS, Mark.WAITS) or one.number <= CALM_SHOWN else ""
        self._cards[table_id] = self._piece(f"card-{table_id}", html, self._cards.get(table_id), present)

    def _show_tasks(self, tasks: list[Task], present: Present) -> None:
        """Those that stood there before stay as they are, wherever they stand now."""
        before = self._tasks
        self._tasks = []
        for task in tasks:
            piece = next((piece for was, piece in before if was == task), None)
            if piece is None:
                html = rendered("board/_task.html", {"task": task})
                piece = self._piece("task", html, None, present)
            self._tasks.append((task, piece))

    def _show_blocks(self, present: Present) -> None:
        for name, template, values in self._to_show(present):
            if self._shown.get(name) != values:
                self._shown[name] = values
                self._blocks[name] = self._piece(name, rendered(template, values), self._blocks.get(name), present)

    def _piece(self, name: str, html: str, before: Piece | None, present: Present) -> Piece:
        """The piece as it was if its HTML is the same."""
        mark = crc32(html.encode()) % MARKS
        if before is not None and before.mark == mark:
            return before
        marked = html.replace(" data-mark", f' data-mark="{int_to_base36(mark)}"', 1)
        return Piece(name, _joined([marked]), mark, self.edition, present.read_at.timestamp())

    def _to_show(self, present: Present) -> Iterator[tuple[str, str, Mapping[str, object]]]:
        """Each block's name, template and values."""
        crowds = {f"game-{one.game_id}": one for one in present.crowds}
        called: dict[str, list[KeptSeat]] = {}
        for one in present.tables:
            if one.kept:
                called.setdefault(group(one).key, []).extend(one.kept)
        total = Figures(Group(0, (), ALL, gettext("Tables")), 0, 0, 0)
        for found, sums in self._sums.items():
            total = total.plus(sums)
            yield f"group-{found.key}", "board/_group.html", {"sums": sums}
            first = min(called.get(found.key, ()), key=lambda seat: seat.due_at, default=None)
            waits = {"group": found, "crowd": crowds.get(found.key), "called": first}
            yield f"list-{found.key}", "board/_list.html", waits
        yield f"group-{ALL}", "board/_group.html", {"sums": total}
        yield "counts", "board/_counts.html", {"counts": present.counts, "sums": total}
        yield "notices", "board/_notices.html", {"day": present.day is not None, "next_step": _next_step(present)}
        tasks, count = _tasks(present)
        self._show_tasks(tasks, present)
        folded, beyond = count - TASKS_SHOWN, count - len(tasks)
        of_tasks = {"count": count, "order": [one.written for one in self.tasks], "folded": folded, "beyond": beyond}
        yield "more", "board/_more.html", of_tasks
        hidden = sum(not card.html for card in self._cards.values())
        yield "calm", "board/_calm.html", {"tables": len(present.tables), "hidden": hidden}


def group(one: TableNow) -> Group:
    """Where the board shows a table."""
    table = one.table
    if table.session is not None:
        if table.session.bank is not None:
            return Group(2, (), "house", gettext("House games"))
        name = table.session.game_name
        return Group(1, _natural(name), f"game-{table.session.game_id}", name)
    if table.tournament is not None:
        return Group(3, _natural(table.tournament[1]), f"tournament-{table.tournament[0]}", table.tournament[1])
    if table.practice is not None:
        return Group(4, (), "practice", gettext("Practice"))
    return Group(5, (), "closed", gettext("Closed"))


def mark(one: TableNow) -> Mark:
    """How the board marks a table."""
    table = one.table
    calls = any(alarm.kind is Kind.CALL and alarm.is_urgent for alarm in one.alarms)
    no_dealer = table.session is not None and not table.is_paused and table.dealer is None
    is_played_at = table.is_open or table.tournament is not None or table.practice is not None
    waits = no_dealer or bool(one.alarms or one.away or one.kept)
    return needs.mark(calls=calls, waits=waits, is_played_at=is_played_at)


def cause(one: TableNow) -> Cause | None:
    """The most pressing that waits at a table; None where nothing does."""
    table = one.table
    found = [Cause(short(alarm), alarm.since) for alarm in one.alarms]
    if table.session is not None and table.is_paused:
        found.append(Cause(gettext("Paused"), table.session.switched_at))
    elif table.session is not None and table.dealer is None:
        found.append(Cause(gettext("No dealer")))
    found += [Cause(gettext("Seat %(seat)s away") % {"seat": away.seat}, away.since) for away in one.away]
    if one.kept:
        found.append(Cause(ngettext("%(n)s seat held", "%(n)s seats held", len(one.kept)) % {"n": len(one.kept)}))
    return replace(found[0], more=len(found) - 1) if found else None


def _natural(name: str) -> tuple[str | int, ...]:
    """A name as people sort it, numbers by their size: text and numbers by turns."""
    return tuple(int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name.casefold()))


def _tasks(present: Present) -> tuple[list[Task], int]:
    """What needs the floor: calls first, then alarms, then tables without a dealer; the most pressing, and how many."""
    by_code = {one.table.code: one.table for one in present.tables}
    pressing = sorted(present.alarms, key=lambda alarm: alarm.kind is not Kind.CALL)
    without = [one.table for one in present.tables if one.table.is_open and one.table.dealer is None]
    most = TASKS_SHOWN + TASKS_FOLDED
    lines = [line(alarm, None if alarm.kind is Kind.PIN else by_code.get(alarm.place)) for alarm in pressing[:most]]
    tasks: list[Task] = [*lines, *(NoDealer(one.id, one.code) for one in without)]
    return tasks[:most], len(pressing) + len(without)


def _next_step(present: Present) -> NextStep | None:
    """What the day lacks; before it is opened the board has a button for that, and what is pressing stands below."""
    if present.day is not None and not any(present.counts[state] for state in ("open", "paused", "tournament")):
        closed = next((one.table for one in present.tables if one.table.practice is None), None)
        if closed is not None:
            said = gettext("Open a table: choose its game and count its float.")
            return NextStep(said, reverse("floor:table", args=[closed.id]))
    for one in present.tables:
        if one.table.id in present.uncounted:
            said = gettext("The gaming day is being closed: count table %(table)s, or carry it over.")
            return NextStep(said % {"table": one.table.code}, reverse("floor:table", args=[one.table.id]))
    return None


def _card(one: TableNow, found: Mark) -> str:
    figures = Figures.of(one)
    values = {"card": one, "table": one.table, "group": figures.group.key, "free": figures.free}
    return rendered("board/_card.html", {**values, "mark": found, "cause": cause(one)})


def rendered(template: str, values: Mapping[str, object]) -> str:
    """The template's HTML without what a browser does not show."""
    return _SPACE.sub(" ", render_to_string(template, dict(values))).replace('" >', '">').strip()


def _joined(rendered: list[str]) -> SafeString:
    """Templates have escaped what they rendered."""
    return mark_safe("".join(rendered))  # noqa: S308 -- of our own templates
