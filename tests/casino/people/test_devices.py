"""Tablets and PINs: a code is good once, five misses lock a tile, a PIN opens no other door."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client

from casino import house_time
from casino.errors import Malformed, NotAllowed, NotFound, Refusal
from casino.models import Device, LoginEvent, PinMisses, User
from casino.models.logins import LoginKind
from casino.roles import Role
from casino.services import devices, sign_in, users
from tests import builders, racing
from tools.evening.clock import Clock

pytestmark = pytest.mark.django_db

PIN = "246810"


@pytest.fixture
def floor() -> User:
    return builders.user("floor")


@pytest.fixture
def dealer() -> User:
    return users.set_pin(user_id=builders.user("dealer").pk, pin=PIN, actor=None)


@pytest.fixture
def tablet(floor: User) -> tuple[Device, str]:
    """Enrolled, with its token."""
    _device, code = devices.add(name="Tablet 1", actor=floor)
    return devices.enrol(code=code, ip="10.0.0.7")


def refused(call) -> str:
    with pytest.raises(Refusal) as error:
        call()
    return error.value.code


def unlock(token: str, person: User, pin: str = PIN) -> tuple[Device, User]:
    return devices.unlock(token=token, user_id=person.pk, pin=pin, ip="10.0.0.7")


class TestEnrolment:
    def test_a_code_is_good_once(self, floor):
        device, code = devices.add(name=" Tablet 1 ", actor=floor)
        enrolled, token = devices.enrol(code=f"{code[:4]} {code[4:]}", ip="10.0.0.7")
        assert (enrolled.pk, enrolled.name, devices.known(token)) == (device.pk, "Tablet 1", device)
        assert refused(lambda: devices.enrol(code=code, ip="10.0.0.7")) == "wrong_code"
        assert list(LoginEvent.objects.order_by("pk").values_list("kind", "ok", "device")) == [
            ("enrol", True, device.pk),
            ("enrol", False, None),
        ]

    def test_neither_code_nor_token_is_kept(self, floor):
        _device, code = devices.add(name="Tablet 1", actor=floor)
        kept = repr(list(Device.objects.values()) + list(Device.history.values()))
        assert code not in kept
        _device, token = devices.enrol(code=code, ip=None)
        assert token not in repr(list(Device.objects.values()) + list(Device.history.values()))

    def test_a_code_is_good_for_ten_minutes(self, floor):
        _device, code = devices.add(name="Tablet 1", actor=floor)
        Device.objects.update(code_until=house_time.now() - timedelta(seconds=1))
        assert refused(lambda: devices.enrol(code=code, ip="10.0.0.7")) == "wrong_code"

    def test_guessing_is_slow(self, floor):
        _device, code = devices.add(name="Tablet 1", actor=floor)
        for _try in range(5):
            assert refused(lambda: devices.enrol(code="00000000x", ip="10.0.0.7")) == "wrong_code"
        assert refused(lambda: devices.enrol(code=code, ip="10.0.0.7")) == "too_many_attempts"
        assert devices.enrol(code=code, ip="10.0.0.8"), "another address is nobody's guess"

    def test_a_new_code_leaves_the_old_cookie_good_until_it_is_used(self, floor, tablet):
        device, token = tablet
        _device, code = devices.renew(device_id=device.pk, actor=floor)
        assert devices.known(token)
        _device, new_token = devices.enrol(code=code, ip=None)
        assert devices.known(token) is None
        assert devices.known(new_token) == device

    def test_what_is_refused(self, floor, dealer, tablet):
        assert refused(lambda: devices.add(name="Tablet 1", actor=floor)) == "device_name_taken"
        for name in ("", " ", "x" * 41):
            with pytest.raises(Malformed):
                devices.add(name=name, actor=floor)
        with pytest.raises(NotFound):
            devices.revoke(device_id=4711, actor=floor)
        for person in (dealer, builders.user("cage"), builders.user("auditor")):
            with pytest.raises(NotAllowed):
                devices.add(name="Tablet 2", actor=person)
            with pytest.raises(NotAllowed):
                devices.revoke(device_id=tablet[0].pk, actor=person)
        assert Device.objects.count() == 1


class TestPin:
    def test_opens_on_a_tablet_of_the_house_alone(self, dealer, tablet):
        assert unlock(tablet[1], dealer) == (tablet[0], dealer)
        for token in ("", "x" * 43):
            assert refused(lambda token=token: unlock(token, dealer)) == "device_not_enrolled"

    def test_five_misses_lock_the_tile_until_the_floor_frees_it(self, floor, dealer, tablet):
        device, token = tablet
        said = []
        for _miss in range(4):
            with pytest.raises(devices.WrongPin) as error:
                unlock(token, dealer, "000000")
            said.append(error.value.facts["left"])
        assert said == [4, 3, 2, 1]
        assert refused(lambda: unlock(token, dealer, "000000")) == "pin_locked"
        assert refused(lambda: unlock(token, dealer)) == "pin_locked", "the right one comes too late"
        [tile] = devices.tiles(device)
        assert tile.is_locked
        [row] = devices.locked_tiles(house_ids=None)
        assert (row.device, row.user) == (device, dealer)
        devices.free(device_id=device.pk, user_id=dealer.pk, actor=floor)
        assert unlock(token, dealer)
        assert LoginEvent.objects.filter(kind="pin", device=device, user=dealer, ok=False).count() == 5

    def test_a_right_one_begins_the_count_anew(self, dealer, tablet):
        for _miss in range(4):
            with pytest.raises(devices.WrongPin):
                unlock(tablet[1], dealer, "000000")
        unlock(tablet[1], dealer)
        assert PinMisses.objects.get().misses == 0

    def test_misses_count_for_the_person_on_whichever_tablet(self, floor, dealer, tablet):
        _device, code = devices.add(name="Tablet 2", actor=floor)
        other, other_token = devices.enrol(code=code, ip="10.0.0.7")
        for token in (tablet[1], other_token, tablet[1], other_token):
            assert refused(lambda token=token: unlock(token, dealer, "000000")) == "wrong_pin"
        assert refused(lambda: unlock(other_token, dealer, "000000")) == "pin_locked"
        assert refused(lambda: unlock(tablet[1], dealer)) == "pin_locked", "on the first tablet too"
        assert all(tile.is_locked for device in (tablet[0], other) for tile in devices.tiles(device))
        [row] = devices.locked_tiles(house_ids=None)
        devices.free(device_id=row.device_id, user_id=dealer.pk, actor=floor)
        assert unlock(tablet[1], dealer)
        assert not any(PinMisses.objects.values_list("misses", flat=True))

    def test_a_tile_is_freed_at_a_tablet_where_it_was_missed(
        self, floor: User, dealer: User, tablet: tuple[Device, str]
    ) -> None:
        """At any other, somebody who may free tiles there alone would open one elsewhere."""
        _device, code = devices.add(name="Tablet 2", actor=floor)
        other, _token = devices.enrol(code=code, ip="10.0.0.7")
        for _miss in range(5):
            assert refused(lambda: unlock(tablet[1], dealer, "000000")) in ("wrong_pin", "pin_locked")
        before = list(PinMisses.objects.values())
        devices.free(device_id=other.pk, user_id=dealer.pk, actor=floor)
        assert list(PinMisses.objects.values()) == before
        assert refused(lambda: unlock(tablet[1], dealer)) == "pin_locked"

    def test_misses_are_none_of_the_password(self, dealer, tablet):
        users.set_password(password="correct horse battery", actor=dealer)
        for _miss in range(4):
            assert refused(lambda: unlock(tablet[1], dealer, "000000")) == "wrong_pin"
        assert refused(lambda: unlock(tablet[1], dealer, "000000")) == "pin_locked"
        given = {
            "username": "dealer",
            "password": "correct horse battery",
            "kind": LoginKind.PASSWORD,
            "ip": "10.0.0.7",
        }
        assert sign_in.check(**given) == dealer

    @pytest.mark.parametrize("pin", ["111111", "123456", "987654", "121212", "123123", "123321", "112233", "890123"])
    def test_what_anybody_would_try_is_no_pin(self, dealer, pin):
        before = dealer.pin_hash
        assert refused(lambda: users.set_pin(user_id=dealer.pk, pin=pin, actor=dealer)) == "pin_trivial"
        assert User.objects.get(pk=dealer.pk).pin_hash == before

    def test_nobody_frees_his_own_tile(self, tablet):
        both = User.objects.create_user("both", roles=["dealer", "floor"])
        users.set_pin(user_id=both.pk, pin=PIN, actor=None)
        assert refused(lambda: devices.free(device_id=tablet[0].pk, user_id=both.pk, actor=both)) == "own_tile"

    def test_only_who_deals_and_has_one_has_a_tile(self, floor, dealer, tablet):
        users.set_pin(user_id=floor.pk, pin=PIN, actor=None)
        without = builders.user("dealer", "without")
        left = users.set_pin(user_id=builders.user("dealer", "left").pk, pin=PIN, actor=None)
        User.objects.filter(pk=left.pk).update(is_active=False)
        assert [tile.user for tile in devices.tiles(tablet[0])] == [dealer]
        for person in (floor, without, left):
            assert refused(lambda person=person: unlock(tablet[1], person)) == "user_unknown"

    def test_it_is_not_the_pin_that_is_hashed(self, dealer):
        """A copy of the table alone opens nothing: six digits are tried in a moment."""
        assert not check_password(PIN, dealer.pin_hash)


@pytest.mark.django_db(transaction=True)
def test_a_burst_of_guesses_counts_each_of_them(floor, dealer, tablet):
    guesses = [lambda: unlock(tablet[1], dealer, "000000")] * 8
    codes = racing.refusals(racing.at_once(*guesses))
    assert sorted(codes) == ["pin_locked"] * 4 + ["wrong_pin"] * 4
    assert PinMisses.objects.get().misses == 5


class TestTheDoor:
    @pytest.fixture
    def browser(self, floor, dealer) -> Client:
        """A tablet: enrolled through its own page."""
        client = Client(HTTP_ACCEPT_LANGUAGE="en")
        _device, code = devices.add(name="Tablet 1", actor=floor)
        assert "Enrol this device" in client.get("/tablet/").content.decode()
        answer = client.post("/tablet/enrol/", {"code": code})
        assert answer.status_code == 302
        cookie = answer.cookies["tablet"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"
        return client

    def test_tile_pin_desk_lock(self, browser, dealer):
        page = browser.get("/tablet/").content.decode()
        assert f"/tablet/{dealer.pk}/" in page
        wrong = browser.post(f"/tablet/{dealer.pk}/", {"pin": "000000"})
        assert wrong.status_code == 401
        assert "Tries left: 4" in wrong.content.decode()
        assert "000000" not in wrong.content.decode()
        answer = browser.post(f"/tablet/{dealer.pk}/", {"pin": PIN})
        assert answer["Location"] == "/"
        assert browser.session["tablet"] == Device.objects.get().pk
        assert "password_given_at" not in browser.session, "a PIN is no password"
        assert browser.post("/tablet/lock/")["Location"] == "/tablet/"
        assert "sessionid" not in browser.cookies or not browser.session.get("_auth_user_id")
        kinds = LoginEvent.objects.order_by("pk").values_list("kind", "ok")
        assert list(kinds) == [("enrol", True), ("pin", False), ("pin", True), ("logout", True)]

    def test_who_is_not_signed_in_is_led_to_the_tiles(self, browser):
        assert browser.get("/dealer/")["Location"] == "/tablet/?next=/dealer/"
        assert browser.get("/")["Location"] == "/tablet/"
        assert Client().get("/dealer/")["Location"] == "/login/?next=/dealer/"

    def test_a_wrong_code_enrols_nothing(self, db):
        client = Client(HTTP_ACCEPT_LANGUAGE="en")
        for code in ("", "12345678", "x" * 30):
            answer = client.post("/tablet/enrol/", {"code": code})
            assert answer.status_code in (400, 422)
            assert "tablet" not in answer.cookies

    def test_a_pin_s_session_ends_with_its_tablet(self, browser, floor, dealer):
        browser.post(f"/tablet/{dealer.pk}/", {"pin": PIN})
        stolen = Client()
        stolen.cookies["sessionid"] = browser.cookies["sessionid"].value
        assert stolen.get("/dealer/").status_code == 302, "the session without the tablet's cookie"
        browser.post(f"/tablet/{dealer.pk}/", {"pin": PIN})
        assert browser.get("/dealer/").status_code == 200
        devices.revoke(device_id=Device.objects.get().pk, actor=floor)
        assert browser.get("/dealer/")["Location"].startswith("/tablet/")

    def test_a_pin_s_session_ends_with_the_pin(self, browser, dealer):
        browser.post(f"/tablet/{dealer.pk}/", {"pin": PIN})
        assert browser.get("/dealer/").status_code == 200
        users.set_pin(user_id=dealer.pk, pin="135790", actor=None)
        assert browser.get("/dealer/")["Location"].startswith("/tablet/")

    def test_a_pin_s_session_deals_and_does_nothing_else(self, browser, dealer):
        """Whoever also has other roles uses them with a password: six digits open no back office and add no tablet."""
        roles = sorted(role.value for role in Role)
        User.objects.filter(pk=dealer.pk).update(roles=roles)
        browser.post(f"/tablet/{dealer.pk}/", {"pin": PIN})
        assert browser.get("/dealer/").status_code == 200
        for page in ("/floor/", "/tablets/", "/tablets/add/", "/management/", "/cage/", "/tournaments/new/"):
            assert browser.get(page).status_code == 403, page
        assert browser.post("/tablets/add/", {"key": "k", "name": "Mine"}).status_code == 403
        assert browser.get("/admin/").status_code == 302
        assert browser.get("/api/v1/guests/").status_code == 403
        browser.post("/language/", {"language": "de"})
        assert Device.objects.count() == 1
        assert User.objects.get(pk=dealer.pk).roles == roles, "the person keeps the roles"

    def test_two_clocks(self, browser, dealer):
        browser.post(f"/tablet/{dealer.pk}/", {"pin": PIN})
        browser.get("/dealer/")
        began = house_time.now()
        clock = Clock(began)
        with house_time.shown_by(clock.now):
            clock.forward(began + timedelta(minutes=9))
            assert browser.post("/awake/").status_code == 204, "touched, though nothing was sent"
            clock.forward(began + timedelta(minutes=18))
            assert browser.get("/dealer/?v=x").status_code == 200, "a poll is nobody's touch"
            clock.forward(began + timedelta(minutes=20))
            assert browser.get("/dealer/").status_code == 302
            browser.post(f"/tablet/{dealer.pk}/", {"pin": PIN})
            for minutes in range(20, 13 * 60 + 20, 8):
                clock.forward(began + timedelta(minutes=minutes))
                browser.post("/awake/")
            assert browser.get("/dealer/").status_code == 302, "no shift is longer than twelve hours"

    def test_the_floor_s_page(self, floor, dealer):
        client = Client()
        client.force_login(User.objects.get(pk=floor.pk))
        User.objects.filter(pk=floor.pk).update(language="en")
        added = client.post("/tablets/add/", {"key": "k1", "name": "Tablet 7"}, follow=True).content.decode()
        assert "Tablet 7: open /tablet/ on it and enter the code" in added
        again = client.post("/tablets/add/", {"key": "k1", "name": "Tablet 7"}, follow=True).content.decode()
        assert "enter the code" not in again, "it is said once"
        device = Device.objects.get()
        assert "waiting for its code" in again
        assert client.post(f"/tablets/{device.pk}/revoke/", {"key": "k2"}).status_code == 303
        assert "struck off" in client.get("/tablets/").content.decode()
        locked = PinMisses.objects.create(device=device, user=dealer, misses=5, locked_at=house_time.now())
        assert "Locked after wrong PINs" in client.get("/tablets/").content.decode()
        assert client.post(f"/tablets/{device.pk}/free/{dealer.pk}/", {"key": "k3"}).status_code == 303
        locked.refresh_from_db()
        assert (locked.misses, locked.locked_at) == (0, None)
        client.force_login(dealer)
        assert client.get("/tablets/").status_code == 403
