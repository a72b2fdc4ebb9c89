"""How long somebody who guesses passwords has to wait.  Pure.

Three limits: misses of one name from one address (a guest at somebody's desk), of one name from anywhere (a guess
spread over many addresses), of one address (many names tried in turn).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

MISSES: Final = 5
"""Misses of one name from one address within `WINDOW`, after which the name waits there."""
ADDRESS_MISSES: Final = 30
"""Misses from one address within `WINDOW`; a whole room can be behind one address."""
NAME_MISSES: Final = 10
"""Misses of one name in a row within `MEMORY`, from which on each doubles the wait."""
WINDOW: Final = timedelta(minutes=1)
MEMORY: Final = timedelta(hours=1)
LONGEST: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Miss:
    """A wrong password: from which address, and when."""

    ip: str | None
    at: datetime


def wait(of_name: Sequence[Miss], of_address: int, *, ip: str | None, now: datetime) -> timedelta:
    """The wait before the name may be tried from this address; zero if it may be tried now.

    `of_name`: the misses of the name within `MEMORY` since it last succeeded, the latest first.  `of_address`: how many
    misses the address has within `WINDOW`, whatever the names.
    """
    here = sum(miss.ip == ip and miss.at > now - WINDOW for miss in of_name)
    if here >= MISSES or of_address >= ADDRESS_MISSES:
        return WINDOW
    if len(of_name) < NAME_MISSES:
        return timedelta(0)
    grown = timedelta(seconds=2 ** min(len(of_name) - NAME_MISSES, 30))
    return max(timedelta(0), of_name[0].at + min(grown, LONGEST) - now)
