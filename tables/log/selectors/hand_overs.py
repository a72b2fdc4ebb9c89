"""The sheet a shift hands over, as language-independent JSON: a list of sections, each read by a small function.

A signed sheet is shown with the same sections: one removed since then remains in its facts, one added later is left
out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounting.models import Slip
from casino import membership
from casino.errors import N_, Refusal
from casino.selectors.decisions import CONFIRMER, SIGNER, Matter
from tables.log.selectors import hand_over_rows as rows
from tables.log.selectors.hand_over_rows import Moment, Row
from tables.models import CallKind, HandOver, Incident, Tournament
from tables.verdicts.alarms import Kind

if TYPE_CHECKING:
    from casino.models import User

Words: TypeAlias = Mapping[str, str | Promise]
FORMAT: Final = 1
KEEPS: Final = "tables.keep_log"
"""Who signs sheets, and who confirms them."""


def _latest(rows: QuerySet[HandOver], actor: "User") -> QuerySet[HandOver]:
    """Of each house the sheet that was signed last: it says all that an earlier one said."""
    last = HandOver.objects.filter(house=OuterRef("house")).order_by("-at", "-pk").values("pk")[:1]
    return membership.within(rows, actor).filter(pk=Subquery(last))


HAND_OVERS: Final = Matter(
    model=HandOver,
    name=N_("Handover sheet"),
    about=lambda row: " · ".join(
        [date_format(row.gaming_day.date, "SHORT_DATE_FORMAT"), _("Shift %(n)s") % {"n": row.shift}]
    ),
    persons={SIGNER: "by", CONFIRMER: "confirmed_by"},
    edits=KEEPS,
    approves=KEEPS,
    page="floor:hand-over-confirm",
    decided=lambda _row: Refusal("hand_over_confirmed", N_("This handover has already been confirmed.")),
    asker=SIGNER,
    decider=CONFIRMER,
    asked_at="at",
    decided_at="confirmed_at",
    waits={"confirmed_at__isnull": True},
    approved={},
    declined={},  # it stands as signed; the next sheet takes its place
    related=("gaming_day",),
    within=_latest,
)

_ALARMS: Final[Words] = {
    Kind.PUSH: _("Push overdue"),
    Kind.IDLE: _("No hands are being dealt"),
    Kind.SHORT: _("Rake below what is due"),
    Kind.TIP: _("Large tip"),
    Kind.CHIPS: _("Waiting for chips"),
    Kind.ABSENT: _("Chips may be picked up"),
    Kind.COUNTS: _("Two counts differ"),
    Kind.PIN: _("Tile locked after wrong PINs"),
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a section; `kind`: `text`, `number`, `money`, `date`, `time` or `moment`; `words`: codes' labels."""

    name: str
    label: str | Promise
    kind: str = "text"
    words: Words = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the sheet; `read`: the function that loads its rows."""

    name: str
    title: str | Promise
    columns: Sequence[Column]
    read: Callable[[Moment], list[Row]]


def facts(moment: Moment) -> dict[str, object]:
    """The facts of the sheet at this moment, as they are signed."""
    shift = moment.shift
    return {
        "format": FORMAT,
        "gaming_day": shift.day.date.isoformat(),
        "shift": shift.number,
        "begins_at": shift.begins_at.isoformat(),
        "taken_at": moment.now.isoformat(),
        "sections": {section.name: section.read(moment) for section in SECTIONS},
    }


_TABLE: Final = Column("table", _("Table"))
_SINCE: Final = Column("since", _("Since"), "time")
_AT: Final = Column("at", _("Time"), "time")
_BY: Final = Column("by", _("Written by"))

SECTIONS: Final[Sequence[Section]] = (
    Section(
        "tables",
        _("Tables"),
        (
            _TABLE,
            Column("state", _("State"), words={"open": _("open"), "paused": _("paused")}),
            Column("game", _("Game")),
            Column("guests", _("Guests"), "number"),
            Column("float_cents", _("Float according to the books"), "money"),
            Column("dealer", _("Dealer")),
            _SINCE,
        ),
        rows.tables,
    ),
    Section(
        "game_changes",
        _("Games changed"),
        (
            _AT,
            _TABLE,
            Column("hand", _("From hand"), "number"),
            Column("from", _("Before")),
            Column("to", _("Game")),
            Column("by", _("By")),
            Column("reason", _("Reason")),
        ),
        rows.game_changes,
    ),
    Section(
        "tournaments",
        _("Tournaments"),
        (
            Column("tournament", _("Tournament")),
            Column("state", _("State"), words=dict(Tournament.State.choices)),
            Column("tables", _("Tables"), "number"),
            Column("left", _("Players left"), "number"),
        ),
        rows.tournaments,
    ),
    Section(
        "lists",
        _("Waiting lists"),
        (Column("game", _("Game")), Column("waiting", _("Waiting"), "number"), Column("called", _("Called"))),
        rows.lists,
    ),
    Section(
        "breaks",
        _("Dealers on a break"),
        (Column("dealer", _("Dealer")), _SINCE, Column("back_at", _("Back by"), "time")),
        rows.breaks,
    ),
    Section(
        "must_moves",
        _("Must-moves"),
        (
            Column("main", _("Main table")),
            Column("feeder", _("Feeder table")),
            Column("guests", _("Guests at the feeder"), "number"),
            Column("next", _("Moves next")),
            _SINCE,
        ),
        rows.must_moves,
    ),
    Section(
        "stakes",
        _("Planned increases of the stake"),
        (
            _TABLE,
            Column("game", _("Game")),
            Column("after_minutes", _("After how many minutes of play"), "number"),
            Column("after_hands", _("After how many hands"), "number"),
            Column("by", _("Planned by")),
        ),
        rows.stakes,
    ),
    Section("planned", _("Planned"), (Column("at", _("Time"), "moment"), Column("what", _("Type"))), rows.planned),
    Section(
        "calls",
        _("Floor calls"),
        (_TABLE, Column("kind", _("Type"), words=dict(CallKind.choices)), _SINCE, Column("taken_by", _("Attended by"))),
        rows.calls,
    ),
    Section(
        "rulings",
        _("Rulings"),
        (
            _AT,
            _TABLE,
            Column("hand", _("Hand"), "number"),
            Column("rule", _("Rule")),
            Column("text", _("Ruling")),
            _BY,
        ),
        rows.rulings,
    ),
    Section(
        "incidents",
        _("Incidents"),
        (
            Column("at", _("Time"), "moment"),
            Column("kind", _("Type"), words=dict(Incident.Kind.choices)),
            _TABLE,
            Column("text", _("What happened")),
            Column("owner", _("Handled by")),
        ),
        rows.incidents,
    ),
    Section(
        "alarms",
        _("Unanswered alarms"),
        (Column("place", pgettext_lazy("location", "Place")), Column("kind", _("Type"), words=_ALARMS), _SINCE),
        rows.alarms,
    ),
    Section(
        "slips",
        _("Fills and credits on the way"),
        (
            Column("number", _("Slip"), "number"),
            Column("kind", _("Type"), words=dict(Slip.Kind.choices)),
            _TABLE,
            Column("amount_cents", _("Amount"), "money"),
            _SINCE,
        ),
        rows.slips,
    ),
    Section(
        "findings",
        _("Findings"),
        (Column("open", _("still open"), "number"), Column("grave", _("Serious"), "number")),
        rows.findings,
    ),
    Section(
        "bans",
        _("House bans imposed"),
        (
            Column("guest", _("Guest")),
            Column("from", _("From"), "date"),
            Column("until", _("Until"), "date"),
            _BY,
        ),
        rows.bans,
    ),
    Section("refused", _("Guests refused at admission"), (Column("count", _("How many"), "number"),), rows.refused),
)
