"""What many operations of the API's description have alike is written once, under `components`, and referred to."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, Final, TypeAlias

from casino.api.problems import CONTENT_TYPE

ALIKE: Final = 4
"""So often something must be there before it is written once: fewer are read more easily where they are."""

Part: TypeAlias = dict[str, Any]


def written_once(result: Part, generator: Any, request: Any, public: bool) -> Part:  # noqa: ARG001, FBT001 -- a hook's
    """The description with problems, parameters and headers by reference (a hook of drf-spectacular)."""
    _sign_in_once(result)
    for section, parts, name in (
        ("headers", _headers, lambda key, _part: key),
        ("responses", _problems, lambda key, _part: f"Problem{key}"),
        ("parameters", _parameters, lambda _key, part: part["name"]),
    ):
        _refer(result, section, list(parts(result)), name)
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


def _headers(result: Part) -> Iterator[tuple[Part, Any]]:
    for operation in _operations(result):
        for answer in operation["responses"].values():
            yield from ((answer["headers"], name) for name in answer.get("headers", ()))


def _problems(result: Part) -> Iterator[tuple[Part, Any]]:
    for operation in _operations(result):
        yield from (
            (operation["responses"], status)
            for status, answer in operation["responses"].items()
            if set(answer.get("content", ())) == {CONTENT_TYPE}
        )


def _parameters(result: Part) -> Iterator[tuple[Any, Any]]:
    for operation in _operations(result):
        yield from ((operation["parameters"], place) for place in range(len(operation.get("parameters", ()))))


def _refer(result: Part, section: str, places: list[tuple[Any, Any]], name: Any) -> None:
    """Put what is alike at these places (a container and its key) under the section, the most frequent of a name first.

    Another of the same name has a number behind it.
    """
    texts = [json.dumps(holder[key], sort_keys=True) for holder, key in places]
    counts = Counter(texts)
    named: dict[str, str] = {}
    taken: defaultdict[str, int] = defaultdict(int)
    kept: Part = {}
    for text, (holder, key) in sorted(zip(texts, places, strict=True), key=lambda one: (-counts[one[0]], one[0])):
        if counts[text] < ALIKE:
            continue
        if text not in named:
            word = "".join(part.capitalize() for part in str(name(key, holder[key])).replace("-", "_").split("_"))
            taken[word] += 1
            named[text] = word if taken[word] == 1 else f"{word}{taken[word]}"
            kept[named[text]] = holder[key]
        holder[key] = {"$ref": f"#/components/{section}/{named[text]}"}
    if kept:
        result["components"][section] = dict(sorted(kept.items()))
