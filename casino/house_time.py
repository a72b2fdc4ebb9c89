"""The house's clock, from which every service takes the current time.

It is the machine's time, unless the caller sets another: the demo plays an evening, a test lets time pass.  The clock
is set only for the caller's own context, not for other threads or requests.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, tzinfo

from django.utils import timezone

_clock: ContextVar[Callable[[], datetime]] = ContextVar("house_time", default=timezone.now)  # noqa: TID251  this is the house's time


def now() -> datetime:
    """The current time, aware; in UTC unless another clock is set."""
    return _clock.get()()


def local_now() -> datetime:
    """The current time in the active zone, for forms."""
    return timezone.localtime(now())


def today(zone: tzinfo | None = None) -> date:
    """The calendar date in a zone, or in the active one; for gaming days see `accounting.hours`."""
    return timezone.localdate(now(), zone)


@contextmanager
def shown_by(clock: Callable[[], datetime]) -> Iterator[None]:
    """Within this block `now` is the time of `clock`."""
    token = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(token)
