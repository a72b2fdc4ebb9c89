"""`POST jobs/` asks for long work, `GET jobs/{id}/` shows how far it is, `GET jobs/{id}/file/` downloads its file."""

import base64
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.commands import Command
from casino.api.fields import Body, TextField
from casino.api.reading import answer, reader
from casino.api.serializers import RelatedId, Serializer, Takes
from casino.models import Job, JobFile, User
from casino.services import job_files, jobs

FILE_TYPES: Final = (
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "text/csv; charset=utf-8",
    "application/zip",
)
"""What the files are that jobs make."""


class JobSerializer(Serializer):
    """What was asked for, how far it is, what came out; `done` of `total` steps."""

    takes = Takes(Job, "id kind params state done total result error requested_by created_at started_at finished_at")
    params = serializers.DictField()
    result = serializers.DictField(allow_null=True)
    requested_by = RelatedId()

    class Meta:
        ref_name = "JobShape"


class AskForJob(Command):
    """Ask for long work to be done. Further fields are the parameters of that kind of job."""

    service = jobs.ask
    output = JobSerializer
    status = 202

    class Input(Body):
        """`kind`, and the parameters of that kind."""

        kind = TextField(max_length=32)

        def to_internal_value(self, data: Any) -> dict[str, Any]:
            """`kind` and `params`; the service reads the parameters."""
            if not isinstance(data, Mapping):
                raise ValidationError({"non_field_errors": [self.error_messages["invalid"]]})
            values = super().to_internal_value({"kind": data["kind"]} if "kind" in data else {})
            return {**values, "params": {name: given for name, given in data.items() if name != "kind"}}

    def run(self, values: Mapping[str, Any], *, actor: User) -> Job:
        return jobs.ask(kind=values["kind"], params=values["params"], actor=actor)


class JobView(APIView):
    """How far a job is, and what came out."""

    permission = None
    http_method_names: ClassVar[list[str]] = ["get", "head", "options"]  # type: ignore[misc]
    output = JobSerializer

    def get(self, request: Request, pk: int) -> HttpResponse:
        """The job, for anybody who may ask for its kind now."""
        return answer(JobSerializer.json(jobs.seen_by(job_id=pk, actor=reader(request))))


class JobFileView(APIView):
    """Download the file a job made; kept for a week."""

    permission = None
    http_method_names: ClassVar[list[str]] = ["get", "head", "options"]  # type: ignore[misc]

    @extend_schema(
        responses={(200, kind): OpenApiResponse(OpenApiTypes.BINARY, description="The file.") for kind in FILE_TYPES}
    )
    def get(self, request: Request, pk: int) -> HttpResponse | StreamingHttpResponse:
        """The file, for anybody who may ask for its kind now."""
        return as_download(jobs.file_of(job_id=pk, actor=reader(request)))


def as_download(made: JobFile) -> HttpResponse | StreamingHttpResponse:
    """The bytes under their name, and their digest (RFC 9530); a large file piece by piece."""
    response: HttpResponse | StreamingHttpResponse
    if made.content:
        response = HttpResponse(bytes(made.content), content_type=made.media_type)
    else:
        response = StreamingHttpResponse(job_files.parts(made), content_type=made.media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    response.headers["Repr-Digest"] = f"sha-256=:{base64.b64encode(bytes.fromhex(made.sha256)).decode()}:"
    return response
