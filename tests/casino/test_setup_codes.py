"""The one-time code of an empty installation, where its form was checked and the code was over when it was used."""

from datetime import time
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from accounting.models import House
from accounting.services import founding
from accounting.services.founding import Founder
from casino.errors import Refusal
from casino.models import LoginEvent, User
from casino.services import setup_codes

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def code(settings: LazySettings, tmp_path: Path) -> str:
    settings.DATA_FOLDER = tmp_path
    made = setup_codes.renew()
    assert made
    return made


def founded(code: str) -> User:
    people = [
        Founder(full_name=name, username=name, password=f"a sentence by {name} alone")
        for name in ("anna", "bert", "cleo")
    ]
    return founding.found(
        setup_code=code, code="bb", name="Bad Brunnen", currency="EUR", time_zone="Europe/Berlin",
        rolls_over_at=time(6), language="de", administrator=people[0], managers=people[1:],
    )  # fmt: skip


def is_empty() -> bool:
    return not (User.objects.exists() or House.objects.exists())


@pytest.mark.parametrize("typed", ["", "aaaa-bbbb-cccc-dddd"])
def test_a_wrong_one_makes_no_house_and_nobody(typed: str) -> None:
    with pytest.raises(Refusal) as answer:
        founded(typed)
    assert answer.value.code == "wrong_setup_code"
    assert is_empty()


def test_one_that_the_next_start_has_replaced_is_wrong(code: str) -> None:
    other = setup_codes.renew()
    with pytest.raises(Refusal, match="wrong_setup_code"):
        founded(code)
    assert is_empty()
    assert founded(other or "").roles == ["admin"]


def test_a_form_without_one_is_not_looked_at() -> None:
    """Neither is it a miss, nor is anything told about what else was typed."""
    typed = {"manager-password": "short", "house-code": "no short name"}
    answer = Client(headers={"accept-language": "en"}).post("/setup/start/", typed)
    assert answer.status_code == 400
    assert list(answer.context["code"].errors) == ["setup_code"]
    assert not any(form.is_bound for form in (answer.context["house"], *dict(answer.context["people"]).values()))
    assert is_empty()
    assert not LoginEvent.objects.exists()
