"""The password again, before what is grave: at the API, on the pages, in the back office."""

import hashlib
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.http import HttpResponse
from django.test import Client
from django.urls import include, path
from knox.models import AuthToken
from rest_framework.test import APIClient

from casino import house_time, throttle
from casino.admin.actions import Action
from casino.admin.people import UserAdmin
from casino.api.commands import Command
from casino.api.fields import Body, ReasonField
from casino.api.rendering import Json, canonical
from casino.models import Confirmation, LoginEvent, StoredAnswer, User
from casino.pages import views
from casino.services import sign_in, users
from casino.services.sign_in import FRESH
from casino.transactions import use_case
from tests.casino.conftest import PASSWORD

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.casino.people.test_confirming")]

Person = Callable[..., User]
SignedIn = Callable[[User], APIClient]


@use_case(None, password=True)
def rename(*, name: str, actor: User) -> str:
    """An effect to count."""
    User.objects.filter(pk=actor.pk).update(full_name=name)
    return name


class Rename(Command):
    """Do something grave."""

    service = rename

    class Input(Body):
        reason = ReasonField()

    output = None

    def run(self, values: Mapping[str, Any], *, actor: User, **path: Any) -> Json:
        assert set(values) == {"reason"}, "the service never sees a password"
        return {"name": rename(name=values["reason"], actor=actor)}


class RenamePage(views.Command):
    """The same from a form."""

    permission = "accounting.close_day"
    template_name = "floor/day.html"
    service = rename

    def run(self, values: Mapping[str, Any]) -> str:
        assert set(values) == {"key", "version"}
        rename(name="by a page", actor=self.actor)
        return "/done/"


urlpatterns = [
    path("", include("casino.pages.urls")),
    path("api/v1/", include("casino.api.urls")),
    path("api/v1/rename/", Rename.as_view()),
    path("rename/", RenamePage.as_view()),
    path("admin/", admin.site.urls),
    path("floor/", include(([path("", RenamePage.as_view(), name="board")], "floor"))),
]


@pytest.fixture
def manager(person: Person) -> User:
    return person("manager")


@pytest.fixture
def client_of(manager: User, signed_in: SignedIn) -> APIClient:
    """A machine with the manager's new token."""
    return signed_in(manager)


def age(by: timedelta) -> None:
    """All tokens were given and all passwords typed so long ago."""
    AuthToken.objects.update(created=house_time.now() - by)
    Confirmation.objects.update(at=house_time.now() - by)


def ask(client: APIClient, key: str = "k", **more: str) -> HttpResponse:
    return client.post("/api/v1/rename/", {"reason": "because", **more}, format="json", HTTP_IDEMPOTENCY_KEY=key)


def code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def name_of(user: User) -> str:
    return User.objects.values_list("full_name", flat=True).get(pk=user.pk)


class TestTheApi:
    def test_within_five_minutes_of_the_token_the_password_need_not_come_again(self, client_of: APIClient) -> None:
        age(FRESH - timedelta(seconds=5))
        assert ask(client_of).status_code == 200
        assert not LoginEvent.objects.exists()

    def test_later_it_must(self, client_of: APIClient, manager: User) -> None:
        age(FRESH)
        refused = ask(client_of)
        assert code(refused) == (403, "password_required")
        assert refused.json()["facts"] == {"address": "/api/v1/auth/confirm/", "seconds": 300}
        assert "/api/v1/auth/confirm/" in refused.json()["detail"]
        assert (name_of(manager), StoredAnswer.objects.count()) == ("", 0)

    def test_it_may_come_with_the_command(self, client_of: APIClient, manager: User) -> None:
        age(FRESH)
        assert ask(client_of, password=PASSWORD).status_code == 200
        assert name_of(manager) == "because"
        assert list(LoginEvent.objects.values_list("user", "kind", "ok")) == [(manager.pk, "confirm", True)]
        assert ask(client_of, "another").status_code == 200, "and counts for five minutes more"

    def test_it_may_be_given_before(self, client_of: APIClient) -> None:
        age(FRESH)
        given = client_of.post("/api/v1/auth/confirm/", {"password": PASSWORD}, format="json")
        assert given.status_code == 200
        assert set(given.json()) == {"confirmed_until"}
        assert ask(client_of).status_code == 200
        age(FRESH)
        assert code(ask(client_of, "another")) == (403, "password_required")

    def test_it_counts_for_its_own_token_alone(self, client_of: APIClient, manager: User, signed_in: SignedIn) -> None:
        other = signed_in(manager)
        age(FRESH)
        client_of.post("/api/v1/auth/confirm/", {"password": PASSWORD}, format="json")
        assert code(ask(other)) == (403, "password_required")

    def test_a_wrong_one_is_refused_written_down_and_changes_nothing(self, client_of: APIClient, manager: User) -> None:
        """Even within the five minutes: whoever types a wrong one is somebody to ask."""
        assert code(ask(client_of, password="wrong")) == (403, "wrong_password")
        assert name_of(manager) == ""
        assert list(LoginEvent.objects.values_list("user", "username", "kind", "ok")) == [
            (None, "manager", "confirm", False)
        ]
        assert not StoredAnswer.objects.exists()

    def test_another_persons_is_a_wrong_one(self, client_of: APIClient, manager: User) -> None:
        users.set_password(password="quite another sentence", actor=manager)
        sign_in.give_token(actor=manager)
        client_of.force_authenticate(manager)
        assert code(ask(client_of, password=PASSWORD)) == (403, "wrong_password")

    def test_misses_count_with_those_of_signing_in(self, client_of: APIClient) -> None:
        for _miss in range(throttle.MISSES - 1):
            assert code(ask(client_of, password="wrong")) == (403, "wrong_password")
        body = {"username": "manager", "password": "wrong"}
        assert client_of.post("/api/v1/auth/token/", body, format="json").status_code == 401
        closed = ask(client_of, password=PASSWORD)
        assert code(closed) == (429, "too_many_attempts")
        assert closed["Retry-After"] == "60"
        assert client_of.post("/api/v1/auth/confirm/", {"password": PASSWORD}, format="json").status_code == 429

    def test_with_or_without_it_the_command_is_the_same(self, client_of: APIClient) -> None:
        """The repetition of a command whose answer was lost, after five minutes or before."""
        first = ask(client_of, password=PASSWORD)
        again = ask(client_of)
        assert (first.content, again["Idempotent-Replayed"]) == (again.content, "true")

    def test_what_is_kept_tells_nothing_of_it(self, client_of: APIClient) -> None:
        ask(client_of, password=PASSWORD)
        kept = StoredAnswer.objects.get()
        assert bytes(kept.digest) == hashlib.sha256(canonical({"reason": "because"})).digest()
        assert PASSWORD not in f"{kept.answer}{kept.request}"

    def test_a_browser_is_asked_by_its_session(self, client: Client, manager: User) -> None:
        client.force_login(manager)  # signed in, and nobody knows by what
        headers = {"HTTP_IDEMPOTENCY_KEY": "k", "content_type": "application/json"}
        assert code(client.post("/api/v1/rename/", {"reason": "because"}, **headers)) == (403, "password_required")
        client.post("/login/", {"username": "manager", "password": PASSWORD})
        client.logout()
        client.post("/login/", {"username": "manager", "password": PASSWORD})
        assert client.post("/api/v1/rename/", {"reason": "because"}, **headers).status_code == 200
        session = client.session
        session["password_given_at"] -= int(FRESH.total_seconds())
        session.save()
        headers["HTTP_IDEMPOTENCY_KEY"] = "another"
        assert code(client.post("/api/v1/rename/", {"reason": "because"}, **headers)) == (403, "password_required")
        given = client.post("/api/v1/auth/confirm/", {"password": PASSWORD}, content_type="application/json")
        assert given.status_code == 200
        assert client.post("/api/v1/rename/", {"reason": "because"}, **headers).status_code == 200

    def test_confirming_is_for_those_who_are_signed_in(self, client: Client) -> None:
        asked = client.post("/api/v1/auth/confirm/", {"password": PASSWORD}, content_type="application/json")
        assert asked.status_code == 401

    @pytest.mark.parametrize("body", [{}, {"password": 5}, {"password": ""}, {"password": "x" * 257}, {"pin": "1"}, []])
    def test_what_cannot_be_read_is_malformed(self, client_of: APIClient, body: object) -> None:
        assert client_of.post("/api/v1/auth/confirm/", body, format="json").status_code == 400
        assert not LoginEvent.objects.exists()

    def test_a_token_takes_its_moments_along(self, client_of: APIClient, manager: User) -> None:
        client_of.post("/api/v1/auth/confirm/", {"password": PASSWORD}, format="json")
        assert Confirmation.objects.count() == 1
        client_of.post("/api/v1/auth/logout/", {}, format="json")
        assert not Confirmation.objects.exists()


