"""The cage's page: its windows, the slips whose chips are still to be brought, today's movements."""

from accounting.pages.house import InHouse
from accounting.selectors import cage, slips, windows
from accounting.selectors.ledger import PERMISSION
from casino import roles
from casino.pages.views import Context, Live


class CagePage(InHouse, Live):
    """Windows, slips to do, and the day's movements between guests and tables, newest first."""

    permission = PERMISSION
    template = "cage/today.html"
    part = "cage/_today.html"
    watches = "cage"

    def context(self) -> Context:
        return {
            "house": self.house,
            "cage": cage.of_open_day(self.house.pk, actor=self.actor),
            "windows": windows.of_house(self.house.pk, actor=self.actor),
            "slips": [
                (slip, slip.asked_by_id == self.actor.pk) for slip in slips.to_do(self.house.pk, actor=self.actor)
            ],
            "slips_done": slips.done_today(self.house.pk, actor=self.actor),
            "may_run": roles.permits(self.actor, "accounting.run_window"),
            "may_bring": roles.permits(self.actor, "accounting.move_float"),
        }
