"""Nobody sees or changes anything of a house where they do not work."""

import inspect
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from accounting.cage.services import windows
from accounting.days.services import days
from accounting.models import GamingDay, House
from accounting.tournaments.services import tournaments as money
from accounting.tournaments.services.tournaments import Due
from casino import membership
from casino.errors import NotAllowed, NotFound, Refusal
from casino.models import AccountRequest, User
from casino.models.security import SecurityKind
from casino.services import accounts, alarms, devices, jobs, security, users
from tables.dealers.selectors import line_up
from tables.dealers.services import downs
from tables.floor.services import seats
from tables.guests.services import guests
from tables.models import Incident, Table
from tests import builders, databases, elsewhere, house_inputs
from tests.api_client import Api
from tests.browser.test_every_page import staged as staged_house
from tests.builders import Evening
from tests.deciding import looking

NO_ROW = {"request_id", "run_id", "user_id"}
"""Arguments that name no row of a house: a request over the wire; alarms and accounts, whose services say who may."""


def seated() -> Evening:
    found = builders.evening()
    found.sit(found.table(), 10_000, 10_000)
    return found


built, evening = databases.shared(seated)


@pytest.fixture
def staged(transactional_db: None) -> Iterator[House]:
    with databases.fresh(staged_house()):
        yield House.objects.get()


def open_doors(house: House, client: Any, *, most: int | None = None) -> tuple[list[str], list[str]]:
    """What is not shut to somebody of another house, and the doors that were not tried, as no row is there."""
    found: list[str] = []
    untried: list[str] = []
    for door, paths in elsewhere.doors(house):
        if len(found) == most:
            break
        untried += [] if paths else [door.address]
        for path in paths:
            status = client.generic(door.method, path, b"", content_type=content_type(path)).status_code
            if status not in elsewhere.SHUT:
                found.append(f"{door.method} {path} {status}")
    return found, untried


def content_type(path: str) -> str:
    return "application/json" if path.startswith("/api/") else "application/x-www-form-urlencoded"


def counts() -> dict[str, int]:
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.label not in ("casino.SecurityEvent", "casino.Session")
    }


def told(client: Any) -> list[str]:
    """The names of the first house that a list shows to somebody of another."""
    names, found = elsewhere.words(), []
    for path in elsewhere.lists():
        text = client.get(path).content.decode(errors="replace")
        found += [f"{path}: {name}" for name in names if name in text]
    return found


class TestAnEvening:
    def test_no_door_with_a_row_of_another_house_opens(self, evening: Evening) -> None:
        other = elsewhere.settled()
        client, before = elsewhere.browser(elsewhere.stranger(other)), counts()
        found, _untried = open_doors(other, client)
        assert found == []
        assert counts() == before

    @pytest.mark.release("every list as everybody; the gate knocks at every row's door")
    def test_no_list_names_anybody_of_another_house(self, evening: Evening) -> None:
        assert told(elsewhere.browser(elsewhere.stranger(elsewhere.settled()))) == []

    def test_their_own_people_are_let_in(self, evening: Evening) -> None:
        """The same doors open to who works there: else the test would prove nothing."""
        other = elsewhere.settled()
        person = elsewhere.stranger(other)
        person.house_ids = [evening.house.pk]
        person.save()
        found, _untried = open_doors(other, elsewhere.browser(person), most=50)
        assert len(found) == 50


@pytest.mark.release("every address with the staged house of every page")
class TestEverything:
    def test_no_door_and_no_list(self, staged: House) -> None:
        other = elsewhere.settled()
        client = elsewhere.browser(elsewhere.stranger(other))
        found, untried = open_doors(other, client)
        assert found == []
        assert sorted(set(untried)) == []
        assert told(client) == []

    def test_the_back_office(self, staged: House) -> None:
        other = elsewhere.settled()
        client = elsewhere.browser(elsewhere.stranger(other))
        found = []
        for path in elsewhere.back_office(other):
            answer: Any = client.get(path, follow=True)
            at = answer.redirect_chain[-1][0] if answer.redirect_chain else path
            if answer.status_code not in elsewhere.SHUT and at != "/admin/":
                found.append(f"{path} {answer.status_code}")
        assert found == []


