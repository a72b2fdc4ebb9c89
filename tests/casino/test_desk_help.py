"""Each desk has ten sentences of help, in both languages, one tap from its pages; and its next step, if any is due."""

import pytest
from django.test import Client
from django.utils import translation

from casino.models import User
from casino.pages import navigation
from casino.pages.desk_help import SENTENCES
from casino.pages.next_steps import NextStep, first

pytestmark = pytest.mark.django_db


def test_every_group_of_places_has_its_ten_sentences() -> None:
    assert SENTENCES.keys() == {"dealer", *(group.key for group in navigation._GROUPS)}
    for _title, sentences in SENTENCES.values():
        assert len(set(sentences)) == 10


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_says_them_to_anybody_who_is_signed_in(client: Client, language: str) -> None:
    assert client.get("/help/f/").status_code == 302
    person = User.objects.create_user("paula", roles=["cage"], language=language)
    client.force_login(person)
    page = client.get("/help/c/").text
    with translation.override(language):
        title, sentences = SENTENCES["c"]
        assert f"<h1>{title}</h1>" in page
        assert page.count("<li>") >= len(sentences)
    assert client.get("/help/none/").status_code == 404


@pytest.mark.parametrize(("roles", "path", "desk"), [(["cage"], "/cage/", "c"), (["dealer"], "/dealer/", "dealer")])
def test_the_menu_leads_to_the_help_of_the_desk(client: Client, roles: list[str], path: str, desk: str) -> None:
    client.force_login(User.objects.create_user("paula", roles=roles))
    assert f'href="/help/{desk}/"' in client.get(path).text


def test_the_first_step_that_is_due_is_the_next_one() -> None:
    assert first(iter([NextStep("count"), NextStep("seal")])) == NextStep("count")
    assert first(iter([])) is None
