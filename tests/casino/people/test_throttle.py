"""Somebody who guesses passwords waits: from one address, over many addresses, over many names."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as some

from casino import house_time
from casino.errors import Busy, Refusal
from casino.models import LoginEvent, User
from casino.models.logins import LoginKind
from casino.services import sign_in, users
from casino.throttle import ADDRESS_MISSES, LONGEST, MEMORY, MISSES, NAME_MISSES, WINDOW, Miss, wait
from tests import builders
from tests.api_client import Api, problem

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)
PASSWORD = "correct horse battery"


def misses(number: int, *, ago: timedelta = timedelta(minutes=2), ip: str = "") -> list[Miss]:
    """As many misses, each from another address unless one is named."""
    return [Miss(ip or f"10.0.1.{one}", NOW - ago) for one in range(number)]


def test_five_of_a_name_from_one_address_within_a_minute() -> None:
    before = misses(MISSES, ago=timedelta(seconds=59), ip="10.0.0.7")
    assert wait(before, 5, ip="10.0.0.7", now=NOW) == WINDOW
    assert not wait(before, 0, ip="10.0.0.8", now=NOW), "its owner, elsewhere"
    assert not wait(before[1:], 4, ip="10.0.0.7", now=NOW)
    assert not wait(before, 5, ip="10.0.0.7", now=NOW + timedelta(seconds=1))


def test_one_address_that_tries_many_names() -> None:
    assert wait([], ADDRESS_MISSES, ip="10.0.0.7", now=NOW) == WINDOW
    assert not wait([], ADDRESS_MISSES - 1, ip="10.0.0.7", now=NOW)


def test_one_name_from_many_addresses_waits_twice_as_long_each_time() -> None:
    just_now = timedelta(0)
    waits = [wait(misses(NAME_MISSES + more, ago=just_now), 0, ip="10.0.0.9", now=NOW) for more in range(4)]
    assert [one.total_seconds() for one in waits] == [1, 2, 4, 8]
    assert not wait(misses(NAME_MISSES - 1, ago=just_now), 0, ip="10.0.0.9", now=NOW)
    assert wait(misses(NAME_MISSES + 3, ago=timedelta(seconds=5)), 0, ip="10.0.0.9", now=NOW) == timedelta(seconds=3)


@given(some.integers(0, 500), some.integers(0, 100), some.timedeltas(timedelta(0), MEMORY))
def test_nobody_waits_longer_than_a_quarter_of_an_hour(of_name: int, of_address: int, ago: timedelta) -> None:
    assert timedelta(0) <= wait(misses(of_name, ago=ago), of_address, ip="10.0.0.9", now=NOW) <= LONGEST


@pytest.mark.django_db
class TestSigningIn:
    @pytest.fixture
    def person(self) -> User:
        return users.set_password(password=PASSWORD, actor=builders.user("floor"))

    def enter(self, password: str = PASSWORD, *, username: str = "floor", ip: str = "10.0.0.7") -> User:
        return sign_in.check(username=username, password=password, kind=LoginKind.PASSWORD, ip=ip)

    def refused(self, password: str = PASSWORD, *, username: str = "floor", ip: str = "10.0.0.7") -> Refusal:
        with pytest.raises(Refusal) as error:
            self.enter(password, username=username, ip=ip)
        return error.value

    def test_a_guess_spread_over_many_addresses_waits(self, person: User) -> None:
        for number in range(NAME_MISSES):
            assert self.refused("guess", ip=f"10.0.1.{number}").code == "wrong_credentials"
        waits = self.refused(ip="10.0.2.1")
        assert (waits.code, waits.facts) == ("too_many_attempts", {"seconds": 1})
        later = LoginEvent.objects.latest("at").at + timedelta(seconds=2)
        with house_time.shown_by(lambda: later):
            assert self.enter(ip="10.0.2.1") == person
        assert self.refused("guess", ip="10.0.2.1").code == "wrong_credentials", "a success has reset the count"

    def test_an_address_that_tries_many_names_waits(self, person: User) -> None:
        for number in range(ADDRESS_MISSES):
            assert self.refused(username=f"name-{number}").code == "wrong_credentials"
        assert self.refused().code == "too_many_attempts"
        assert self.enter(ip="10.0.0.8") == person

    def test_few_passwords_are_hashed_at_a_time(self, person: User, monkeypatch: pytest.MonkeyPatch) -> None:
        """A burst of attempts is told to come again; nothing is written and nobody else waits for it."""
        monkeypatch.setattr(sign_in, "PATIENCE_SECONDS", 0.01)
        before = LoginEvent.objects.count()
        with sign_in._turn(), sign_in._turn():
            with pytest.raises(Busy):
                self.enter()
            with pytest.raises(Busy):
                sign_in.confirm(password=PASSWORD, ip=None, actor=person)
            given = {"username": person.username, "password": PASSWORD}
            assert problem(Api(None).post("auth/token/", given)) == (409, "busy")
            assert problem(Api(person).post("auth/confirm/", {"password": PASSWORD})) == (409, "busy")
        assert LoginEvent.objects.count() == before
        assert self.enter() == person
