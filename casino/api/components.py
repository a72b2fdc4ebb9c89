"""The hook that writes once, under `components`, what the API's description says more than once."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from casino.api import equal_schemas
from casino.api.equal_schemas import Part
from casino.api.problems import CONTENT_TYPE

NAMED: Final = "x-component"
"""Under it a parameter says what it is called among the components, where others of its name are not the same."""

ALIKE: Final = 4
"""So often a part of operations must be there before it is written once, unless it is so large that it is worth it."""

Spot: TypeAlias = tuple[Any, Any]
"""A container and a key or place in it."""


def written_once(result: Part, generator: Any, request: Any, public: bool) -> Part:  # noqa: ARG001, FBT001 -- a hook's
    """The description with what is worth it by reference (a hook of drf-spectacular)."""
    _sign_in_once(result)
    equal_schemas.write_once(result)
    for section, spots, name in (
        ("headers", _headers, lambda key, _part: key),
        ("responses", _responses, _response_name),
        ("requestBodies", _bodies, _body_name),
        ("parameters", _parameters, lambda _key, part: part.get(NAMED, part["name"])),
    ):
        _refer(result, section, list(spots(result)), name)
    own = [holder[place] for holder, place in _parameters(result)]
    for parameter in (*own, *result["components"]["parameters"].values()):
        parameter.pop(NAMED, None)
    return result


def _sign_in_once(result: Part) -> None:
    """The ways to sign in that most operations have stand at the root; the others keep their own."""
    operations = list(_operations(result))
    [(usual, _count)] = Counter(json.dumps(operation["security"]) for operation in operations).most_common(1)
    result["security"] = json.loads(usual)
    for operation in operations:
        if operation["security"] == result["security"]:
            del operation["security"]


def _operations(result: Part) -> Iterator[Part]:
    for methods in result["paths"].values():
        yield from methods.values()


def _headers(result: Part) -> Iterator[Spot]:
    for operation in _operations(result):
        for answer in operation["responses"].values():
            yield from ((answer["headers"], name) for name in answer.get("headers", ()))


def _responses(result: Part) -> Iterator[Spot]:
    for operation in _operations(result):
        yield from ((operation["responses"], status) for status in operation["responses"])


def _bodies(result: Part) -> Iterator[Spot]:
    yield from ((operation, "requestBody") for operation in _operations(result) if "requestBody" in operation)


def _parameters(result: Part) -> Iterator[Spot]:
    for operation in _operations(result):
        yield from ((operation["parameters"], place) for place in range(len(operation.get("parameters", ()))))


def _response_name(status: str, part: Part) -> str:
    """`Problem404`, `Table`, or `RepeatableTable` where the same key gets the same answer again."""
    content = part.get("content", {})
    if set(content) == {CONTENT_TYPE}:
        return f"Problem{status}"
    return ("Repeatable" if "headers" in part else "") + _content_name(content)


def _body_name(_key: str, part: Part) -> str:
    name = _content_name(part["content"]).removesuffix("Request")
    return name if part.get("required") else f"Optional{name}"


def _content_name(content: Part) -> str:
    """The name of the shape; nothing holds `Nothing`."""
    schema = next(iter(content.values()))["schema"] if content else {}
    listed = schema.get("items", schema)
    return str(listed.get("$ref", "Nothing")).rpartition("/")[2] + ("List" if listed is not schema else "")


def _refer(result: Part, section: str, spots: list[Spot], name: Callable[[Any, Part], str]) -> None:
    """Put what is alike at these spots under the section.

    Of two that have one name, the more frequent is put there; the other stays where it is, and wants a name.
    """
    texts = [json.dumps(holder[key], sort_keys=True) for holder, key in spots]
    counts = Counter(texts)
    kept: Part = {}
    for text, (holder, key) in sorted(zip(texts, spots, strict=True), key=lambda one: (-counts[one[0]], one[0])):
        if counts[text] < ALIKE and not equal_schemas.is_worth_it(text, counts[text]):
            continue
        part = holder[key]
        word = equal_schemas.camel(name(key, part))
        if kept.setdefault(word, part) == part:
            holder[key] = {"$ref": f"#/components/{section}/{word}"}
    if kept:
        result["components"][section] = dict(sorted(kept.items()))
