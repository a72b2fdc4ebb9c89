"""Founding: the first house of an empty installation, with the three people whom the rule of two needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import time

from accounting.days.services import houses
from accounting.models import House
from casino.models import User
from casino.roles import Role
from casino.services import setup_codes, users
from casino.transactions import use_case


@dataclass(frozen=True, slots=True, kw_only=True)
class Founder:
    """One of the first people, who has typed their own password."""

    username: str
    full_name: str
    password: str


@use_case(None)
def found(
    *,
    setup_code: str,
    code: str,
    name: str,
    currency: str,
    time_zone: str,
    rolls_over_at: time,
    language: str,
    administrator: Founder,
    managers: Sequence[Founder],
) -> User:
    """Set up the first house, its administrator and its managers; returns the administrator.

    The code allows what the console allows where nobody has an account, and nothing later: from then on the
    administrator asks and a manager approves, a manager proposes and the other one approves.

    Refuses `wrong_setup_code`, `setup_over`, and what a new house and a new user are refused for.
    """
    setup_codes.use(setup_code)
    house = houses.saved(code=code, name=name, currency=currency, time_zone=time_zone, rolls_over_at=rolls_over_at)
    for manager in managers:
        _hired(manager, Role.MANAGER, house, language)
    return _hired(administrator, Role.ADMIN, house, language)


def _hired(person: Founder, role: Role, house: House, language: str) -> User:
    users.check_password(person.password, username=person.username, full_name=person.full_name)
    made = users.saved(
        person.username,
        person.password,
        full_name=person.full_name,
        roles=[role.value],
        house_ids=[house.pk],
        language=language,
    )
    users.note_roles(made, [role.value], by=None)
    return made
