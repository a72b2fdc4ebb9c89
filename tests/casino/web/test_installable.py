"""The pages can be installed, and without a network they say so; neither is a secret, and neither says anything."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

pytestmark = pytest.mark.django_db


def test_the_manifest_names_icons_that_are_there(client: Client) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert answer["Content-Type"] == "application/manifest+json"
    told = json.loads(answer.content)
    assert (told["name"], told["lang"], told["start_url"], told["display"]) == ("Pokerraum", "de", "/", "standalone")
    for icon in told["icons"]:
        path = finders.find(icon["src"].removeprefix("/static/"))
        assert path, icon
        if icon["type"] == "image/png":
            with Image.open(path) as picture:
                assert icon["sizes"] == "{}x{}".format(*picture.size)
    assert {icon["sizes"] for icon in told["icons"]} == {"any", "192x192", "512x512"}


def test_every_page_leads_to_the_manifest(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/login/").text


def test_the_worker_answers_for_every_page_and_is_asked_for_each_time(client: Client) -> None:
    answer = client.get("/worker.js?lang=de")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(("language", "said"), [("en", "No network"), ("de", "Kein Netz")])
def test_the_page_without_a_network_names_nobody_and_all_it_needs(client: Client, language: str, said: str) -> None:
    page = client.get(f"/offline/?lang={language}").text
    assert f"<h1>{said}</h1>" in page
    assert "<header" not in page
    assert "csrf" not in page
    assert re.findall(r'<link rel="(?:stylesheet|icon)" href="([^"]+)"', page), "what the worker keeps beside it"
