"""A second factor for those who move money: set up, asked for, lost, and nothing without it."""

import re
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice
from rest_framework.test import APIClient

from casino import house_time
from casino.errors import Refusal
from casino.models import AccountRequest, LoginEvent, RecoveryCode, Session, User
from casino.models.logins import LoginKind
from casino.roles import MONEY
from casino.services import accounts, second_factor, users
from casino.settings.people import second_factor_roles
from tests.casino.conftest import PASSWORD
from tests.deciding import looking

pytestmark = pytest.mark.django_db

Person = Callable[..., User]
TOKEN = "/api/v1/auth/token/"


@pytest.fixture
def floor(person: Person) -> User:
    return person("floor")


@pytest.fixture
def _needed(settings: SimpleNamespace) -> None:
    settings.SECOND_FACTOR_ROLES = frozenset({"floor"})


def shown(key: str, *, steps: int = 0) -> str:
    """What the telephone shows, so many half minutes from now."""
    return f"{totp(bytes.fromhex(key), t0=-30 * steps):06d}"


def set_up(user: User) -> tuple[str, list[str]]:
    """The telephone's secret and the recovery codes; the code of this half minute is used up."""
    key = second_factor.new(user).key
    codes = second_factor.set_up(key=key, code=shown(key), actor=user)
    return key, codes


def a_minute_later() -> None:
    """The wait after a miss is over."""
    TOTPDevice.objects.update(throttling_failure_timestamp=house_time.now() - timedelta(minutes=1))


def with_password(name: str = "floor") -> Client:
    client = Client()
    assert client.post("/login/", {"username": name, "password": PASSWORD, "next": "/account/"}).status_code == 302
    return client


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as answer:
        call()
    return answer.value.code


def check(user: User, code: str) -> None:
    second_factor.check(person=user, code=code, ip="10.0.0.7")


class TestSigningIn:
    def test_the_password_alone_is_not_enough(self, floor: User) -> None:
        key, _codes = set_up(floor)
        client = with_password()
        assert client.get("/account/")["Location"].startswith("/login/")
        assert client.post("/login/code/", {"code": "000000"}).status_code == 401
        answer = client.post("/login/code/", {"code": shown(key, steps=1), "next": "/account/"})
        assert answer.status_code == 429, "after a miss one waits"
        a_minute_later()
        answer = client.post("/login/code/", {"code": shown(key, steps=1), "next": "/account/"})
        assert (answer.status_code, answer["Location"]) == (302, "/account/")
        assert client.get("/account/").status_code == 200
        kinds = LoginEvent.objects.order_by("pk").values_list("kind", "ok")
        assert list(kinds) == [("password", True), ("code", False), ("code", True)]

    def test_five_minutes_after_the_password_it_is_asked_for_again(self, floor: User) -> None:
        key, _codes = set_up(floor)
        client = with_password()
        session = client.session
        session["password_of"] = [floor.pk, session["password_of"][1] - 301]
        session.save()
        assert client.post("/login/code/", {"code": shown(key, steps=1)})["Location"] == "/login/"

    def test_nobody_comes_in_by_a_code_alone(self, floor: User) -> None:
        key, _codes = set_up(floor)
        client = Client()
        assert client.post("/login/code/", {"code": shown(key, steps=1)})["Location"] == "/login/"
        assert client.get("/login/code/")["Location"] == "/login/"

    def test_a_code_counts_once(self, floor: User) -> None:
        key, _codes = set_up(floor)
        assert refused(lambda: check(floor, shown(key))) == "wrong_code", "it was used to set the telephone up"

    def test_a_recovery_code_counts_once(self, floor: User) -> None:
        _key, codes = set_up(floor)
        client = with_password()
        assert client.post("/login/code/", {"code": codes[0].upper()}).status_code == 302
        assert refused(lambda: check(floor, codes[0])) == "wrong_code"
        a_minute_later()
        assert RecoveryCode.objects.count() == second_factor.RECOVERY_CODES - 1

    @pytest.mark.parametrize(
        "code", ["", "1", "1-", "-", "0-abcdefgh", "11-abcdefgh", "x-abcdefgh", "²-abcdefgh", "1-abcdefgh"]
    )
    def test_what_is_no_recovery_code_is_a_miss(self, floor: User, code: str) -> None:
        set_up(floor)
        assert refused(lambda: check(floor, code)) == "wrong_code"
        assert TOTPDevice.objects.get().throttling_failure_count == 1

    @pytest.mark.parametrize("code", ["000000", "1-abcdefgh", ""])
    def test_whoever_has_none_knows_no_right_code(self, floor: User, code: str) -> None:
        assert refused(lambda: check(floor, code)) == "wrong_code"
        assert not LoginEvent.objects.filter(kind=LoginKind.CODE).exists()

    def test_only_hashes_of_the_codes_are_kept(self, floor: User) -> None:
        """ASVS 5, 6.5.2."""
        _key, codes = set_up(floor)
        kept = " ".join(RecoveryCode.objects.values_list("code_hash", flat=True))
        assert not [code for code in codes if code.partition("-")[2] in kept]

    def test_each_miss_doubles_the_wait(self, floor: User) -> None:
        set_up(floor)
        waits = []
        for _miss in range(4):
            assert refused(lambda: check(floor, "000000")) == "wrong_code"
            with pytest.raises(Refusal) as answer:
                check(floor, "000000")
            waits.append(answer.value.facts["seconds"])
            a_minute_later()
        assert waits == [1, 2, 4, 8]

    def test_somebody_locked_out_meanwhile_stays_out(self, floor: User) -> None:
        key, _codes = set_up(floor)
        client = with_password()
        User.objects.update(is_active=False)
        assert client.post("/login/code/", {"code": shown(key, steps=1)})["Location"] == "/login/"


