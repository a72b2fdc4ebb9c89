"""Lists come as cursor pages: `{next, previous, results}`, `limit` ≤ 200. A list names its `ordering` on the view."""

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.problems import BadQuery
from casino.errors import N_

MOST = 200
LARGEST_LIMIT = 10**9 - 1


class CursorPages(CursorPagination):
    """Newest first by id, or by the view's `ordering = ("-dealt_at", "-id")`, whose last field must be unique."""

    page_size = 50
    max_page_size = MOST
    page_size_query_param = "limit"
    ordering = ("-id",)

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: APIView) -> tuple[str, ...]:
        """The view's ordering or ours; DRF's default is a field `created` that our models lack."""
        return tuple(getattr(view, "ordering", None) or self.ordering)

    def get_page_size(self, request: Request) -> int:
        """`limit`, at most 200; refuses `bad_query`."""
        given = request.query_params.get("limit", "")
        if not given:
            return self.page_size
        if not (given.isascii() and given.isdecimal() and len(given) <= 9 and int(given) > 0):
            raise BadQuery("limit", N_("The parameter %(parameter)s must be a whole number of at least 1."))
        return min(int(given), MOST)

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        """One page; refuses an invalid cursor (`bad_query`, 400)."""
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValueError, TypeError, ValidationError) as error:
            raise BadQuery("cursor", N_("The parameter %(parameter)s did not come from this list.")) from error

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        cursor = {"type": "string", "minLength": 1}
        limit = {"type": "integer", "minimum": 1, "maximum": LARGEST_LIMIT, "default": self.page_size}
        return [
            {"name": "cursor", "in": "query", "schema": cursor, "description": "From `next` or `previous`."},
            {"name": "limit", "in": "query", "schema": limit, "description": f"Rows of a page, {MOST} at most."},
        ]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The schema of a page; both links are always present, null at the ends."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }
