"""A one-time password opens the page that replaces it and nothing else, and not for long."""

from datetime import timedelta

import pytest
from django.test import Client
from knox.models import AuthToken
from rest_framework.test import APIClient

from casino import house_time
from casino.errors import Refusal
from casino.models import AccountRequest, LoginEvent, User
from casino.models.logins import LoginKind
from casino.services import accounts, sign_in
from casino.services.accounts import one_time_password
from tests.casino.people.conftest import WORD, Person, approved, opened

pytestmark = pytest.mark.django_db

NEXT = "a sentence that only they know"


class TestAOneTimePassword:
    @pytest.fixture
    def anna(self, admin: User, manager: User) -> User:
        opened(admin, "floor")
        approved(AccountRequest.objects.get(), manager)
        return User.objects.get(username="anna")

    def test_is_told_the_same_for_the_same_form_and_cannot_be_guessed(self) -> None:
        assert one_time_password("a") == one_time_password("a") != one_time_password("b")
        assert len(one_time_password("a").replace("-", "")) == 16

    def test_opens_the_page_that_replaces_it_and_nothing_else(self, client: Client, anna: User) -> None:
        client.post("/login/", {"username": "anna", "password": WORD})
        for page in ("/", "/floor/", "/people/", "/admin/", "/tablets/"):
            assert client.get(page)["Location"] == "/password/", page
            assert client.post(page, {"key": "k"})["Location"] == "/password/", page
        assert client.get("/api/v1/tables/").status_code == 403
        assert client.get("/password/").status_code == 200
        sent = {"key": "k", "password": WORD, "new_password": NEXT, "again": NEXT}
        assert client.post("/password/", sent | {"new_password": WORD, "again": WORD}).status_code == 422
        assert client.post("/password/", sent)["Location"] == "/"
        assert client.get("/tablets/").status_code == 200
        anna.refresh_from_db()
        assert not anna.has_one_time_password

    def test_gives_no_token(self, anna: User) -> None:
        api = APIClient()
        answer = api.post("/api/v1/auth/token/", {"username": "anna", "password": WORD}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (403, "password_change_required")

    def test_ends_tokens_and_sessions_of_the_old_one(
        self, client: Client, admin: User, manager: User, person: Person
    ) -> None:
        floor = person("floor")
        client.force_login(floor)
        sign_in.give_token(actor=floor)
        approved(accounts.ask_password(user_id=floor.pk, reason="forgotten", actor=admin), manager)
        assert not AuthToken.objects.exists()
        assert client.get("/floor/")["Location"].startswith("/login/")

    def test_is_over_after_three_days(self, anna: User) -> None:
        later = house_time.now() + timedelta(days=3)
        with house_time.shown_by(lambda: later):
            assert self._code(WORD) == "one_time_password_over"
            assert self._code("guess") == "wrong_credentials", "said only to whoever knows it"
        assert not LoginEvent.objects.filter(username="anna", ok=True).exists()

    def _code(self, password: str) -> str:
        with pytest.raises(Refusal) as answer:
            sign_in.check(username="anna", password=password, kind=LoginKind.PASSWORD, ip=None)
        return answer.value.code
