"""An administrator and a manager; accounts that one asks for and the other approves."""

from collections.abc import Callable

import pytest

from casino.models import AccountRequest, User
from casino.services import accounts
from casino.services.accounts import one_time_password
from tests.deciding import looking

Person = Callable[..., User]
WORD = one_time_password("a form's key")


@pytest.fixture
def admin(person: Person) -> User:
    return person("admin")


@pytest.fixture
def manager(person: Person) -> User:
    return person("manager")


def opened(actor: User, *role_names: str, username: str = "anna") -> User:
    return accounts.open_account(
        username=username, full_name="Anna", role_names=role_names, language="en", reason="hired today", actor=actor
    )


def approved(request: AccountRequest, actor: User) -> AccountRequest:
    return looking(accounts.approve)(account_request_id=request.pk, one_time_password=WORD, actor=actor)
