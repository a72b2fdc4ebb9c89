"""A house that checks its guests, a ban file over real HTTP, and guests of whom it is known who they are."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date

import pytest
from django.test import override_settings

from accounting.models import Entry
from casino.errors import Refusal
from casino.models import User
from tables.guests.services.admission import checking, policies
from tables.models import AdmissionCheck, Guest, HouseBan, Purchase, Sitting
from tests import builders, databases
from tests.ban_file import serving
from tests.builders import Evening
from tools.practice_ban_file import Script

BORN = date(1990, 2, 28)


@dataclass
class Door:
    """Where guests are let in."""

    evening: Evening
    admin: User
    script: Script = field(default_factory=Script)

    def demand(self, **changes: object) -> None:
        """The house switches its policy on, or changes it."""
        policies.put(house_id=self.evening.house.pk, **{"is_on": True} | changes, actor=self.admin)

    def known(self, name: str = "Anna Weber", born: date = BORN) -> Guest:
        """A guest who has shown his identity card."""
        guest = self.evening.guest(name)
        return checking.identify(guest_id=guest.pk, birth_date=born, document="identity_card", actor=self.evening.floor)

    def check(self, guest: Guest) -> AdmissionCheck:
        return checking.check(guest_id=guest.pk, actor=self.evening.floor)

    def let_in(self, name: str = "Anna Weber") -> Guest:
        """A guest who may play today."""
        guest = self.known(name)
        self.check(guest)
        return guest

    def ban(self, guest: Guest) -> None:
        """The national file names him from now on."""
        self.script.banned.add((guest.name, str(guest.birth_date)))


built, evening = databases.shared(builders.evening)


@pytest.fixture
def door(evening: Evening) -> Iterator[Door]:
    """The house's policy is on, and the service answers."""
    made = Door(evening, builders.user("admin"))
    made.demand()
    with serving(made.script) as address, override_settings(BAN_FILE_URL=address):
        yield made


@pytest.fixture
def refused() -> Callable[..., dict[str, object]]:
    """The facts of a refusal with this code that changed nothing."""

    def ask(code: str, command: Callable[..., object], **said: object) -> dict[str, object]:
        before = _all()
        with pytest.raises(Refusal) as refusal:
            command(**said)
        assert refusal.value.code == code
        assert _all() == before
        return dict(refusal.value.facts)

    return ask


def _all() -> list[object]:
    counted = (Entry, Sitting, Purchase, AdmissionCheck)
    guests = list(Guest.objects.order_by("pk").values())
    return [guests, list(HouseBan.objects.values()), builders.balances(), builders.counts_of(counted)]
