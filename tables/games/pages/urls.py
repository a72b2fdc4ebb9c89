"""Addresses of games, rule sets, the chips of the house, and posted sheets."""

from django.urls import path

from tables.games.pages import games, house_chips, posted, posted_tables, rule_sets

floor_urls = [
    path("tables/<table:pk>/card/", posted_tables.TableCard.as_view(), name="card"),
]
public_urls = [
    path("<slug:house>/<slug:code>/", posted_tables.TableSheet.as_view(), name="table"),
]
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