def test_every_id_that_a_use_case_takes_names_a_row() -> None:
    unknown = {
        name
        for service in house_inputs.use_cases()
        if "actor" in inspect.signature(service).parameters
        for name in inspect.signature(service).parameters
        if name.endswith(("_id", "_ids")) and name not in membership.arguments(service)
    }
    assert unknown - NO_ROW == set()


def test_a_house_that_is_not_there_has_no_people(evening: Evening) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("anna", house_ids=[987_654])


class TestTwoHouses:
    """A person of both, one of each, and what they may do; the second house has its own evening."""

    @pytest.fixture
    def other(self, evening: Evening) -> House:
        return elsewhere.settled()

    @staticmethod
    def person(role: str, *houses: House) -> User:
        name = "-".join([role, *(house.code for house in houses)])
        return User.objects.create_user(name, roles=[role], house_ids=[house.pk for house in houses], language="en")

    def test_the_sheet_of_a_shift_is_signed_for_the_house_that_is_named(self, evening: Evening, other: House) -> None:
        """With two houses `POST hand-overs/` could be used by nobody."""
        days.open_day(house_id=other.pk, actor=self.person("manager", other))
        both, one = Api(self.person("manager", evening.house, other)), Api(self.person("floor", other))
        assert both.post("hand-overs/", {}).json()["code"] == "house_required"
        assert both.post("hand-overs/", {"house": evening.house.pk}).status_code == 201
        assert one.post("hand-overs/", {}).json()["gaming_day"] == GamingDay.objects.get(house=other).pk
        assert one.post("hand-overs/", {"house": evening.house.pk}).json()["code"] == "no_such_house"

    def test_an_incident_at_no_table_names_the_house(self, evening: Evening, other: House) -> None:
        both = Api(self.person("floor", evening.house, other))
        body = {"kind": "other", "text": "It rained in."}
        assert both.post("incidents/", body).json()["code"] == "house_required"
        assert both.post("incidents/", {**body, "house": other.pk}).status_code == 201
        assert Incident.objects.get().house == other

    def test_pages_show_the_house_that_was_chosen_and_a_row_its_own(self, evening: Evening, other: House) -> None:
        client = elsewhere.browser(self.person("floor", evening.house, other))
        table = Table.objects.get(code="T07")
        card = f'/floor/tables/{table.pk}/"'  # its code alone may stand in a signed version
        assert card in client.get("/floor/").content.decode()
        assert client.post("/houses/", {"house": other.pk}).status_code == 303
        board = client.get("/floor/").content.decode()
        assert card not in board
        assert other.name in board
        assert evening.house.name in client.get(f"/floor/tables/{table.pk}/").content.decode()

    def test_a_house_of_others_is_not_chosen(self, evening: Evening, other: House) -> None:
        client = elsewhere.browser(self.person("floor", other))
        for given in (evening.house.pk, "", "x", "9" * 30):
            assert client.post("/houses/", {"house": given}).status_code == 404
        assert evening.house.name not in client.get("/houses/").content.decode()

    def test_a_dealer_of_another_house_deals_nowhere_here(self, evening: Evening, other: House) -> None:
        table = evening.table(code="T08", dealt=False)
        floor, dealer = self.person("floor", evening.house, other), self.person("dealer", other)
        for actor in (floor, User.objects.get(username="floor")):
            with pytest.raises(NotFound):
                downs.push(table_id=table, version=evening.version(table), dealer_id=dealer.pk, actor=actor)
        assert dealer.pk not in [free.id for free in line_up.free_dealers(evening.house.pk)]

    def test_a_guest_of_another_house_sits_nowhere_here(self, evening: Evening, other: House) -> None:
        floor = self.person("floor", evening.house, other)
        guest = guests.register(house_id=other.pk, number="7", name="Gast", actor=floor)
        table = Table.objects.get(code="T07").pk
        with pytest.raises(Refusal):
            seats.sit(
                table_id=table, version=evening.version(table), seat=8, guest_id=guest.pk, buy_in_cents=10_000,
                actor=floor,
            )  # fmt: skip

    def test_a_tournament_takes_and_pays_money_at_windows_of_its_house(self, evening: Evening, other: House) -> None:
        """Money of one house in the books of another would be in neither's right."""
        both = self.person("manager", evening.house, other)
        days.open_day(house_id=other.pk, actor=both)
        window = windows.create(house_id=other.pk, code="K1", name="Kasse 1", actor=both)
        windows.open_window(window_id=window.pk, chips={"500": 10}, cash_cents=100_000, actor=both)
        due = {"window_id": window.pk, "house_id": evening.house.pk, "code": "X1", "subject": "s", "reference": "r"}
        for move in (
            lambda: money.take(**due, due=Due(1_000, 100), guest="", evidence=b"", actor=both),
            lambda: money.pay(**due, amount_cents=1_000, evidence=b"", actor=both),
        ):
            with transaction.atomic(), pytest.raises(NotFound, match="no_such_window"):
                move()

    def test_a_job_is_seen_in_its_house(self, evening: Evening, other: House) -> None:
        here, there = self.person("manager", evening.house), self.person("manager", other)
        job = jobs.ask(kind="export", params={"report": "rake"}, actor=here)
        assert jobs.seen_by(job_id=job.pk, actor=here) == job
        with pytest.raises(NotFound):
            jobs.seen_by(job_id=job.pk, actor=there)
        assert jobs.ask(kind="export", params={"report": "rake"}, actor=there) != job
        for everything in ("audit", "rebuild"):
            with pytest.raises(NotAllowed, match="every_house_required"):
                jobs.ask(kind=everything, params={}, actor=here)
        assert jobs.ask(kind="audit", params={}, actor=self.person("manager", evening.house, other)).house is None

    def test_the_proof_reads_every_house(self, evening: Evening, other: House) -> None:
        answers = [
            Api(self.person("auditor", *houses)).get("ledger/proof/") for houses in ([other], [other, evening.house])
        ]
        assert [answer.status_code for answer in answers] == [403, 200]

    def test_a_tablet_has_the_dealers_of_its_house(self, evening: Evening, other: House) -> None:
        here, there = self.person("dealer", evening.house), self.person("dealer", other)
        for person in (here, there):
            users.set_pin(user_id=person.pk, pin="739104", actor=None)
        device, _code = devices.add(name="Tablet 1", house_id=other.pk, actor=self.person("floor", other))
        assert [tile.user for tile in devices.tiles(device)] == [there]
        with pytest.raises(NotFound):
            devices.revoke(device_id=device.pk, actor=self.person("floor", evening.house))


