"""The floor's waiting lists: every game's list, one guest's place, and what happened on a list and why."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.functional import Promise, cached_property

from accounting.pages.house import InHouse
from casino import house_time
from casino.pages.forms import new_key
from casino.pages.views import Context, Live, Page
from tables.floor.pages.waiting.forms import ANSWERS
from tables.floor.selectors.waiting import columns as desk
from tables.floor.selectors.waiting import lists
from tables.floor.selectors.waiting.columns import Column
from tables.models import WaitingEntry, WaitingEvent
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.lists import ACTIVE, HOLDING

GOOD_FOR: Final = timedelta(seconds=30)


class Desk(InHouse, Live):
    """Every game's list, with calls and their timers; the first is called to the first free seat by one tap."""

    permission = "tables.seat_guest"
    template = "floor/lists.html"
    part = "floor/_lists.html"
    watches = "floor"

    def good_until(self) -> datetime:
        """Until the next call or arrival is over; estimates may wait half a minute."""
        now = house_time.now()
        places = [one for column in self.columns if column.waits for one in column.waits.places]
        due = [one.due_at for one in places if one.due_at is not None and one.due_at > now]
        return min([*due, (now + GOOD_FOR).replace(microsecond=0)])

    @cached_property
    def columns(self) -> list[Column]:
        """One for every game, those with a table or a list first."""
        return desk.columns(self.house.pk, house_time.now())

    def context(self) -> Context:
        """The lists; games that nobody plays or waits for by name only."""
        live = [one for one in self.columns if one.is_live]
        return {
            "columns": live,
            "others": [one for one in self.columns if not one.is_live],
            "idle": desk.idle_tables(self.house.pk) if any(one.is_ripe for one in live) else [],
            "waiting": sum(len(one.queue) for one in live),
            "key": new_key(),
            "now": house_time.now(),
        }


class Record(InHouse, Page):
    """What happened on a list: by default all that somebody could ask about, with the reasons."""

    permission = "tables.seat_guest"
    template = "floor/list_record.html"
    kwargs: dict[str, Any]

    def context(self) -> Context:
        """The last events."""
        found = lists.one(self.kwargs["pk"], house_time.now())
        everything = self.request.GET.get("show") == "all"
        events = desk.events(list_id=found.id, only_odd=not everything)
        return {"list": found, "events": [told(event) for event in events], "everything": everything}


class WaitPage(InHouse, Page):
    """One guest's place on a list: all that can be done with it, and all that happened."""

    permission = "tables.seat_guest"
    template = "floor/wait.html"
    kwargs: dict[str, Any]

    def context(self) -> Context:
        """The place, over or not."""
        entry = desk.entry(self.kwargs["pk"])
        return {
            "entry": entry,
            "place": place(entry),
            "is_active": entry.state in ACTIVE,
            "is_called": entry.state in HOLDING,
            "events": [told(event) for event in desk.events(entry_id=entry.pk)],
            "key": new_key(),
        }


@dataclass(frozen=True, slots=True)
class Told:
    """An event in the reader's words."""

    event: WaitingEvent
    answer: str | Promise


def told(event: WaitingEvent) -> Told:
    """An event, and what the guest answered."""
    return Told(event, ANSWERS[Answer(event.answer)] if event.answer else "")


def place(entry: WaitingEntry) -> int | None:
    """The number of his place; None for who does not wait any more."""
    found = lists.one(entry.waiting_list_id, house_time.now())
    return next((one.place for one in found.places if one.entry_id == entry.pk), None)
