"""Admin actions: an intermediate page asks for a reason, then exactly one service is called.

    class HandAdmin(ActionsAdmin, ReadOnlyAdmin):
        object_actions = (
            Action(
                name="void",
                label=_("Void"),
                service=hands.void,
                row_id="hand_id",
                offered=lambda hand: hand.state == Hand.State.OPEN,
            ),
            Action.of(pages.Settle, name="settle"),
        )

Each is a command as the pages have them (`casino.pages.views.Command`), with the permission of its service, shown on
the back office's plain page: `Action.of` takes a page's own, with its form and words.  The service gets the row's id as
`row_id` and what the form has, by the same names; where names differ, `arguments` gives them.

Where the service asks for the user's own password (`casino.api.confirming`), so does the action; `wants_password` says
for which rows.  Where the service decides on what others had their part in (`decides`), the page shows the row, and the
form names what it showed: a row that has changed since is refused, and shown as it is now.

`list_actions` are shown above the list and act on no row (`arguments` gets None). For more fields give a subclass of
`ActionForm` or `ReasonForm` as `form`.  The form's key is used with the effect (`casino.transactions.once`), so a
double click acts once; a refusal is shown above the form, which keeps its input.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import signature
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin import helpers
from django.contrib.admin.utils import flatten_fieldsets
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from casino import membership, roles
from casino.api.permissions import needed
from casino.models import User
from casino.pages.forms import CommandForm, ReasonField
from casino.pages.views import Command
from casino.transactions import UseCase

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]  # Django's own class is generic for the type checker alone
else:
    ModelAdmin = admin.ModelAdmin


class ActionForm(CommandForm):
    """An action that needs no reason; subclasses add fields."""

    def __init__(self, *args: Any, row: Model | None = None, **options: Any) -> None:
        self.row = row
        super().__init__(*args, **options)


class ReasonForm(ActionForm):
    """A form with a reason of at least three characters, since a dot explains nothing to an auditor."""

    reason = ReasonField(rows=3)


Values = Mapping[str, Any]


@dataclass(frozen=True, eq=False, kw_only=True)
class Action:
    """One button: calls `service` for the row and the form's values; `offered(row)` says if it is shown."""

    name: str
    label: str | Promise
    service: UseCase[..., object]
    row_id: str = ""
    arguments: Callable[[Any, Values], Mapping[str, Any]] | None = None
    form: type[CommandForm] = ReasonForm
    page: type[Command] = Command
    permission: str | None = None  # of a service that says none
    offered: Callable[[Any], bool] = lambda _row: True
    explanation: str | Promise = ""
    wants_password: Callable[[Any], bool] = lambda _row: True

    @classmethod
    def of(cls, page: Any, **given: Any) -> "Action":
        """A command of the pages, which names its service, form and title."""
        said = {"label": page.title, "service": page.service, "form": page.form_class, "page": page}
        return cls(**(said | given))

    @cached_property
    def command(self) -> type["OfficeCommand"]:
        """The command on the back office's page."""
        said: dict[str, Any] = {"action": self, "service": staticmethod(self.service), "form_class": self.form}
        if self.permission is not None:
            said["permission"] = self.permission
        bases = (OfficeCommand,) if self.page is Command else (OfficeCommand, self.page)
        return type(self.name, bases, said)

    def permits(self, actor: object) -> bool:
        """Whether the user's roles carry what the service, and the page whose command it is, ask for."""
        return isinstance(actor, User) and all(roles.permits(actor, one) for one in needed(self.command, "POST"))

    def is_for(self, actor: object, row: Model | None) -> bool:
        """Whether the button is shown to this user on this row; the service authorises again."""
        return self.permits(actor) and self.offered(row)


