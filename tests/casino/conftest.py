"""People, and a small command of the tests' own, so that the manners are tested apart from the apps."""

from collections.abc import Callable

import pytest
from rest_framework.test import APIClient

from casino.models import User
from casino.services import sign_in, users

PASSWORD = "a sentence long enough"


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """`person("floor")` makes a user with that role, by the service."""

    def make(*role_names: str, username: str = "", language: str = "en") -> User:
        return users.create(
            username=username or "-".join(role_names) or "nobody",
            password=PASSWORD,
            full_name="",
            role_names=role_names,
            language=language,
            actor=None,
        )

    return make


@pytest.fixture
def signed_in() -> Callable[[User], APIClient]:
    """An API client that carries a token of the user."""

    def sign(user: User) -> APIClient:
        token, _expires_at = sign_in.give_token(actor=user)
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        return client

    return sign
