"""The tablets of the house, for whoever enrols them; and tiles that wrong PINs have locked."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.models import Device
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context, Page
from casino.services import devices


class Devices(Page):
    """All of them, and what waits."""

    permission = devices.PERMISSION
    template = "tablet/devices.html"

    def context(self) -> Context:
        """Tablets by name; locked tiles, the longest first."""
        return {"devices": Device.objects.order_by("name"), "locked": devices.locked_tiles()}


class NameForm(CommandForm):
    """What the tablet is called."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=devices.NAME_MAX)


class _Step(Command):
    """One step, back to the list."""

    permission = devices.PERMISSION
    template = "tablet/step.html"
    heading: ClassVar[str | Promise] = ""
    code: tuple[Device, str] | None = None

    def context(self) -> Context:
        """What is about to be done, to which."""
        device = Device.objects.filter(pk=self.kwargs.get("pk")).first()
        return {"heading": self.heading, "device": device}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("devices")

    def act(self, values: Mapping[str, Any]) -> None:
        """Call the use case."""
        raise NotImplementedError

    def done(self, values: Mapping[str, Any]) -> str:
        """The code is said once, to whoever asked for it."""
        if self.code is None:
            return ""
        device, code = self.code
        return _("%(name)s: open /tablet/ on it and type the code %(code)s within ten minutes.") % {
            "name": device.name,
            "code": f"{code[:4]} {code[4:]}",
        }


class Add(_Step):
    """A new tablet."""

    form_class = NameForm
    heading = gettext_lazy("New tablet")

    def act(self, values: Mapping[str, Any]) -> None:
        self.code = devices.add(name=values["name"], actor=self.actor)


class Renew(_Step):
    """Another code for a tablet that is there."""

    heading = gettext_lazy("New code")

    def act(self, values: Mapping[str, Any]) -> None:
        self.code = devices.renew(device_id=self.kwargs["pk"], actor=self.actor)


class Revoke(_Step):
    """Strike a tablet off."""

    heading = gettext_lazy("Strike off")

    def act(self, values: Mapping[str, Any]) -> None:
        devices.revoke(device_id=self.kwargs["pk"], actor=self.actor)


class Free(_Step):
    """Let somebody try his PIN again."""

    heading = gettext_lazy("Free the tile")

    def act(self, values: Mapping[str, Any]) -> None:
        devices.free(device_id=self.kwargs["pk"], user_id=self.kwargs["user"], actor=self.actor)
