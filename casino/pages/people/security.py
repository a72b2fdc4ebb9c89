"""What an operator sees: sign-ins, refusals, grave commands, and the alarms that somebody must look at."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from casino.models import SecurityEvent, User
from casino.models.security import SecurityKind
from casino.pages.bar import Bell, Ring
from casino.pages.views import Command, Page
from casino.selectors import security as selector
from casino.services import alarms


def _rings(actor: User, _house: object) -> list[Ring]:
    """The alarms that nobody has seen."""
    found = selector.alarms(actor=actor)
    pages = [reverse("alarm-see", args=[one.pk]) for one in found]
    return [
        Ring(f"security:{one.pk}", str(one.user or ""), one.get_kind_display(), one.at, page)
        for one, page in zip(found, pages, strict=True)
    ]


BELL = Bell("casino.view_logins", _rings)


class Security(Page):
    """Alarms first, then the latest of everything."""

    permission = "casino.view_logins"
    template_name = "people/security.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        kinds = [
            ("", _("Everything")),
            (selector.SIGN_INS, _("Sign-ins")),
            (selector.MISSES, _("Wrong passwords")),
            *SecurityKind.choices,
        ]
        wanted = self.request.GET.get("kind", "")
        kind = wanted if wanted in dict(kinds) else ""
        return {
            **super().get_context_data(**kwargs),
            "alarms": selector.alarms(actor=self.actor),
            "lines": selector.lines(kind, actor=self.actor),
            "kinds": kinds,
            "kind": kind,
        }


class See(Command):
    """Say that an alarm was seen."""

    service = alarms.see
    template_name = "people/see.html"
    in_address: ClassVar = {"alarm_id": "pk"}
    leads_to = "security"

    @cached_property
    def alarm(self) -> SecurityEvent:
        return selector.alarm(self.kwargs["pk"], actor=self.actor)

    def decided_on(self) -> SecurityEvent:
        return self.alarm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "alarm": self.alarm}
