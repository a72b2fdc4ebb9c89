"""The form that pushes a dealer to a table, of a cash game or of a tournament: against the rota only with a reason."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy, pgettext

from accounting.days.pages.house import InHouse
from casino import house_time
from casino.pages.views import Command
from tables.dealers.pages.forms import PushForm
from tables.dealers.selectors import line_up, rota
from tables.dealers.services import downs
from tables.rules.rota.line_up import Duty, obstacles, rest_order


class PushesDealer(InHouse, Command):
    """Choose the next dealer of a table.

    Without a rota the longest rested stands first, with one the dealer whom the line-up proposes; then the form also
    asks for a reason, and whether the relieved dealer goes on a break.
    """

    service = downs.push
    permission: ClassVar[str | None] = "tables.push_dealer"
    title = gettext_lazy("Relieve the dealer")
    form_class = PushForm

    @property
    def pushed_table_id(self) -> int:
        """The table in the address."""
        raise NotImplementedError

    @cached_property
    def standing(self) -> rota.Standing:
        return rota.standing(self.house.pk, house_time.now())

    @cached_property
    def free(self) -> list[line_up.FreeDealer]:
        """The dealers who could come, where no rota is kept."""
        return line_up.free_dealers(self.house.pk)

    def get_form_kwargs(self) -> dict[str, Any]:
        if not self.standing.rules.is_on:
            choices = [(one.id, _label(one.name, one.free_since)) for one in self.free]
            return {**super().get_form_kwargs(), "choices": choices, "keeps_rota": False, "has_breaks": False}
        dealers = [one for one in self.standing.dealers if one.duty is not Duty.DEALING]
        dealers.sort(key=lambda one: (one.id != self.proposed, one.duty is not Duty.READY, rest_order(one)))
        names = {user.pk: str(user) for user in get_user_model().objects.filter(pk__in=[one.id for one in dealers])}
        return {
            **super().get_form_kwargs(),
            "choices": [(one.id, _label(names[one.id], one.since, one.duty)) for one in dealers],
            "keeps_rota": True,
            "has_breaks": any(one.duty is Duty.ON_BREAK for one in dealers),
        }

    @cached_property
    def called_back(self) -> int | None:
        """Where nobody is ready: the dealer whose break has taken longest."""
        if any(one.duty is Duty.READY for one in self.standing.dealers):
            return None
        away = [one for one in self.standing.dealers if one.duty is Duty.ON_BREAK and one.since is not None]
        return min(away, key=rest_order).id if away else None

    @cached_property
    def proposed(self) -> int | None:
        """The dealer of the line-up; if that one is at another table, the first ready dealer whom nothing keeps out."""
        turn, now = self.standing.turn(self.pushed_table_id), self.standing
        ready = sorted((one for one in now.dealers if one.duty is Duty.READY), key=rest_order)
        if turn is not None and turn.dealer_id in {one.id for one in ready}:
            return turn.dealer_id
        box = next((one for one in now.boxes if one.table_id == self.pushed_table_id), None)
        fits = (one.id for one in ready if box and not obstacles(one, box, now.boxes, now.rules, now.now))
        return next(fits, None)

    def get_initial(self) -> dict[str, Any]:
        if not self.standing.rules.is_on:
            return {"dealer": self.free[0].id if self.free else None}
        return {
            "dealer": self.proposed or self.called_back,
            "sends_on_break": True,
            "ends_break": self.proposed is None and self.called_back is not None,
        }

    def target(self) -> dict[str, Any]:
        return {"table_id": self.pushed_table_id}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({("dealer_id" if name == "dealer" else name): value for name, value in values.items()})


def _label(name: str, since: datetime | None, duty: Duty = Duty.READY) -> str:
    if since is None:
        return name
    told = {"name": name, "time": timezone.localtime(since).strftime("%H:%M")}
    if duty is Duty.ON_BREAK:
        return pgettext("a dealer", "%(name)s, on a break since %(time)s") % told
    return pgettext("a dealer on his break", "%(name)s, free since %(time)s") % told
