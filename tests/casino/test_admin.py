"""The back office: who is let in, what is read-only, actions that ask why and call one service."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.test import Client

from casino.admin.reading import SECRETS
from casino.models import AccountRequest, LoginEvent, StoredAnswer, User
from tests.casino.conftest import PASSWORD

pytestmark = pytest.mark.django_db

Person = Callable[..., User]
USERS = "/admin/casino/user/"


@pytest.fixture
def office(client: Client, person: Person) -> Client:
    client.force_login(person("admin"))
    return client


def key_in(page: Any) -> str:
    key: str = page.context["form"]["key"].value()
    return key


class TestSecrets:
    def test_no_list_can_be_asked_by_a_secret(self) -> None:
        """Django filters by any field of a row's own: `?password__startswith=` told the hash letter by letter."""
        asked = []
        for model, page in admin.site._registry.items():
            for name in SECRETS & {field.name for field in model._meta.concrete_fields}:
                asked.append((model.__name__, name))
                assert not page.lookup_allowed(f"{name}__startswith", "p", None)
        assert {("User", "password"), ("User", "pin_hash"), ("Draw", "seed")} <= set(asked)

    def test_who_tries_is_refused(self, office: Client) -> None:
        assert office.get(USERS, {"username__startswith": "a"}).status_code == 200
        assert office.get(USERS, {"password__startswith": "argon2"}).status_code == 400


class TestWhoIsLetIn:
    @pytest.mark.parametrize("role", ["floor", "manager", "auditor", "admin"])
    def test_the_office(self, client: Client, person: Person, role: str) -> None:
        client.force_login(person(role))
        assert client.get("/admin/").status_code == 200

    @pytest.mark.parametrize("role", ["dealer", "cage", "integrator"])
    def test_nobody_else(self, client: Client, person: Person, role: str) -> None:
        client.force_login(person(role))
        assert client.get("/admin/").status_code == 302
        assert client.get(USERS).status_code == 302
        assert client.get("/admin/login/", {"next": USERS})["Location"] == "/", "not round in a circle"

    def test_through_the_one_front_door(self, client: Client) -> None:
        assert client.get(USERS, follow=True).redirect_chain[-1][0] == f"/login/?next={USERS}"

    def test_people_are_not_the_floors_business(self, client: Client, person: Person) -> None:
        client.force_login(person("floor"))
        assert client.get(USERS).status_code == 403


