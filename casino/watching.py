"""What is watched: gauges for monitoring, and the alarms on which an operator must act.

A gauge is greater when things are worse, so an alarm is a gauge and its limit: what a page and `manage.py state` show
and what Prometheus raises (docs/alerts.yml) come from the same line.  Pure.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

PREFIX = "casino_"


@dataclass(frozen=True, slots=True)
class Alarm:
    """Raised while `gauge` is above `limit`; monitoring waits until that holds for `minutes`.

    `sentence` is English, to be translated.  `tonight`: it cannot wait until the office opens.  The runbook in
    docs/operations.md has a line for `name`.
    """

    name: str
    gauge: str
    limit: float
    sentence: str
    tonight: bool = True
    minutes: int = 5


@dataclass(frozen=True, slots=True)
class Watch:
    """Gauges that are read together: their meanings by name, and the alarms that look at them.

    `read` gives the values by name; a value that is not known now, or not meant here, is None.
    """

    gauges: Mapping[str, str]
    read: Callable[[], Mapping[str, float | None]]
    alarms: Sequence[Alarm] = ()


def raised(alarms: Iterable[Alarm], values: Mapping[str, float]) -> list[Alarm]:
    """The alarms whose gauge is above its limit, those of tonight first; what is not known raises none."""
    found = [alarm for alarm in alarms if alarm.gauge in values and values[alarm.gauge] > alarm.limit]
    return sorted(found, key=lambda alarm: not alarm.tonight)