def test_only_what_is_grave_takes_a_password(client_of: APIClient) -> None:
    """Elsewhere it is an unknown field, and refused before it gets anywhere."""

    class Plain(Command):
        """Nothing grave."""

    assert "password" in Rename.Input().fields
    assert "password" not in Plain.Input().fields
    assert "password" not in Command.Input().fields


class TestThePages:
    @pytest.fixture(autouse=True)
    def _signed_in(self, client: Client, manager: User) -> None:
        client.post("/login/", {"username": "manager", "password": PASSWORD})

    def test_the_form_asks_every_time(self, client: Client) -> None:
        page = client.get("/rename/").content.decode()
        assert 'type="password"' in page
        assert 'autocomplete="current-password"' in page

    def test_without_it_nothing_happens(self, client: Client, manager: User) -> None:
        page = client.post("/rename/", {"key": "k"})
        assert (page.status_code, page.context["form"].errors.keys()) == (400, {"password"})
        assert name_of(manager) == ""

    def test_a_wrong_one_is_said_and_not_shown_again(self, client: Client, manager: User) -> None:
        page = client.post("/rename/", {"key": "k", "password": "a wrong sentence"})
        assert page.status_code == 403
        assert page.context["form"].non_field_errors() == ["The password is wrong."]
        assert "a wrong sentence" not in page.content.decode()
        assert name_of(manager) == ""
        assert LoginEvent.objects.filter(kind="confirm", ok=False).count() == 1

    def test_with_it_the_use_case_runs_once(self, client: Client, manager: User) -> None:
        for _tap in range(2):
            answer = client.post("/rename/", {"key": "k", "password": PASSWORD})
            assert (answer.status_code, answer.headers["Location"]) == (303, "/done/")
        assert name_of(manager) == "by a page"
        assert bytes(StoredAnswer.objects.get().digest) == hashlib.sha256(canonical({})).digest()


class TestTheBackOffice:
    """An action of ours on people, made grave for these tests."""

    @pytest.fixture
    def address(self, client: Client, person: Person, monkeypatch: pytest.MonkeyPatch) -> str:
        person("admin")
        client.post("/login/", {"username": "admin", "password": PASSWORD})
        action = Action(
            name="rename",
            label="Rename",
            service=rename,
            permission="casino.edit_user",
            arguments=lambda _row, values: {"name": ",".join(sorted(values))},
        )
        monkeypatch.setattr(UserAdmin, "list_actions", (*UserAdmin.list_actions, action))
        return "/admin/casino/user/do/rename/"

    def test_the_form_asks(self, client: Client, address: str) -> None:
        assert 'autocomplete="current-password"' in client.get(address).content.decode()

    @pytest.mark.parametrize(("given", "status"), [({}, 400), ({"password": "wrong"}, 403)])
    def test_without_the_right_one_nothing_happens(
        self, client: Client, address: str, given: dict[str, str], status: int
    ) -> None:
        page = client.post(address, {"key": "k", "reason": "because", **given})
        assert page.status_code == status
        assert page.context["form"].errors
        assert not User.objects.filter(full_name__gt="").exists()

    def test_with_it_it_does_and_the_service_never_sees_it(self, client: Client, address: str) -> None:
        assert client.post(address, {"key": "k", "reason": "because", "password": PASSWORD}).status_code == 303
        assert User.objects.get(username="admin").full_name == "key,reason"
        kept = StoredAnswer.objects.get()
        assert bytes(kept.digest) == hashlib.sha256(canonical({"reason": ["because"]})).digest()

    def test_a_new_password_is_kept_as_no_digest_to_guess_it_from(self, client: Client, person: Person) -> None:
        person("admin")
        client.post("/login/", {"username": "admin", "password": PASSWORD})
        word = "a sentence that is new"
        sent = {"key": "k", "new_password": word, "again": word, "password": PASSWORD}
        assert client.post("/password/", sent).status_code == 303
        assert User.objects.get(username="admin").check_password(word)
        plain = hashlib.sha256(canonical({"new_password": [word], "again": [word]})).digest()
        assert bytes(StoredAnswer.objects.get().digest) != plain
