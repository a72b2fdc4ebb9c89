"""Addresses of the dealer's pages and of the posted sheets."""

from django.urls import path

from tables.play.pages import games, hands, house_chips, posted, posted_tables, rounds, rule_sets, stack_counts
from tables.play.pages.hands import before, dealer, pad

dealer_urls = [
    path("tables/<table:pk>/", dealer.DealerTable.as_view(), name="table"),
    path("tables/<table:pk>/start/", dealer.StartHand.as_view(), name="start"),
    path("tables/<table:pk>/missed-blinds/", before.MissedBlinds.as_view(), name="missed-blinds"),
    path("tables/<table:pk>/time-charge/", before.TimeCharge.as_view(), name="time-charge"),
    path("tables/<table:pk>/chips/", stack_counts.CountStacks.as_view(), name="chips"),
    path("tables/<table:pk>/record/", pad.RecordSummary.as_view(), name="record"),
    path("tables/<table:pk>/round/", rounds.RecordRound.as_view(), name="round"),
    path("tables/<table:pk>/round/result/", rounds.RoundResult.as_view(), name="round-result"),
    path("tables/<table:pk>/rounds/<int:number>/void/", rounds.VoidRound.as_view(), name="void-round"),
    path("tables/<table:pk>/false-deal/", rounds.FalseDeal.as_view(), name="false-deal"),
    path("tables/<table:pk>/history/", pad.History.as_view(), name="history"),
    path("refused/<uuid:hand_uuid>/", pad.Decided.as_view(), name="decided"),
    path("worker.js", pad.worker, name="worker"),
    path("hands/<hand:pk>/", hands.HandPage.as_view(), name="hand"),
    path("hands/<hand:pk>/act/", hands.Act.as_view(), name="act"),
    path("hands/<hand:pk>/undo/", hands.Undo.as_view(), name="undo"),
    path("hands/<hand:pk>/settle/", hands.Settle.as_view(), name="settle"),
    path("hands/<hand:pk>/misdeal/", hands.Misdeal.as_view(), name="misdeal"),
    path("hands/<hand:pk>/void/", hands.Void.as_view(), name="void"),
]

floor_urls = [path("tables/<table:pk>/card/", posted_tables.TableCard.as_view(), name="card")]
public_urls = [path("<slug:house>/<slug:code>/", posted_tables.TableSheet.as_view(), name="table")]
setup_urls = [
    path("chips/", house_chips.HouseChips.as_view(), name="chips"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<game:pk>/", games.EditGame.as_view(), name="game"),
]
policy_urls = [
    path("rules/", posted.Games.as_view(), name="games"),
    path("rules/<game:pk>/", posted.Sheet.as_view(), name="rules"),
    path("rule-sets/", rule_sets.RuleSets.as_view(), name="rule-sets"),
    path("rule-sets/new/", rule_sets.Propose.as_view(), name="rule-set-new"),
    path("rule-sets/<rule_set:pk>/", rule_sets.RuleSet.as_view(), name="rule-set"),
    path("rule-sets/<rule_set:pk>/replay/", rule_sets.Replay.as_view(), name="rule-set-replay"),
    path("rule-sets/<rule_set:pk>/approve/", rule_sets.Approve.as_view(), name="rule-set-approve"),
    path("rule-sets/<rule_set:pk>/decline/", rule_sets.Decline.as_view(), name="rule-set-decline"),
]
