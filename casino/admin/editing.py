"""Admin forms whose saving is a use case: Django's own pages for adding and changing, one service behind them.

A subclass says `add` and `edit`; both call one service and return its row.  A refusal is said above the form, and what
was typed stays.  Amounts are typed and shown as money, never as cents.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Field, Model
from django.forms.models import construct_instance
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino import wording
from casino.admin.reading import DiscreetAdmin
from casino.errors import Refusal
from casino.models import User
from casino.pages.forms import MoneyField

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Any]  # Django's own class is generic for the type checker alone
else:
    ModelForm = forms.ModelForm


class ServiceForm(ModelForm):
    """Reads the fields; whether they make sense together is the service's to say."""

    refusal: str = ""

    def clean(self) -> dict[str, Any]:
        """Say the refusal."""
        if self.refusal:
            self.add_error(None, self.refusal)
        return self.cleaned_data

    def _post_clean(self) -> None:
        """Only fill the row. Django's own look at the model's constraints is left out: it knows no reasons."""
        self.instance = construct_instance(self, self.instance, self._meta.fields, self._meta.exclude)


class ServiceAdmin(DiscreetAdmin):
    """Adds and changes through `add` and `edit`; nobody deletes."""

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
        """Never: what was there stays provable."""
        return False

    def formfield_for_dbfield(self, db_field: "Field[Any, Any]", request: HttpRequest, **options: Any) -> Any:
        """Amounts as money."""
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
        """Django's page without its transaction: a use case is one itself. A refusal shows the form again."""
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
        """The form; after a refusal it carries the sentence."""
        made: Any = super().get_form(request, obj, change=change, **options)
        made.refusal = getattr(request, "refusal", "")
        return made

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: FBT001 -- Django's signature
        """One use case; the object takes over what it made."""
        actor = request.user
        assert isinstance(actor, User)
        saved = self.edit(actor, obj, form.cleaned_data) if change else self.add(actor, form.cleaned_data)
        obj.pk = saved.pk
        obj.refresh_from_db()


def money_column(field: str, label: Any) -> Callable[[Any, Any], str]:
    """A column of a list or a read-only field: an amount of the row as money, right-aligned by its name."""

    def column(_admin: Any, row: Any) -> str:
        cents = getattr(row, field)
        return "–" if cents is None else wording.money(cents)

    column.__name__ = f"{field.removesuffix('_cents')}_money"
    return admin.display(description=label, ordering=field, empty_value="–")(column)


def badge(word: object, kind: str) -> SafeString:
    """A word with a colour, by class: `good`, `warn`, `bad` or nothing."""
    return format_html('<span class="badge {}">{}</span>', kind, word)