class TestReading:
    def test_sign_ins_are_shown_and_never_changed(self, client: Client, person: Person) -> None:
        client.force_login(person("auditor"))
        row = LoginEvent.objects.create(username="guest", kind="pin", ok=False)
        assert "guest" in client.get("/admin/casino/loginevent/").content.decode()
        assert client.get(f"/admin/casino/loginevent/{row.pk}/change/").status_code == 200
        assert client.get("/admin/casino/loginevent/add/").status_code == 403
        assert client.post(f"/admin/casino/loginevent/{row.pk}/change/", {"ok": "on"}).status_code == 403
        assert client.post(f"/admin/casino/loginevent/{row.pk}/delete/", {"post": "yes"}).status_code == 403
        row.refresh_from_db()
        assert row.ok is False

    def test_no_secret_is_shown(self, office: Client, person: Person) -> None:
        dealer = person("dealer")
        page = office.get(f"{USERS}{dealer.pk}/change/").content.decode()
        assert dealer.password not in page
        assert office.get(f"{USERS}{dealer.pk}/history/").status_code == 200

    def test_counters_are_for_those_who_may_see_what_they_count(
        self, client: Client, person: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(admin.site._wrapped, "counters", [])  # type: ignore[attr-defined]
        admin.site.count("sign-ins", lambda _actor: 4711, address=USERS, permission="casino.view_loginevent")  # type: ignore[attr-defined]
        for role, shown in (("manager", True), ("floor", False)):
            client.force_login(person(role))
            assert (b"4711" in client.get("/admin/").content) is shown


class TestActions:
    def test_asks_why_then_acts_once(self, office: Client, person: Person) -> None:
        dealer = person("dealer")
        address = f"{USERS}{dealer.pk}/do/lock-out/"
        assert address.encode() in office.get(f"{USERS}{dealer.pk}/change/").content
        sent = {"key": key_in(office.get(address)), "reason": "left the house"}
        first, second = office.post(address, sent), office.post(address, sent)
        assert first.status_code == second.status_code == 303
        dealer.refresh_from_db()
        assert not dealer.is_active
        assert list(LogEntry.objects.values_list("change_message", flat=True)) == ["Lock out: left the house"]
        assert StoredAnswer.objects.count() == 1

    @pytest.mark.parametrize("reason", ["", ".", "  a  "])
    def test_no_reason_no_action(self, office: Client, person: Person, reason: str) -> None:
        dealer = person("dealer")
        page = office.post(f"{USERS}{dealer.pk}/do/lock-out/", {"key": "k", "reason": reason})
        assert page.status_code == 400
        assert page.context["form"].errors["reason"]
        dealer.refresh_from_db()
        assert dealer.is_active

    def test_a_refusal_is_said_above_the_form(self, office: Client) -> None:
        own = User.objects.get(username="admin")
        page = office.post(f"{USERS}{own.pk}/do/lock-out/", {"key": "k", "reason": "by mistake"})
        assert page.status_code == 422
        assert page.context["form"].non_field_errors() == [
            "This is your own account: another administrator must do it."
        ]
        assert "by mistake" in page.content.decode()
        assert key_in(page) != "k"
        own.refresh_from_db()
        assert own.is_active

    def test_actions_are_offered_where_they_make_sense(self, office: Client, person: Person) -> None:
        page = office.get(f"{USERS}{person('dealer').pk}/change/").content.decode()
        assert "do/lock-out/" in page
        assert "do/let-in/" not in page

    def test_an_auditor_sees_people_and_changes_none(self, client: Client, person: Person) -> None:
        dealer = person("dealer")
        client.force_login(person("auditor"))
        assert b"/do/" not in client.get(f"{USERS}{dealer.pk}/change/").content
        assert client.post(f"{USERS}{dealer.pk}/do/lock-out/", {"key": "k", "reason": "because"}).status_code == 403
        assert client.get(f"{USERS}do/new/").status_code == 403
        assert client.get(f"{USERS}999999/do/lock-out/").status_code == 403, "whether it is there is not told"

    def test_new_people_come_by_the_service(self, office: Client) -> None:
        form = {"key": "k", "username": "anna", "full_name": "Anna K.", "language": "de", "reason": "our new cashier"}
        form |= {"password": PASSWORD}  # the administrator's own, asked again
        clashing = office.post(f"{USERS}do/new/", form | {"roles": ["cage", "dealer"]})
        assert clashing.status_code == 422
        assert clashing.context["form"].non_field_errors() == ["No one may be both Cage and Dealer."]
        assert not User.objects.filter(username="anna").exists()
        assert office.post(f"{USERS}do/new/", form | {"roles": ["cage"]}).status_code == 303
        anna = User.objects.get(username="anna")
        assert (anna.roles, anna.language, anna.has_usable_password()) == ([], "de", False)
        assert anna.history.get().history_user.username == "admin"
        assert AccountRequest.objects.get().roles == ["cage"]

    @pytest.mark.parametrize("action", ["roles", "password", "let-in"])
    def test_whoever_gives_rights_gives_their_password_again(self, office: Client, person: Person, action: str) -> None:
        """Somebody who finds the administrator's tablet cannot even ask for rights."""
        dealer = person("dealer")
        User.objects.filter(pk=dealer.pk).update(is_active=action != "let-in")
        sent = {"key": "k", "roles": ["manager"], "reason": "because"}
        for given, status in (({}, 400), ({"password": "wrong"}, 403)):
            page = office.post(f"{USERS}{dealer.pk}/do/{action}/", sent | given)
            assert page.status_code == status
            assert not AccountRequest.objects.exists()
        assert office.post(f"{USERS}{dealer.pk}/do/{action}/", sent | {"password": PASSWORD}).status_code == 303
        assert AccountRequest.objects.get().person == dealer

    def test_unknown_action_and_row(self, office: Client) -> None:
        own = User.objects.get(username="admin")
        assert office.get(f"{USERS}{own.pk}/do/nothing/").status_code == 404
        assert office.get(f"{USERS}999999/do/lock-out/").status_code == 404
        assert office.get(f"{USERS}do/nothing/").status_code == 404

    def test_pages_have_no_inline_style_or_script(self, office: Client) -> None:
        own = User.objects.get(username="admin")
        for address in ("/admin/", USERS, f"{USERS}do/new/", f"{USERS}{own.pk}/change/", f"{USERS}{own.pk}/history/"):
            page = office.get(address).content.decode()
            assert " style=" not in page
            assert "<script>" not in page


def test_the_password_is_changed_on_our_own_page(office: Client) -> None:
    """Django's page has no throttle and no record, and leaves tokens alive."""
    for ask in (office.get, office.post):
        assert ask("/admin/password_change/").headers["Location"] == "/password/"
