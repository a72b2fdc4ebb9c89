"""What the house owes a guest: each subject that can owe says so, and nobody who is owed anything is erased."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from accounting.models import JackpotSlip
from accounting.places import Kind
from casino import house_time
from casino.errors import Refusal
from tables.floor.services import seats
from tables.guests.selectors import owed
from tables.guests.services import erasures, guests
from tables.jackpots.selectors.claims import Keyed
from tables.jackpots.services import claims
from tables.models import Guest, JackpotClaim
from tests.accounting.jackpots import jackpots
from tests.builders import Evening
from tests.deciding import looking

WHY = "asked for by letter of 24 November"

IN_PLAY = {
    Kind.SEAT: "who sits cannot be erased",
    Kind.POOL: "the stacks of a table of summaries: who sits",
    Kind.POT: "a hand in play",
}
"""What lies here is of guests who are in play (`tables.guests.selectors.guests.is_in_play`)."""
OF_NO_ONE_GUEST = {
    Kind.GUESTS: "outside the house",
    Kind.RAKE: "the house's",
    Kind.TIPS: "the staff's",
    Kind.JACKPOT: "all players', nobody's before a claim",
    Kind.RESERVE: "all players', nobody's before a claim",
    Kind.WITHHELD: "the revenue office's",
    Kind.FLOAT: "the house's",
    Kind.CAGE: "the house's",
    Kind.CASH: "the house's",
    Kind.BANK: "the house's",
    Kind.COUNT: "what boxes held",
    Kind.VARIANCE: "differences",
    Kind.FEES: "the house's",
    Kind.TRONC: "the staff's",
    Kind.SHARE: "the staff's",
}


def test_money_that_can_be_owed_to_a_guest_lies_nowhere_that_no_subject_answers_for() -> None:
    """A new kind of place is put here or gets a subject that says what of it is owed to a guest."""
    answered = [kind for subject in owed.subjects() for kind in subject.kinds]
    assert sorted([*answered, *IN_PLAY, *OF_NO_ONE_GUEST]) == sorted(Kind)


class TestAShareOfAJackpot:
    """A high hand at a table of summaries: its share is the guest's from the claim until it is paid or has lapsed."""

    @pytest.fixture
    def house(self, db: None) -> jackpots.House:
        house = jackpots.house()
        house.pay_in(house.funds["high-hand"], 15_000)
        return house

    @pytest.fixture
    def winner(self, house: jackpots.House) -> Guest:
        """The guest who has won and left; another stays at the table."""
        evening = house.evening
        table = evening.table(evening.game(recording="summary"), code="T08")
        winner, _other = evening.sit(table, 20_000, 20_000)
        hand = jackpots.summary(evening, table, dealt_in=2).hand
        keyed = Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2))
        house.enter(hand.pk, house.funds["high-hand"], keyed)
        seats.cash_out(
            table_id=table, version=evening.version(table), seat=1, counted_cents=20_000, actor=evening.floor
        )
        return winner

    def test_nobody_with_an_open_claim_is_erased(self, house: jackpots.House, winner: Guest) -> None:
        assert owed_to(winner) == [10_000]
        assert refused(erasures.ask, guest_id=winner.pk, reason=WHY, actor=house.evening.manager) == "erasure_owed"
        looking(claims.decline)(
            claim_id=JackpotClaim.objects.get().pk, reason="another hand", actor=house.evening.manager
        )
        assert owed_to(winner) == []
        erase(house.evening, winner)

    def test_nobody_with_a_slip_is_erased_before_it_is_paid(self, house: jackpots.House, winner: Guest) -> None:
        house.approve(JackpotClaim.objects.get())
        assert owed_to(winner) == [10_000]
        manager = house.evening.manager
        assert refused(erasures.ask, guest_id=winner.pk, reason=WHY, actor=manager) == "erasure_owed"
        house.pay(JackpotSlip.objects.get())
        assert owed_to(winner) == []
        erase(house.evening, winner)

    def test_nor_one_whose_request_is_older_than_the_claim_nor_by_age(
        self, house: jackpots.House, winner: Guest
    ) -> None:
        """Asked while nothing was owed; the claim is entered again and approved before the second person decides."""
        evening, claim = house.evening, JackpotClaim.objects.select_related("fund").get()
        looking(claims.decline)(claim_id=claim.pk, reason="another hand", actor=evening.manager)
        asked = erasures.ask(guest_id=winner.pk, reason=WHY, actor=evening.manager)
        again = house.enter(claim.hand_id, claim.fund, Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2)))
        house.approve(again)
        assert refused(looking(erasures.approve), erasure_id=asked.pk, actor=evening.second_manager) == "erasure_owed"
        year = house_time.today().year
        with house_time.shown_by(lambda: datetime(year + 4, 1, 1, 12, tzinfo=UTC)):
            assert not erasures.erase_old(guest_id=winner.pk)
        assert Guest.objects.get(pk=winner.pk).erased_at is None

    def test_what_a_duplicate_won_is_owed_to_their_guest(self, house: jackpots.House, winner: Guest) -> None:
        known = house.evening.guest("Anna Weber")
        guests.merge(guest_id=known.pk, duplicate_id=winner.pk, reason="two cards", actor=house.evening.floor)
        assert owed_to(known) == [10_000]


def owed_to(guest: Guest) -> list[int]:
    return [debt.amount_cents for debt in owed.to(guest.pk)]


def erase(evening: Evening, guest: Guest) -> None:
    asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=evening.manager)
    looking(erasures.approve)(erasure_id=asked.pk, actor=evening.second_manager)
    assert Guest.objects.get(pk=guest.pk).erased_at is not None


def refused(act: Callable[..., object], **arguments: object) -> str:
    """The code of the refusal, after which the guest is still there."""
    with pytest.raises(Refusal) as raised:
        act(**arguments)
    assert not Guest.objects.exclude(erased_at=None).exists()
    return raised.value.code