class TestAMachine:
    def ask(self, **body: str) -> tuple[int, str]:
        answer = APIClient().post(TOKEN, {"username": "floor", "password": PASSWORD, **body}, format="json")
        return answer.status_code, answer.json().get("code", "")

    def test_gives_the_code_too(self, floor: User) -> None:
        key, _codes = set_up(floor)
        assert self.ask() == (401, "code_required")
        assert self.ask(code="000000") == (401, "wrong_code")
        a_minute_later()
        assert self.ask(code=shown(key, steps=1)) == (200, "")

    @pytest.mark.usefixtures("_needed")
    def test_gets_no_token_where_a_role_needs_what_is_not_there(self, floor: User) -> None:
        assert self.ask() == (403, "second_factor_required")


@pytest.mark.usefixtures("_needed")
class TestARoleThatNeedsIt:
    def test_opens_nothing_but_the_page_that_sets_it_up(self, floor: User) -> None:
        client = with_password()
        for page in ("/", "/floor/", "/account/", "/tablets/", "/admin/"):
            assert client.get(page)["Location"] == "/account/second-factor/", page
        assert client.get("/api/v1/tables/").status_code == 403
        page = client.get("/account/second-factor/").content.decode()
        assert "data:image/svg+xml" in page
        key = client.session["second_factor_key"]
        wrong = client.post("/account/second-factor/", {"key": "k", "code": "000000", "password": PASSWORD})
        assert wrong.status_code == 401
        sent = {"key": "k", "code": shown(key), "password": PASSWORD}
        assert client.post("/account/second-factor/", sent | {"password": "wrong"}).status_code == 403
        assert not TOTPDevice.objects.exists()
        told = client.post("/account/second-factor/", sent, follow=True).content.decode()
        assert (
            len(re.findall(r"\b\d+-[a-z2-9]{8}\b", told.split("recovery codes", 1)[1].split("They are shown")[0])) == 10
        )
        assert client.get("/tablets/").status_code == 200
        assert "second_factor_key" not in client.session

    def test_a_session_that_is_older_than_the_role_gives_a_code(self, floor: User) -> None:
        key, _codes = set_up(floor)
        client = Client()
        client.force_login(floor)
        assert client.get("/tablets/")["Location"] == "/account/second-factor/"
        assert client.post("/account/second-factor/", {"key": "a", "code": "000000"}).status_code == 401
        a_minute_later()
        sent = {"key": "b", "code": shown(key, steps=1)}
        assert client.post("/account/second-factor/", sent).status_code == 303
        assert client.get("/tablets/").status_code == 200

    @pytest.mark.parametrize("page", ["codes", "remove"])
    def test_a_session_without_the_code_changes_nothing(self, floor: User, page: str) -> None:
        """The password alone must not lead to recovery codes, or past the second factor."""
        set_up(floor)
        client = Client()
        client.force_login(floor)
        before = list(RecoveryCode.objects.order_by("number").values()), TOTPDevice.objects.count()
        answer = client.post(f"/account/second-factor/{page}/", {"key": "k", "password": PASSWORD})
        assert answer["Location"] == "/account/second-factor/"
        assert (list(RecoveryCode.objects.order_by("number").values()), TOTPDevice.objects.count()) == before

    def test_it_is_not_given_up(self, floor: User) -> None:
        set_up(floor)
        assert refused(lambda: second_factor.remove(actor=floor)) == "second_factor_required"

    def test_others_need_none(self, person: Person) -> None:
        person("dealer")
        assert with_password("dealer").get("/account/").status_code == 200


