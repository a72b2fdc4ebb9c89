"""Guests on a waiting list, and one whom the house keeps out, for the look at every page."""

from collections.abc import Mapping, Sequence

from accounting.models import House
from casino import house_time
from casino.models import User
from tables.guests.services import guests
from tables.guests.services.admission import bans
from tables.models import HouseBan, WaitingEntry, WaitingList
from tables.waiting.selectors import columns
from tables.waiting.services import entries, list_calls


def stand(house: House) -> None:
    """Four on a list: called out of turn, waiting, on the way here, moved up; and a ban."""
    floor, manager = (User.objects.get(username=name) for name in ("floor", "manager"))
    column = next(one for one in columns.columns(house.pk, house_time.now()) if one.free)
    rows = []
    for number, name in enumerate(("Anna Becker", "Boris Clausen", "Clara Dorn", "Dora Engel")):
        guest = guests.register(house_id=house.pk, number=f"W{number}", name=name, actor=floor)
        is_here = name != "Clara Dorn"
        rows.append(entries.join(game_id=column.game_id, guest_id=guest.pk, is_here=is_here, actor=floor))
    seat = column.free[-1]
    list_calls.call(
        entry_id=rows[1].pk, table_id=seat.table_id, seat=seat.seat, reason="Anna steht an der Kasse", actor=floor
    )
    version = WaitingList.objects.get(pk=rows[0].waiting_list_id).version
    entries.move(entry_id=rows[3].pk, version=version, place=2, reason="War zuerst da", actor=floor)
    kept_out = guests.register(house_id=house.pk, number="W9", name="Emil Fuchs", actor=floor)
    bans.ban(guest_id=kept_out.pk, reason="Hat den Dealer bedroht", actor=manager)


def examples() -> Sequence[tuple[str, Mapping[str, Sequence[object]]]]:
    """One who is called, one who waits, one who is not here yet."""
    called, waiting, outside = (
        WaitingEntry.objects.get(guest__name=name).pk for name in ("Boris Clausen", "Dora Engel", "Clara Dorn")
    )
    found = WaitingEntry.objects.get(pk=called).waiting_list
    return (
        (r"floor/bans/<ban:pk>/", {"pk": [HouseBan.objects.latest("pk").pk]}),
        (r"floor/lists/<list:pk>/", {"pk": [found.pk]}),
        (r"floor/lists/games/", {"game": [found.game_id]}),
        (r"floor/waits/<entry:pk>/(answer|miss|withdraw|seat)/", {"pk": [called]}),
        (r"floor/waits/<entry:pk>/(arrive)/", {"pk": [outside]}),
        (r"floor/waits/<entry:pk>/$", {"pk": [called, waiting, outside]}),
        (r"floor/waits/", {"pk": [waiting]}),
    )
