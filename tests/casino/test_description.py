"""The API's description is written once for each language and format, whoever asks."""

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.described import KEPT

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
