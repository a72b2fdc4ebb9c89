"""What the search of the bar finds in the room: tables, hands, guests and rulings."""

import re
from collections.abc import Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.models import DeskCounter, User
from casino.pages.search import Hit, Subject
from tables.board.selectors import board
from tables.floor.selectors import guests as guest_cards
from tables.guests.selectors import guests
from tables.guests.selectors.guests import Suggestion
from tables.log.selectors import entries
from tables.models import Hand
from tables.play.selectors.tables import TableView

_HAND: Final = re.compile(r"(?P<code>\w*)\s*#\s*(?P<number>\d{1,9})")
_SHOWN: Final = 5
_LEAST_TYPED: Final = 3
_LONGEST_NAME: Final = 60


def _tables(text: str, _person: User, house: Any) -> Sequence[Hit]:
    """The tables whose code, game or dealer has these letters; the one of this code if there is one."""
    if house is None:
        return []
    found = board.found(board.present(house, DeskCounter.version("floor", house.pk)), text)
    return [Hit(one.code, _played(one), reverse("floor:table", args=[one.id])) for one in found[:_SHOWN]]


def _played(table: TableView) -> str:
    """The game and the dealer of a table."""
    parts = (table.session.game_name if table.session else "", table.dealer.name if table.dealer else "")
    return " · ".join(part for part in parts if part)


def _hands(text: str, _person: User, house: Any) -> Sequence[Hit]:
    """The latest hands with the number: at the table that is named, else at any."""
    named = _HAND.fullmatch(text)
    if named is None or house is None:
        return []
    found = Hand.objects.filter(house=house, number=int(named["number"])).select_related("table", "gaming_day")
    if named["code"]:
        found = found.filter(table__code__iexact=named["code"])
    return [
        Hit(
            f"{one.table.code}#{one.number}",
            f"{date_format(localtime(one.started_at), 'SHORT_DATETIME_FORMAT')} · {one.get_state_display()}",
            reverse("dealer:hand", args=[one.pk]),
        )
        for one in found.order_by("-pk")[:_SHOWN]
    ]


def _guests(text: str, person: User, house: Any) -> Sequence[Hit]:
    """Guests by number or name, those in the house first; that they were looked up is logged."""
    found = guests.suggestions(house.pk, text) if house is not None else []
    guests.note_look_up((one.guest.pk for one in found), actor=person)
    found.sort(key=lambda one: (not one.is_exact, not one.table_code, not one.lists))
    return [
        Hit(
            one.guest.name,
            f"{one.guest.number} · {_whereabouts(one)}",
            reverse("floor:guest-card", args=[one.guest.pk]),
        )
        for one in found
    ]


def _whereabouts(one: Suggestion) -> str:
    if one.table_code:
        return gettext("%(table)s, seat %(seat)s") % {"table": one.table_code, "seat": one.seat}
    if one.lists:
        return gettext("is waiting for %(games)s") % {"games": ", ".join(one.lists)}
    return gettext("not at a table")


def _rulings(text: str, _person: User, house: Any) -> Sequence[Hit]:
    """The latest rulings whose words or rule have the text; each leads to the log with all of them."""
    if house is None or len(text) < _LEAST_TYPED:
        return []
    address = f"{reverse('floor:rulings')}?{urlencode({'q': text})}"
    found = entries.rulings(house.pk).filter(entries.says(text))[:_SHOWN]
    return [
        Hit(
            Truncator(one.text).chars(_LONGEST_NAME),
            f"{one.table.code} · {date_format(localtime(one.at), 'SHORT_DATETIME_FORMAT')}",
            address,
        )
        for one in found
    ]


TABLES: Final = Subject(_("Table"), "tables.open_table", _tables, _("T07 a table"))
HANDS: Final = Subject(_("Hand"), "tables.read_every_hand", _hands, _("#137 or T01#137 a hand"))
GUESTS: Final = Subject(_("Guest"), guest_cards.READS, _guests, _("1015 a guest"))
RULINGS: Final = Subject(_("Ruling"), entries.READS, _rulings)
