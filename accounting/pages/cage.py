"""The cage: what guests bought in for and cashed out today. The windows themselves come later."""

from accounting.pages.house import InHouse
from accounting.selectors import cage
from accounting.selectors.ledger import PERMISSION
from casino.pages.doors import Context, Live


class CagePage(InHouse, Live):
    """The day's movements between guests and tables, newest first."""

    permission = PERMISSION
    template = "cage/today.html"
    part = "cage/_today.html"

    def version(self) -> str:
        """How many movements there are."""
        return cage.version(self.house.pk)

    def context(self) -> Context:
        """The movements and their sums."""
        return {"house": self.house, "cage": cage.of_open_day(self.house.pk, actor=self.actor)}
