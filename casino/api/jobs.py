"""`POST jobs/` has long work done, `GET jobs/{id}/` shows how far it is, `GET jobs/{id}/file/` gives what it made."""

import base64
from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.commands import Command
from casino.api.fields import Body, TextField
from casino.api.rendering import Json, render
from casino.models import Job, JobFile, User
from casino.models.jobs import JobState
from casino.services import jobs


class JobShape(serializers.Serializer[Any]):
    """A job, for the schema."""

    id = serializers.IntegerField()
    kind = serializers.CharField()
    params = serializers.DictField()
    state = serializers.ChoiceField(JobState.choices)
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    result = serializers.DictField(allow_null=True)
    error = serializers.CharField(allow_blank=True)
    requested_by = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)


FIELDS = tuple(JobShape().fields)


def face(job: Job) -> Json:
    """A job as the API shows it."""
    return {name: getattr(job, "requested_by_id" if name == "requested_by" else name) for name in FIELDS}


class AskForJob(Command):
    """Have long work done. Further fields are the kind's own parameters."""

    class Input(Body):
        """`kind`, and what that kind needs to know."""

        kind = TextField(max_length=32)

        def to_internal_value(self, data: Any) -> dict[str, Any]:
            """`kind` and `params`; the kind itself reads them."""
            if not isinstance(data, Mapping):
                raise ValidationError({"non_field_errors": [self.error_messages["invalid"]]})
            values = super().to_internal_value({"kind": data["kind"]} if "kind" in data else {})
            return {**values, "params": {name: given for name, given in data.items() if name != "kind"}}

    output = JobShape
    status = 202

    def run(self, values: Mapping[str, Any], *, actor: User, **path: Any) -> Json:
        """Ask for it."""
        return face(jobs.ask(kind=values["kind"], params=values["params"], actor=actor))


class JobView(APIView):
    """How far a job is, and what came out."""

    http_method_names: ClassVar[list[str]] = ["get", "head", "options"]  # type: ignore[misc]
    output = JobShape

    def get(self, request: Request, pk: int) -> HttpResponse:
        """The job, for whoever asked for it or may ask for its like."""
        assert isinstance(request.user, User)
        job = jobs.seen_by(job_id=pk, actor=request.user)
        return HttpResponse(render(face(job)), content_type="application/json")


class JobFileView(APIView):
    """What a job made, to be taken away; kept for a week."""

    http_method_names: ClassVar[list[str]] = ["get", "head", "options"]  # type: ignore[misc]

    @extend_schema(
        responses={(200, "application/octet-stream"): OpenApiResponse(OpenApiTypes.BINARY, description="The file.")}
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The file, for whoever asked for it or may ask for its like."""
        assert isinstance(request.user, User)
        return as_download(jobs.file_of(job_id=pk, actor=request.user))


def as_download(made: JobFile) -> HttpResponse:
    """The bytes under their name, and their digest (RFC 9530)."""
    response = HttpResponse(bytes(made.content), content_type=made.media_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    response.headers["Repr-Digest"] = f"sha-256=:{base64.b64encode(bytes.fromhex(made.sha256)).decode()}:"
    return response
