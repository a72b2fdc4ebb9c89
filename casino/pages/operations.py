"""What an operator must act on now, and every figure that is watched."""

from casino import membership
from casino.pages.views import Context, Page
from casino.selectors import condition
from casino.watching import raised


class Operations(Page):
    """The alarms that are raised, those of tonight first; then all gauges."""

    permission = "casino.view_logins"
    template = "people/operations.html"

    def context(self) -> Context:
        membership.require_every(self.actor)
        values = condition.values()
        return {"alarms": raised(condition.alarms(), values), "gauges": values.items()}
