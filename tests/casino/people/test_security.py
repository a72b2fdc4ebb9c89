"""What whoever looks after the system sees: sign-ins, refusals, grave commands; and the alarms."""

import hashlib
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from rest_framework.test import APIClient

from accounting.models import House
from accounting.rake.services import schedules
from casino import house_time, throttle
from casino.errors import Refusal
from casino.models import AccountRequest, SecurityEvent, User
from casino.models.logins import LoginKind
from casino.selectors import security as selector
from casino.services import accounts, alarms, devices, security, sign_in, users
from tests import builders
from tests.casino.conftest import PASSWORD
from tests.deciding import looking, seen_at

pytestmark = pytest.mark.django_db

Person = Callable[..., User]
SignedIn = Callable[[User], APIClient]


def told(*kinds: str) -> list[tuple[str, str, str | None]]:
    rows = SecurityEvent.objects.order_by("pk").values_list("kind", "about", "user__username")
    return [row for row in rows if not kinds or row[0] in kinds]


class TestAlarms:
    def test_five_wrong_passwords(self, person: Person) -> None:
        person("floor")
        for _miss in range(throttle.MISSES + 2):
            with pytest.raises(Refusal):
                sign_in.check(username="floor", password="wrong", kind=LoginKind.PASSWORD, ip="10.0.0.7")
        assert told("misses") == [("misses", "floor", None)]
        assert SecurityEvent.objects.get(kind="misses").about_digest == hashlib.sha256(b"floor").hexdigest()

    def test_no_digest_of_a_name_that_nobody_here_has_outlasts_an_erasure(self) -> None:
        for _miss in range(throttle.MISSES + 1):
            with pytest.raises(Refusal):
                sign_in.check(username="Uwe Doppelt", password="wrong", kind=LoginKind.PASSWORD, ip="10.0.0.7")
        event = SecurityEvent.objects.get(kind="misses")
        assert (event.about, event.about_digest) == ("Uwe Doppelt", "")

    def test_five_wrong_pins(self, person: Person) -> None:
        dealer = users.set_pin(user_id=person("dealer").pk, pin="246810", actor=None)
        floor = person("floor")
        _device, code = devices.add(name="Tablet 1", actor=floor)
        _device, token = devices.enrol(code=code, ip=None)
        for _miss in range(5):
            with pytest.raises(Refusal):
                devices.unlock(token=token, user_id=dealer.pk, pin="111222", ip="10.0.0.7")
        assert told("misses") == [("misses", "PIN dealer", None)]

    def test_a_new_administrator_and_a_role_given(self, person: Person) -> None:
        admin, manager = person("admin"), person("manager")
        accounts.open_account(
            username="anna", full_name="", role_names=["admin"], language="de", reason="helps", actor=admin
        )
        before = len(told())
        looking(accounts.approve)(
            account_request_id=AccountRequest.objects.get().pk, one_time_password="x" * 12, actor=manager
        )
        accounts.change_roles(user_id=manager.pk, role_names=["manager", "dealer"], reason="deals too", actor=admin)
        assert told()[before:] == [("admin", "anna: admin", "manager"), ("role", "manager: dealer", "admin")]

    def test_also_by_the_console(self) -> None:
        call_command("createuser", "boss", "--role", "admin", "--no-password", verbosity=0)
        assert told() == [("admin", "boss: admin", None)]

    def test_taking_a_role_away_is_none(self, person: Person) -> None:
        admin, floor = person("admin"), person("dealer", "floor")
        before = told()
        accounts.change_roles(user_id=floor.pk, role_names=["dealer"], reason="works less", actor=admin)
        assert told() == before

    def test_terms_changed(self) -> None:
        evening = builders.evening()
        assert told("terms")
        version = schedules.publish(
            house_id=evening.house.pk, name="Neu", terms=builders.NO_RAKE, valid_from=house_time.now(),
            actor=evening.manager,
        )  # fmt: skip
        looking(schedules.approve)(version_id=version.pk, actor=evening.second_manager)
        assert told("terms")[-1] == ("terms", "Neu v1", "second-manager")

    def test_one_that_nobody_has_seen_is_not_raised_twice(self, person: Person) -> None:
        manager = person("manager")
        first = security.note("misses", "floor", user=None)  # type: ignore[arg-type]
        assert security.note("misses", "floor", user=None) == first  # type: ignore[arg-type]
        looking(alarms.see)(alarm_id=first.pk, actor=manager)
        assert security.note("misses", "floor", user=None) != first  # type: ignore[arg-type]


