"""Jackpots on pages: claimed and approved on the floor, paid at the cage, run by management, shown on the wall."""

import pytest
from django.test import Client

from accounting.models import Entry, Fund, FundDrop, FundMove, FundTerms, JackpotPayee, JackpotSlip
from tables.jackpots.selectors.claims import Keyed
from tables.models import JackpotClaim
from tests import builders, databases
from tests.accounting.jackpots import jackpots

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass phrase"


built, house = databases.shared(jackpots.house)


def client(person):
    made = Client()
    made.force_login(builders.with_password(person, PASSWORD))
    return made


def send(who, address, **values):
    """The answer to a form sent from its own page; it leads on."""
    shown = who.get(address)
    assert shown.status_code == 200, shown.content
    form = shown.context["form"]
    seen = {name: form[name].value() or "" for name in ("key", "version", "seen") if name in form.fields}
    answer = who.post(address, {**seen, "password": PASSWORD, **values})
    errors = answer.context["form"].errors if answer.context and "form" in answer.context else ""
    assert answer.status_code == 303, errors
    return answer["Location"]


def test_from_the_fund_to_the_slip(house):
    evening = house.evening
    manager, second = client(evening.manager), client(evening.second_manager)
    floor, cage, other_cage = client(evening.floor), client(evening.cage), client(evening.second_cage)

    send(manager, "/management/funds/new/", name="Mystery", code="mystery", kind="mystery")
    fund = Fund.objects.get(code="mystery")
    send(
        manager, f"/management/funds/{fund.pk}/terms/", least_dealt_in="2", falls_bp="100", winner_bp="60",
        table_bp="40", claim_days="30", every_table="on", must_fall_cents="300", seed_cents="200",
    )  # fmt: skip
    row = FundTerms.objects.get(fund=fund)
    send(second, f"/management/funds/terms/{row.pk}/approve/")
    send(manager, f"/management/funds/{fund.pk}/pay/", kind="seed", amount_cents="150", reason="to begin with")
    send(second, f"/management/funds/payments/{FundMove.objects.get(fund=fund).pk}/approve/")

    table = evening.table(evening.game(recording="summary"), code="T08")
    winner, _other = evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    assert "T08 #1" in floor.get("/floor/jackpots/").content.decode()
    address = send(floor, f"/floor/jackpots/hands/{hand.pk}/", fund_id=fund.pk, dealt_in=["1", "2"])
    claim = JackpotClaim.objects.get()
    assert address == f"/floor/jackpots/{claim.pk}/"
    page = manager.get(address).content.decode()
    assert "90,00" in page
    send(manager, f"/floor/jackpots/{claim.pk}/approve/")
    slip = JackpotSlip.objects.get(number=1)
    assert f"/cage/jackpots/{slip.pk}/pay/" in cage.get("/cage/jackpots/").content.decode()
    paper = send(cage, f"/cage/jackpots/{slip.pk}/pay/", window_id=house.window, guest=winner.number)
    assert "90,00" in cage.get(paper).content.decode()
    printed = cage.post(paper, {"key": "one"})
    assert printed["Location"] == f"/cage/jackpots/{slip.pk}/print/1/"
    assert cage.get(printed["Location"]).status_code == 200

    send(floor, f"/management/funds/{house.funds['bad-beat'].pk}/take/")
    drop = FundDrop.objects.get()
    for person in (cage, other_cage):
        send(person, f"/cage/jackpots/count/{drop.pk}/", chips_200="1")
    send(manager, f"/management/funds/counts/{drop.pk}/explain/", explanation="one euro too many")
    assert manager.get(f"/management/funds/{fund.pk}/").status_code == 200


def high_hand(house):
    """A high hand that is approved; returns its winner."""
    evening, fund = house.evening, house.funds["high-hand"]
    house.pay_in(fund, 15_000)
    table = evening.table(evening.game(recording="summary"), code="T08")
    winner, _other = evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    house.approve(house.enter(hand.pk, fund, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2))))
    return winner


