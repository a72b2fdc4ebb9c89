"""Jackpots on the pages of cage and management: who counts the boxes, what nobody fetched, and what is not there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounting.models import Entry, JackpotSlip
from tables.jackpots.selectors.claims import Keyed
from tests import builders, databases
from tests.accounting.jackpots import jackpots
from tests.accounting.jackpots.jackpots import House

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]
NOBODYS = 2**40


def with_a_share() -> House:
    """A high hand that fell at a table: its share is not paid yet."""
    made = jackpots.house()
    fund, evening = made.funds["high-hand"], made.evening
    made.pay_in(fund, 15_000)
    table = evening.table(evening.game(recording="summary"), code="T08")
    evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    made.approve(made.enter(hand.pk, fund, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2))))
    return made


built, house = databases.shared(with_a_share)


def send(client: Client, address: str, **typed: str) -> Any:
    """The answer to a form, on the page to which it leads."""
    page = client.get(address)
    assert page.status_code == 200, page.content
    form = page.context["form"]
    hidden = {name: form[name].value() for name in ("key", "seen") if name in form.fields}
    return client.post(address, {**hidden, **typed}, follow=True)


def in_the_fund() -> dict[str, int]:
    """What the high hand's fund holds, and what it owes."""
    return {name: cents for name, cents in builders.balances().items() if name.endswith("/high-hand")}


def test_two_counts_of_boxes_that_differ_wait_for_a_third_person(house: House, browser: Browser) -> None:
    evening = house.evening
    drop = house.take(house.funds["bad-beat"])
    before, address = Entry.objects.count(), f"/cage/jackpots/count/{drop.pk}/"
    first, second = browser(evening.cage, "de"), browser(evening.second_cage, "de")
    assert "Jetzt zählt eine zweite Person" in send(first, address, chips_100="3").content.decode()
    assert "Eine dritte Person entscheidet" in send(second, address, chips_100="4").content.decode()
    for again in (first, second):
        assert send(again, address, chips_100="4").status_code == 403, "once each"
    drop.refresh_from_db()
    assert (drop.counted_at, Entry.objects.count()) == (None, before)
    third = browser(builders.user("cage", "third-cage"), "de")
    assert "Die Box ist abgerechnet." in send(third, address, chips_100="4").content.decode()
    drop.refresh_from_db()
    assert drop.counted_cents == 400


def test_a_share_goes_back_to_its_fund_when_its_time_is_over_and_not_before(house: House, browser: Browser) -> None:
    slip, second = JackpotSlip.objects.get(), browser(house.evening.second_manager, "de")
    address, before = f"/management/funds/slips/{slip.pk}/lapse/", (Entry.objects.count(), in_the_fund())
    assert send(second, address).status_code == 422
    slip.refresh_from_db()
    assert (slip.state, Entry.objects.count(), in_the_fund()) == ("due", *before)
    builders.past_the_guards("UPDATE accounting_jackpotslip SET due_until = '2020-01-01'")
    assert send(browser(house.evening.manager), address).status_code == 403, "who approved the claim"
    assert (Entry.objects.count(), in_the_fund()) == before
    shown = send(second, address)
    assert shown.redirect_chain == [(f"/management/funds/{slip.fund_id}/", 303)]
    assert "wieder im Fonds" in shown.content.decode()
    slip.refresh_from_db()
    assert (slip.state, slip.done_by) == ("lapsed", house.evening.second_manager)
    assert in_the_fund() == {"jackpot/high-hand": 15_000}


@pytest.mark.parametrize(
    "address",
    [
        "/management/funds/{}/",
        "/management/funds/terms/{}/approve/",
        "/management/funds/payments/{}/approve/",
        "/management/funds/counts/{}/explain/",
        "/management/funds/slips/{}/lapse/",
        "/cage/jackpots/count/{}/",
        "/cage/jackpots/{}/",
    ],
)
def test_what_is_not_there_is_not_found(house: House, browser: Browser, address: str) -> None:
    person = house.evening.manager if address.startswith("/management/") else house.evening.cage
    assert browser(person).get(address.format(NOBODYS)).status_code == 404


def test_a_paper_is_shown_by_the_number_of_a_print_that_was_made(house: House, browser: Browser) -> None:
    slip, cage = JackpotSlip.objects.get(), browser(house.evening.cage)
    address = f"/cage/jackpots/{slip.pk}/print/1/"
    assert cage.get(address).status_code == 404
    assert cage.post(f"/cage/jackpots/{slip.pk}/", {"key": "k"})["Location"] == address
    assert cage.get(address).status_code == 200
    assert cage.get(f"/cage/jackpots/{slip.pk}/print/2/").status_code == 404
