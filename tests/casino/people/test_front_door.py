"""The front door: signing in and out, the way to the own desk, the language, what is said when nobody answers."""

import re
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import include, path
from django.utils.translation import override
from rest_framework.test import APIClient

from casino import house_time
from casino.models import LoginEvent, User
from casino.models.sessions import Session
from casino.pages import desks, errors
from casino.pages.people import front
from tests.casino.conftest import PASSWORD

pytestmark = pytest.mark.django_db

Person = Callable[..., User]

urlpatterns = [path("", include("casino.pages.urls")), path("api/v1/", include("casino.api.urls"))]
urlpatterns += [path(name, front.home) for name in ("floor/", "dealer/", "cage/", "management/", "admin/")]
handler404 = errors.not_found
handler500 = errors.server_error


@pytest.fixture(autouse=True)
def _houses_addresses(settings: Any) -> Any:
    settings.ROOT_URLCONF = "tests.casino.people.test_front_door"
    desks._standing.cache_clear()
    yield
    desks._standing.cache_clear()


def sign_in(client: Client, username: str, password: str = PASSWORD, **more: str) -> Any:
    return client.post("/login/", {"username": username, "password": password, **more})


@pytest.mark.parametrize(
    ("role_names", "desk"),
    [
        (["dealer"], "/dealer/"),
        (["floor"], "/floor/"),
        (["cage"], "/cage/"),
        (["manager"], "/management/"),
        (["auditor"], "/management/"),
        (["admin"], "/people/"),
        (["integrator"], "/api/docs/"),
        (["dealer", "floor"], "/floor/"),
    ],
)
def test_the_root_leads_each_to_the_own_desk(client: Client, person: Person, role_names: list[str], desk: str) -> None:
    client.force_login(person(*role_names))
    assert client.get("/").headers["Location"] == desk


def test_without_a_role_there_is_no_desk(client: Client, person: Person) -> None:
    client.force_login(person())
    assert "Your role has no desk here" in client.get("/").content.decode()


def test_the_stranger_is_led_to_the_door(client: Client) -> None:
    assert client.get("/").headers["Location"] == "/login/"


def test_signing_in_and_out(client: Client, person: Person) -> None:
    person("floor")
    assert sign_in(client, "floor").headers["Location"] == "/"
    assert client.get("/login/").status_code == 302
    assert client.post("/logout/").headers["Location"] == "/login/"
    assert client.get("/").headers["Location"] == "/login/"
    assert list(LoginEvent.objects.order_by("id").values_list("kind", "ok")) == [("password", True), ("logout", True)]


def test_signing_out_needs_a_post(client: Client, person: Person) -> None:
    client.force_login(person("floor"))
    assert client.get("/logout/").status_code == 405


@pytest.mark.parametrize(
    ("wanted", "led_to"), [("/floor/", "/floor/"), ("https://evil.example/", "/"), ("//evil.example", "/"), ("", "/")]
)
def test_only_our_own_pages_follow_a_sign_in(client: Client, person: Person, wanted: str, led_to: str) -> None:
    person("floor")
    assert sign_in(client, "floor", next=wanted).headers["Location"] == led_to


def test_page_and_api_refuse_in_the_same_words(client: Client, person: Person) -> None:
    person("floor")
    page = client.post("/login/", {"username": "floor", "password": "wrong"}, HTTP_ACCEPT_LANGUAGE="en")
    body = {"username": "floor", "password": "wrong"}
    api = client.post("/api/v1/auth/token/", body, content_type="application/json", HTTP_ACCEPT_LANGUAGE="en")
    assert page.status_code == api.status_code == 401
    assert api.json()["detail"] == "Wrong user name or password."
    assert api.json()["detail"] in page.content.decode()


def test_both_doors_share_the_throttle(client: Client, person: Person) -> None:
    person("floor")
    for _attempt in range(5):
        assert sign_in(client, "floor", "wrong").status_code == 401
    assert sign_in(client, "floor").status_code == 429
    assert not client.session.keys()


def test_somebody_who_left_is_out_at_once(client: Client, person: Person) -> None:
    user = person("floor")
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert client.get("/").headers["Location"] == "/login/"


