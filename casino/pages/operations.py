"""What an operator must act on now, and every figure that is watched, in words."""

from typing import Any, Final

from django.template.defaultfilters import filesizeformat
from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext

from casino import membership, wording
from casino.pages.views import Page
from casino.selectors import condition
from casino.watching import raised

_MINUTE: Final = 60
_DAY: Final = 24 * 60 * _MINUTE
_WHETHER: Final = ("_down", "_failing", "_failed")


class Operations(Page):
    """The alarms that are raised, those of tonight first; then all figures by what they mean."""

    permission = "casino.view_logins"
    template_name = "people/operations.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        membership.require_every(self.actor)
        values, meanings = condition.values(), condition.meanings()
        return {
            **super().get_context_data(**kwargs),
            "alarms": raised(condition.alarms(), values),
            "figures": [(gettext(meanings[name]), told(name, value), name) for name, value in values.items()],
        }


def told(name: str, value: float) -> str:
    """A gauge's value as its reader says it: the end of the name tells what it counts."""
    if name.endswith(_WHETHER):
        return gettext("yes") if value else gettext("no")
    if name.endswith("_share"):
        return f"{number_format(100 * value, 0)} %"
    if name.endswith("_bytes"):
        return filesizeformat(value)
    if name.endswith("_seconds"):
        return _lasting(round(value))
    return number_format(value, 0, force_grouping=True)


def _lasting(seconds: int) -> str:
    """`40 s`, `12 min`, `3 h 20 min`, `8 days`."""
    if seconds < _MINUTE:
        return f"{seconds} s"
    if seconds < _DAY:
        return wording.duration(seconds // _MINUTE)
    days = seconds // _DAY
    return ngettext("%(n)s day", "%(n)s days", days) % {"n": days}
