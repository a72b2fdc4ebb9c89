"""The kept description of the API by address, and whether an answer is one that it names."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from django.http import HttpResponse

KEPT = Path(__file__).with_name("schema.yaml")
EVERYWHERE = {405, 406, 413, 415}
"""What any address may answer to a request of the wrong shape; the head of the description says so."""


def whole(schema: Any) -> dict[str, Any]:
    """The description with what operations refer to, or leave to the root, where they are; but shapes by reference."""
    components = schema["components"]

    def put_in(node: Any) -> Any:
        if isinstance(node, list):
            return [put_in(one) for one in node]
        if not isinstance(node, dict):
            return node
        refers = re.fullmatch(
            r"#/components/(headers|parameters|requestBodies|responses)/(\w+)", str(node.get("$ref", ""))
        )
        if refers:
            return put_in(components[refers[1]][refers[2]])
        return {name: put_in(inner) for name, inner in node.items()}

    paths = {
        path: {method: {"security": schema["security"], **put_in(one)} for method, one in methods.items()}
        for path, methods in schema["paths"].items()
    }
    return {**schema, "paths": paths}


def by_address(schema: Mapping[str, Any]) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Each described path and method; an argument is `{}`, since the resolver names it differently."""
    return {
        (nameless(path), method): operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def nameless(path: str) -> str:
    """The described path with `{}` for each argument."""
    return re.sub(r"{[^}]*}", "{}", path)


def as_address(route: str) -> str:
    """The same of an address as the resolver writes it."""
    return "/" + re.sub(r"<[^>]*>", "{}", route)


@cache
def _kept() -> dict[tuple[str, str], Mapping[str, Any]]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return by_address(whole(yaml.load(KEPT.read_text(encoding="utf-8"), loader)))


def check(answer: HttpResponse) -> HttpResponse:
    """Fail unless the description names the answer's status, with its type."""
    request: Any = answer.wsgi_request  # type: ignore[attr-defined]
    match = request.resolver_match
    operation = match and _kept().get((as_address(match.route), request.method.lower()))
    if operation and answer.status_code not in EVERYWHERE:
        said = operation["responses"].get(str(answer.status_code))
        assert said, f"{request.method} {request.path} answers {answer.status_code}, which is not described"
        kind = answer.headers.get("Content-Type", "").partition(";")[0]
        kinds = {one.partition(";")[0] for one in said.get("content", {})}
        assert kind in kinds or not kinds, f"{request.method} {request.path} answers {kind}, described is {kinds}"
    return answer