class TestASessionThatEnded:
    """The page to sign in says why somebody is there."""

    ENGLISH: ClassVar = {"Accept-Language": "en"}

    @pytest.mark.parametrize(
        ("kept", "why"),
        [("seen_at", "nobody has touched this screen for 15 minutes"), ("began_at", "a session lasts 12 hours")],
    )
    def test_by_the_clock(self, client: Client, person: Person, kept: str, why: str) -> None:
        client.force_login(person("floor", language="en"))
        session = client.session
        session["seen_at"] = session["began_at"] = int(house_time.now().timestamp())
        session[kept] -= 13 * 3600
        session.save()
        page = client.get("/account/", follow=True)
        assert page.redirect_chain[-1][0].startswith("/login/")
        assert why in page.content.decode()
        assert why not in client.get("/login/").content.decode()

    def test_by_this_screen_itself(self, client: Client, person: Person) -> None:
        client.force_login(person("floor", language="en"))
        page = client.post("/logout/", {"why": "idle"}, headers=self.ENGLISH, follow=True)
        assert "nobody has touched this screen for 15 minutes" in page.content.decode()

    def test_from_somewhere_else(self, client: Client, person: Person) -> None:
        client.force_login(person("floor", language="en"))
        Session.objects.all().delete()
        page = client.get("/account/", headers=self.ENGLISH, follow=True)
        assert "Your session was ended elsewhere" in page.content.decode()

    def test_nothing_is_said_to_who_signed_out_or_comes_for_the_first_time(
        self, client: Client, person: Person
    ) -> None:
        first = client.get("/login/", headers=self.ENGLISH).content.decode()
        client.force_login(person("floor", language="en"))
        out = client.post("/logout/", headers=self.ENGLISH, follow=True).content.decode()
        assert "notice " not in first + out


class TestLanguage:
    def test_a_strangers_choice_is_the_browsers(self, client: Client) -> None:
        client.post("/language/", {"language": "en", "next": "/login/"})
        assert '<html lang="en">' in client.get("/login/", HTTP_ACCEPT_LANGUAGE="de").content.decode()

    def test_a_persons_choice_is_his_own(self, client: Client, person: Person) -> None:
        user = person(language="de")
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
        client.force_login(user)
        assert '<html lang="de">' in client.get("/").content.decode()
        client.post("/language/", {"language": "en", "next": "/"})
        assert '<html lang="en">' in client.get("/").content.decode()
        user.refresh_from_db()
        assert user.language == "en"

    def test_a_choice_holds_for_this_session_and_for_those_to_come(self, person: Person) -> None:
        """Somebody else at the person's other screen goes on reading what they read."""
        person("floor", language="de")
        office, tablet, later = Client(), Client(), Client()
        for one in (office, tablet):
            one.post("/login/", {"username": "floor", "password": PASSWORD})
        tablet.post("/language/", {"language": "en", "next": "/"})
        later.post("/login/", {"username": "floor", "password": PASSWORD})
        spoken = [one.get("/account/").headers["Content-Language"] for one in (office, tablet, later)]
        assert spoken == ["de", "en", "en"]

    def test_german_is_the_houses_own(self, client: Client) -> None:
        assert '<html lang="de">' in client.get("/login/").content.decode()

    def test_unknown_language_changes_nothing(self, client: Client) -> None:
        assert settings.LANGUAGE_COOKIE_NAME not in client.post("/language/", {"language": "xx"}).cookies


class TestEveryPage:
    def test_runs_under_a_strict_content_policy(self, client: Client) -> None:
        page = client.get("/login/")
        assert "default-src 'self'" in page["Content-Security-Policy"]
        text = page.content.decode()
        assert "<style" not in text
        assert " style=" not in text
        assert "<script>" not in text
        assert " onclick" not in text
        assert '"allowEval":false' in text

    def test_says_that_it_is_a_demo_while_demo_people_exist(self, client: Client) -> None:
        assert "demo" not in client.get("/login/").content.decode()
        demo = User.objects.create_user("floor", "demo-floor", roles=["floor"], is_demo=True)
        assert 'class="demo"' in client.get("/login/").content.decode()
        demo.is_active = False
        demo.save()
        assert "demo" not in client.get("/login/").content.decode()

    def test_spells_no_word_that_a_test_looks_for_in_the_token_of_its_forms(self, client: Client) -> None:
        tokens = re.findall(r'name="csrfmiddlewaretoken" value="(\w{64})"', client.get("/login/").content.decode())
        assert set("".join(tokens)) == {"Q", "X"}

    def test_documentation_of_the_api_has_no_inline_script(self, client: Client) -> None:
        page = client.get("/api/docs/")
        assert page.status_code == 200
        assert "<style" not in page.content.decode()
        assert client.get("/api/docs/?script=").headers["Content-Type"].startswith("application/javascript")


