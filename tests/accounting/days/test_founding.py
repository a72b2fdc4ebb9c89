"""An empty installation: the one-time code, what it makes, and everything that it does not open."""

import io
from datetime import time
from hashlib import sha256

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.test import Client

from accounting.days.services import founding
from accounting.models import House
from accounting.rake.services import schedules
from casino import house_time
from casino.errors import Refusal
from casino.models import AccountRequest, LoginEvent, SecurityEvent, SetupCode, User
from casino.services import accounts, setup_codes
from tests import builders, racing
from tests.deciding import looking

pytestmark = pytest.mark.django_db

START = "/setup/start/"
PASSWORDS = {"anna": "a sentence by anna alone", "bert": "a sentence by bert alone", "cleo": "a sentence by cleo alone"}
PEOPLE = dict(zip(("administrator", "manager", "manager2"), PASSWORDS, strict=True))
HOUSE = {
    "name": "Spielbank Bad Brunnen",
    "code": "bb",
    "time_zone": "Europe/Berlin",
    "currency": "EUR",
    "rolls_over_at": "06:00",
    "language": "de",
}


@pytest.fixture(autouse=True)
def code() -> str:
    """As `up` prints it where nobody has an account."""
    made = setup_codes.renew()
    assert made
    return made


def typed(code: str, **changed: str) -> dict[str, str]:
    """The form as people fill it in; `changed`: its fields with `__` for the hyphen."""
    form = {"setup_code": code} | {f"house-{name}": value for name, value in HOUSE.items()}
    for part, name in PEOPLE.items():
        form |= {f"{part}-full_name": name.title(), f"{part}-username": name, f"{part}-password": PASSWORDS[name]}
    return form | {name.replace("__", "-"): value for name, value in changed.items()}


def founded(code: str, house: str = "bb") -> User:
    """The administrator, once the form was checked: the service itself, without the page."""
    people = [
        founding.Founder(username=f"{house}{one}", full_name="", password=f"a sentence long enough {one}")
        for one in range(3)
    ]
    return founding.found(
        setup_code=code,
        code=house,
        name="House",
        currency="EUR",
        time_zone="Europe/Berlin",
        rolls_over_at=time(6),
        language="de",
        administrator=people[0],
        managers=people[1:],
    )


def is_empty() -> bool:
    return not (User.objects.exists() or House.objects.exists())


def test_the_code_makes_a_house_with_its_first_three_people(code: str) -> None:
    client = Client()
    assert client.get(START).status_code == 200
    answer = client.post(START, typed(code.upper().replace("-", " ")))
    assert (answer.status_code, answer["Location"]) == (303, "/setup/")
    house = House.objects.get()
    assert (house.code, house.name, house.rolls_over_at.hour) == ("bb", HOUSE["name"], 6)
    assert {(one.username, *one.roles, *(one.house_ids or ()), one.language) for one in User.objects.all()} == {
        ("anna", "admin", house.pk, "de"),
        ("bert", "manager", house.pk, "de"),
        ("cleo", "manager", house.pk, "de"),
    }
    assert client.get("/people/").status_code == 200, "the administrator is signed in"
    assert not SetupCode.objects.exists()


def test_an_empty_installation_leads_to_its_form(code: str) -> None:
    client = Client()
    assert client.get("/")["Location"] == START
    client.post(START, typed(code))
    assert client.get("/")["Location"] != START
    assert Client().get("/")["Location"] == "/login/"


def test_every_step_is_written_down_as_any_other(code: str) -> None:
    Client().post(START, typed(code))
    events = SecurityEvent.objects.order_by("about").values_list("kind", "about", "user")
    assert list(events) == [
        ("admin", "anna: admin", None),
        ("role", "bert: manager", None),
        ("role", "cleo: manager", None),
    ]
    attempts = LoginEvent.objects.order_by("pk").values_list("username", "ok")
    assert next(iter(attempts)) == (setup_codes.NAME, True)


def test_from_then_on_two_people_are_needed(code: str) -> None:
    Client().post(START, typed(code))
    anna, bert, cleo = (User.objects.get(username=name) for name in PASSWORDS)
    fred = accounts.open_account(
        username="fred", full_name="", role_names=["floor"], language="de", reason="hired", actor=anna
    )
    asked = AccountRequest.objects.get(person=fred)
    with pytest.raises(Refusal, match="two_people"):
        looking(accounts.approve)(account_request_id=asked.pk, one_time_password="one-time-word-here", actor=anna)
    assert User.objects.get(pk=fred.pk).roles == []
    looking(accounts.approve)(account_request_id=asked.pk, one_time_password="one-time-word-here", actor=bert)
    assert User.objects.get(pk=fred.pk).roles == ["floor"]

    terms = {"kind": "percent", "rate_bp": 500, "cap_cents": 1_500, "chip_cents": 100}
    proposed = schedules.publish(
        house_id=House.objects.get().pk, name="Tarif", terms=terms, valid_from=bert.date_joined, actor=bert
    )
    with pytest.raises(Refusal, match="two_people"):
        looking(schedules.approve)(version_id=proposed.pk, actor=bert)
    assert looking(schedules.approve)(version_id=proposed.pk, actor=cleo).state == "published"


