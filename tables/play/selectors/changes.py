"""What was done last at a table, and by whom: for a page that was opened before it."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _

from accounting.models import Entry
from accounting.models.ledger import EntryCode
from tables.models import Down, Session, Table


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that was done: when, by whom, and what in the reader's language."""

    at: datetime
    name: str
    what: str


def last(table_id: int, count: int) -> list[Change]:
    """The last `count` things done at the table, newest first: entries of its book, dealers sent, opened and closed."""
    table = Table.objects.get(pk=table_id)
    entries = (
        Entry.objects.filter(book__house_id=table.house_id, book__code=f"table/{table.code}")
        .select_related("actor")
        .order_by("-number")[:count]
    )
    found = [Change(entry.at, str(entry.actor), _what(entry)) for entry in entries]
    downs = Down.objects.filter(table=table).select_related("dealer", "pushed_by")
    found += [
        Change(down.started_at, str(down.pushed_by), _("dealer %(dealer)s") % {"dealer": down.dealer})
        for down in downs.order_by("-started_at")[:count]
    ]
    for session in Session.objects.filter(table=table).select_related("opened_by", "closed_by")[:count]:
        found.append(Change(session.opened_at, str(session.opened_by), _("table opened")))
        if session.closed_at is not None:
            found.append(Change(session.closed_at, str(session.closed_by), _("table closed")))
    return sorted(found, key=lambda change: change.at, reverse=True)[:count]


def _what(entry: Entry) -> str:
    seats = sorted({name.rsplit("/", 1)[1] for name in _places(entry) if name.startswith("seat/")}, key=int)
    what = str(EntryCode(entry.code).label)
    seat = _("seat %(seat)s")
    return f"{what}, {seat % {'seat': seats[0]}}" if len(seats) == 1 else what


def _places(entry: Entry) -> list[str]:
    rows = entry.transfers.values_list(F("source"), F("destination"))
    return [name for row in rows for name in row]
