"""Addresses of play below `/api/v1/`."""

from django.urls import path

from tables.play.api import games, hands, rounds, rule_sets, rules, stack_counts, tables
from tables.play.api.hands import recording

# Matched from the top: the most frequent commands come first.
urlpatterns = [
    path("hands/<hand:pk>/actions/", hands.Act.as_view(), name="hand-act"),
    path("tables/<table:pk>/hands/record/", recording.Record.as_view(), name="hand-record"),
    path("tables/<table:pk>/hands/import/", recording.Import.as_view(), name="hand-import"),
    path("games/", games.Games.as_view(), name="games"),
    path("games/<game:pk>/", games.OneGame.as_view(), name="game"),
    path("games/<game:pk>/rules/", rules.Rules.as_view(), name="game-rules"),
    path("tables/<table:pk>/time-charge/", tables.Collect.as_view(), name="table-time-charge"),
    path("tables/<table:pk>/missed-blinds/", tables.MissedBlinds.as_view(), name="table-missed-blinds"),
    path("tables/<table:pk>/stack-counts/", stack_counts.CountStacks.as_view(), name="table-stack-counts"),
    path("tables/<table:pk>/hands/", hands.Start.as_view(), name="hand-start"),
    path("hands/", hands.Hands.as_view(), name="hands"),
    path("hands/<hand:pk>/", hands.OneHand.as_view(), name="hand"),
    path("hands/<hand:pk>/undo/", hands.Undo.as_view(), name="hand-undo"),
    path("hands/<hand:pk>/void/", hands.Void.as_view(), name="hand-void"),
    path("hands/<hand:pk>/settle/", hands.Settle.as_view(), name="hand-settle"),
    path("tables/<table:pk>/rounds/record/", rounds.RecordRound.as_view(), name="round-record"),
    path("tables/<table:pk>/rounds/false-deal/", rounds.FalseDeal.as_view(), name="round-false-deal"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<round:pk>/", rounds.OneRound.as_view(), name="round"),
    path("rounds/<round:pk>/void/", rounds.VoidRound.as_view(), name="round-void"),
    *rule_sets.urlpatterns,
    path("hands/<hand:pk>/phh/", recording.Phh.as_view(), name="hand-phh"),
]
