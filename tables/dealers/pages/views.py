"""The dealers' board and its commands: pushes, one by one or all that are due; breaks, shifts, qualifications."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.auth import get_user_model
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from casino import house_time, membership, wording
from casino.errors import N_, NotFound
from casino.models import User
from casino.pages.forms import new_key
from casino.pages.views import Command, Live
from casino.roles import Role
from tables.dealers.pages.forms import CallOffForm, DealerForm, LineForm, RosterForm, SkillsForm
from tables.dealers.pages.pushing import PushesDealer
from tables.dealers.selectors import board
from tables.dealers.services import breaks, downs, qualifications, shifts
from tables.models import Qualification, Shift
from tables.play.pages.house_rules import HouseRulesPage
from tables.play.pages.tables import TableCommand
from tables.rules.rota.terms import RotaRules

PERMISSION = "tables.push_dealer"
GOOD_FOR = timedelta(seconds=30)


class Dealers(InHouse, Live):
    """Every table with its next dealer, and the dealers who rest, are on a break, are still to come or have gone."""

    permission = PERMISSION
    template_name = "dealers/dealers.html"
    part = "dealers/_dealers.html"
    watches = "floor"

    def good_until(self) -> datetime:
        """The clock alone makes a push due and a break long."""
        return (house_time.now() + GOOD_FOR).replace(microsecond=0)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        now = house_time.now()
        return {
            **super().get_context_data(**kwargs),
            "board": board.board(self.house.pk, now),
            "house": self.house,
            "key": new_key(),
            "now": now,
        }


class DealersCommand(InHouse, Command):
    """A command that leads back to the board."""

    permission = PERMISSION
    template_name = "pages/step.html"
    leads_to = "floor:dealers"


class DealerCommand(DealersCommand):
    """A command on the dealer in the address."""

    in_address: ClassVar = {"dealer_id": "dealer"}

    @cached_property
    def person(self) -> User:
        """The dealer in the address; refuses `no_such_dealer`."""
        found = get_user_model().objects.filter(pk=self.kwargs["dealer"], roles__contains=[Role.DEALER.value]).first()
        if found is None:
            raise NotFound("no_such_dealer", N_("Dealer not found."))
        return found

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": self.person}


class PushDealer(PushesDealer, TableCommand):
    """Relieve the dealer of a table of the floor; leads back to the dealers' board, for a person who came from it."""

    @property
    def pushed_table_id(self) -> int:
        return self.table.id

    @property
    def from_dealers(self) -> bool:
        """Whether the person came from the dealers' board."""
        return self.request.GET.get("from") == "dealers"

    def get_success_url(self) -> str:
        return reverse("floor:dealers") if self.from_dealers else super().get_success_url()


class PushLine(OfHouse, DealersCommand):
    """Push all that are due, as the board showed it."""

    title = gettext_lazy("Push all due")
    form_class = LineForm
    service = downs.push_line

    def act(self, values: Mapping[str, Any]) -> None:
        outcomes = super().act({"pushes": values["push"]})
        done = [one for one in outcomes if one.refusal is None]
        if done:
            said = ", ".join(f"{one.table_code} {one.dealer_name}" for one in done)
            messages.success(self.request, _("Pushed: %(pushes)s") % {"pushes": said})
        for one in outcomes:
            if one.refusal is not None:
                messages.error(self.request, f"{one.table_code}: {wording.sentence(one.refusal)}")


class SendOnBreak(OfHouse, DealerCommand):
    """Send a dealer on a break; asks for nothing."""

    service = breaks.send
    title = gettext_lazy("Send on a break")


class BackFromBreak(DealerCommand):
    """A dealer is back from the break; asks for nothing."""

    service = breaks.back
    title = gettext_lazy("Back from the break")


class Come(OfHouse, DealersCommand):
    """A dealer is here, planned or not."""

    title = gettext_lazy("Clock a dealer in")
    form_class = DealerForm
    service = shifts.come

    def get_form_kwargs(self) -> dict[str, Any]:
        here = Shift.objects.filter(came_at__isnull=False, went_at=None).values("dealer_id")
        return {**super().get_form_kwargs(), "choices": _dealers(self.house.pk, without=here)}

    def get_initial(self) -> dict[str, Any]:
        return {"dealer": self.request.GET.get("dealer")}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"dealer_id": values["dealer"]})


class Go(DealerCommand):
    """A dealer goes home."""

    service = shifts.go
    title = gettext_lazy("End the shift")
    danger = True


class Roster(OfHouse, DealersCommand):
    """Enter the shifts of an evening, of several dealers at once."""

    title = gettext_lazy("Enter shifts")
    template_name = "dealers/dealer_roster.html"
    form_class = RosterForm
    service = shifts.enter

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "choices": _dealers(self.house.pk)}

    def get_initial(self) -> dict[str, Any]:
        begins = house_time.local_now().replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        return {"begins_at": begins, "ends_at": begins + timedelta(hours=8, minutes=30)}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        planned = Shift.objects.filter(house=self.house, came_at=None, called_off_at=None, ends_at__gt=house_time.now())
        return {**super().get_context_data(**kwargs), "planned": planned.select_related("dealer")}

    def act(self, values: Mapping[str, Any]) -> Any:
        plans = [shifts.Plan(dealer, values["begins_at"], values["ends_at"]) for dealer in values["dealers"]]
        return super().act({"plans": plans})


class CallOff(DealersCommand):
    """A planned shift does not take place."""

    service = shifts.call_off
    title = gettext_lazy("Cancel the shift")
    form_class = CallOffForm
    danger = True
    in_address: ClassVar = {"shift_id": "pk"}


class Skills(OfHouse, DealerCommand):
    """What a dealer is qualified for."""

    service = qualifications.put
    permission = "tables.edit_game"
    title = gettext_lazy("Qualifications")
    verb = gettext_lazy("Save")
    form_class = SkillsForm
    template_name = "dealers/skills.html"

    def get_initial(self) -> dict[str, Any]:
        held = Qualification.objects.filter(house=self.house, dealer=self.person, until=None)
        return {"skills": list(held.values_list("skill", flat=True))}


class Rules(HouseRulesPage):
    """Whether a rota is kept, and the house's numbers, beside all qualifications; legal limits are set over HTTP."""

    rules = RotaRules
    title = gettext_lazy("Rota rules")
    verb = gettext_lazy("Save")
    template_name = "dealers/dealer_rules.html"
    leads_to = "floor:dealers"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        known: dict[int, list[str]] = {}
        for row in Qualification.objects.filter(house=self.house, until=None):
            known.setdefault(row.dealer_id, []).append(row.get_skill_display())
        return {
            **super().get_context_data(**kwargs),
            "dealers": [(pk, name, known.get(pk, [])) for pk, name in _dealers(self.house.pk)],
        }


def _dealers(house_id: int, *, without: Any = ()) -> list[tuple[int, str]]:
    people = get_user_model().objects.filter(membership.people_of(house_id), is_active=True)
    rows = people.filter(roles__contains=[Role.DEALER.value]).exclude(pk__in=without)
    return [(user.pk, str(user)) for user in rows]
