"""Claims on one fund that are open at once: no cent is shared out twice, and the sum approved is the sum paid."""

import pytest
from django.test import Client

from accounting.models import Fund, JackpotSlip
from accounting.proof.services import proofs
from casino.errors import Refusal
from tables.jackpots.selectors.claims import CLAIMS, Keyed
from tables.jackpots.services import claims
from tables.models import JackpotClaim
from tests import builders, databases, racing
from tests.accounting.jackpots import jackpots
from tests.api_client import Api
from tests.deciding import looking

PASSWORD = "a long pass phrase"
HALF = {"falls_bp": 5_000, "every_table": True}
EVERYONE = Keyed(dealt_in=(1, 2, 3, 4))


class Fallen:
    """A fund of 600.25 euros, of which half falls each time, and hands at a table of summaries that have won it."""

    def __init__(self) -> None:
        self.house = jackpots.house()
        self.evening = self.house.evening
        self.fund = self.house.fund("mystery", "mystery", HALF)
        self.house.pay_in(self.fund, 600_25, "gift")
        self.table = self.evening.table(self.evening.game(recording="summary"), code="T08")
        self.evening.sit(self.table, 20_000, 20_000, 20_000, 20_000)

    def claim(self, fund: Fund | None = None) -> JackpotClaim:
        hand = jackpots.summary(self.evening, self.table).hand
        return self.house.enter(hand.pk, fund or self.fund, EVERYONE)

    def seen(self, claim: JackpotClaim) -> JackpotClaim:
        """The claim as it is read now."""
        return JackpotClaim.objects.get(pk=claim.pk)

    def approve(self, claim: JackpotClaim, actor=None) -> int:
        """What is paid in cash for the claim, with the sum that is read now."""
        self.house.approve(self.seen(claim), actor)
        return sum(self.house.pay(slip).amount_cents for slip in JackpotSlip.objects.filter(state="due"))


built, fallen = databases.shared(Fallen)


@pytest.mark.django_db
class TestInTurn:
    @pytest.mark.parametrize("paid_cents", [[300_12], [300_12, 150_06], [300_12, 150_06, 75_03]])
    def test_each_is_paid_its_part_of_what_the_others_left(self, fallen: Fallen, paid_cents: list[int]) -> None:
        open_at_once = [fallen.claim() for _ in paid_cents]
        assert {one.falls_cents for one in open_at_once} == {300_12}
        assert [fallen.approve(one) for one in open_at_once] == paid_cents
        assert builders.balances("jackpot")["jackpot/mystery"] == 600_25 - sum(paid_cents)
        fallen.house.count(fallen.house.funds["bad-beat"])
        assert proofs.prove().broken == []

    def test_the_order_is_that_of_the_approvals(self, fallen: Fallen) -> None:
        first, second = fallen.claim(), fallen.claim()
        assert (fallen.approve(second), fallen.approve(first)) == (300_12, 150_06)

    def test_what_comes_in_meanwhile_is_the_next_jackpots(self, fallen: Fallen) -> None:
        first, second = fallen.claim(), fallen.claim()
        fallen.approve(first)
        fallen.house.pay_in(fallen.fund, 1_000_00, "gift")
        assert fallen.approve(second) == 150_06
        assert fallen.claim().posted_cents == 600_25 - 300_12 - 150_06 + 1_000_00

    def test_a_claim_of_another_fund_or_a_declined_one_is_left_as_it_is(self, fallen: Fallen) -> None:
        other = fallen.house.fund("splash", "splash", HALF)
        fallen.house.pay_in(other, 80_00, "gift")
        elsewhere, declined, claim = fallen.claim(other), fallen.claim(), fallen.claim()
        looking(claims.decline)(claim_id=declined.pk, reason="wrong hand", actor=fallen.evening.floor)
        fallen.approve(claim)
        assert [fallen.seen(one).falls_cents for one in (elsewhere, declined)] == [40_00, 300_12]

    def test_a_sum_that_the_approver_has_not_seen_is_not_paid(self, fallen: Fallen) -> None:
        first, second = fallen.claim(), fallen.claim()
        fallen.approve(first)
        for seen_cents in (300_12, 150_05, 150_06, None):
            second.falls_cents = seen_cents
            with pytest.raises(Refusal, match="stale"):
                fallen.house.approve(second)
        assert fallen.seen(second).state == "proposed"
        assert not JackpotSlip.objects.filter(subject=second.subject).exists()

    def test_a_claim_that_is_decided_keeps_its_sum(self, fallen: Fallen) -> None:
        first, second = fallen.claim(), fallen.claim()
        fallen.approve(first)
        fallen.approve(second)
        assert [fallen.seen(one).falls_cents for one in (first, second)] == [300_12, 150_06]

    def test_a_fixed_amount_stays_and_falls_while_the_fund_holds_it(self, fallen: Fallen) -> None:
        fixed = fallen.house.fund("fixed", "splash", {"fixed_cents": 50_00, "every_table": True})
        fallen.house.pay_in(fixed, 80_00, "gift")
        first, second = fallen.claim(fixed), fallen.claim(fixed)
        assert fallen.approve(first) == 50_00
        with pytest.raises(Refusal) as error:
            fallen.approve(second)
        assert error.value.code == "fund_below_share"
        fallen.house.pay_in(fixed, 20_00, "gift")
        assert fallen.approve(second) == 50_00


