"""Reading: one row, or a cursor page of rows, each rendered by a serializer::

    class Guests(Rows):
        \"\"\"The guests the house knows.\"\"\"

        queryset = Guest.objects.all()
        filterset_class = filter_set(Guest, house=IdFilter("house_id"), number=TextFilter())
        output = GuestSerializer

`RowsAndNew` is a list with POST to add a row, `RowAndChange` a row with PATCH to change it: both are commands too
(`commands.py`) and answer with the same serializer.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django_filters.filters import CharFilter, Filter, NumberFilter, TypedChoiceFilter
from django_filters.rest_framework import FilterSet
from drf_spectacular.utils import extend_schema_field
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from casino import membership
from casino.api.commands import Command
from casino.api.parsing import LARGEST
from casino.api.rendering import Json, render
from casino.api.serializers import Serializer
from casino.errors import N_, NotFound
from casino.models import User
from casino.selectors.decisions import Matter

READ = ["get", "head"]
_FLAGS = {"true": True, "false": False}


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": LARGEST})
class IdFilter(NumberFilter):
    """`?house=3`: an id. An unknown id gives an empty list; anything that is no id is refused."""

    field_class = forms.IntegerField  # type: ignore[assignment]  # the stubs know only NumberFilter's own

    def __init__(self, field_name: str) -> None:
        super().__init__(field_name, min_value=1, max_value=LARGEST)


@extend_schema_field({"type": "string", "minLength": 1})
class TextFilter(CharFilter):
    """`?code=T07`: an exact match unless another lookup is given."""


@extend_schema_field({"type": "boolean"})
class FlagFilter(TypedChoiceFilter):
    """`?is_active=true` or `false`; refuses other values, which django-filter's own class ignores."""

    def __init__(self, field_name: str | None = None, lookup_expr: str | None = None) -> None:
        super().__init__(field_name, lookup_expr, choices=[("true", "true"), ("false", "false")], coerce=_FLAGS.get)


class WaitingFilter(FlagFilter):
    """`?waiting=true`: the rows that wait for their second person; `false`: the others."""

    def __init__(self, matter: Matter[Any]) -> None:
        self.waits = Q(**matter.waits)
        super().__init__(matter.decided_at)

    def filter(self, qs: QuerySet[Any], value: object) -> QuerySet[Any]:
        """The rows that are asked for; all of them where nothing is."""
        if not isinstance(value, bool):
            return qs
        return qs.filter(self.waits if value else ~self.waits)


def filter_set(model: type[Model], **filters: Filter) -> type[FilterSet]:
    """A filter set with these filters, by their names in the query."""
    meta = type("Meta", (), {"model": model, "fields": ()})
    return type(f"{model.__name__}Filter", (FilterSet,), {**filters, "Meta": meta})


def answer(value: Json) -> HttpResponse:
    """200 with JSON, as commands write it."""
    return HttpResponse(render(value), content_type="application/json")


class _Shown(GenericAPIView[Any]):
    """Base of both kinds of reading."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output: ClassVar[type[Serializer] | None]

    def get_serializer_class(self) -> type[Serializer]:
        """The serializer that describes the answer."""
        assert self.output is not None
        return self.output

    def json(self, row: Any) -> Json:
        """The JSON of one row."""
        return self.get_serializer_class().json(row)


class Rows(ListModelMixin, _Shown):
    """A list: filters of the view's filter set, cursor pages in the view's `ordering`."""

    def filter_queryset(self, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """The rows of the reader's houses that the query asks for."""
        return membership.within(super().filter_queryset(queryset), reader(self.request))

    def page(self, rows: Sequence[Any]) -> Sequence[Any]:
        """The values to render for a page of rows; override to load a page's data at once."""
        return rows

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """`{next, previous, results}`."""
        rows = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        pages = self.paginator
        assert rows is not None
        assert isinstance(pages, CursorPagination)
        results = [self.json(one) for one in self.page(rows)]
        return answer({"next": pages.get_next_link(), "previous": pages.get_previous_link(), "results": results})


class Row(_Shown):
    """One row by its id."""

    filter_backends: ClassVar[Sequence[type[Any]]] = ()  # type: ignore[misc]

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """The row, or 404."""
        return answer(self.json(self.found(path["pk"])))

    def found(self, pk: int) -> Any:
        """The row of this id among those the view shows; refuses `not_found`."""
        rows: QuerySet[Any] = self.get_queryset()
        row = rows.filter(pk=pk).first()
        if row is None:
            raise NotFound("not_found", N_("Not found."))
        return row


class RowsAndNew(Rows, Command):
    """A list, and `POST` to add a row; the key is optional, since this moves no money and records no play."""

    http_method_names: ClassVar[list[str]] = [*READ, "post"]  # type: ignore[misc]
    status = 201
    idempotent = False


class RowAndChange(Row, Command):
    """A row, and `PATCH` to change the fields in the body."""

    http_method_names: ClassVar[list[str]] = [*READ, "patch"]  # type: ignore[misc]
    idempotent = False
    patch = Command.post


def reader(request: HttpRequest | Request) -> User:
    """The signed-in user; the view's permissions have been checked."""
    user = request.user
    assert isinstance(user, User)
    return user
