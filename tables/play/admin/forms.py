"""Forms of the admin actions that call a service."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.admin.actions import ActionForm


class OpenDayForm(ActionForm):
    """The house whose gaming day opens."""

    house = forms.ModelChoiceField(
        House.objects.filter(is_active=True).order_by("name"), label=_("House"), empty_label=None
    )
