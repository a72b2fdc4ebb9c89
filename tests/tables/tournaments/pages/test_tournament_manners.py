"""Every page of tournaments in both languages: nothing inline, forms only we can have made, looking changes nothing."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from django.test import Client

from casino.models import User
from tables.models import Tournament
from tests import builders, databases
from tests.browser import tournaments
from tests.browser.every_page import routes
from tests.tables.pages.test_manners import Page
from tests.tables.tournaments.tournament import desk

Browser = Callable[..., Client]


def played() -> User:
    evening = builders.evening()
    desk(evening)
    tournaments.play(evening.house)
    return evening.manager


manager = databases.once(played)
pytestmark = pytest.mark.django_db


def addresses() -> list[str]:
    """Every page with what stands for the parts of its address."""
    found, known = [], tournaments.examples()
    for route in routes():
        if route.startswith("tournaments/"):
            wanted = re.findall(r"<\w+:(\w+)>", route)
            given = next((values for written, values in known if wanted and re.match(written, route)), {})
            for values in product(*(given[name] for name in wanted)):
                filled = dict(zip(wanted, values, strict=True))
                found.append("/" + re.sub(r"<\w+:(\w+)>", lambda part: str(filled[part[1]]), route))  # noqa: B023
    return found


@pytest.mark.parametrize(
    "language", ["de", pytest.param("en", marks=pytest.mark.release("the same pages; the gate reads them in German"))]
)
def test_every_page_keeps_the_manners(manager: User, browser: Browser, language: str) -> None:
    client = browser(manager, language)
    pages = addresses()
    assert len(pages) > 50
    before = list(Tournament.objects.values_list("pk", "version"))
    for address in pages:
        answer = client.get(address)
        assert answer.status_code == 200, address
        html = answer.content.decode()
        assert f'<html lang="{language}">' in html, address
        assert answer["Content-Security-Policy"].startswith("default-src 'self'"), address
        page = Page(html)
        assert page.forbidden == [], address
        for form in page.forms:
            if form["method"] == "post":
                assert "csrfmiddlewaretoken" in form["fields"], (address, form)
    assert list(Tournament.objects.values_list("pk", "version")) == before, "looking changes nothing"


def test_a_public_page_needs_nobody(manager: User, client: Client) -> None:
    """The wall and the draws alone; every other page asks who is there."""
    for address in addresses():
        is_public = address.endswith(("/clock/", "/draws/"))
        assert client.get(address).status_code == (200 if is_public else 302), address


def test_what_the_directors_page_costs(
    manager: User, browser: Browser, django_assert_max_num_queries: Callable[[int], object]
) -> None:
    """However many tables and players there are; a poll that finds nothing new is one read by a primary key."""
    running = Tournament.objects.get(code="DO1").pk
    client = browser(manager)
    version = client.get(f"/tournaments/{running}/").context["live_version"]
    with django_assert_max_num_queries(1):
        assert client.get(f"/tournaments/{running}/", {"v": version}).status_code == 204
    with django_assert_max_num_queries(30):
        client.get(f"/tournaments/{running}/")
