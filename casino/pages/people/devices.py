"""The tablets of the house: enrolling and revoking them; and tiles that wrong PINs have locked."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import membership
from casino.models import Device
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Page
from casino.services import devices


class Devices(Page):
    """All tablets by name, and the locked tiles, the longest first."""

    permission = devices.PERMISSION
    template_name = "tablet/devices.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "devices": membership.within(Device.objects.order_by("name"), self.actor),
            "locked": devices.locked_tiles(house_ids=self.actor.house_ids),
        }


class NameForm(CommandForm):
    """What the tablet is called."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=devices.NAME_MAX)


class _Step(Command):
    """A command about a tablet, which leads back to the list."""

    permission = devices.PERMISSION
    template_name = "pages/step.html"
    in_address: ClassVar = {"device_id": "pk"}
    leads_to = "devices"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "subject": Device.objects.filter(pk=self.kwargs.get("pk")).values_list("name", flat=True).first(),
        }


class _NewCode(_Step):
    """A step that gives a code for enrolling; it is shown once."""

    code: tuple[Device, str] | None = None

    def act(self, values: Mapping[str, Any]) -> None:
        self.code = super().act(values)

    def done(self, values: Mapping[str, Any]) -> str:
        if self.code is None:  # the same form was sent before
            return ""
        device, code = self.code
        return _("%(name)s: open /tablet/ on it and enter the code %(code)s within ten minutes.") % {
            "name": device.name,
            "code": f"{code[:4]} {code[4:]}",
        }


class Add(_NewCode):
    """A new tablet."""

    service = devices.add
    form_class = NameForm
    title = gettext_lazy("New tablet")

    def target(self) -> dict[str, Any]:
        house = membership.chosen(self.actor, self.request.session)
        return {"house_id": None if house is None else house.pk}


class Renew(_NewCode):
    """Another code for a tablet that is enrolled already."""

    service = devices.renew
    title = gettext_lazy("New code")


class Revoke(_Step):
    """Revoke a tablet."""

    service = devices.revoke
    title = gettext_lazy("Withdraw")


class Free(_Step):
    """Let somebody try their PIN again."""

    service = devices.free
    title = gettext_lazy("Unlock the tile")
    in_address: ClassVar = {"device_id": "pk", "user_id": "user"}
