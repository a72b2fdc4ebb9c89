"""Statements of revenue over HTTP: terms and keys by two, signed, confirmed, countersigned; and what is refused."""

from datetime import date

import pytest

from accounting.policy.laws import LAWS
from tests import databases, stated_house
from tests.api_client import Api, problem
from tests.signing import AUTHORITY, STRANGER
from tests.stories import month
from tests.stories.month import Month

pytestmark = pytest.mark.django_db

played = databases.once(lambda: month.month(1))
NRW = {"terms": dict(LAWS["nrw"]), "valid_from": "2026-01-01"}
DAY = {"period": "day", "first": "2026-10-05"}


@pytest.fixture
def apis(played: Month, db: None) -> tuple[Api, Api, Api]:
    """Floor, manager, the other manager."""
    evening = played.evening
    return Api(evening.floor), Api(evening.manager), Api(evening.second_manager)


def in_force(manager: Api, second: Api) -> None:
    row = manager.post("levy-terms/", NRW).json()
    assert second.post(f"levy-terms/{row['id']}/approve/", {"seen": row["seen"]}).status_code == 200
    key = manager.post("authority-keys/", {"authority": "RP", "public_key": AUTHORITY.public_key.hex()}).json()
    auditor, seen = Api(stated_house.auditor()), {"seen": key["seen"]}
    assert second.post(f"authority-keys/{key['id']}/approve/", seen).status_code == 403
    assert auditor.post(f"authority-keys/{key['id']}/approve/", seen).status_code == 200


def test_a_day_is_stated_over_http(apis: tuple[Api, Api, Api]) -> None:
    floor, manager, second = apis
    in_force(manager, second)
    signed = floor.post("statements/", DAY)
    assert signed.status_code == 201, signed.content
    path = f"statements/{signed.json()['id']}"
    assert (signed.json()["state"], signed.json()["message"]) == ("signed", None)
    sealed = manager.post(f"{path}/confirm/", {"seen": signed.json()["seen"]}).json()
    assert (sealed["state"], sealed["number"]) == ("sealed", 1)
    signature = AUTHORITY.sign(sealed["message"].encode()).hex()
    answer = floor.post(f"{path}/countersign/", {"signature": signature})
    assert answer.json()["countersignatures"][0]["signature"] == signature
    assert floor.get(f"{path}/").json() == answer.json()
    (listed,) = floor.get("statements/", period="day", state="sealed").json()["results"]
    assert listed["figures"]["levy_cents"] == sum(one["levy_cents"] for one in listed["figures"]["levies"])


def test_what_is_refused_over_http(apis: tuple[Api, Api, Api]) -> None:
    floor, manager, second = apis
    assert problem(floor.post("statements/", DAY)) == (422, "no_levy_terms")
    assert problem(floor.post("levy-terms/", NRW)) == (403, "not_allowed")
    assert problem(manager.post("levy-terms/", NRW | {"terms": {}})) == (400, "bad_terms")
    in_force(manager, second)
    signed = manager.post("statements/", DAY).json()
    path = f"statements/{signed['id']}"
    assert problem(manager.post(f"{path}/confirm/", {"seen": signed["seen"]})) == (403, "two_people")
    assert problem(floor.post("statements/", DAY)) == (422, "statement_waits")
    assert second.post(f"{path}/confirm/", {"seen": signed["seen"]}).status_code == 200
    assert problem(floor.post("statements/", DAY | {"reason": "again"})) == (422, "statement_unchanged")
    sealed = floor.get(f"{path}/").json()
    foreign = STRANGER.sign(sealed["message"].encode()).hex()
    assert problem(floor.post(f"{path}/countersign/", {"signature": foreign})) == (422, "signature_does_not_fit")
    assert problem(floor.post("statements/", {"period": "month", "first": "2026-10-01"})) == (422, "gaming_day_open")
    assert floor.post("statements/", {"period": "day", "first": "2026-W41-1"}).status_code == 400


def test_a_key_is_withdrawn_over_http(apis: tuple[Api, Api, Api], played: Month) -> None:
    _floor, manager, second = apis
    in_force(manager, second)
    (key,) = manager.get("authority-keys/").json()["results"]
    assert key["withdrawn_at"] is None
    gone = manager.post(f"authority-keys/{key['id']}/withdraw/", {"reason": "card lost"}).json()
    assert date.fromisoformat(gone["withdrawn_at"][:10])
    assert problem(manager.post(f"authority-keys/{key['id']}/withdraw/", {"reason": "card lost"})) == (
        422,
        "key_not_in_force",
    )