class TestSeeing:
    def test_by_another_and_once(self, person: Person) -> None:
        admin, auditor = person("admin"), person("auditor")
        alarm = security.note("role", "x: floor", user=admin)  # type: ignore[arg-type]
        for actor, code in ((admin, "two_people"), (person("floor"), "not_allowed")):
            with pytest.raises(Refusal, match=code):
                looking(alarms.see)(alarm_id=alarm.pk, actor=actor)
        looking(alarms.see)(alarm_id=alarm.pk, actor=auditor)
        for pk, code in ((alarm.pk, "alarm_seen"), (0, "no_such_alarm")):
            with pytest.raises(Refusal, match=code):
                looking(alarms.see)(alarm_id=pk, actor=auditor)

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE casino_securityevent SET about = 'another'",
            "DELETE FROM casino_securityevent",
            "TRUNCATE casino_securityevent",
        ],
    )
    def test_what_is_written_stays(self, person: Person, change: str) -> None:
        security.note("role", "x: floor", user=person("admin"))  # type: ignore[arg-type]
        connection.check_constraints()
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            connection.cursor().execute(change)

    def test_the_database_knows_that_another_must_see_it(self, person: Person) -> None:
        admin = person("admin")
        alarm = security.note("role", "x: floor", user=admin)  # type: ignore[arg-type]
        with pytest.raises(IntegrityError, match="security_seen_by_another"), transaction.atomic():
            SecurityEvent.objects.filter(pk=alarm.pk).update(seen_by=admin, seen_at=house_time.now())


class TestRefusals:
    def test_by_page_api_and_back_office(self, person: Person, signed_in: SignedIn) -> None:
        dealer, floor = person("dealer"), person("floor")
        client = Client()
        client.force_login(dealer)
        client.get("/people/")
        signed_in(dealer).get("/api/v1/jobs/4711/")
        signed_in(dealer).post("/api/v1/devices/", {}, format="json")
        client.force_login(floor)
        client.post("/admin/casino/user/do/new/", {"key": "k"})
        refused = told("refused")
        assert ("refused", "GET /people/", "dealer") in refused
        assert ("refused", "POST /admin/casino/user/do/new/", "floor") in refused

    def test_once_a_minute(self, person: Person) -> None:
        client = Client()
        client.force_login(person("dealer"))
        for _time in range(3):
            client.get("/people/")
        assert len(told("refused")) == 1
        later = house_time.now() + timedelta(minutes=2)
        with house_time.shown_by(lambda: later):
            client.get("/people/")
        assert len(told("refused")) == 2

    def test_strangers_are_not_written_down(self, client: Client) -> None:
        client.get("/people/")
        client.get("/api/v1/jobs/")
        assert told() == []


class TestGraveCommands:
    def test_by_pages(self, person: Person) -> None:
        admin, manager = person("admin"), person("manager")
        accounts.open_account(
            username="anna", full_name="", role_names=["cage"], language="de", reason="hired", actor=admin
        )
        address = f"/people/requests/{AccountRequest.objects.get().pk}/approve/"
        client = Client()
        client.force_login(manager)
        seen = seen_at(client, address)
        client.post(address, {"key": "a", "seen": seen, "password": "wrong"})
        assert told("grave") == []
        for _time in range(2):
            client.post(address, {"key": "b", "seen": seen, "password": PASSWORD})
        assert told("grave") == [("grave", f"POST {address}", "manager")]


class TestThePage:
    def test_shows_all_of_it_and_an_alarm_is_seen(self, person: Person) -> None:
        admin = person("admin")
        person("auditor")
        alarm = security.note("role", "anna: floor", user=admin, ip="10.0.0.7")  # type: ignore[arg-type]
        client = Client()
        client.post("/login/", {"username": "auditor", "password": "wrong"})
        client.post("/login/", {"username": "auditor", "password": PASSWORD})
        page = client.get("/security/").content.decode()
        for shown in ("anna: floor", "10.0.0.7", "Password", f"/security/{alarm.pk}/seen/"):
            assert shown in page, shown
        only = client.get("/security/?kind=refused").content.decode()
        assert "10.0.0.7" not in only.split("data-lines")[1]
        assert "anna: floor" in client.get(f"/security/{alarm.pk}/seen/").content.decode()
        waiting = selector.waiting(actor=admin)
        address = f"/security/{alarm.pk}/seen/"
        assert client.post(address, {"key": "k", "seen": "0" * 32}).status_code == 409
        sent = {"key": "k", "seen": seen_at(client, address)}
        assert client.post(address, sent)["Location"] == "/security/"
        assert selector.waiting(actor=admin) == waiting - 1
        client.force_login(admin)
        mine = security.note("role", "ben: floor", user=admin)  # type: ignore[arg-type]
        assert f"/security/{mine.pk}/seen/" not in client.get("/security/").content.decode()

    def test_wrong_passwords_alone(self, person: Person) -> None:
        auditor = person("auditor")
        client = Client()
        client.post("/login/", {"username": "stranger", "password": "wrong"})
        lines = selector.lines(selector.MISSES, actor=auditor)
        assert [(one.who, one.is_bad) for one in lines] == [("stranger", True)]

    def test_an_alarm_of_another_house_is_not_told_to_who_is_to_say_that_it_was_seen(self) -> None:
        here, there = (House.objects.create(code=code, name=code).pk for code in ("wi", "bb"))
        admin = User.objects.create_user("admin", roles=["admin"], house_ids=[there])
        alarm = security.note("role", "anna: floor", user=admin)  # type: ignore[arg-type]
        client, address = Client(), f"/security/{alarm.pk}/seen/"
        client.force_login(User.objects.create_user("manager", roles=["manager"], house_ids=[here]))
        assert "anna" not in client.get(address).content.decode()
        assert client.post(address, {"key": "k"}).status_code == 404
        alarm.refresh_from_db()
        assert alarm.seen_by is None
