"""Reading: one row, or a cursor page of rows, each shown by a serializer::

    class Guests(Rows):
        \"\"\"The guests the house knows.\"\"\"

        queryset = Guest.objects.all()
        filterset_class = filter_set(Guest, house=IdFilter("house_id"), number=TextFilter())
        output = GuestSerializer

A list to which something can be added is a `RowsAndNew`, a row that can be changed a `RowAndChange`: both are commands
too (`commands.py`), and answer with the same serializer, so a thing looks alike wherever it is met.
"""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django_filters.filters import CharFilter, Filter, NumberFilter, TypedChoiceFilter
from django_filters.rest_framework import FilterSet
from drf_spectacular.utils import extend_schema_field
from rest_framework.generics import GenericAPIView
from rest_framework.mixins import ListModelMixin
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer

from casino.api.commands import Command
from casino.api.parsing import LARGEST
from casino.api.rendering import Json, render
from casino.errors import NotFound, _
from casino.models import User

READ = ["get", "head"]
_FLAGS = {"true": True, "false": False}


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": LARGEST})
class IdFilter(NumberFilter):
    """`?house=3`: an id. One that no row has gives an empty list; what is no id is refused."""

    field_class = forms.IntegerField  # type: ignore[assignment]  # the stubs know only NumberFilter's own

    def __init__(self, field_name: str) -> None:
        super().__init__(field_name, min_value=1, max_value=LARGEST)


@extend_schema_field({"type": "string", "minLength": 1})
class TextFilter(CharFilter):
    """`?code=T07`: exactly, unless a lookup says otherwise."""


@extend_schema_field({"type": "boolean"})
class FlagFilter(TypedChoiceFilter):
    """`?is_active=true` or `false`; django-filter's own takes everything else for "not asked"."""

    def __init__(self) -> None:
        super().__init__(choices=[("true", "true"), ("false", "false")], coerce=_FLAGS.get)


def filter_set(model: type[Model], **filters: Filter) -> type[FilterSet]:
    """The filters of a list by their names in the query; ids that no row has give an empty list, nonsense gives 400."""
    meta = type("Meta", (), {"model": model, "fields": ()})
    return type(f"{model.__name__}Filter", (FilterSet,), {**filters, "Meta": meta})


def answer(value: Json) -> HttpResponse:
    """200 with JSON, as commands write it."""
    return HttpResponse(render(value), content_type="application/json")


class _Shown(GenericAPIView[Any]):
    """What both kinds of reading declare."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output: ClassVar[type[BaseSerializer[Any]] | None]  # a `casino.api.serializers.Serializer`

    def face(self, row: Any) -> Json:
        """One row, JSON-ready."""
        output: Any = self.output
        shown: Json = output.json(row)
        return shown

    def get_serializer_class(self) -> type[BaseSerializer[Any]]:
        """For the schema."""
        found: Any = getattr(self, "shape", None) or self.output
        chosen: type[BaseSerializer[Any]] = found
        return chosen


class Rows(ListModelMixin, _Shown):
    """A list: filters of the view's filter set, cursor pages in the view's `ordering`."""

    def page(self, rows: Sequence[Any]) -> Sequence[Any]:
        """What is shown of a page of rows; override where a page is read at once."""
        return rows

    def faces(self, rows: Sequence[Any]) -> Sequence[Json]:
        """A page of rows; override where the page is read at once."""
        return [self.face(row) for row in self.page(rows)]

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """`{next, previous, results}`."""
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset()))
        pages = self.paginator
        assert page is not None
        assert isinstance(pages, CursorPagination)
        return answer({
            "next": pages.get_next_link(), "previous": pages.get_previous_link(), "results": self.faces(page),
        })  # fmt: skip


class Row(_Shown):
    """One row by its id."""

    filter_backends: ClassVar[Sequence[type[Any]]] = ()  # type: ignore[misc]

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """The row, or 404."""
        return answer(self.face(self.found(path["pk"])))

    def found(self, pk: int) -> Any:
        """The row of this id among those the view shows; refuses `not_found`."""
        rows: QuerySet[Any] = self.get_queryset()
        row = rows.filter(pk=pk).first()
        if row is None:
            raise NotFound("not_found", _("There is no such thing."))
        return row


class RowsAndNew(Rows, Command):
    """A list, and `POST` to add to it; the key is optional, since neither money nor play moves."""

    http_method_names: ClassVar[list[str]] = [*READ, "post"]  # type: ignore[misc]
    status = 201
    idempotent = False


class RowAndChange(Row, Command):
    """A row, and `PATCH` to change what the body names."""

    http_method_names: ClassVar[list[str]] = [*READ, "patch"]  # type: ignore[misc]
    idempotent = False
    patch = Command.post


def reader(request: HttpRequest | Request) -> User:
    """Who reads; the view's permissions have let him in."""
    user = request.user
    assert isinstance(user, User)
    return user
