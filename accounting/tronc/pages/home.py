"""The tronc's page: one's own sheets; for those who may, its months, and what waits for a second person."""

from typing import Any

from accounting.days.pages.house import InHouse
from accounting.tronc.selectors import members, months, payouts, records, rules, sheets
from casino import roles
from casino.pages.views import Page


class Home(InHouse, Page):
    """Own sheets, and the house's months."""

    permission = sheets.OWN
    template_name = "tronc/home.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "own": sheets.own(actor=self.actor),
            **(self._months() if roles.permits(self.actor, sheets.ALL) else {}),
            "may_share": roles.permits(self.actor, "accounting.share_tronc"),
            "reads_tips": roles.permits(self.actor, records.PERMISSION),
            "reads_all": roles.permits(self.actor, sheets.ALL),
        }

    def _months(self) -> dict[str, Any]:
        versions = list(rules.of_house(self.house.pk, actor=self.actor))
        rows = members.of_house(self.house.pk, actor=self.actor)
        latest = {row.person_id: row for row in reversed(rows)}
        return {
            "runs": months.runs(self.house.pk, actor=self.actor),
            "rules_wait": [row for row in versions if row.state == rules.State.PROPOSED],
            "members_wait": [row for row in latest.values() if members.MEMBERS.is_open(row)],
            "has_rules": any(row.state == rules.State.APPROVED for row in versions),
            "open_cents": sum(cents for _person, cents in payouts.open_shares(self.house.pk)),
        }
