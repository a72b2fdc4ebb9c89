"""What the house demands of its guests, on a page of its setting up."""

from typing import Any

from django import forms
from django.forms.models import model_to_dict
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.house import OfHouse
from casino.pages.forms import MoneyField, ReasonForm
from tables.guests.selectors import admission
from tables.guests.services.admission import policies
from tables.models import AdmissionPolicy


class PolicyForm(ReasonForm):
    """The requirements of state law and of the house, and why they change."""

    is_on = forms.BooleanField(label=_("Check guests at admission"), required=False)
    least_age = forms.IntegerField(
        label=_("Minimum age"),
        min_value=policies.AGES[0],
        max_value=policies.AGES[1],
        widget=forms.TextInput({"inputmode": "numeric"}),
        help_text=_("In years, by the law of the Land: 18 or 21."),
    )
    unanswered = forms.ChoiceField(
        label=_("If the ban file does not answer"),
        choices=AdmissionPolicy.Unanswered.choices,
        widget=forms.RadioSelect,
    )
    identified_from_cents = MoneyField(
        label=_("Identity needed from"), least_cents=1, help_text=_("In one gaming day (GwG §10 (5)).")
    )
    field_order = ("is_on", "least_age", "unanswered", "identified_from_cents")


class Policy(OfHouse):
    """The policy as it stands, to be changed; its history keeps the earlier ones."""

    permission = "casino.edit_house"
    service = policies.put
    template_name = "pages/step.html"
    form_class = PolicyForm
    title = _("Admission rules")
    verb = _("Save")
    leads_to = "setup:house"
    success = _("The admission rules have been saved.")

    def get_initial(self) -> dict[str, Any]:
        return model_to_dict(admission.policy_of(self.house.pk), fields=PolicyForm.base_fields)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": self.house.name}