class TestNobodyAnswers:
    def test_machines_get_a_problem(self, client: Client) -> None:
        response = client.get("/api/v1/nothing/")
        assert (response.status_code, response["Content-Type"]) == (404, "application/problem+json")
        assert response.json()["code"] == "not_found"

    def test_people_get_a_page(self, client: Client) -> None:
        """A page that is not there is no refusal; the reference is the one in the log."""
        response = client.get("/nothing/", headers={"Accept-Language": "en"})
        assert response.status_code == 404
        html = response.content.decode()
        assert "<title>Not found</title>" in html
        assert response["X-Request-ID"] in html

    def test_somebody_without_the_right_is_refused(self, client: Client, person: Person) -> None:
        client.force_login(person("dealer", language="en"))
        response = client.get("/people/")
        assert response.status_code == 403
        assert "<title>Not allowed</title>" in response.content.decode()

    def test_a_form_without_its_token(self, person: Person) -> None:
        response = Client(enforce_csrf_checks=True).post("/login/", {"username": "a", "password": "b"})
        assert response.status_code == 403
        assert b"<main>" in response.content

    @pytest.mark.parametrize(
        "typed",
        [
            {"amount_cents": "300"},
            {"key": "k", "amount_cents": "300", "password": "mine"},
            {"key": "k", "amount_cents": "300", "new_password": "mine"},
            {"key": "k", "amount_cents": "300", "pin": "918273"},
            {"setup_code": "aaaa", "key": "k", "amount_cents": "300"},
        ],
    )
    def test_a_form_with_a_secret_or_without_a_key_is_not_repeated_by_the_page(
        self, rf: RequestFactory, typed: dict[str, str]
    ) -> None:
        def told(sent: dict[str, str]) -> str:
            try:
                raise OperationalError("gone")  # noqa: TRY301 -- as the handler finds it
            except OperationalError:
                return errors.server_error(rf.post("/cage/", sent)).content.decode()

        assert 'value="300"' in told({"key": "k", "amount_cents": "300"}), "which may be sent again"
        page = told(typed)
        assert not [value for value in typed.values() if f'value="{value}"' in page]

    def test_a_poll_of_somebody_who_is_signed_out_loads_the_page_anew(self, client: Client) -> None:
        """Led on, it would show the sign-in inside the page."""
        answer = client.get("/people/", headers={"HX-Request": "true"})
        assert (answer.status_code, answer["HX-Refresh"], answer.content) == (401, "true", b"")
        assert client.get("/people/")["Location"].startswith("/login/")

    def test_our_mistake_needs_no_database(self, rf: RequestFactory, django_assert_num_queries: Any) -> None:
        with django_assert_num_queries(0):
            request = rf.get("/floor/")
            request.id = "abcdef12"
            with override("en"):
                page = errors.server_error(request)
            assert page.status_code == 500
            assert "Tell the operator this reference: <b>abcdef12</b>" in page.content.decode()
            assert b'"code":"our_mistake"' in errors.server_error(rf.get("/api/v1/hands/")).content


class TestOnesOwnPassword:
    NEW = "another horse, another battery"

    def change(self, client: Client, *, old: str = PASSWORD, new: str = NEW, again: str = NEW, key: str = "k") -> Any:
        given = {"key": key, "password": old, "new_password": new, "again": again}
        return client.post("/password/", given, headers={"Accept-Language": "en"})

    @pytest.mark.parametrize("role", ["dealer", "cage", "admin"])
    def test_everybody_changes_it_and_is_signed_out_everywhere_else(
        self, person: Person, role: str, signed_in: Callable[[User], APIClient]
    ) -> None:
        user = person(role)
        here, there, token = Client(), Client(), signed_in(user)
        for client in (here, there):
            sign_in(client, role)
        assert token.get("/api/v1/jobs/4711/").status_code == 404
        assert self.change(here).status_code == 303
        assert here.get("/password/").status_code == 200, "still signed in"
        assert there.get("/password/").status_code == 302
        assert token.get("/api/v1/jobs/4711/").status_code == 401
        assert sign_in(Client(), role).status_code == 401, "the old one is no password any more"
        assert sign_in(Client(), role, self.NEW).status_code == 302

    def test_what_is_refused_changes_nothing(self, client: Client, person: Person) -> None:
        user = person("cage")
        sign_in(client, "cage")
        before = User.objects.get(pk=user.pk).password
        for status, given in (
            (403, {"old": "guessed"}),
            (400, {"again": "something else"}),
            (422, {"new": "12345678", "again": "12345678"}),
        ):
            answer = self.change(client, **given)
            assert answer.status_code == status, given
            assert "another horse" not in answer.content.decode(), "nothing typed comes back"
        assert User.objects.get(pk=user.pk).password == before
        assert LoginEvent.objects.filter(kind="confirm", ok=False, user=None, username="cage").count() == 1

    def test_nobody_unsigned(self, client: Client) -> None:
        assert client.get("/password/").headers["Location"] == "/login/?next=/password/"
