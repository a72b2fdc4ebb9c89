"""Django's admin pages for adding and changing rows, with services that save.

A subclass defines `add` and `edit`; both call one service and return its row.  A refusal is shown above the form,
which keeps its input.  Amounts are entered and shown as money, never as cents.
"""

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Field, Model
from django.forms.models import construct_instance
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from casino import reasons, wording
from casino.admin.reading import DiscreetAdmin
from casino.errors import Refusal
from casino.models import User
from casino.models.history import because
from casino.pages.forms import MoneyField

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]  # Django's own class is generic for the type checker alone
else:
    ModelForm = forms.ModelForm


class ServiceForm(ModelForm):
    """Reads the fields; the service checks them together."""

    refusal: str = ""
    reason = forms.CharField(
        label=_("Reason"), min_length=reasons.SHORTEST, max_length=100, help_text=_("It is in the history.")
    )

    def clean(self) -> dict[str, Any]:
        if self.refusal:
            self.add_error(None, self.refusal)
        return self.cleaned_data

    def _post_clean(self) -> None:
        """Only fill the row: Django's validation of the model's constraints would hide the service's refusals."""
        self.instance = construct_instance(self, self.instance, self._meta.fields, self._meta.exclude)


class ServiceAdmin(DiscreetAdmin):
    """Adds and changes rows through `add` and `edit`; deleting is never allowed."""

    form = ServiceForm
    list_per_page = 50
    show_full_result_count = False
    actions = None

    def add(self, actor: User, values: Mapping[str, Any]) -> Model:
        """Call the service that makes a row."""
        raise NotImplementedError

    def edit(self, actor: User, row: Any, values: Mapping[str, Any]) -> Model:
        """Call the service that changes a row."""
        raise NotImplementedError

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def formfield_for_dbfield(self, db_field: "Field[Any, Any]", request: HttpRequest, **options: Any) -> Any:
        """Fields named `*_cents` are entered as money."""
        if db_field.name.endswith("_cents"):
            return MoneyField(label=db_field.verbose_name, help_text=db_field.help_text, required=not db_field.blank)
        return super().formfield_for_dbfield(db_field, request, **options)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Django's page without its transaction, since a use case has its own. A refusal shows the form again."""
        try:
            return self._changed(request, object_id, form_url, extra_context)
        except Refusal as refusal:
            request.refusal = wording.sentence(refusal)  # type: ignore[attr-defined]
            response = self._changed(request, object_id, form_url, extra_context)
            response.status_code = refusal.status
            return response

    def _changed(
        self, request: HttpRequest, object_id: str | None, form_url: str, extra_context: dict[str, Any] | None
    ) -> HttpResponse:
        page: HttpResponse = self._changeform_view(  # type: ignore[attr-defined]  # the stubs leave it out
            request, object_id, form_url, extra_context
        )
        return page

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:  # noqa: FBT001, FBT002 -- Django's signature
        """The form class, with the sentence of a refusal if there was one."""
        made: Any = super().get_form(request, obj, change=change, **options)
        made.refusal = getattr(request, "refusal", "")
        if obj is None:  # nothing stood there before
            del made.base_fields["reason"]
        return made

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """To change a row, a reason too."""
        shown = super().get_fieldsets(request, obj)
        if obj is None or not self.has_change_permission(request, obj):
            return shown
        return [*shown, (None, {"fields": ("reason",)})]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001 -- Django's signature
        """Call one use case, and reload the object from the row it saved."""
        actor = request.user
        assert isinstance(actor, User)
        values = form.cleaned_data
        with because(values.pop("reason", "")):
            saved = self.edit(actor, obj, values) if change else self.add(actor, values)
        obj.pk = saved.pk
        obj.refresh_from_db()


def money_column(field: str, label: Any) -> Callable[[Any, Any], str]:
    """A list column or read-only field that shows an amount as money; its name (`*_money`) right-aligns it."""

    def column(_admin: Any, row: Any) -> str:
        cents = getattr(row, field)
        return "–" if cents is None else wording.money(cents)

    column.__name__ = f"{field.removesuffix('_cents')}_money"
    return admin.display(description=label, ordering=field, empty_value="–")(column)


def json_column(field: str, label: Any) -> Callable[[Any, Any], SafeString]:
    """A read-only field that shows JSON with a line for each part; its name is `*_text`."""

    def column(_admin: Any, row: Any) -> SafeString:
        return format_html("<pre>{}</pre>", json.dumps(getattr(row, field), indent=2, ensure_ascii=False))

    column.__name__ = f"{field}_text"
    return admin.display(description=label)(column)


def badge(word: object, kind: str) -> SafeString:
    """A word with a colour by its class: `good`, `warn`, `bad` or none."""
    return format_html('<span class="badge {}">{}</span>', kind, word)
