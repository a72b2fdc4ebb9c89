"""Jackpots over the API, as another system sends them."""

import pytest

from accounting.models import FundDrop, JackpotSlip
from tables.jackpots.selectors.claims import Keyed
from tests import builders
from tests.accounting.jackpots import jackpots
from tests.api_client import Api

pytestmark = pytest.mark.django_db


class Caller(Api):
    """A person whose commands succeed."""

    def done(self, path, body=None):
        answer = self.post(path, body)
        assert answer.status_code < 300, answer.content
        return answer.json()


def api(person):
    return Caller(person)


def test_from_the_fund_to_the_slip():
    house = jackpots.house()
    evening = house.evening
    manager, second, floor, cage = (
        api(person) for person in (evening.manager, evening.second_manager, evening.floor, evening.cage)
    )
    fund = manager.done("funds/", {"code": "mystery", "name": "Mystery", "kind": "mystery"})
    assert (fund["posted_cents"], fund["terms"]) == (0, [])
    terms = {"terms": {"every_table": True, "winner_bp": 6_000, "table_bp": 4_000}}
    row = manager.done(f"funds/{fund['id']}/terms/", terms)
    second.done(f"fund-terms/{row['id']}/approve/", {"seen": row["seen"]})
    gift = {"kind": "gift", "amount_cents": 10_000, "reason": "for the weekend"}
    row = manager.done(f"funds/{fund['id']}/payments/", gift)
    second.done(f"fund-payments/{row['id']}/approve/", {"seen": row["seen"]})
    table = evening.table(evening.game(recording="summary"), code="T08")
    winner, _other = evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    claim = floor.done("jackpot-claims/", {"hand": hand.pk, "fund": fund["id"], "dealt_in": [1, 2]})
    assert [one["amount_cents"] for one in claim["shares"]] == [6_000, 4_000]
    assert manager.done(f"jackpot-claims/{claim['id']}/approve/", {"seen": claim["seen"]})["state"] == "approved"
    slip = JackpotSlip.objects.get(number=1)
    paid = {
        "window": house.window,
        "guest": winner.number,
        "seen": cage.get(f"jackpot-slips/{slip.pk}/").json()["seen"],
    }
    assert cage.done(f"jackpot-slips/{slip.pk}/pay/", paid)["state"] == "paid"
    floor.done(f"funds/{house.funds['bad-beat'].pk}/take/")
    drop = FundDrop.objects.get()
    figures = []
    for person in (cage, api(evening.second_cage)):
        counted = person.done(f"fund-drops/{drop.pk}/count/", {"chips": builders.pieces(100)})
        figures.append((counted["counts_done"], counted["posted_cents"], counted["counted_cents"]))
    assert figures == [(1, None, None), (2, 100, 100)]


def test_a_payee_whom_the_winner_names():
    house = jackpots.house()
    evening = house.evening
    house.pay_in(house.funds["high-hand"], 15_000)
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    house.approve(house.enter(hand.pk, house.funds["high-hand"], Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2))))
    cage, second = api(evening.cage), api(evening.second_manager)
    slip = JackpotSlip.objects.get()
    friend = evening.guest("Anna Weber")
    payee = {"guest": friend.number, "reason": "the winner leaves tonight"}
    row = cage.done(f"jackpot-slips/{slip.pk}/payee/", payee)
    assert (row["guest"], row["state"], row["slip"]) == (friend.number, "proposed", slip.pk)
    assert cage.done(f"jackpot-payees/{row['id']}/decline/", {"seen": row["seen"]})["state"] == "declined"
    row = cage.done(f"jackpot-slips/{slip.pk}/payee/", payee)
    second.done(f"jackpot-payees/{row['id']}/approve/", {"seen": row["seen"]})
    read = cage.get(f"jackpot-slips/{slip.pk}/").json()
    assert [(one["guest"], one["state"]) for one in read["payees"]] == [
        (friend.number, "approved"),
        (friend.number, "declined"),
    ]
    paid = {"window": house.window, "guest": friend.number, "seen": read["seen"]}
    assert api(evening.second_cage).done(f"jackpot-slips/{slip.pk}/pay/", paid)["state"] == "paid"
