"""OpenAPI 3.1: what every operation of ours shares, so that no view says it twice.

A view names its `Input` and `output` (see `commands.py`); this adds the key, the problems, the token scheme.
"""

from typing import Any, ClassVar

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from casino.api.commands import Command
from casino.api.problems import CONTENT_TYPE, TITLES

Schema = dict[str, Any]

IDEMPOTENCY_KEY = "Idempotency-Key"
_WRITING = frozenset({"POST", "PATCH", "PUT"})
_UNSAID: Any = object()


class ProblemSchema(serializers.Serializer[Any]):
    """RFC 9457. `code` is for machines, `detail` for people; `facts` say what would have been right."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    code = serializers.CharField()
    facts = serializers.DictField()
    errors = serializers.ListField(  # type: ignore[assignment]  # DRF's own `errors` belongs to validated input
        child=serializers.DictField(child=serializers.CharField())
    )
    request_id = serializers.CharField()

    class Meta:
        ref_name = "Problem"


class HouseSchema(AutoSchema):
    """Every operation: its tag is the first noun of the path, its mistakes are problems."""

    method_mapping: ClassVar[dict[str, str]] = {  # type: ignore[misc]
        "get": "retrieve",
        "post": "create",
        "put": "update",
        "patch": "partial_update",
        "delete": "destroy",
    }

    def get_tags(self) -> list[str]:
        """`hands` for `/api/v1/hands/{id}/undo/`."""
        return [self.path.removeprefix("/api/v1/").partition("/")[0]]

    def get_operation_id(self) -> str:
        """`hands_undo`: the nouns and verbs of the path; reads of one and of many keep apart."""
        words = [word for word in self.path.removeprefix("/api/v1/").split("/") if word and not word.startswith("{")]
        name = "_".join(words).replace("-", "_")
        if isinstance(self.view, Command):
            return name if self.path.count("{") or len(words) > 1 else f"{name}_create"
        return str(super().get_operation_id())

    def get_request_serializer(self) -> Any:
        """The view's `Input`."""
        declared = getattr(self.view, "Input", None)
        if declared is not None and self.method in _WRITING:
            return declared
        return super().get_request_serializer()

    def get_override_parameters(self) -> list[Any]:
        """The key that makes a command safe to repeat."""
        if not isinstance(self.view, Command):
            return []
        return [
            OpenApiParameter(
                IDEMPOTENCY_KEY,
                OpenApiTypes.STR,
                OpenApiParameter.HEADER,
                required=self.view.keyed,
                description="Same key and body: same answer, `Idempotent-Replayed: true`. Other body: 422.",
            )
        ]

    def get_response_serializers(self) -> Any:
        """The view's `output` under its `status`, and the problems."""
        answers: Schema = {}
        output = getattr(self.view, "output", _UNSAID)
        if self.method not in _WRITING or output is _UNSAID:
            declared: Any = super().get_response_serializers()
            answers = declared if isinstance(declared, dict) else {"200": declared}
        elif output is None:
            answers = {"204": OpenApiResponse(description="Done.")}
        else:
            answers = {str(getattr(self.view, "status", 200)): output}
        return answers | {(status, CONTENT_TYPE): _problem(int(status)) for status in self._statuses()}

    def _statuses(self) -> list[str]:
        statuses = ["400", "401", "403"]
        if "{" in self.path:
            statuses.append("404")
        if isinstance(self.view, Command):
            statuses += ["409", "422"]
        return statuses


def _problem(status: int) -> OpenApiResponse:
    return OpenApiResponse(ProblemSchema, description=str(TITLES[status]))


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Token …`."""

    target_class = "casino.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        """An API key in the header, since OpenAPI knows no scheme of this name."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token …` from `POST /api/v1/auth/token/`",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The cookie of the pages."""

    target_class = "casino.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        """Django's cookie."""
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
