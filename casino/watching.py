"""What is watched: gauges for monitoring, and the alarms on which an operator must act.

A gauge is greater when things are worse, so an alarm is a gauge and its limit: what a page and `manage.py state` show
and what Prometheus raises (deploy/prometheus/alerts.yml) come from the same line.  Pure.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

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

    `read` gives the values by name.  A gauge on which an alarm looks has one from the first moment: what was never done
    was not done since the installation.  `not_meant` names those that are None somewhere, and where that is right.
    """

    gauges: Mapping[str, str]
    read: Callable[[], Mapping[str, float | None]]
    alarms: Sequence[Alarm] = ()
    not_meant: Mapping[str, str] = field(default_factory=dict)

    def without_value(self, read: Mapping[str, float | None]) -> list[str]:
        """The gauges of alarms that lack a value which they must have: their alarms could not be raised."""
        needed = {alarm.gauge for alarm in self.alarms} - set(self.not_meant)
        return sorted(name for name in needed if read.get(name) is None)


def raised(alarms: Iterable[Alarm], values: Mapping[str, float]) -> list[Alarm]:
    """The alarms whose gauge is above its limit, those of tonight first; what is not known raises none."""
    found = [alarm for alarm in alarms if alarm.gauge in values and values[alarm.gauge] > alarm.limit]
    return sorted(found, key=lambda alarm: not alarm.tonight)