@pytest.mark.django_db
def test_where_the_whole_sum_falls_the_second_is_refused(fallen: Fallen) -> None:
    fallen.house.sign(fallen.fund, {"every_table": True})
    first, second = fallen.claim(), fallen.claim()
    assert fallen.approve(first) == 600_25
    assert (fallen.seen(second).falls_cents, fallen.seen(second).shares) == (0, [])
    with pytest.raises(Refusal) as error:
        fallen.approve(second)
    assert error.value.code == "nothing_falls"
    looking(claims.decline)(claim_id=second.pk, reason="the other was first", actor=fallen.evening.floor)
    fallen.house.count(fallen.house.funds["bad-beat"])
    assert proofs.prove().broken == []


@pytest.mark.django_db
def test_the_machine_interface_answers_an_old_sum_with_the_claim_as_it_is(fallen: Fallen) -> None:
    first, second = fallen.claim(), fallen.claim()
    fallen.approve(first)
    seen = CLAIMS.seen(second)
    answer = Api(fallen.evening.manager).post(f"jackpot-claims/{second.pk}/approve/", {"seen": seen})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    current = answer.json()["facts"]["current"]
    assert [one["amount_cents"] for one in current["shares"]] == [150_06]
    assert current["seen"] == CLAIMS.seen(fallen.seen(second)) != seen


@pytest.mark.django_db
def test_a_page_opened_before_shows_the_new_shares_and_asks_again(fallen: Fallen) -> None:
    first, second = fallen.claim(), fallen.claim()
    browser = Client()
    browser.force_login(builders.with_password(fallen.evening.manager, PASSWORD))
    address = f"/floor/jackpots/{second.pk}/approve/"
    form = browser.get(address).context["form"]
    sent = {"key": form["key"].value(), "seen": form["seen"].value(), "password": PASSWORD}
    fallen.approve(first)
    answer = browser.post(address, sent)
    assert answer.status_code == 409
    assert "150,06" in answer.content.decode()
    assert "300,12" not in answer.content.decode()
    again = {name: answer.context["form"][name].value() for name in ("key", "seen")}
    assert browser.post(address, {**again, "password": PASSWORD}).status_code == 303
    assert fallen.seen(second).falls_cents == 150_06


@pytest.mark.django_db(transaction=True)
class TestTwoApprovalsAtOnce:
    """The second approver has seen 300.12 euros while the first claim is approved."""

    @staticmethod
    def race(fallen: Fallen, monkeypatch: pytest.MonkeyPatch) -> list[object]:
        first, second = fallen.claim(), fallen.claim()
        return racing.meanwhile(
            monkeypatch, claims.funds, "parsed",
            lambda: fallen.house.approve(first), lambda: fallen.house.approve(second, fallen.evening.second_manager),
        )  # fmt: skip

    def test_both_are_paid_the_same_half_without_the_lock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fallen = Fallen()
        day = fallen.evening.day
        claimed = fallen.claim(), fallen.claim()
        monkeypatch.setattr(fallen, "claim", iter(claimed).__next__)
        monkeypatch.setattr(claims, "_fund_of", lambda _hand, pk: (Fund.objects.get(pk=pk), day))
        monkeypatch.setattr(claims, "_leave_the_rest", lambda _row: None)
        assert racing.refusals(self.race(fallen, monkeypatch)) == []
        assert [slip.amount_cents for slip in JackpotSlip.objects.all()] == [300_12, 300_12]

    def test_the_second_is_told_that_its_sum_has_changed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fallen = Fallen()
        assert racing.refusals(self.race(fallen, monkeypatch)) == ["stale"]
        assert [slip.amount_cents for slip in JackpotSlip.objects.all()] == [300_12]
        assert sorted(JackpotClaim.objects.values_list("state", "falls_cents")) == [
            ("approved", 300_12), ("proposed", 150_06),
        ]  # fmt: skip

    def test_a_claim_declined_meanwhile_is_looked_at_again(self, monkeypatch: pytest.MonkeyPatch) -> None:
        fallen = Fallen()
        first, second = fallen.claim(), fallen.claim()
        decline = {"claim_id": second.pk, "reason": "wrong hand", "actor": fallen.evening.floor}
        seen = CLAIMS.seen(second)
        results = racing.meanwhile(
            monkeypatch, claims.awards, "award",
            lambda: claims.decline(**decline, seen=seen), lambda: fallen.house.approve(first),
        )  # fmt: skip
        assert racing.refusals(results) == ["stale"]
        looking(claims.decline)(**decline)
        assert sorted(JackpotClaim.objects.values_list("state", "falls_cents")) == [
            ("approved", 300_12), ("declined", 150_06),
        ]  # fmt: skip
