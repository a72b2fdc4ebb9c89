"""Lists of millions of rows in the back office: every question that a page asks is answered from an index.

Django itself counts all rows, looks for the first and the last date among them, and compares ids as texts; each reads
the whole table.
"""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from casino import membership
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User

if TYPE_CHECKING:
    Pages = Paginator[Any]  # Django's own class is generic for the type checker alone
else:
    Pages = Paginator

MOST: Final = 10_000
"""The most rows that are counted and can be paged through; others are found by filtering the list."""


class CountedUpTo(Pages):
    """Pages that count `MOST` rows; `has_more`: there are others."""

    @cached_property
    def count(self) -> int:
        return min(self._counted, MOST)

    @property
    def has_more(self) -> bool:
        return self._counted > MOST

    @cached_property
    def _counted(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows.order_by().values("pk")[: MOST + 1].count()


class OnDay(admin.FieldListFilter):
    """The rows of a gaming day, whose date is typed; the field leads to a model with a `date`."""

    template = "admin/filter_by_day.html"
    parameter = "on"
    title = _("gaming day")

    def expected_parameters(self) -> list[str | None]:
        return [self.parameter]

    @property
    def given(self) -> str:
        """The date as typed; empty: all days."""
        values: Any = self.used_parameters.get(self.parameter) or [""]
        return str(values[-1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.given:
            return queryset
        try:
            day = date.fromisoformat(self.given)
        except ValueError as error:
            raise IncorrectLookupParameters(error) from error
        related: Any = self.field.related_model
        assert isinstance(request.user, User)
        days = membership.within(related._default_manager.filter(date=day), request.user)
        return queryset.filter(**{f"{self.field_path}__in": list(days.values_list("pk", flat=True))})

    def choices(self, changelist: Any) -> Iterator[Any]:
        """The other filters, which the form sends along."""
        for name, values in changelist.filter_params.items():
            if name != self.parameter:
                yield from ({"name": name, "value": value} for value in values)

    def has_output(self) -> bool:
        return True


class LongListAdmin(ReadOnlyAdmin):
    """A list that counts no more than it pages through; `list_filter` names days as `("gaming_day", OnDay)`."""

    paginator = CountedUpTo
    show_facets = admin.ShowFacets.NEVER

    def searched(self, term: str) -> Q:
        """The condition on rows that a search finds, by columns with an index."""
        raise NotImplementedError

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """The rows found, and that none of them is there twice."""
        term = search_term.strip()
        return (queryset.filter(self.searched(term)) if term else queryset), False
