"""No administrator gives rights alone: what one asks for, another person approves."""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from knox.models import AuthToken

from accounting.models import House
from casino import house_time, locks
from casino.errors import NotFound, Refusal
from casino.models import AccountRequest, LoginEvent, SecurityEvent, User
from casino.models.logins import LoginKind
from casino.roles import INCOMPATIBLE, Role
from casino.selectors import people
from casino.selectors.people import Remark
from casino.services import accounts, sign_in
from casino.services.accounts import one_time_password
from casino.settings.people import incompatible_roles
from tests.casino.conftest import PASSWORD
from tests.casino.people.conftest import WORD, Person, approved, opened
from tests.deciding import looking, seen_at
from tests.patience import PATIENCE_S
from tests.racing import at_once, done_or_held_up

pytestmark = pytest.mark.django_db


def refused(call: Callable[[], object]) -> str:
    """The code of a refusal; nothing about people, requests and tokens has changed."""
    before = everything()
    with pytest.raises(Refusal) as answer:
        call()
    assert everything() == before
    return answer.value.code


def everything() -> list[list[dict[str, object]]]:
    return [list(model.objects.order_by("pk").values()) for model in (User, AccountRequest, AuthToken)]


def declined(request: AccountRequest, actor: User) -> AccountRequest:
    return looking(accounts.decline)(account_request_id=request.pk, actor=actor)


class TestOneAdministratorAlone:
    """The three ways by which one person beat every rule that asks for two."""

    def test_makes_no_manager(self, admin: User) -> None:
        anna = opened(admin, "manager", "dealer")
        anna.refresh_from_db()
        assert (anna.roles, anna.has_usable_password()) == (["dealer"], False)
        request = AccountRequest.objects.get()
        assert (request.person, request.roles, request.gives_password) == (anna, ["manager"], True)
        assert refused(lambda: approved(request, admin)) == "two_people"

    def test_signs_in_as_nobody_else(self, admin: User, manager: User) -> None:
        request = accounts.ask_password(user_id=manager.pk, reason="forgotten", actor=admin)
        manager.refresh_from_db()
        assert manager.check_password(PASSWORD)
        for actor in (admin, manager):
            assert refused(lambda actor=actor: approved(request, actor)) == "two_people"

    def test_gives_themself_nothing(self, admin: User) -> None:
        own = {"user_id": admin.pk, "reason": "because", "actor": admin}
        assert refused(lambda: accounts.change_roles(role_names=["admin", "dealer"], **own)) == "own_roles"
        assert refused(lambda: accounts.ask_password(**own)) == "own_account"
        assert refused(lambda: accounts.lock_out(**own)) == "own_account"
        assert refused(lambda: accounts.sign_out(**own)) == "own_account"

    def test_lets_nobody_in_again(self, admin: User, manager: User) -> None:
        accounts.lock_out(user_id=manager.pk, reason="left the house", actor=admin)
        accounts.ask_to_let_in(user_id=manager.pk, reason="came back", actor=admin)
        manager.refresh_from_db()
        assert not manager.is_active

    def test_the_database_knows_it_too(self, admin: User, manager: User) -> None:
        request = accounts.ask_password(user_id=manager.pk, reason="forgotten", actor=admin)
        for decider in (admin, manager):
            with pytest.raises(IntegrityError, match="account_request_by_two"), transaction.atomic():
                AccountRequest.objects.filter(pk=request.pk).update(
                    decided_by=decider, decided_at=house_time.now(), is_approved=True
                )
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            AccountRequest.objects.filter(pk=request.pk).update(asked_by=manager, person=admin)
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            connection.cursor().execute("DELETE FROM casino_accountrequest")

    @pytest.mark.parametrize("role", [role for role in Role if role != Role.ADMIN])
    def test_others_ask_for_nothing(self, person: Person, manager: User, role: Role) -> None:
        actor = person(role.value, username="actor")
        for call in (
            lambda: opened(actor, "dealer"),
            lambda: accounts.change_roles(user_id=manager.pk, role_names=[], reason="because", actor=actor),
            lambda: accounts.ask_password(user_id=manager.pk, reason="because", actor=actor),
            lambda: accounts.lock_out(user_id=manager.pk, reason="because", actor=actor),
            lambda: accounts.sign_out(user_id=manager.pk, reason="because", actor=actor),
            lambda: accounts.ask_to_let_in(user_id=manager.pk, reason="because", actor=actor),
        ):
            assert refused(call) == "not_allowed"


