"""Queries of the cage's windows: their booked chips and cash, and their latest shift."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet

from accounting import places
from accounting.models import Place, Window, WindowShift
from casino import roles
from casino.errors import N_, NotFound, Refusal
from casino.rows import existing
from casino.selectors.decisions import APPROVER, COUNTER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_ledger"


def _decided(row: WindowShift) -> Refusal:
    if row.closed_at is not None:
        return Refusal("window_closed", N_("Window %(window)s is closed."), window=row.window.code)
    return Refusal("window_not_counted", N_("Window %(window)s is not counted."), window=row.window.code)


CLOSINGS = Matter(
    model=WindowShift,
    name=N_("Count of a window"),
    about=lambda row: row.window.code,
    persons={COUNTER: "counted_by", APPROVER: "closed_by"},
    alone=Q(closed_alone=True),
    edits="accounting.run_window",
    approves="accounting.run_window",
    page="cage:window-confirm",
    decided=_decided,
    asker=COUNTER,
    asked_at="counted_at",
    decided_at="closed_at",
    waits={"counted_at__isnull": False, "closed_at__isnull": True},
    approved={},
    declined={},  # counting again and trading on drop it
    missing=lambda: NotFound("no_such_shift", N_("Shift at a window not found.")),
    related=("window",),
)


@dataclass(frozen=True, slots=True)
class WindowView:
    """A window, its booked chips and cash (cents), and its latest shift, open or closed."""

    window: Window
    chips_cents: int
    cash_cents: int
    shift: WindowShift | None

    @property
    def is_open(self) -> bool:
        return self.shift is not None and self.shift.closed_at is None

    @property
    def is_counted(self) -> bool:
        """Whether its closing count waits for a second person."""
        return self.is_open and self.shift is not None and self.shift.counted_at is not None


def rows(*, actor: "User") -> QuerySet[Window]:
    """All windows of all houses."""
    roles.require(actor, PERMISSION)
    return Window.objects.all()


def views(windows: Iterable[Window]) -> list[WindowView]:
    """Windows with their balances and latest shifts: two queries for all of them."""
    found = list(windows)
    shifts = WindowShift.objects.filter(window__in=found).select_related(
        "gaming_day", "opened_by", "counted_by", "closed_by"
    )
    newest = shifts.order_by("window_id", "-opened_at", "-pk").distinct("window_id")
    last = {shift.window_id: shift for shift in newest}
    names = [name for one in found for name in (places.cage(one.code), places.cash(one.code))]
    lying = {
        (house, name): cents
        for house, name, cents in Place.objects.filter(
            house__in={one.house_id for one in found}, name__in=names
        ).values_list("house_id", "name", "balance_cents")
    }
    return [
        WindowView(
            window=one,
            chips_cents=lying.get((one.house_id, places.cage(one.code)), 0),
            cash_cents=lying.get((one.house_id, places.cash(one.code)), 0),
            shift=last.get(one.pk),
        )
        for one in found
    ]


def view(window_id: int, *, actor: "User") -> WindowView:
    """One window; refuses `no_such_window`."""
    found = rows(actor=actor).select_related("house").filter(pk=window_id)
    return views([existing(found, NotFound("no_such_window", N_("Window not found.")))])[0]


def of_house(house_id: int, *, actor: "User") -> list[WindowView]:
    """The house's windows that are in use, by code."""
    return views(rows(actor=actor).filter(house_id=house_id, is_active=True).order_by("code"))


def open_ones(house_id: int) -> list[Window]:
    """The house's open windows, by code."""
    shifts = WindowShift.objects.filter(window__house_id=house_id, closed_at=None).select_related("window")
    return [shift.window for shift in shifts.order_by("window__code")]
