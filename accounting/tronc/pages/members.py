"""Who shares in a tronc, in which function: the list, entering a member, confirming."""

from typing import Any, ClassVar

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.models import TroncMember
from accounting.policy.tronc import terms
from accounting.tronc.selectors import members as selector
from accounting.tronc.selectors import rules
from accounting.tronc.services import members
from casino import house_time, membership, roles
from casino.models import User
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm
from casino.pages.views import Page


class Members(InHouse, Page):
    """Everybody who shares or shared, with what waits to be confirmed."""

    permission = selector.PERMISSION
    template_name = "tronc/members.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        names = {}
        found = rules.in_force(self.house.pk, house_time.local_now().date())
        if found is not None:
            names = {one.code: one for one in terms.parse(found.terms).functions}
        rows = selector.of_house(self.house.pk, actor=self.actor)
        latest: dict[int, int] = {}
        for row in rows:
            latest.setdefault(row.person_id, row.pk)
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "rows": [
                (row, names.get(row.function), latest[row.person_id] == row.pk, selector.MEMBERS.is_open(row))
                for row in rows
            ],
            "may_enter": roles.permits(self.actor, rules.EDITS),
            "may_confirm": roles.permits(self.actor, rules.APPROVES),
            "actor": self.actor,
        }


class MemberForm(CommandForm):
    """Who, in which function, in service since when, from which month on."""

    person_id = forms.TypedChoiceField(label=gettext_lazy("Person"), coerce=int)
    function = forms.ChoiceField(label=gettext_lazy("Function"), required=False)
    hired_on = forms.DateField(
        label=gettext_lazy("In service since"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    valid_from = forms.DateField(
        label=gettext_lazy("From month"),
        widget=forms.DateInput({"type": "month"}, "%Y-%m"),
        input_formats=["%Y-%m"],
    )

    def __init__(self, *args: Any, people: list[tuple[int, str]], functions: list[tuple[str, str]], **options: Any):
        super().__init__(*args, **options)
        for name, choices in (("person_id", people), ("function", [*functions, ("", _("no longer shares"))])):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices


class Enter(OfHouse):
    """Enter a member, or a change of one."""

    service = members.enter
    template_name = "pages/step.html"
    form_class = MemberForm
    leads_to = "tronc:members"
    title = gettext_lazy("Enter a member")
    explanation = gettext_lazy("A second person must confirm it. Nobody can enter or confirm themselves.")
    success = gettext_lazy("Entered. A second person must confirm it.")

    def get_initial(self) -> dict[str, Any]:
        return {"valid_from": house_time.local_now().date().replace(day=1)}

    def get_form_kwargs(self) -> dict[str, Any]:
        people = User.objects.filter(membership.people_of(self.house.pk), is_active=True).exclude(pk=self.actor.pk)
        found = rules.in_force(self.house.pk, house_time.local_now().date())
        functions = terms.parse(found.terms).functions if found else ()
        return {
            **super().get_form_kwargs(),
            "people": [(one.pk, str(one)) for one in people.order_by("full_name", "username")],
            "functions": [(one.code, one.name) for one in functions],
        }


class OnMember(InHouse, Decide):
    """A decision on a membership that another person entered."""

    matter = selector.MEMBERS
    in_address: ClassVar = {"tronc_member_id": "pk"}
    leads_to = "tronc:members"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": self.row.person}

    @classmethod
    def told(cls, row: TroncMember) -> Told:
        return Told(
            [
                Change(_("Function"), "", row.function or _("no longer shares")),
                Change(_("In service since"), "", date_format(row.hired_on, "SHORT_DATE_FORMAT")),
                Change(_("From month"), "", date_format(row.valid_from, "YEAR_MONTH_FORMAT")),
            ]
        )


class Confirm(OnMember):
    """Confirm it."""

    service = members.confirm
    title = gettext_lazy("Confirm a member")
    success = gettext_lazy("Confirmed.")


class Decline(OnMember):
    """Decline it, or withdraw one's own entry."""

    service = members.decline
    title = gettext_lazy("Decline a member")
    success = gettext_lazy("Declined.")
