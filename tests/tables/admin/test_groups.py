"""The back office's first page: what somebody works with stands in the order of the work, and leads to its desk."""

from collections import Counter

import pytest
from django.contrib import admin
from django.urls import reverse
from django.utils import translation

from casino.models import User
from tables.admin.groups import GROUPS
from tests.tables.admin.test_admin import Browser
from tests.tables.pages.conftest import Room

pytestmark = pytest.mark.django_db


def test_every_model_of_the_back_office_is_in_one_group() -> None:
    """One that is in none would not be on the first page; one in two would be looked for in both."""
    grouped = Counter(model for group in GROUPS for model in group.models)
    assert grouped == Counter(admin.site._registry.keys())


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_floor_finds_its_tables_and_games_first(room: Room, browser: Browser, language: str) -> None:
    first, *_others = browser(room.floor, language).get("/admin/").context["app_list"]
    with translation.override(language):
        name = str(first["name"])
    assert name == {"en": "The floor: tables and games", "de": "Floor: Tische und Spiele"}[language]
    names = [row["object_name"] for row in first["models"]]
    assert names[:3] == ["Table", "Game", "GamingDay"]
    assert [row["add_url"] is not None for row in first["models"]][:3] == [True, True, False]


def test_a_group_leads_to_its_desk_those_who_have_it(room: Room, browser: Browser) -> None:
    def links(role: str) -> list[str]:
        html = browser(User.objects.create_user(f"the-{role}", roles=[role])).get("/admin/").content.decode()
        content = html.partition('id="content-main"')[2]
        return [
            desk for desk in dict.fromkeys(group.desk for group in GROUPS if group.desk) if f'href="{desk}"' in content
        ]

    assert links("floor") == ["/floor/", "/tournaments/"]
    assert links("manager") == ["/floor/", "/tournaments/", "/people/", "/management/"]
    assert links("auditor") == ["/tournaments/", "/people/", "/management/"]
    assert links("admin") == ["/people/"]


def test_only_what_one_may_see_is_there(room: Room, browser: Browser) -> None:
    administrator = User.objects.create_user("office", roles=["admin"])
    shown = browser(administrator).get("/admin/").context["app_list"]
    found = {row["object_name"] for group in shown for row in group["models"]}
    assert found == {"AdmissionPolicy", "House", "Job", "LoginEvent", "User"}


@pytest.mark.parametrize("app", ["tables", "accounting"])
def test_the_page_of_an_app_is_django_s_own(room: Room, browser: Browser, app: str) -> None:
    [only] = browser(room.floor).get(reverse("admin:app_list", args=[app])).context["app_list"]
    assert only["app_label"] == app
    assert len(only["models"]) > 5