def test_a_share_is_paid_to_the_payee_whom_the_winner_names(house):
    """The winner and their friend at the window, then before a manager; a colleague pays the friend."""
    evening, winner = house.evening, high_hand(house)
    slip, friend = JackpotSlip.objects.get(), evening.guest("Anna Weber")
    cage, second, colleague = client(evening.cage), client(evening.second_manager), client(evening.second_cage)
    assert f"/cage/jackpots/{slip.pk}/payee/" in cage.get(f"/cage/jackpots/{slip.pk}/pay/").content.decode()
    send(cage, f"/cage/jackpots/{slip.pk}/payee/", guest=friend.number, reason="the winner leaves tonight")
    row = JackpotPayee.objects.get()
    decide = f"/cage/jackpots/payees/{row.pk}/approve/"
    decline = f"/cage/jackpots/payees/{row.pk}/decline/"
    listed = {who: who.get("/cage/jackpots/").content.decode() for who in (cage, second, colleague)}
    assert [(decide in page, decline in page) for page in listed.values()] == [
        (False, True), (True, True), (False, False),
    ]  # fmt: skip
    assert decide in second.get("/approvals/").content.decode()
    assert all(number in second.get(decide).content.decode() for number in (winner.number, friend.number))
    send(second, decide)
    assert f"/cage/jackpots/{slip.pk}/pay/" not in cage.get("/cage/jackpots/").content.decode(), "a witness"
    assert friend.number in colleague.get(f"/cage/jackpots/{slip.pk}/pay/").content.decode()
    paper = send(colleague, f"/cage/jackpots/{slip.pk}/pay/", window_id=house.window, guest=friend.number)
    assert f"{evening.cage} " in colleague.get(paper).content.decode()
    assert Entry.objects.get(code="jackpot_paid").reason == friend.number


def test_a_payee_is_withdrawn(house):
    evening = house.evening
    high_hand(house)
    cage, address = client(evening.cage), f"/cage/jackpots/{JackpotSlip.objects.get().pk}/payee/"
    send(cage, address, guest=evening.guest("Anna Weber").number, reason="the winner leaves tonight")
    send(cage, f"/cage/jackpots/payees/{JackpotPayee.objects.get().pk}/decline/")
    assert JackpotPayee.objects.get().state == "declined"
    assert cage.get("/cage/jackpots/payees/4711/decline/").status_code == 404


def test_a_claim_is_declined(house):
    evening = house.evening
    table = evening.table(code="T07")
    evening.sit(table, 20_000, 20_000, 20_000, 20_000)
    hand = jackpots.bad_beat(evening, table).hand
    floor = client(evening.floor)
    send(floor, f"/floor/jackpots/hands/{hand.pk}/", fund_id=house.funds["bad-beat"].pk)
    claim = JackpotClaim.objects.get()
    page = floor.get(f"/floor/jackpots/{claim.pk}/").content.decode()
    assert "Kd Ah As 2c 2s" in page
    assert f"/floor/jackpots/{claim.pk}/approve/" not in page, "somebody else approves it"
    send(floor, f"/floor/jackpots/{claim.pk}/decline/", reason="the camera says otherwise")
    assert JackpotClaim.objects.get().state == "declined"


@pytest.mark.parametrize("address", ["/floor/jackpots/hands/4711/", "/floor/jackpots/4711/"])
def test_a_hand_or_claim_that_is_not_there_has_no_page(house, address):
    assert client(house.evening.manager).get(address).status_code == 404


def test_terms_payments_and_closings_are_declined(house):
    manager = client(house.evening.manager)
    fund = house.funds["high-hand"]
    other = house.funds["bad-beat"]
    send(manager, f"/management/funds/{fund.pk}/close/", to_fund_id=other.pk, reason="nobody plays for it")
    send(manager, f"/management/funds/payments/{FundMove.objects.get(kind='closing').pk}/decline/")
    send(
        manager, f"/management/funds/{fund.pk}/terms/", qualifying="9c 9d 9h 9s 2c", least_dealt_in="2",
        falls_bp="100", winner_bp="100", claim_days="30",
    )  # fmt: skip
    send(manager, f"/management/funds/terms/{FundTerms.objects.get(state='proposed').pk}/decline/")


def test_the_wall_shows_the_posted_amounts(house):
    page = Client().get("/display/").content.decode()
    assert "Bad-Beat" in page
    assert "400 " in page
