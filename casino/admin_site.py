"""The admin's site object: our sign-in, our head, counters on the first page.

`casino.apps.BackOfficeConfig` makes it Django's default site, so `@admin.register` finds it.  It stands outside the
`casino.admin` package, which registers with it while it is being imported.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino import roles
from casino.models import User

OURS = frozenset({"accounting", "casino", "tables"})


@dataclass(frozen=True, slots=True)
class Counter:
    """A figure on the first page. `read` costs one query; `permission` is a model permission (`tables.view_table`)."""

    label: str | Promise
    read: Callable[[], int | str]
    address: str
    permission: str


class HouseAdminSite(admin.AdminSite):
    """The back office."""

    site_title = _("Poker room")
    site_header = _("Poker room")
    index_title = _("Back office")
    index_template = "admin/house_index.html"
    site_url = "/"
    enable_nav_sidebar = False

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.counters: list[Counter] = []
        #: The zone in which times are shown; the app that knows the house says it.
        self.zone: Callable[[], tzinfo | None] = lambda: None

    def count(self, label: str | Promise, read: Callable[[], int | str], *, address: str, permission: str) -> None:
        """Show a figure on the first page to those who may see what it counts."""
        self.counters.append(Counter(label, read, address, permission))

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Only pages of ours: those that libraries bring know neither roles nor secrets."""
        if admin_class is None or admin_class.__module__.partition(".")[0] in OURS:
            super().register(model_or_iterable, admin_class, **options)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002 -- Django's signature
        """Every page in the time of the house."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def in_the_houses_time(request: HttpRequest, *args: Any, **path: Any) -> HttpResponseBase:
            with timezone.override(self.zone()):
                response = guarded(request, *args, **path)
                # Django renders after the view, when the zone is UTC again.
                return response.render() if isinstance(response, SimpleTemplateResponse) else response

        return in_the_houses_time

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether the back office lets the person in at all."""
        return isinstance(request.user, User) and request.user.is_staff

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """There is one front door. Who is in already and may not enter here is led to the own desk."""
        if request.user.is_authenticated:
            return HttpResponseRedirect("/")
        return redirect_to_login(request.GET.get("next", request.get_full_path()), settings.LOGIN_URL)

    def index(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> TemplateResponse:
        """The first page with its counters."""
        actor = request.user
        assert isinstance(actor, User)
        figures = [
            {"label": counter.label, "value": counter.read(), "address": counter.address}
            for counter in self.counters
            if roles.permits(actor, counter.permission)
        ]
        return super().index(request, {"figures": figures, **(extra_context or {})})
