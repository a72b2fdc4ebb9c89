"""The house's clock: what every service takes for now.

It is the machine's time, unless the caller shows another: the demo plays an evening, a test lets time pass.  What one
caller shows, no other thread or request sees.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, tzinfo

from django.utils import timezone

_clock: ContextVar[Callable[[], datetime]] = ContextVar("house_time", default=timezone.now)  # noqa: TID251  this is the house's time


def now() -> datetime:
    """The moment, aware, in UTC where nobody shows another."""
    return _clock.get()()


def local_now() -> datetime:
    """The moment in the zone that is active: what a form offers."""
    return timezone.localtime(now())


def today(zone: tzinfo | None = None) -> date:
    """The calendar's date in a zone, or in the active one.  A gaming day is another thing (`accounting.hours`)."""
    return timezone.localdate(now(), zone)


@contextmanager
def shown_by(clock: Callable[[], datetime]) -> Iterator[None]:
    """Whatever the caller does meanwhile happens at the time that `clock` tells."""
    token = _clock.set(clock)
    try:
        yield
    finally:
        _clock.reset(token)
