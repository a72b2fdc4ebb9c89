"""The clock as pages carry it: what it shows now, and all that a browser needs to go on by itself.

`casino/clock.js` folds the same events over the same structure as `tables.rules.tournaments.clocks`; a test holds the
two together.  Amounts are words already, in the reader's language: the browser only chooses among them.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from casino.wording import chips
from tables.rules.tournaments import clocks
from tables.rules.tournaments.clocks import Event
from tables.rules.tournaments.structures import AnteKind, Break, Item, Level, Structure
from tables.tournaments.selectors import standing

_SECOND_MS, _MINUTE_S = 1_000, 60


@dataclass(frozen=True, slots=True)
class Words:
    """An item of the structure as it is read."""

    number: int | None
    blinds: str
    ante: str
    bets: str


@dataclass(frozen=True, slots=True)
class Face:
    """What the clock shows at the moment, and `clockwork`, from which a browser goes on.

    `state` is waiting, running, paused or over.  `until`: when the item ends by itself; None while the clock stands.
    """

    clockwork: str
    state: str
    item_index: int
    words: Words
    next_level: Words | None
    remaining: str
    break_in: str
    remaining_ms: int
    has_big_blind_ante: bool

    @property
    def is_paused(self) -> bool:
        return self.state == "paused"


def face(structure: Structure, events: Sequence[Event], now: datetime) -> Face:
    """The clock at that moment."""
    now_ms = standing.milliseconds(now)
    view = clocks.at(structure, events, now_ms)
    if not view.is_started:
        state = "waiting"
    elif view.is_over:
        state = "over"
    else:
        state = "paused" if view.is_paused else "running"
    return Face(
        clockwork=_clockwork(structure, events, now_ms),
        state=state,
        item_index=view.item_index,
        words=words(view.item),
        next_level=words(view.next_level) if view.next_level else None,
        remaining=minutes(view.remaining_ms),
        break_in="" if view.break_in_ms is None else minutes(view.break_in_ms),
        remaining_ms=view.remaining_ms,
        has_big_blind_ante=ante_is_of_the_big_blind(structure),
    )


def words(item: Item) -> Words:
    """A level's blinds, ante and fixed bets; of a break nothing."""
    if isinstance(item, Break):
        return Words(None, "", "", "")
    return Words(
        item.number,
        f"{chips(item.small_blind)} / {chips(item.big_blind)}",
        _ante(item),
        f"{chips(item.small_bet)} / {chips(item.big_bet)}" if item.small_bet else "",
    )


def minutes(milliseconds: int) -> str:
    """`1199800` → `20:00`: a second counts until it is over."""
    seconds = -(-milliseconds // _SECOND_MS)
    return f"{seconds // _MINUTE_S}:{seconds % _MINUTE_S:02d}"


def ante_is_of_the_big_blind(structure: Structure) -> bool:
    """Whether one pays it for all."""
    return any(level.ante_kind is AnteKind.BIG_BLIND for level in structure.levels)


def _ante(level: Level) -> str:
    return chips(level.ante) if level.ante else "–"


def _clockwork(structure: Structure, events: Sequence[Event], now_ms: int) -> str:
    items = []
    for item in structure.items:
        said = words(item)
        items.append(
            {
                "minutes": item.minutes,
                "number": said.number,
                "blinds": said.blinds,
                "ante": said.ante,
                "bets": said.bets,
            }
        )
    told = [[event.kind.value, event.at_ms, event.item, event.milliseconds] for event in events]
    zone = timezone.get_current_timezone_name()
    return json.dumps({"now": now_ms, "zone": zone, "items": items, "events": told})
