"""The floor's waiting lists: every game's list, one guest's place, and what happened on a list and why."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils.functional import Promise, cached_property
from django.utils.translation import pgettext_lazy

from accounting.days.pages.house import InHouse
from casino import house_time
from casino.pages.forms import new_key
from casino.pages.views import Live, Page
from tables.models import WaitingEntry, WaitingEvent
from tables.rules.waiting.calls import Answer
from tables.rules.waiting.lists import ACTIVE, HOLDING
from tables.waiting.selectors import columns as desk
from tables.waiting.selectors import lists
from tables.waiting.selectors.columns import Column

GOOD_FOR: Final = timedelta(seconds=30)
ANSWERS: Final = {
    Answer.ON_MY_WAY: pgettext_lazy("a guest who is called", "On the way"),
    Answer.MORE_TIME: pgettext_lazy("a guest who is called", "More time"),
    Answer.CANCEL: pgettext_lazy("a guest who is called", "Declines the seat"),
}


class Desk(InHouse, Live):
    """Every game's list with calls and their timers; one tap calls the first guest to the first free seat."""

    permission = "tables.seat_guest"
    template_name = "waiting/lists.html"
    part = "waiting/_lists.html"
    watches = "floor"

    def good_until(self) -> datetime:
        """Until the next call or arrival expires, or half a minute for the estimates."""
        now = house_time.now()
        places = [one for column in self.columns if column.waits for one in column.waits.places]
        due = [one.due_at for one in places if one.due_at is not None and one.due_at > now]
        return min([*due, (now + GOOD_FOR).replace(microsecond=0)])

    @cached_property
    def columns(self) -> list[Column]:
        """One for each game, those with a table or a list first."""
        return desk.columns(self.house.pk, house_time.now())

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The lists; of games that nobody plays or waits for only the names."""
        live = [one for one in self.columns if one.is_live]
        return {
            **super().get_context_data(**kwargs),
            "columns": live,
            "others": [one for one in self.columns if not one.is_live],
            "idle": desk.idle_tables(self.house.pk) if any(one.is_ripe for one in live) else [],
            "waiting": sum(len(one.queue) for one in live),
            "key": new_key(),
            "now": house_time.now(),
        }


class Record(InHouse, Page):
    """The last events of a list with their reasons: those out of the ordinary, with `?show=all` all of them."""

    permission = "tables.seat_guest"
    template_name = "waiting/list_record.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = lists.one(self.kwargs["pk"], house_time.now())
        everything = self.request.GET.get("show") == "all"
        events = desk.events(list_id=found.id, only_odd=not everything)
        return {
            **super().get_context_data(**kwargs),
            "list": found,
            "events": [in_words(event) for event in events],
            "everything": everything,
        }


class WaitPage(InHouse, Page):
    """One guest's entry on a list, also when it has ended: its events, and all that can be done with it."""

    permission = "tables.seat_guest"
    template_name = "waiting/wait.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        entry = desk.entry(self.kwargs["pk"])
        return {
            **super().get_context_data(**kwargs),
            "entry": entry,
            "place": place(entry),
            "is_active": entry.state in ACTIVE,
            "is_called": entry.state in HOLDING,
            "events": [in_words(event) for event in desk.events(entry_id=entry.pk)],
            "key": new_key(),
        }


@dataclass(frozen=True, slots=True)
class EventInWords:
    """An event, and what the guest answered, in the reader's language."""

    event: WaitingEvent
    answer: str | Promise


def in_words(event: WaitingEvent) -> EventInWords:
    """The event for its reader."""
    return EventInWords(event, ANSWERS[Answer(event.answer)] if event.answer else "")


def place(entry: WaitingEntry) -> int | None:
    """The guest's place in the queue; None when they do not wait any more."""
    found = lists.one(entry.waiting_list_id, house_time.now())
    return next((one.place for one in found.places if one.entry_id == entry.pk), None)
