"""Who counts the boxes blind learns from neither hands nor tables what was put into them (N.J.A.C. 13:69D-1.33)."""

import pytest

from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests import builders
from tests.api_client import Api, problem

pytestmark = pytest.mark.django_db


def test_the_cage_sees_neither_a_hand_nor_what_a_table_s_boxes_hold():
    evening = builders.evening()
    table = evening.table(evening.game(recording="summary"))
    evening.sit(table, 40_000, 40_000)
    summary = Summary(18_400, True, 2, tip_cents=200)
    hand = recording.record_summary(
        table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer
    ).hand
    for address in ("hands/", f"hands/{hand.pk}/", f"hands/{hand.pk}/phh/"):
        assert problem(Api(evening.cage).get(address)) == (403, "not_allowed"), address
    for person in (evening.dealer, evening.floor, evening.manager, builders.user("auditor")):
        assert Api(person).get(f"hands/{hand.pk}/").json()["rake"]["taken_cents"] == 900
        assert len(Api(person).get("hands/").json()["results"]) == 1

    def in_its_boxes(person):
        one, [listed] = Api(person).get(f"tables/{table}/").json(), Api(person).get("tables/").json()["results"]
        return [(face["session"]["rake_cents"], face["session"]["tips_cents"]) for face in (one, listed)]

    assert in_its_boxes(evening.cage) == [(None, None)] * 2
    assert in_its_boxes(evening.manager) == [(900, 200)] * 2