class TestTheCode:
    def test_without_it_nothing_is_made_and_nothing_is_told(self, code: str) -> None:
        answer = Client(headers={"accept-language": "en"}).post(
            START, typed("aaaa-bbbb-cccc-dddd", manager__password="short")
        )
        assert answer.status_code == 403
        page = answer.content.decode()
        assert "wrong or has expired" in page
        assert "too weak" not in page, "the rest of the form is not looked at"
        assert is_empty()

    def test_a_form_without_one_is_not_looked_at(self) -> None:
        """Neither is it a miss, nor is anything told about what else was typed."""
        wrong = {"manager-password": "short", "house-code": "no short name"}
        answer = Client(headers={"accept-language": "en"}).post(START, wrong)
        assert answer.status_code == 400
        assert list(answer.context["code"].errors) == ["setup_code"]
        assert not any(form.is_bound for form in (answer.context["house"], *dict(answer.context["people"]).values()))
        assert is_empty()
        assert not LoginEvent.objects.exists()

    @pytest.mark.parametrize("wrong", ["", "aaaa-bbbb-cccc-dddd"])
    def test_a_wrong_one_makes_no_house_and_nobody_past_the_page(self, wrong: str) -> None:
        with pytest.raises(Refusal, match="wrong_setup_code"):
            founded(wrong)
        assert is_empty()

    def test_one_that_the_next_start_has_replaced_is_wrong_past_the_page(self, code: str) -> None:
        other = setup_codes.renew()
        with pytest.raises(Refusal, match="wrong_setup_code"):
            founded(code)
        assert is_empty()
        assert founded(other or "").roles == ["admin"]

    def test_misses_are_counted_as_those_of_passwords(self, code: str) -> None:
        client = Client()
        for _attempt in range(5):
            assert client.post(START, typed("guess")).status_code == 403
        assert client.post(START, typed(code)).status_code == 429, "the right one waits too"
        assert is_empty()
        assert SecurityEvent.objects.get().kind == "misses"

    def test_it_is_good_for_an_hour(self, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
        over = house_time.now() + setup_codes.GOOD_FOR
        monkeypatch.setattr(house_time, "now", lambda: over)
        assert Client().get(START).status_code == 404
        assert Client().post(START, typed(code)).status_code == 404
        assert is_empty()

    def test_the_next_start_prints_another_one(self, code: str) -> None:
        other = setup_codes.renew()
        assert other
        assert other != code
        assert Client().post(START, typed(code)).status_code == 403
        assert is_empty()
        assert Client().post(START, typed(other)).status_code == 303

    def test_where_somebody_has_an_account_there_is_none(self, code: str) -> None:
        builders.user("dealer")
        assert Client().get(START).status_code == 404
        assert Client().post(START, typed(code)).status_code == 404
        assert setup_codes.renew() is None
        assert not House.objects.exists()

    def test_the_console_prints_one_in_production_too(self, settings: LazySettings) -> None:
        """It is good at every web server, since it lies in the database."""
        settings.PRODUCTION = settings.SECURE_SSL_REDIRECT = True
        settings.ALLOWED_HOSTS = ["poker.example"]
        told = io.StringIO()
        call_command("setupcode", stdout=told)
        address, code = told.getvalue().splitlines()
        assert address == "https://poker.example/setup/start/"
        assert Client().get(START, secure=True, headers={"host": "poker.example"}).status_code == 200
        assert founded(code.split()[0]).roles == ["admin"]

    def test_the_console_prints_none_where_somebody_has_an_account(self) -> None:
        builders.user("dealer")
        with pytest.raises(CommandError, match="Somebody has an account already"):
            call_command("setupcode", stdout=io.StringIO())
        assert not SetupCode.objects.exists()

    def test_only_its_digest_is_kept(self, code: str) -> None:
        kept = SetupCode.objects.get()
        assert kept.digest == sha256(code.replace("-", "").encode()).hexdigest()
        assert kept.ends_at - house_time.now() <= setup_codes.GOOD_FOR

    def test_it_is_in_no_row(self, code: str) -> None:
        Client().post(START, typed(code))
        Client().post(START, typed(code))
        out = io.StringIO()
        for table in (LoginEvent, SecurityEvent):
            for row in table.objects.values_list():
                print(*row, file=out)
        assert code not in out.getvalue()
        assert code.replace("-", "") not in out.getvalue()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"administrator__password": "password"}, "too weak"),
        ({"manager__username": "anna"}, "The user name anna is already taken."),
        ({"house__code": "Bad House"}, "valid “slug”"),
        ({"house__currency": "eur"}, "Enter the currency like EUR"),
        ({"house__time_zone": "Mars/Base"}, "Select a valid choice"),
    ],
)
def test_a_refusal_makes_nothing_and_keeps_what_was_typed(code: str, changed: dict[str, str], said: str) -> None:
    answer = Client(headers={"accept-language": "en"}).post(START, typed(code, **changed))
    page = answer.content.decode()
    assert answer.status_code in (400, 409, 422)
    assert said in page
    assert 'value="Cleo"' in page
    assert PASSWORDS["cleo"] not in page
    assert is_empty()
    assert Client().post(START, typed(code)).status_code == 303, "the code is not used up"


def test_all_errors_are_told_at_once(code: str) -> None:
    changed = {"house__name": "", "manager__password": "short", "manager2__full_name": ""}
    answer = Client(headers={"accept-language": "en"}).post(START, typed(code, **changed))
    page = answer.content.decode()
    assert page.count("This field is required") == 2
    assert "too weak" in page


@pytest.mark.django_db(transaction=True)
def test_of_two_who_use_it_at_once_one_founds_the_house(code: str) -> None:
    results = racing.at_once(lambda: founded(code, "one"), lambda: founded(code, "two"))
    assert [one.code for one in results if isinstance(one, Refusal)] == ["setup_over"]
    assert House.objects.count() == 1
    assert User.objects.count() == 3
