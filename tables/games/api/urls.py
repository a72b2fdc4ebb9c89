"""Addresses of games and rule sets below `/api/v1/`."""

from django.urls import path

from tables.games.api import games, rule_sets, rules

urlpatterns = [
    path("games/", games.Games.as_view(), name="games"),
    path("games/<game:pk>/", games.OneGame.as_view(), name="game"),
    path("games/<game:pk>/rules/", rules.Rules.as_view(), name="game-rules"),
    *rule_sets.urlpatterns,
]