class OfficeCommand(Command):
    """A command on a page of the back office; afterwards the row's page, or the list."""

    template_name = "admin/action.html"
    action: ClassVar[Action]
    office: "ActionsAdmin"
    row: Any
    way_back: str

    def rows_in_address(self) -> list[tuple[type[Model], int]]:
        """The row, which the back office has found among those of the actor's houses."""
        model: type[Model] = type(self.row)
        return [(model, self.row.pk)] if self.row is not None and membership.house_path(model) is not None else []

    def get_form_kwargs(self) -> dict[str, Any]:
        own = {"row": self.row} if issubclass(self.form_class, ActionForm) else {}
        return {**super().get_form_kwargs(), **own}

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        """Offer, and take, only the rows of the actor's houses, and the houses themselves."""
        form = super().get_form(form_class)
        if not self.is_versioned:
            del form.fields["version"]
        for field in form.fields.values():
            if isinstance(field, forms.ModelChoiceField):
                assert field.queryset is not None
                field.queryset = membership.within(field.queryset, self.actor)
        return form

    @property
    def is_versioned(self) -> bool:
        """Whether the service wants to know which version of the row the user saw."""
        return "version" in signature(self.action.service).parameters

    def current_version(self) -> int | None:
        return self.row.version if self.is_versioned else None

    def wants_password(self) -> bool:
        return self.action.wants_password(self.row)

    def decided_on(self) -> Any:
        return self.row

    def renew(self) -> None:
        super().renew()
        if self.row is not None:
            self.row.refresh_from_db()

    def target(self) -> dict[str, Any]:
        return {self.action.row_id: self.row.pk} if self.action.row_id else super().target()

    def act(self, values: Values) -> Any:
        if self.action.arguments is None:
            return super().act(values)
        seen = {} if self.decides is None else {"seen": values["seen"]}
        return self.action.service(**self.action.arguments(self.row, values), **seen, actor=self.actor)

    def run(self, values: Values) -> str:
        """Act, and write the reason to Django's admin log, which the row's history shows."""
        self.act(values)
        if self.row is not None:
            reason = values.get("reason") or values.get("explanation") or ""
            said = f"{self.action.label}: {reason}" if reason else str(self.action.label)
            self.office.log_change(self.request, self.row, said)
        return self.way_back

    def get_success_url(self) -> str:
        return self.way_back

    def done(self, values: Values) -> str:
        return super().done(values) or _("%(action)s: done.") % {"action": self.action.label}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            **self.office.admin_site.each_context(self.request),
            "title": self.action.label,
            "subtitle": str(self.row) if self.row is not None else None,
            "opts": self.office.opts,
            "original": self.row,
            "shown": self.office.shown(self.request, self.row) if self.decides is not None else (),
            "action": self.action,
        }


class ActionsAdmin(ModelAdmin):
    """A ModelAdmin with `object_actions` on a row's page and `list_actions` above the list."""

    object_actions: ClassVar[Sequence[Action]] = ()
    list_actions: ClassVar[Sequence[Action]] = ()
    change_form_template = "admin/change_form_with_actions.html"
    change_list_template = "admin/change_list_with_actions.html"

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}"
        view = self.admin_site.admin_view
        return [
            path("do/<slug:action>/", view(self.act_on_list), name=f"{name}_do"),
            path("<path:object_id>/do/<slug:action>/", view(self.act_on_row), name=f"{name}_act"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        shown = [action for action in self.object_actions if row is not None and action.is_for(request.user, row)]
        return super().change_view(request, object_id, form_url, {"house_actions": shown, **(extra_context or {})})

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        shown = [action for action in self.list_actions if action.is_for(request.user, None)]
        return super().changelist_view(request, {"house_actions": shown, **(extra_context or {})})

    def act_on_row(self, request: HttpRequest, object_id: str, action: str) -> HttpResponseBase:
        """The page of an action on one row; those who may not act are not told whether it is there."""
        asked = self._named(self.object_actions, action, request.user)
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        back = reverse(f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])
        return self._act(request, asked, row, back)

    def act_on_list(self, request: HttpRequest, action: str) -> HttpResponseBase:
        """The page of an action of the list."""
        back = reverse(f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_changelist")
        return self._act(request, self._named(self.list_actions, action, request.user), None, back)

    def _named(self, actions: Sequence[Action], name: str, actor: object) -> Action:
        for action in actions:
            if action.name == name:
                if not action.permits(actor):
                    raise PermissionDenied
                return action
        raise Http404

    def _act(self, request: HttpRequest, action: Action, row: Model | None, back: str) -> HttpResponseBase:
        command = action.command()
        command.office, command.row, command.way_back = self, row, back
        command.setup(request, pk=row.pk if row is not None else None)
        return command.dispatch(request)

    def shown(self, request: HttpRequest, row: Model) -> helpers.AdminForm:
        """The row as its own page shows it, for reading."""
        fieldsets = self.get_fieldsets(request, row)
        names = flatten_fieldsets(fieldsets)
        form = self.get_form(request, row, change=True, fields=names)(instance=row)
        return helpers.AdminForm(form, list(fieldsets), {}, names, model_admin=self)  # type: ignore[arg-type]  # as Django does
