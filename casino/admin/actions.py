"""Admin actions: an intermediate page asks for a reason, then exactly one service is called.

    class HandAdmin(ActionsAdmin, ReadOnlyAdmin):
        object_actions = (
            Action(
                name="void",
                label=_("Void"),
                permission="tables.void_hand",
                service=hands.void,
                arguments=lambda hand, values: {
                    "hand_id": hand.pk, "version": hand.version, "reason": values["reason"]
                },
                offered=lambda hand: hand.state == Hand.State.OPEN,
            ),
        )

Where the service asks for the user's own password (`casino.api.confirming`), so does the action; `wants_password` says
for which rows.  Where the service decides on what others had their part in (`decides`), the page shows the row, and the
form names what it showed: a row that has changed since is refused, and shown as it is now.

`list_actions` are shown above the list and act on no row (`arguments` gets None). For more fields give a subclass of
`ActionForm` or `ReasonForm` as `form`.  The form's key is used with the effect (`casino.transactions.once`), so a
double click acts once; a refusal is shown above the form, which keeps its input.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import helpers
from django.contrib.admin.utils import flatten_fieldsets
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from casino import membership, roles, wording
from casino.api.confirming import FIELD
from casino.errors import Refusal, Stale
from casino.models import User
from casino.pages.forms import ReasonField, new_key
from casino.pages.submitting import ask_password, ask_seen, show_seen, submit
from casino.transactions import UseCase

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]  # Django's own class is generic for the type checker alone
else:
    ModelAdmin = admin.ModelAdmin


class ActionForm(forms.Form):
    """An action that needs no reason; subclasses add fields."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=64, initial=new_key)

    def __init__(self, *args: Any, row: Model | None = None, **options: Any) -> None:
        self.row = row
        super().__init__(*args, **options)

    def offer_to(self, actor: User) -> None:
        """Offer, and take, only the rows of the actor's houses, and the houses themselves."""
        for field in self.fields.values():
            if isinstance(field, forms.ModelChoiceField):
                assert field.queryset is not None
                field.queryset = membership.within(field.queryset, actor)


class ReasonForm(ActionForm):
    """A form with a reason of at least three characters, since a dot explains nothing to an auditor."""

    reason = ReasonField(rows=3)


Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One button. Calls `service` with `arguments(row, values)` and the actor; `offered(row)` says if it is shown."""

    name: str
    label: str | Promise
    permission: str
    service: UseCase[..., object]
    arguments: Callable[[Any, Values], Mapping[str, Any]]
    form: type[ActionForm] = ReasonForm
    offered: Callable[[Any], bool] = lambda _row: True
    explanation: str | Promise = ""
    wants_password: Callable[[Any], bool] = lambda _row: True

    def asks_password(self, row: Model | None) -> bool:
        """Whether the action asks for the password on this row."""
        return self.service.asks_password and self.wants_password(row)

    def is_for(self, actor: object, row: Model | None) -> bool:
        """Whether the button is shown to this user on this row; the service authorises again."""
        return isinstance(actor, User) and roles.permits(actor, self.permission) and self.offered(row)


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

    def act_on_row(self, request: HttpRequest, object_id: str, action: str) -> HttpResponse:
        """The page of an action on one row."""
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        back = reverse(f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_change", args=[row.pk])
        return self._act(request, self._named(self.object_actions, action), row, back)

    def act_on_list(self, request: HttpRequest, action: str) -> HttpResponse:
        """The page of an action of the list."""
        back = reverse(f"{self.admin_site.name}:{self.opts.app_label}_{self.opts.model_name}_changelist")
        return self._act(request, self._named(self.list_actions, action), None, back)

    def _named(self, actions: Sequence[Action], name: str) -> Action:
        for action in actions:
            if action.name == name:
                return action
        raise Http404

    def _act(self, request: HttpRequest, action: Action, row: Model | None, back: str) -> HttpResponse:
        actor = request.user
        if not isinstance(actor, User) or not roles.permits(actor, action.permission):
            raise PermissionDenied
        request.sensitive_post_parameters = (FIELD,)  # type: ignore[attr-defined]
        form = action.form(request.POST if request.method == "POST" else None, row=row)
        form.offer_to(actor)
        decides = action.service.decides
        if decides is not None:
            assert isinstance(row, decides.model), f"{action.name} decides on a row of another kind"
            ask_seen(form, decides.seen(row))
        if action.asks_password(row):
            ask_password(form)
        status = 200
        if form.is_bound and form.is_valid():
            try:
                self._run(request, action, row, form, actor, back)
            except Refusal as refusal:
                status = refusal.status
                form.add_error(None, wording.sentence(refusal))
                # The refusal rolled back and freed the key: the corrected form is a new request.
                form.data = request.POST.copy()
                form.data["key"] = new_key()
                if decides is not None and row is not None:
                    row.refresh_from_db()
                    if isinstance(refusal, Stale):
                        show_seen(form, decides.seen(row))
            else:
                messages.success(request, _("%(action)s: done.") % {"action": action.label})
                return HttpResponseRedirect(back)
        return self._page(request, action, row, form, back, status)

    def _run(
        self, request: HttpRequest, action: Action, row: Model | None, form: ActionForm, actor: User, back: str
    ) -> None:
        """Call the service once, and write the reason to Django's admin log, which the row's history shows."""
        values = form.cleaned_data

        def run() -> str:
            seen = {} if action.service.decides is None else {"seen": values["seen"]}
            action.service(**action.arguments(row, values), **seen, actor=actor)
            return back

        answer = submit(request, form, run, actor=actor)
        if row is not None and not answer.replayed:
            reason = values.get("reason", "")
            self.log_change(request, row, f"{action.label}: {reason}" if reason else str(action.label))

    def _page(
        self, request: HttpRequest, action: Action, row: Model | None, form: ActionForm, back: str, status: int
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": action.label,
            "subtitle": str(row) if row is not None else None,
            "opts": self.opts,
            "original": row,
            "shown": self._shown(request, row) if row is not None and action.service.decides is not None else (),
            "action": action,
            "form": form,
            "back": back,
        }
        return TemplateResponse(request, "admin/action.html", context, status=status)

    def _shown(self, request: HttpRequest, row: Model) -> helpers.AdminForm:
        """The row as its own page shows it, for reading."""
        fieldsets = self.get_fieldsets(request, row)
        names = flatten_fieldsets(fieldsets)
        form = self.get_form(request, row, change=True, fields=names)(instance=row)
        return helpers.AdminForm(form, list(fieldsets), {}, names, model_admin=self)  # type: ignore[arg-type]  # as Django does
