"""Who may enter and approve a jackpot: two people, and nobody who dealt, recorded or booked the hand (`CLAIMS`)."""

from typing import Any

import pytest

from accounting.models import JackpotSlip
from casino.errors import NotAllowed
from casino.models import User
from tables.hands.services import corrections
from tables.hands.services.recording import Summary
from tables.jackpots.selectors.claims import CLAIMS, Keyed
from tables.jackpots.services import claims
from tables.models import Hand, JackpotClaim
from tests import builders, databases
from tests.accounting.jackpots import jackpots
from tests.builders import Evening
from tests.deciding import looking
from tests.tables.hands import playing

pytestmark = pytest.mark.django_db
EVERYONE = Keyed(dealt_in=(1, 2, 3, 4))
ANY = {"falls_bp": 5_000, "every_table": True}


class Night:
    """A mystery jackpot; a dealer who is a manager too; managers who have recorded nothing."""

    def __init__(self) -> None:
        self.house = jackpots.house()
        self.evening: Evening = self.house.evening
        self.fund = self.house.fund("mystery", "mystery", ANY)
        self.house.pay_in(self.fund, 600_00, "gift")
        self.dealer = User.objects.create_user("dealing-manager", roles=["dealer", "manager"], password=None)
        self.recorder = builders.user("manager", "recording-manager")
        self.settler = builders.user("manager", "settling-manager")

    def table(self, recording: str) -> int:
        table = self.evening.table(self.evening.game(recording=recording), code="T08", dealt=False)
        self.evening.push(table, self.dealer)
        self.evening.sit(table, 20_000, 20_000, 20_000, 20_000)
        return table

    def summary(self, actor: User) -> Hand:
        hand: Hand = jackpots.summary(self.evening, self.table("summary"), actor=actor).hand
        return hand

    def enter(self, hand: Hand, actor: User, keyed: Keyed | None = EVERYONE) -> JackpotClaim:
        return claims.enter(hand_id=hand.pk, fund_id=self.fund.pk, keyed=keyed, actor=actor)


built, night = databases.shared(Night)


def part(call: Any, *arguments: Any, **named: Any) -> str:
    """The part that keeps somebody from it; no claim was entered or decided."""
    before = list(JackpotClaim.objects.order_by("pk").values())
    with pytest.raises(NotAllowed, match="two_people") as error:
        call(*arguments, **named)
    assert list(JackpotClaim.objects.order_by("pk").values()) == before
    assert not JackpotSlip.objects.exists()
    return str(error.value.facts["part"])


def test_whoever_dealt_or_booked_the_hand_neither_enters_nor_approves(night: Night) -> None:
    hand = night.summary(night.recorder)
    assert part(night.enter, hand, night.dealer) == "dealer"
    assert part(night.enter, hand, night.recorder) == "booker"
    approve = {"claim_id": night.enter(hand, night.evening.manager).pk}
    assert part(looking(claims.approve), **approve, actor=night.dealer) == "dealer"
    assert part(looking(claims.approve), **approve, actor=night.recorder) == "booker"
    assert part(looking(claims.approve), **approve, actor=night.evening.manager) == "proposer"
    assert looking(claims.approve)(**approve, actor=night.evening.second_manager).state == "approved"
    assert CLAIMS.broken() == []


def test_whoever_recorded_one_action_or_settled_the_hand_neither_enters_nor_approves(night: Night) -> None:
    table = night.table("every_action")
    night.evening.dealer = night.recorder
    played = playing.settle(night.evening, jackpots.bad_beat(night.evening, table, settled=False), actor=night.settler)
    for person, word in ((night.dealer, "dealer"), (night.recorder, "recorder"), (night.settler, "booker")):
        assert part(night.enter, played.hand, person, None) == word
    approve = {"claim_id": night.enter(played.hand, night.evening.floor, None).pk}
    for person, word in ((night.dealer, "dealer"), (night.recorder, "recorder"), (night.settler, "booker")):
        assert part(looking(claims.approve), **approve, actor=person) == word
    assert looking(claims.approve)(**approve, actor=night.evening.manager).state == "approved"


def test_whoever_corrected_the_hand_has_booked_it(night: Night) -> None:
    wrong = night.summary(night.recorder)
    right = corrections.correct(
        hand_id=wrong.pk,
        version=wrong.version,
        summary=Summary(5_000, True, 4, winners=(1,)),
        reason="keyed wrong",
        actor=night.settler,
    ).hand
    assert part(night.enter, right, night.settler) == "booker"
    assert part(night.enter, right, night.dealer) == "dealer"
    assert night.enter(right, night.recorder).hand == right, "their figures were taken back"


def test_the_proof_finds_a_claim_of_whoever_was_at_the_table(night: Night) -> None:
    row = night.enter(night.summary(night.recorder), night.evening.manager)
    looking(claims.approve)(claim_id=row.pk, actor=night.evening.second_manager)
    for person, word in ((night.dealer, "dealer"), (night.recorder, "booker")):
        builders.past_the_guards("UPDATE tables_jackpotclaim SET proposed_by_id = %s", person.pk)
        assert [(pk, one.word, two.word) for pk, one, two in CLAIMS.broken()] == [(row.pk, "proposer", word)]
