"""The baseline of a command: the least that a Django REST framework view with a token and one row can cost."""

import os

from django.db import connection
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

TABLE = "CREATE TABLE bench_row (id bigserial PRIMARY KEY, actor_id bigint NOT NULL, said text NOT NULL)"


def worker(_request: HttpRequest) -> HttpResponse:
    """The answering process's id, so that the load can be spread evenly over the workers."""
    return HttpResponse(str(os.getpid()), content_type="text/plain")


class Row(APIView):
    """Reads a body, authenticates, inserts one row, answers JSON; no key, no transaction of its own, no rules."""

    permission = None

    def post(self, request: Request) -> Response:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO bench_row (actor_id, said) VALUES (%s, %s) RETURNING id",
                [request.user.pk, str(dict(request.data)["said"])],
            )
            row = cursor.fetchone()
        assert row is not None
        return Response({"id": row[0]}, status=201)