class TestWhoWorksWhere:
    """Houses are rights: an administrator takes them away alone, and gives them with a second person."""

    @pytest.fixture
    def other(self, evening: Evening) -> House:
        return elsewhere.settled()

    def test_the_house_of_a_row_is_looked_up_once(self, evening: Evening) -> None:
        """Its address and its use case both ask; the next request knows, since a row's house never changes."""
        floor = Api(TestTwoHouses.person("floor", evening.house))
        table = Table.objects.get(code="T07")
        membership.forget_rows()
        for times in (1, 0):
            with CaptureQueriesContext(connection) as sent:
                answer = floor.post(f"tables/{table.pk}/pause/", {"version": table.version})
            assert answer.status_code in (200, 409)
            assert sum("SELECT (SELECT" in one["sql"] and "house_id" in one["sql"] for one in sent) == times

    def test_a_house_is_given_by_two(self, evening: Evening, other: House) -> None:
        admin, manager = (TestTwoHouses.person(role, evening.house, other) for role in ("admin", "manager"))
        anna = TestTwoHouses.person("floor", evening.house)
        accounts.change_houses(user_id=anna.pk, house_ids=[evening.house.pk, other.pk], reason="helps out", actor=admin)
        anna.refresh_from_db()
        assert anna.house_ids == [evening.house.pk]
        looking(accounts.approve)(
            account_request_id=AccountRequest.objects.get().pk, one_time_password="unused", actor=manager
        )
        anna.refresh_from_db()
        assert anna.house_ids == [evening.house.pk, other.pk]
        accounts.change_houses(user_id=anna.pk, house_ids=[other.pk], reason="moved", actor=admin)
        anna.refresh_from_db()
        assert anna.house_ids == [other.pk]
        with pytest.raises(Refusal, match="houses_empty"):
            accounts.change_houses(user_id=anna.pk, house_ids=[], reason="left", actor=admin)

    def test_nobody_gives_what_is_beyond_their_own_houses(self, evening: Evening, other: House) -> None:
        """Nor rights to somebody who works beyond them, nor the second person."""
        here = TestTwoHouses.person("admin", evening.house)
        both, anna = (TestTwoHouses.person(role, evening.house, other) for role in ("admin", "floor"))
        for act in (
            lambda: accounts.change_roles(user_id=anna.pk, role_names=["manager"], reason="why not", actor=here),
            lambda: accounts.ask_password(user_id=anna.pk, reason="forgotten", actor=here),
            lambda: accounts.change_houses(user_id=here.pk, house_ids=[other.pk], reason="why not", actor=here),
        ):
            with pytest.raises(Refusal):
                act()
        request = accounts.ask_password(user_id=anna.pk, reason="forgotten", actor=both)
        with pytest.raises(NotAllowed, match="other_houses"):
            looking(accounts.approve)(account_request_id=request.pk, one_time_password="x", actor=here)
        anna.refresh_from_db()
        assert (anna.roles, anna.house_ids) == (["floor"], [evening.house.pk, other.pk])

    def test_requests_alarms_and_people_of_others_are_not_shown(self, evening: Evening, other: House) -> None:
        here = TestTwoHouses.person("admin", evening.house)
        anna = accounts.open_account(
            username="anna", full_name="Anna Adam", role_names=["floor"], language="en", reason="hired", actor=here
        )
        alarm = security.note(SecurityKind.ROLE, "anna: floor", user=here)
        there = elsewhere.browser(TestTwoHouses.person("manager", other))
        for page in ("/people/", "/security/"):
            shown = there.get(page).content.decode()
            assert "anna" not in shown, page
        request = AccountRequest.objects.get(person=anna).pk
        for step in ("approve", "decline"):
            assert there.get(f"/people/requests/{request}/{step}/").status_code == 404
            assert there.post(f"/people/requests/{request}/{step}/", {"key": "k"}).status_code in (403, 404)
        with pytest.raises(NotFound):
            looking(alarms.see)(alarm_id=alarm.pk, actor=TestTwoHouses.person("auditor", other))

    def test_at_the_console(self, evening: Evening, other: House) -> None:
        """Somebody made there works in the houses named, or in those there are; one more house is given there too."""
        with mock.patch("sys.stdin.isatty", return_value=False):
            call_command("createuser", "a", "--no-password", "--house", "bb")
            call_command("createuser", "b", "--no-password")
        assert User.objects.get(username="a").house_ids == [other.pk]
        assert User.objects.get(username="b").house_ids == [evening.house.pk, other.pk]
        call_command("changehouse", evening.house.code, "--add", "a")
        assert User.objects.get(username="a").house_ids == [evening.house.pk, other.pk]
        with pytest.raises(CommandError):
            call_command("changehouse", "nowhere", "--add", "a")

    def test_a_new_person_works_where_who_asks_does(self, evening: Evening, other: House) -> None:
        admin = TestTwoHouses.person("admin", other)
        opened = {"full_name": "", "role_names": ["dealer"], "language": "en", "reason": "hired", "actor": admin}
        assert accounts.open_account(username="a", **opened).house_ids == [other.pk]
        with pytest.raises(NotFound):
            accounts.open_account(username="b", house_ids=[evening.house.pk], **opened)
