"""An evening with a stake that goes up, to the cent, and audited without a finding; for both ways of recording."""

from accounting.models import Finding
from tables.audit.services import audits
from tables.rules.actions import Action, Kind
from tests import builders
from tests.tables.hands import playing

ONE_TWO, TWO_FOUR = "NLHE 1/2", "NLHE 2/4"


class TestTheBooks:
    def test_every_action_to_the_cent(self, rising):
        """One hand of 1/2 and one of 2/4, each raised and called, then folded on the flop; 5 % of what was called."""
        rising.plan(rising.two_four, hands=1)
        for to_cents, bet_cents in ((600, 1_000), (1_200, 2_000)):
            dealt = playing.start(rising.evening, rising.table)
            board = Action(Kind.BOARD, cards=(51, 46, 0))
            ended = playing.act(
                rising.evening, dealt, Action(Kind.RAISE, to_cents=to_cents), Action(Kind.CALL), Action(Kind.FOLD),
                board, Action(Kind.BET, to_cents=bet_cents), Action(Kind.FOLD),
            )  # fmt: skip
            playing.settle(rising.evening, ended)
        # 6 + 6 + 2 = 14 → 5 % = 0.70 → 0 in chips of 1; 12 + 12 + 4 = 28 → 1.40 → 1.
        balances = builders.balances()
        assert balances["rake/T07"] == 100
        assert sum(cents for place, cents in balances.items() if place.startswith("seat/")) == 120_000 - 100
        self.audited_without_finding(rising)

    def test_summaries_to_the_cent(self, summaries):
        summaries.plan(summaries.two_four, hands=2)
        for pot_cents in (2_000, 3_000, 4_000, 6_500):
            summaries.hand(pot_cents)
        # 5 % in whole chips of 1: 1, 1, 2 and 3; and a tip of 1 each.
        assert builders.balances() == {
            "guests/T07": -120_000, "pool/T07": 120_000 - 1_100, "rake/T07": 700, "tips/T07": 400,
        }  # fmt: skip
        assert summaries.played == [ONE_TWO, ONE_TWO, TWO_FOUR, TWO_FOUR]
        self.audited_without_finding(summaries)

    @staticmethod
    def audited_without_finding(rising):
        rising.evening.sign_terms()
        audits.audit(day_id=rising.evening.day.pk, actor=rising.evening.manager)
        assert list(Finding.objects.values_list("rule", flat=True)) == []