class TestAtWill:
    def test_set_up_again_on_another_telephone(self, floor: User) -> None:
        first, codes = set_up(floor)
        second, _codes = set_up(floor)
        assert TOTPDevice.objects.get().key == second != first
        assert refused(lambda: check(floor, codes[0])) == "wrong_code"

    @pytest.mark.parametrize("page", ["codes", "remove"])
    def test_only_a_session_with_the_code_changes_it(self, floor: User, page: str) -> None:
        set_up(floor)
        client = Client()
        client.force_login(floor)
        before = list(RecoveryCode.objects.order_by("number").values())
        answer = client.post(f"/account/second-factor/{page}/", {"key": "k", "password": PASSWORD})
        assert answer.status_code == 401
        assert list(RecoveryCode.objects.order_by("number").values()) == before
        session = client.session
        session["second_factor"] = True
        session.save()
        answer = client.post(f"/account/second-factor/{page}/", {"key": "l", "password": PASSWORD})
        assert answer.status_code == 303

    def test_new_codes_and_given_up(self, floor: User) -> None:
        for call in (second_factor.renew_codes, second_factor.remove):
            assert refused(lambda call=call: call(actor=floor)) == "no_second_factor"
        _key, old = set_up(floor)
        new = second_factor.renew_codes(actor=floor)
        assert not set(old) & set(new)
        assert refused(lambda: check(floor, old[0])) == "wrong_code"
        second_factor.remove(actor=floor)
        assert with_password().get("/account/").status_code == 200

    @pytest.mark.parametrize("code", ["", "00000", "0000000", "abcdef", "²00000", "-00001"])
    def test_what_is_no_code_sets_nothing_up(self, floor: User, code: str) -> None:
        key = second_factor.new(floor).key
        assert refused(lambda: second_factor.set_up(key=key, code=code, actor=floor)) == "wrong_code"


class TestLost:
    def test_two_people_let_somebody_set_it_up_anew(self, floor: User, person: Person) -> None:
        admin, manager = person("admin"), person("manager")
        ask = {"user_id": floor.pk, "reason": "lost the telephone", "actor": admin}
        assert refused(lambda: accounts.ask_second_factor(**ask)) == "no_second_factor"
        set_up(floor)
        client = Client()
        client.force_login(floor)
        request = accounts.ask_second_factor(**ask)
        approve = {"account_request_id": request.pk, "one_time_password": "unused"}
        assert refused(lambda: looking(accounts.approve)(**approve, actor=admin)) == "two_people"
        assert TOTPDevice.objects.exists()
        looking(accounts.approve)(**approve, actor=manager)
        assert not TOTPDevice.objects.exists()
        assert not Session.objects.filter(user=floor).exists()
        floor.refresh_from_db()
        assert floor.check_password(PASSWORD)
        assert AccountRequest.objects.get().is_approved

    def test_another_password_leaves_it(self, floor: User) -> None:
        set_up(floor)
        users.set_password(password="quite another sentence", actor=floor)
        assert second_factor.has(floor)


def test_which_roles_need_it() -> None:
    assert second_factor_roles([], in_production=True) == MONEY
    assert second_factor_roles([], in_production=False) == frozenset()
    assert second_factor_roles(["none"], in_production=True) == frozenset()
    assert second_factor_roles(["cage", "auditor"], in_production=False) == {"cage", "auditor"}
    with pytest.raises(ImproperlyConfigured, match="no role boss"):
        second_factor_roles(["cage", "boss"], in_production=True)