class TestTwo:
    def test_a_second_person_gives_roles_and_hands_over_the_password(self, admin: User, manager: User) -> None:
        anna = opened(admin, "cage")
        approved(AccountRequest.objects.get(), manager)
        anna.refresh_from_db()
        assert (anna.roles, anna.check_password(WORD)) == (["cage"], True)
        assert anna.has_one_time_password
        assert anna.history.first().history_change_reason == "hired today"

    @pytest.mark.parametrize("role", ["dealer", "floor", "cage", "auditor", "integrator"])
    def test_the_second_is_a_manager_or_an_administrator(self, person: Person, admin: User, role: str) -> None:
        opened(admin, "floor")
        request = AccountRequest.objects.get()
        actor = person(role, username="actor")
        assert refused(lambda: approved(request, actor)) == "not_allowed"
        assert refused(lambda: declined(request, actor)) == "not_allowed"

    def test_roles_are_taken_away_at_once_and_given_later(self, person: Person, admin: User, manager: User) -> None:
        both = person("dealer", "floor")
        changed = {"user_id": both.pk, "reason": "works less", "actor": admin}
        accounts.change_roles(role_names=["dealer", "manager"], **changed)
        both.refresh_from_db()
        assert both.roles == ["dealer"]
        approved(AccountRequest.objects.get(), manager)
        both.refresh_from_db()
        assert (both.roles, both.check_password(PASSWORD)) == (["dealer", "manager"], True)
        accounts.change_roles(role_names=[], **changed)
        accounts.change_roles(role_names=["dealer"], **changed)
        both.refresh_from_db()
        assert both.roles == ["dealer"]
        assert AccountRequest.objects.count() == 1

    def test_locked_out_and_let_in(self, admin: User, manager: User, person: Person) -> None:
        floor = person("floor")
        sign_in.give_token(actor=floor)
        locked = {"user_id": floor.pk, "reason": "left the house", "actor": admin}
        assert refused(lambda: accounts.ask_to_let_in(**locked)) == "not_locked_out"
        accounts.lock_out(**locked)
        assert not AuthToken.objects.exists()
        approved(accounts.ask_to_let_in(**locked), manager)
        floor.refresh_from_db()
        assert (floor.is_active, floor.roles, floor.check_password(PASSWORD)) == (True, ["floor"], True)

    def test_decided_once(self, admin: User, manager: User, person: Person) -> None:
        request = accounts.ask_password(user_id=person("floor").pk, reason="forgotten", actor=admin)
        declined(request, manager)
        assert refused(lambda: approved(request, manager)) == "request_decided"
        assert refused(lambda: declined(request, admin)) == "request_decided"

    def test_one_at_a_time_and_taken_back(self, admin: User, manager: User) -> None:
        ask = {"user_id": manager.pk, "reason": "forgotten", "actor": admin}
        request = accounts.ask_password(**ask)
        assert refused(lambda: accounts.ask_password(**ask)) == "request_open"
        declined(request, admin)
        assert accounts.ask_password(**ask).pk != request.pk

    def test_whom_it_is_about_may_decline(self, admin: User, manager: User) -> None:
        """A manager who never forgot the password sees that somebody asks for another."""
        request = accounts.ask_password(user_id=manager.pk, reason="forgotten", actor=admin)
        declined(request, manager)
        request.refresh_from_db()
        assert request.is_approved is False

    def test_what_is_not_there(self, admin: User, manager: User) -> None:
        for call in (
            lambda: looking(accounts.approve)(account_request_id=2**40, one_time_password=WORD, actor=manager),
            lambda: looking(accounts.decline)(account_request_id=2**40, actor=manager),
            lambda: accounts.ask_password(user_id=2**40, reason="because", actor=admin),
        ):
            with pytest.raises(NotFound):
                call()

    @pytest.mark.parametrize(("reason", "code"), [("", "reason_required"), (" . ", "reason_required")])
    def test_never_without_a_reason(self, admin: User, manager: User, reason: str, code: str) -> None:
        given = {"user_id": manager.pk, "reason": reason, "actor": admin}
        assert refused(lambda: accounts.ask_password(**given)) == code
        assert refused(lambda: accounts.lock_out(**given)) == code
        assert refused(lambda: accounts.change_roles(role_names=[], **given)) == code


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    """A role is taken away while another is approved: it must not come back with the approval."""

    def rivals(self, admin: User, manager: User, person: Person, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        both = person("dealer", "floor")
        change = {"user_id": both.pk, "reason": "works less", "actor": admin}
        accounts.change_roles(role_names=["dealer", "floor", "manager"], **change)
        request, plain = AccountRequest.objects.get(), accounts._save_roles
        saving, taken = Event(), Event()

        def take() -> None:
            assert saving.wait(PATIENCE_S)
            try:
                accounts.change_roles(role_names=["dealer"], **change)
            finally:
                taken.set()

        def save(person: User, role_names: set[str], reason: str, actor: User) -> None:
            if "manager" in role_names:
                saving.set()
                done_or_held_up(taken.is_set)
            plain(person, role_names, reason, actor)

        monkeypatch.setattr(accounts, "_save_roles", save)
        assert not [one for one in at_once(lambda: approved(request, manager), take) if isinstance(one, Exception)]
        both.refresh_from_db()
        return both.roles

    def test_the_race(self, admin: User, manager: User, person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(locks, "person", lambda user_id: User.objects.get(pk=user_id))
        assert self.rivals(admin, manager, person, monkeypatch) == ["dealer", "floor", "manager"]

    def test_is_over_with_the_lock(
        self, admin: User, manager: User, person: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert "floor" not in self.rivals(admin, manager, person, monkeypatch)


class TestRolesTogether:
    @pytest.mark.parametrize("pair", INCOMPATIBLE)
    def test_usual_pairs_are_refused(self, admin: User, pair: tuple[str, str]) -> None:
        assert refused(lambda: opened(admin, *pair)) == "roles_incompatible"

    def test_also_when_they_come_one_after_the_other(self, admin: User, manager: User, person: Person) -> None:
        """Asked for while the other was not there, approved when it was."""
        floor = person("floor")
        accounts.change_roles(user_id=floor.pk, role_names=["cage"], reason="changes over", actor=admin)
        User.objects.filter(pk=floor.pk).update(roles=["floor"])
        assert refused(lambda: approved(AccountRequest.objects.get(), manager)) == "roles_incompatible"

    def test_a_house_says_which(self, admin: User, settings: pytest.FixtureRequest) -> None:
        settings.INCOMPATIBLE_ROLES = incompatible_roles(["dealer+manager"])  # type: ignore[attr-defined]
        assert refused(lambda: opened(admin, "dealer", "manager")) == "roles_incompatible"
        assert opened(admin, "cage", "floor")

    def test_its_words_are_read_strictly(self) -> None:
        assert incompatible_roles([]) == INCOMPATIBLE
        assert incompatible_roles(["none"]) == ()
        for word in ("cage", "cage+boss", "cage+cage", "none+cage", "cage floor"):
            with pytest.raises(Exception, match="is not two roles"):
                incompatible_roles([word])


class TestHouses:
    """Where somebody works is a right too: taken away by one, given by two, and never by somebody from elsewhere."""

    @pytest.fixture
    def houses(self) -> list[int]:
        return [House.objects.create(code=code, name=code).pk for code in ("wi", "bb")]

    @staticmethod
    def working(role: str, *house_ids: int, everywhere: bool = False) -> User:
        name = "-".join([role, *map(str, house_ids)])
        return User.objects.create_user(name, roles=[role], house_ids=None if everywhere else list(house_ids))

    @pytest.mark.parametrize("named", [[0], [0, 1]])
    def test_nobody_says_where_they_work_themselves(self, houses: list[int], named: list[int]) -> None:
        """Not even by giving a house up."""
        admin = self.working("admin", *houses)
        own = {"user_id": admin.pk, "house_ids": [houses[at] for at in named], "reason": "because", "actor": admin}
        assert refused(lambda: accounts.change_houses(**own)) == "own_houses"

    def test_who_works_everywhere_is_not_settled_by_somebody_of_one_house(self, houses: list[int]) -> None:
        admin, everywhere = self.working("admin", houses[0]), self.working("manager", everywhere=True)
        changed = {"user_id": everywhere.pk, "house_ids": houses[:1], "reason": "stays here"}
        assert refused(lambda: accounts.change_houses(**changed, actor=admin)) == "other_houses"
        accounts.change_houses(**changed, actor=self.working("admin", everywhere=True))
        everywhere.refresh_from_db()
        assert everywhere.house_ids == houses[:1]

    def test_the_second_person_works_in_the_house_that_is_asked_for(self, houses: list[int]) -> None:
        """Who works with somebody in one house neither gives them another nor declines it."""
        here, there = houses
        anna, admin = self.working("floor", here), self.working("admin", *houses)
        accounts.change_houses(user_id=anna.pk, house_ids=houses, reason="helps out", actor=admin)
        request, manager = AccountRequest.objects.get(), self.working("manager", here)
        assert refused(lambda: approved(request, manager)) == "other_houses"
        assert refused(lambda: declined(request, manager)) == "other_houses"
        approved(request, self.working("manager", here, there))
        anna.refresh_from_db()
        assert anna.house_ids == houses


class TestThePage:
    def test_from_the_request_to_the_sign_in(self, client: Client, admin: User, manager: User) -> None:
        anna = opened(admin, "cage")
        request = AccountRequest.objects.get()
        client.force_login(admin)
        shown = client.get("/people/").content.decode()
        assert "Take back" in shown
        assert f"/people/requests/{request.pk}/approve/" not in shown
        client.force_login(manager)
        address = f"/people/requests/{request.pk}/approve/"
        assert address in client.get("/people/").content.decode()
        sent = {"key": "k", "seen": seen_at(client, address)}
        assert client.post(address, sent | {"password": "wrong"}).status_code == 403
        for _time in range(2):
            told = client.post(address, sent | {"password": PASSWORD}, follow=True).content.decode()
            assert one_time_password("k") in told
        assert one_time_password("k") not in client.get("/people/").content.decode()
        assert sign_in.check(username="anna", password=one_time_password("k"), kind=LoginKind.PASSWORD, ip=None) == anna

    def test_where_no_password_is_given_none_is_told(
        self, client: Client, admin: User, manager: User, person: Person
    ) -> None:
        floor = person("floor")
        accounts.lock_out(user_id=floor.pk, reason="left", actor=admin)
        request = accounts.ask_to_let_in(user_id=floor.pk, reason="came back", actor=admin)
        client.force_login(manager)
        address = f"/people/requests/{request.pk}/approve/"
        sent = {"key": "k", "seen": seen_at(client, address), "password": PASSWORD}
        told = client.post(address, sent, follow=True).content.decode()
        assert "floor: approved." in told
        assert one_time_password("k") not in told
        floor.refresh_from_db()
        assert (floor.is_active, floor.check_password(PASSWORD)) == (True, True)

    def test_an_administrator_signs_somebody_out(self, admin: User, person: Person) -> None:
        """ASVS 5, 7.4.5: everywhere, at once, with a reason; the person may come back."""
        floor = person("floor")
        theirs, token = Client(), sign_in.give_token(actor=floor)
        theirs.force_login(floor)
        client = Client()
        client.force_login(admin)
        address = f"/people/{floor.pk}/sign-out/"
        shown = client.get("/people/").content.decode()
        assert address in shown
        assert f"/people/{admin.pk}/sign-out/" not in shown
        sent = {"key": "k", "reason": "tablet stolen", "password": PASSWORD}
        assert client.post(address, sent | {"reason": ""}).status_code == 400
        assert client.post(address, sent | {"password": "wrong"}).status_code == 403
        assert theirs.get("/account/").status_code == 200
        assert client.post(address, sent)["Location"] == "/people/"
        assert theirs.get("/account/").status_code == 302
        assert (AuthToken.objects.count(), bool(token)) == (0, True)
        assert floor.history.first().history_change_reason == "tablet stolen"
        assert SecurityEvent.objects.get(kind="grave").about == f"POST {address}"
        assert theirs.post("/login/", {"username": "floor", "password": PASSWORD}).status_code == 302
        assert client.get("/people/0/sign-out/").status_code == 404

    def test_a_request_is_declined(self, client: Client, admin: User, manager: User) -> None:
        opened(admin, "cage")
        client.force_login(manager)
        address = f"/people/requests/{AccountRequest.objects.get().pk}/decline/"
        assert client.post(address, {"key": "k", "seen": seen_at(client, address)})["Location"] == "/people/"
        assert "declined" in client.get("/people/").content.decode()
        assert client.get("/people/requests/0/decline/").status_code == 404


class TestTheReview:
    def remarks(self, username: str) -> tuple[Remark, ...]:
        actor = User.objects.get(username="admin")
        return next(one.remarks for one in people.review(actor=actor) if one.person.username == username)

    def test_names_what_is_to_be_looked_at(self, admin: User, manager: User, person: Person) -> None:
        person("dealer")
        User.objects.create_user("odd", PASSWORD, roles=["cage", "floor"])
        User.objects.create_user("left", PASSWORD, roles=["cage", "floor"])
        User.objects.filter(username="left").update(is_active=False)
        User.objects.create_user("pin", roles=["dealer"])
        opened(admin, "cage")
        approved(AccountRequest.objects.get(), manager)
        self.signed_in("admin", days=91)
        self.signed_in("manager", days=89)
        assert {one.person.username: one.remarks for one in people.review(actor=admin)} == {
            "admin": (Remark.IDLE,),
            "anna": (Remark.ONE_TIME,),
            "dealer": (Remark.NEVER,),
            "manager": (),
            "odd": (Remark.CLASH, Remark.NEVER),
            "pin": (),
            "left": (),
        }
        given = next(one.given for one in people.review(actor=admin) if one.person.username == "anna")
        assert given is not None
        assert (given.asked_by, given.decided_by) == (admin, manager)

    def signed_in(self, username: str, *, days: int) -> None:
        user = User.objects.get(username=username)
        at: datetime = house_time.now() - timedelta(days=days)
        LoginEvent.objects.create(user=user, username=username, kind=LoginKind.PASSWORD, ok=True, at=at)
        LoginEvent.objects.create(user=user, username=username, kind=LoginKind.PASSWORD, ok=False)

    def test_asks_the_database_no_more_for_more_people(
        self, admin: User, django_assert_num_queries: Callable[..., object]
    ) -> None:
        for number in range(20):
            User.objects.create_user(f"dealer-{number}", roles=["dealer"])
        with django_assert_num_queries(3):  # type: ignore[attr-defined]
            people.review(actor=admin)
