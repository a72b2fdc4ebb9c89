"""Locks of the money side, always taken in this order: house → gaming day → drop, slip, window → book → places by name.

The day is locked by an advisory lock, not on its row: every post holds it shared, so that closing waits for posts in
flight and later posts find the day closed (the trigger `entry_day_is_open` takes the same lock).  A row lock taken by
every hand of the house would make the day's row the hottest of the database.
"""

from django.db import connection

from accounting.models import Drop, Finding, GamingDay, House, Slip, Window
from casino.errors import NotFound, Refusal, _

DAY_LOCK = 20_261  # first key of the advisory lock, also in the trigger `entry_day_is_open`
ROLL_UP_LOCK = 20_262  # roll-ups are filled by one at a time; nobody else waits for it


def share_day(day_id: int) -> None:
    """Keep the day taking entries until the transaction ends; refuses when it is closed."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", [DAY_LOCK, day_id])
        cursor.execute("SELECT state <> 'closed' FROM accounting_gamingday WHERE id = %s", [day_id])
        if cursor.fetchone() != (True,):
            raise Refusal("gaming_day_closed", _("The gaming day is closed."))


def take_day(day_id: int) -> GamingDay:
    """Hold the day, and its house, alone until the transaction ends: nothing can be posted into it meanwhile."""
    house_id = GamingDay.objects.filter(pk=day_id).values_list("house_id", flat=True).first()
    if house_id is None:
        raise NotFound("no_such_gaming_day", _("There is no such gaming day."))
    house(house_id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [DAY_LOCK, day_id])
    return GamingDay.objects.select_for_update(of=("self",)).select_related("house").get(pk=day_id)


def house(house_id: int) -> House:
    """Lock a house: for what happens once in a house (opening its day, numbering its schedules).

    The tables play on meanwhile: their rows point to the house, and the lock is one that those do not wait for.
    """
    row = House.objects.select_for_update(no_key=True).filter(pk=house_id).first()
    if row is None:
        raise NotFound("no_such_house", _("There is no such house."))
    return row


def drop(drop_id: int) -> Drop:
    """Lock a box that was taken from a table; refuses `no_such_drop`."""
    row = Drop.objects.select_for_update(of=("self",)).select_related("house", "gaming_day").filter(pk=drop_id).first()
    if row is None:
        raise NotFound("no_such_drop", _("There is no such box."))
    return row


def slip(slip_id: int) -> Slip:
    """Lock a slip while its chips are brought or it is cancelled; refuses `no_such_slip`."""
    row = (
        Slip.objects.select_for_update(of=("self",))
        .select_related("house", "gaming_day", "window")
        .filter(pk=slip_id)
        .first()
    )
    if row is None:
        raise NotFound("no_such_slip", _("There is no such slip."))
    return row


def window(window_id: int) -> Window:
    """Lock a window, and with it the shift at it and what lies in it; refuses `no_such_window`."""
    row = (
        Window.objects.select_for_update(of=("self",), no_key=True).select_related("house").filter(pk=window_id).first()
    )
    if row is None:
        raise NotFound("no_such_window", _("There is no such window."))
    return row


def finding(finding_id: int) -> Finding:
    """Lock a finding while it is decided; refuses `no_such_finding`."""
    row = Finding.objects.select_for_update(of=("self",)).filter(pk=finding_id).first()
    if row is None:
        raise NotFound("no_such_finding", _("There is no such finding."))
    return row


def try_roll_ups() -> bool:
    """Take the roll-ups alone until the transaction ends, unless somebody else fills them just now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, 0)", [ROLL_UP_LOCK])
        return bool(cursor.fetchone() == (True,))


def roll_ups() -> None:
    """Take the roll-ups alone until the transaction ends; waits for whoever fills them just now."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, 0)", [ROLL_UP_LOCK])
