"""The API's description is written once for each language and format, whoever asks."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.plumbing import get_doc

from casino.api import components, equal_schemas
from tests import addresses
from tests.described import KEPT, as_address, by_address

YAML, JSON = "application/vnd.oai.openapi", "application/vnd.oai.openapi+json"


def ask(client: Client, language: str, kind: str) -> tuple[bytes, str]:
    answer = client.get("/api/v1/schema/", {"lang": language}, headers={"Accept": kind, "Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.content, answer["Content-Type"]


@pytest.mark.django_db
def test_it_is_made_once(client: Client) -> None:
    """It takes a second of a processor, and where the demo is played nobody has to sign in."""
    first = {(language, kind): ask(client, language, kind) for language in ("en", "de") for kind in (YAML, JSON)}
    assert first["en", YAML] == (KEPT.read_bytes(), YAML)
    assert len({text for text, _kind in first.values()}) == 4
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SchemaGenerator, "get_schema", None)
        assert {asked: ask(client, *asked) for asked in first} == first
        assert ask(client, "xx", YAML) == first["en", YAML], "a language that is none is the reader's"


def test_an_operation_says_all_that_its_view_says() -> None:
    """The view's text is the description; where it is one sentence, the summary has it, and nothing is said twice."""
    operations = by_address(yaml.load(KEPT.read_text(encoding="utf-8"), yaml.CSafeLoader))
    views: dict[str, Any] = {as_address(address): pattern.callback for address, pattern in addresses.every()}
    short = 0
    for (address, method), operation in operations.items():
        text = get_doc(views[address].cls)
        short += "description" not in operation
        assert operation.get("description", f"{operation['summary']}.").split() == text.split(), (method, address)
        assert operation["summary"] != operation.get("description", "").rstrip("."), (method, address)
    assert len(operations) > 300 > short > 100


def test_what_many_operations_have_alike_is_written_once() -> None:
    """A reader of the contract sees what an operation has of its own; each reference leads somewhere, and is needed."""
    text = KEPT.read_text(encoding="utf-8")
    written = yaml.load(text, yaml.CSafeLoader)
    operations = [operation for methods in written["paths"].values() for operation in methods.values()]
    inline = Counter(
        json.dumps(part, sort_keys=True)
        for operation in operations
        for part in (
            *operation.get("parameters", ()),
            *operation["responses"].values(),
            operation.get("requestBody", {"$ref": ""}),
        )
        if "$ref" not in part
    )
    assert {
        part: count
        for part, count in inline.items()
        if count >= components.ALIKE or equal_schemas.is_worth_it(part, count)
    } == {}
    referred = set(re.findall(r"#/components/(\w+/\w+)", text))
    kept = {f"{section}/{name}" for section, parts in written["components"].items() for name in parts}
    assert referred == kept - {"securitySchemes/session", "securitySchemes/token"}


def test_equal_shapes_have_one_name() -> None:
    """Names are no numbers: a shape that is another, and would be called the same, wants a title."""
    named = yaml.load(KEPT.read_text(encoding="utf-8"), yaml.CSafeLoader)["components"]
    counts = Counter(json.dumps(shape, sort_keys=True) for shape in shapes_in(named["schemas"]))
    assert {shape: count for shape, count in counts.items() if equal_schemas.is_worth_it(shape, count)} == {}
    names = [name for parts in named.values() for name in parts]
    assert [
        name for name in names if re.search(r"[a-z]\d+$", name) and not re.search(r"(Problem|From|To)\d+$", name)
    ] == []


def shapes_in(node: Any) -> Iterator[Any]:
    """Every shape that stands there itself, by whatever word."""
    if isinstance(node, dict):
        if ("type" in node or "oneOf" in node or "anyOf" in node) and not isinstance(node.get("type"), dict):
            yield node
        for inner in node.values():
            yield from shapes_in(inner)
    elif isinstance(node, list):
        for inner in node:
            yield from shapes_in(inner)
