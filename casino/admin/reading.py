"""Base classes of read-only admin pages: books, hands, histories. Corrections are actions that call a service."""

from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext

from casino import membership
from casino.api.parsing import LARGEST
from casino.models import User

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]  # Django's own class is generic for the type checker alone
else:
    ModelAdmin = admin.ModelAdmin


SECRETS: Final = frozenset({"password", "pin_hash", "code_digest", "token_digest", "token_key", "seed"})
"""Fields that no list may be filtered by: answers to `?password__startswith=` would reveal them letter by letter."""


class OfOwnHouses(admin.RelatedFieldListFilter):
    """A list's filter by a relation offers the rows of the actor's houses."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        assert isinstance(request.user, User)
        rows = membership.within(field.related_model._default_manager.all(), request.user)
        ordering = self.field_admin_ordering(field, request, model_admin)
        return field.get_choices(include_blank=False, ordering=ordering, limit_choices_to={"pk__in": rows.values("pk")})


admin.FieldListFilter.register(lambda field: bool(field.remote_field), OfOwnHouses, take_priority=True)


class DiscreetAdmin(ModelAdmin):
    """Refuses filters by secret fields, and ids in addresses that are no ids."""

    def get_queryset(self, request: HttpRequest) -> Any:
        """The rows of the actor's houses."""
        assert isinstance(request.user, User)
        return membership.within(super().get_queryset(request), request.user)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Exclude secrets, since Django allows a lookup by any field of the row."""
        return not SECRETS & set(lookup.split("__")) and super().lookup_allowed(lookup, value, request)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        """Offer the rows of the actor's houses."""
        assert isinstance(request.user, User)
        options.setdefault("queryset", membership.within(db_field.related_model._default_manager.all(), request.user))
        return super().formfield_for_foreignkey(db_field, request, **options)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Drop relations from the address that are no ids, since the field would query the database for them."""
        relations = {field.name for field in self.opts.get_fields() if field.is_relation}
        asked: dict[str, Any] = super().get_changeform_initial_data(request)
        return {name: value for name, value in asked.items() if name not in relations or is_id(value)}

    def history_view_title(self, request: HttpRequest, obj: Any) -> str:
        """The title of a row's history, which simple-history has in English alone."""
        return gettext("History: %(row)s") % {"row": obj}

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Answer 404 if `object_id` is no id, since simple-history would query the database for it."""
        self._require_rows(request, object_id)
        return super().history_view(request, object_id, extra_context)

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """One version, read-only: simple-history's page would save posted changes past every service."""
        if request.method == "POST":
            raise PermissionDenied
        self._require_rows(request, object_id, version_id)
        shown: HttpResponse = super().history_form_view(  # type: ignore[misc]  # simple-history's, where there is one
            request, object_id, version_id, extra_context
        )
        return shown

    def _require_rows(self, request: HttpRequest, object_id: str, *ids: str) -> None:
        """Answer 404 to what is no id, and to a row of a house where the actor does not work."""
        assert isinstance(request.user, User)
        if not all(map(is_id, (object_id, *ids))):
            raise Http404
        if not membership.within(self.model._default_manager.filter(pk=object_id), request.user).exists():
            raise Http404


def is_id(text: str) -> bool:
    """Whether it is a number that an id can have."""
    return text.isascii() and text.isdecimal() and len(text) <= len(str(LARGEST)) and int(text) <= LARGEST


class ReadOnlyAdmin(DiscreetAdmin):
    """No role may add, change or delete; viewing needs `<app>.view_<model>`."""

    list_per_page = 50
    show_full_result_count = False  # counting millions of rows costs seconds
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def history_form_view(
        self, request: HttpRequest, object_id: str, version_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """Redirect to the list of versions, which shows the changes: simple-history's page of one version is a form."""
        self._require_rows(request, object_id, version_id)
        return HttpResponseRedirect(
            reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_history", args=[object_id])
        )
