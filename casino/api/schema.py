"""OpenAPI 3.1: the parts that all operations share.

A view declares its `Input` and `output` (see `commands.py`); this adds the key, the problems and the token scheme.
"""

import re
from typing import Any, ClassVar, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import force_instance, get_doc
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, PolymorphicProxySerializer
from rest_framework import serializers
from rest_framework.generics import GenericAPIView

from casino.api.commands import Command
from casino.api.components import NAMED
from casino.api.fields import Body, TextField
from casino.api.problems import CONTENT_TYPE, TITLES
from casino.models.answers import KEY_LENGTH

Schema = dict[str, Any]

IDEMPOTENCY_KEY = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
_PATH_NUMBERS: Final[dict[str, Schema]] = {
    "id": {"type": "integer", "minimum": 1, "maximum": 10**18 - 1},
    "seat": {"type": "integer", "minimum": 0},
}
_SHOWN: Final = r"[^\s\x1c-\x1f\x85]"  # what Python trims: ECMAScript's `\s` lacks the separators of US-ASCII and NEL
_WRITING = frozenset({"POST", "PATCH", "PUT"})
_UNDECLARED: Any = object()


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
    """Describes every operation: its tag is the first noun of the path, its errors are problems.

    A view that only reads and refuses by a rule of the house says `refuses = True` (422); one that checks passwords
    says `is_throttled = True` (429).
    """

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
        """`hands_undo`: the nouns and verbs of the path; DRF's own ids for reads keep lists and rows apart."""
        words = [word for word in self.path.removeprefix("/api/v1/").split("/") if word and not word.startswith("{")]
        name = "_".join(words).replace("-", "_")
        if not self._is_command():
            return str(super().get_operation_id())
        if self.method == "PATCH":
            return f"{name}_update"
        return name if self.path.count("{") or len(words) > 1 else f"{name}_create"

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """The view's text; nothing where the summary is the whole of it."""
        text = str(get_doc(type(self.view)))
        return "" if " ".join(text.rstrip(".").split()) == self.get_summary() else text

    def get_summary(self) -> str:
        """The first sentence of the view's text, without what follows a semicolon or colon.

        A view that reads and writes has a sentence for each: `The tables, by code. Set up another table.`
        """
        first, *rest = re.split(r"\.\s+", str(get_doc(type(self.view))).strip())
        writes_too = self.method in _WRITING and "GET" in self._methods()
        words = re.split(r"[;:] ", rest[0] if writes_too and rest else first)[0]
        return " ".join(words.rstrip(".").split())

    def _methods(self) -> list[str]:
        return [str(method) for method in self.view.allowed_methods]

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """`Sit` for the body `Sit.Input`, since every command has an `Input`."""
        outer, _dot, inner = type(serializer).__qualname__.rpartition(".")
        return outer.replace(".", "") or inner

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Schema:
        schema: Schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        instance = force_instance(serializer)  # type: ignore[no-untyped-call]
        if isinstance(instance, Body):
            schema["additionalProperties"] = False
        if not type(instance).__doc__:  # else it would be the base class's
            schema.pop("description", None)
        return schema

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: bool = False) -> Schema:  # noqa: FBT001, FBT002
        schema: Schema = super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]
        if isinstance(field, serializers.ListSerializer) and schema.get("type") == "array":
            many: Any = field  # the stubs leave the two lengths out
            limits = {"maxItems": many.max_length, "minItems": many.min_length or (None if many.allow_empty else 1)}
            return schema | {name: limit for name, limit in limits.items() if limit is not None}
        if direction == "request" and isinstance(field, TextField) and field.trim_whitespace and not field.allow_blank:
            least = field.min_length or 1  # of what is left without white space at both ends
            return {**schema, "pattern": _SHOWN if least == 1 else rf"{_SHOWN}[\s\S]{{{least - 2},}}{_SHOWN}"}
        return schema

    def _is_command(self) -> bool:
        return isinstance(self.view, Command) and self.method in _WRITING

    def get_request_serializer(self) -> Any:
        declared = getattr(self.view, "Input", None)
        if declared is not None and self.method in _WRITING:
            return declared
        return super().get_request_serializer()

    def _get_request_for_media_type(self, serializer: Any, direction: Any = "request") -> tuple[Schema, bool]:
        """Where a body is one of several, the library looks for required fields in none of them."""
        schema, is_required = super()._get_request_for_media_type(serializer, direction)  # type: ignore[no-untyped-call]
        if isinstance(serializer, PolymorphicProxySerializer):
            fields = [force_instance(one).fields.values() for one in serializer.serializers]  # type: ignore[no-untyped-call]
            is_required = all(any(field.required for field in body) for body in fields)
        return schema, is_required

    def get_override_parameters(self) -> list[Any]:
        """Ids in the address, and the headers of idempotent commands."""
        found = [
            OpenApiParameter(name, dict(_PATH_NUMBERS[name]), OpenApiParameter.PATH)
            for name in _PATH_NUMBERS
            if f"{{{name}}}" in self.path
        ]
        if isinstance(self.view, Command) and self._is_command():
            found += [
                OpenApiParameter(
                    IDEMPOTENCY_KEY,
                    {"type": "string", "minLength": int(self.view.idempotent), "maxLength": KEY_LENGTH},
                    OpenApiParameter.HEADER,
                    required=self.view.idempotent,
                    description="Same key and body: same answer, `Idempotent-Replayed: true`. Other body: 422.",
                    examples=[OpenApiExample("A fresh UUID", "5f0c1a7e-6d0e-4f43-9f2b-0d8a52e5c7f1")],
                    extensions={} if self.view.idempotent else {NAMED: f"Optional-{IDEMPOTENCY_KEY}"},
                ),
                OpenApiParameter(
                    REPLAYED,
                    {"type": "string", "enum": ["true"]},
                    OpenApiParameter.HEADER,
                    response=[200, 201],
                    description="This answer was given before; nothing was done again.",
                ),
            ]
        return found

    def get_examples(self) -> list[OpenApiExample]:
        if not self._is_command():
            return []
        return [
            OpenApiExample(name, body, request_only=True) for name, body in getattr(self.view, "examples", {}).items()
        ]

    def get_response_serializers(self) -> Any:
        output = getattr(self.view, "output", _UNDECLARED)
        listed = self.method not in _WRITING and isinstance(self.view, GenericAPIView)
        if listed or output is _UNDECLARED:
            return super().get_response_serializers()
        if output is None:
            return {"204": OpenApiResponse(description="Done.")}
        return {str(getattr(self.view, "status", 200)): output}

    def _get_response_bodies(self, direction: Any = "response") -> Schema:
        """The view's answers and the problems."""
        bodies: Schema = super()._get_response_bodies(direction)
        for status in self._statuses():
            problem = OpenApiResponse(ProblemSchema, description=str(TITLES[int(status)]))
            bodies.setdefault(
                status,
                self._get_response_for_code(problem, status, [CONTENT_TYPE]),  # type: ignore[no-untyped-call]
            )
        return bodies

    def _statuses(self) -> list[str]:
        statuses = ["400", "401", "403"]
        if "{" in self.path or self._is_command() or not isinstance(self.view, GenericAPIView):
            statuses.append("404")  # also for rows named in a body or a parameter
        if self._is_command():
            statuses += ["409", "422"]
        elif getattr(self.view, "refuses", False):
            statuses.append("422")
        if getattr(self.view, "is_throttled", False):
            statuses += ["409", "429"]  # 409: too many passwords are being checked at once
        elif getattr(self.view, "requires_password", False):
            statuses.append("429")
        return statuses


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """`Authorization: Token …`."""

    target_class = "casino.api.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        """An API key in the header, since OpenAPI has no token scheme."""
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
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
