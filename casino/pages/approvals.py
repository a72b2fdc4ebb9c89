"""All that waits for a second person, as its reader sees it: what, for whom, since when, and why not for them."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import cached_property

from casino import roles, wording
from casino.pages import decisions as pages
from casino.pages.decisions import FROM, INBOX, Told
from casino.pages.views import Page
from casino.selectors import decisions
from casino.selectors.decisions import Matter, Waiting


@dataclass(frozen=True)
class Line:
    """What waits, and where it is decided."""

    waiting: Waiting

    @property
    def matter(self) -> Matter[Any]:
        return self.waiting.matter

    @property
    def address(self) -> str:
        """The page where it is approved; it leads back to the list."""
        return f"{self._page}?{FROM}={INBOX}"

    @property
    def declines(self) -> str:
        """The page where it is declined; empty where one does not decline."""
        if not self.matter.declines:
            return ""
        return f"{reverse(self.matter.declines, args=[self.waiting.row.pk])}?{FROM}={INBOX}"

    @cached_property
    def told(self) -> Told:
        """What is asked, in words."""
        return pages.told(self._page, self.waiting.row)

    @property
    def why_not(self) -> str:
        """Why it is not for its reader; empty where it is."""
        return "" if self.waiting.why_not is None else wording.sentence(self.waiting.why_not)

    @property
    def roles(self) -> list[str]:
        """Whose decision it is."""
        return roles.holders(self.matter.approves)

    @property
    def _page(self) -> str:
        return reverse(self.matter.page, args=[self.waiting.row.pk])


class Approvals(Page):
    """What waits in the reader's houses: first what they may decide on, then what waits for somebody else."""

    permission = None
    template_name = "people/approvals.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        lines = [Line(one) for one in decisions.waiting(self.actor)]
        return {
            **super().get_context_data(**kwargs),
            "mine": [line for line in lines if line.waiting.why_not is None],
            "others": [line for line in lines if line.waiting.why_not is not None],
            "decided": decisions.decided(self.actor),
        }
