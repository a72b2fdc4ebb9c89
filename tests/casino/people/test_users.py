"""People: made and changed by services, with a history and without their secrets; sign-ins written once."""

import io
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from knox.models import AuthToken

from casino import throttle
from casino.errors import NotFound, Refusal
from casino.models import LoginEvent, Session, User
from casino.services import sign_in, users

pytestmark = pytest.mark.django_db

PASSWORD = "a sentence long enough"
Person = Callable[..., User]


def refused(code: str) -> "pytest.RaisesContext[Refusal]":
    return pytest.raises(Refusal, match=f"^{code}")


class TestCreate:
    @pytest.mark.parametrize(
        ("changed", "code"),
        [
            ({"username": "taken"}, "username_taken"),
            ({"role_names": ["boss"]}, "role_unknown"),
            ({"role_names": ["cage", "floor"]}, "roles_incompatible"),
            ({"password": "password"}, "password_weak"),
            ({"password": "annaanna", "username": "annaanna"}, "password_weak"),
        ],
    )
    def test_refusals(self, person: Person, changed: dict[str, object], code: str) -> None:
        person("dealer", username="taken")
        given = {"username": "anna", "password": PASSWORD, "full_name": "", "role_names": ["dealer"]}
        with refused(code):
            users.create(**(given | changed))  # type: ignore[arg-type]
        assert User.objects.count() == 1

    def test_the_database_knows_the_roles_too(self) -> None:
        with pytest.raises(IntegrityError, match="user_roles_known"), transaction.atomic():
            User.objects.create_user("anna", roles=["boss"])

    def test_without_a_password_nobody_signs_in(self) -> None:
        users.create(username="system", password=None, full_name="", role_names=["integrator"])
        for password in ("", "None"):
            with refused("wrong_credentials"):
                sign_in.check(username="system", password=password, kind="password", ip=None)  # type: ignore[arg-type]


class TestChange:
    def test_ones_own_password_ends_ones_tokens_and_nobody_elses(self, person: Person) -> None:
        dealer, other = person("dealer"), person("cage")
        for somebody in (dealer, other):
            sign_in.give_token(actor=somebody)
        users.set_password(password="another long sentence", actor=dealer)
        dealer.refresh_from_db()
        assert dealer.check_password("another long sentence")
        assert [token.user for token in AuthToken.objects.all()] == [other]

    def test_another_password_is_another(self, person: Person) -> None:
        with refused("password_same"):
            users.set_password(password=PASSWORD, actor=person("dealer"))

    @pytest.mark.parametrize("language", ["fr", "", "DE", "de-DE"])
    def test_only_a_language_of_the_house_is_spoken(self, person: Person, language: str) -> None:
        dealer = person("dealer", language="en")
        with refused("language_unknown"):
            users.speak(language=language, actor=dealer)
        dealer.refresh_from_db()
        assert dealer.language == "en"

    def test_somebody_unknown_has_no_pin(self) -> None:
        with pytest.raises(NotFound):
            users.set_pin(user_id=2**40, pin="918273", actor=None)


class TestSignIns:
    @pytest.mark.parametrize(
        "change",
        ["UPDATE casino_loginevent SET ok = true", "DELETE FROM casino_loginevent", "TRUNCATE casino_loginevent"],
    )
    def test_are_written_once(self, change: str) -> None:
        LoginEvent.objects.create(username="guest", kind="pin", ok=False)
        connection.check_constraints()  # foreign keys still to be checked would forbid TRUNCATE first
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            connection.cursor().execute(change)
        assert LoginEvent.objects.get().ok is False

    def test_a_burst_of_guesses_counts_as_many(self, person: Person) -> None:
        person("floor")
        misses = 0
        for _guess in range(8):
            with pytest.raises(Refusal) as answer:
                sign_in.check(username="floor", password="wrong", kind="token", ip="10.0.0.7")  # type: ignore[arg-type]
            misses += answer.value.code == "wrong_credentials"
        assert misses == throttle.MISSES
        assert sign_in.check(username="floor", password=PASSWORD, kind="token", ip="10.0.0.8")  # type: ignore[arg-type]

    def test_what_is_over_is_deleted_and_nothing_else(self, person: Person) -> None:
        dealer = person("dealer")
        for key, date in (("over", "2026-01-01T00:00:00Z"), ("running", "2999-01-01T00:00:00Z")):
            Session.objects.create(session_key=key, session_data="", expire_date=date)
            sign_in.give_token(actor=dealer)
        AuthToken.objects.filter(pk=AuthToken.objects.earliest("created").pk).update(expiry="2026-01-01T00:00:00Z")
        sign_in.forget()
        assert list(Session.objects.values_list("session_key", flat=True)) == ["running"]
        assert AuthToken.objects.count() == 1

    def test_expired_tokens_go_when_the_next_is_given(self, person: Person) -> None:
        dealer = person("dealer")
        sign_in.give_token(actor=dealer)
        AuthToken.objects.update(expiry="2026-01-01T00:00:00Z")
        token, _expires_at = sign_in.give_token(actor=dealer)
        assert AuthToken.objects.count() == 1
        assert token not in AuthToken.objects.get().digest


class TestCommandLine:
    def make(self, monkeypatch: pytest.MonkeyPatch, *words: str, password: str = PASSWORD) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{password}\n"))
        out = io.StringIO()
        call_command("createuser", *words, stdout=out)
        return out.getvalue().strip()

    def test_makes_a_person(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert (
            self.make(monkeypatch, "anna", "--role", "floor", "--role", "dealer") == "anna: dealer, floor; every house"
        )
        assert User.objects.get().check_password(PASSWORD)

    def test_says_the_services_refusal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(CommandError, match=r"zu schwach|too weak"):
            self.make(monkeypatch, "anna", password="123")
        assert not User.objects.exists()

    def test_there_is_no_superuser(self) -> None:
        with pytest.raises(CommandError, match="createuser"):
            call_command("createsuperuser")
