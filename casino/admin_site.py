"""The admin's site object: our sign-in, our page head, counters and groups on the first page.

`casino.apps.BackOfficeConfig` makes it Django's default site, so `@admin.register` finds it.  It is outside the
`casino.admin` package, which registers with it while being imported.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse, TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino import membership, roles
from casino.models import User

OURS = frozenset({"accounting", "casino", "tables"})


@dataclass(frozen=True, slots=True)
class Counter:
    """A figure on the first page. `read(actor)` costs one query; `permission` is a model's (`tables.view_table`)."""

    label: str | Promise
    read: Callable[[User], int | str]
    address: str
    permission: str


@dataclass(frozen=True, slots=True)
class Group:
    """Models of one kind of work on the first page, in its order; `desk`: where that work is mostly done."""

    name: str | Promise
    models: Sequence[type[Model]]
    desk: str = ""


class HouseAdminSite(admin.AdminSite):
    """The admin site, with counters and groups of work on its first page, and times in the house's zone."""

    site_title = _("Poker room")
    site_header = _("Poker room")
    index_title = _("Back office")
    index_template = "admin/house_index.html"
    site_url = "/"
    enable_nav_sidebar = False

    def __init__(self, name: str = "admin") -> None:
        super().__init__(name)
        self.counters: list[Counter] = []
        self.groups: Sequence[Group] = ()

    def count(self, label: str | Promise, read: Callable[[User], int | str], *, address: str, permission: str) -> None:
        """Show a figure on the first page to users with the permission."""
        self.counters.append(Counter(label, read, address, permission))

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Register only our own pages: those of libraries know neither roles nor secrets."""
        if admin_class is None or admin_class.__module__.partition(".")[0] in OURS:
            super().register(model_or_iterable, admin_class, **options)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:  # noqa: FBT001, FBT002 -- Django's signature
        """Render every page in the house's time zone."""
        guarded = super().admin_view(view, cacheable)

        @wraps(guarded)
        def in_the_houses_time(request: HttpRequest, *args: Any, **path: Any) -> HttpResponseBase:
            person = request.user if isinstance(request.user, User) else None
            with timezone.override(membership.zone(person, request.session) if person else None):
                response = guarded(request, *args, **path)
                # Django renders after the view, when the zone is UTC again.
                return response.render() if isinstance(response, SimpleTemplateResponse) else response

        return in_the_houses_time

    def password_change(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> Any:
        """Redirect to our own page: Django's view knows neither throttle nor record, and leaves tokens alive."""
        return HttpResponseRedirect(reverse("password"))

    def has_permission(self, request: HttpRequest) -> bool:
        return isinstance(request.user, User) and request.user.is_staff

    def login(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> HttpResponse:
        """Redirect to the one sign-in page; a signed-in user without access goes to their own desk."""
        if request.user.is_authenticated:
            return HttpResponseRedirect("/")
        return redirect_to_login(request.GET.get("next", request.get_full_path()), settings.LOGIN_URL)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """The models that the actor may see: in their groups, but on the page of one app in Django's order."""
        apps: list[Any] = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        shown = {row["model"]: row for app in apps for row in app["models"]}
        groups = [(group, [shown[model] for model in group.models if model in shown]) for group in self.groups]
        return [{"name": group.name, "desk": group.desk, "models": rows} for group, rows in groups if rows]

    def index(self, request: HttpRequest, extra_context: dict[str, object] | None = None) -> TemplateResponse:
        actor = request.user
        assert isinstance(actor, User)
        figures = [
            {"label": counter.label, "value": counter.read(actor), "address": counter.address}
            for counter in self.counters
            if roles.permits(actor, counter.permission)
        ]
        return super().index(request, {"figures": figures, **(extra_context or {})})
