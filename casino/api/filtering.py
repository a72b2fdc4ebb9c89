"""Strict query filters: a misspelt filter must be refused, since ignoring it would show wrong rows."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.problems import BadQuery
from casino.errors import N_

ALWAYS = frozenset({"cursor", "limit", "format"})


class StrictFilterBackend(DjangoFilterBackend):
    """django-filter, with 400 for parameters that are unknown, empty or repeated."""

    def filter_queryset(self, request: HttpRequest | Request, queryset: QuerySet[Any], view: APIView) -> QuerySet[Any]:
        """The filtered rows. A view with further query parameters names them: `parameters = frozenset({"by"})`."""
        assert isinstance(request, Request)
        filterset = self.get_filterset(request, queryset, view)
        known = ALWAYS | getattr(view, "parameters", frozenset())
        if filterset is not None:
            known |= frozenset(filterset.filters)
        for name, values in request.query_params.lists():
            if name not in known:
                raise BadQuery(
                    name, N_("Unknown parameter %(parameter)s. Known parameters: %(known)s."), known=sorted(known)
                )
            if len(values) != 1 or not values[0]:
                raise BadQuery(name, N_("The parameter %(parameter)s may appear only once, and needs a value."))
        if filterset is None:
            return queryset
        for name, mistakes in filterset.errors.items():
            raise BadQuery(
                name,
                N_("The parameter %(parameter)s cannot be read: %(mistake)s"),
                mistake=" ".join(map(str, mistakes)),
            )
        rows: QuerySet[Any] = filterset.qs
        return rows
