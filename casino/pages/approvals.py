"""All that waits for a second person, as its reader sees it: what, for whom, since when, and why not for them."""

from django.urls import reverse

from casino import roles, wording
from casino.pages.views import Context, Page
from casino.selectors import decisions


class Approvals(Page):
    """What waits in the reader's houses: first what they may decide on, then what waits for somebody else."""

    permission = None
    template = "people/approvals.html"

    def context(self) -> Context:
        lines = [
            {
                "waiting": line,
                "page": reverse(line.matter.page, args=[line.row.pk]),
                "why_not": "" if line.why_not is None else wording.sentence(line.why_not),
                "roles": roles.holders(line.matter.approves),
            }
            for line in decisions.waiting(self.actor)
        ]
        return {
            "mine": [line for line in lines if not line["why_not"]],
            "others": [line for line in lines if line["why_not"]],
        }
