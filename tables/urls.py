"""Addresses of the game side: each room's API and pages."""

from django.urls import include, path

from tables.audit.pages import urls as audit
from tables.board.pages import urls as board
from tables.dealers.pages import urls as dealers
from tables.floor.pages import urls as floor
from tables.games.pages import urls as games
from tables.guests.pages import urls as guests
from tables.hands.pages import urls as hands
from tables.jackpots.pages import urls as jackpots
from tables.log.pages import urls as log
from tables.moving.pages import urls as moving
from tables.play.pages import urls as play
from tables.prizes.pages import urls as prizes
from tables.rounds.pages import urls as rounds
from tables.tournament_hands.pages import urls as tournament_hands
from tables.tournaments.pages import urls as tournaments
from tables.waiting.pages import urls as waiting

pages = [
    path("setup/", include(([*floor.setup_urls, *games.setup_urls, *guests.setup_urls], "setup"))),
    path("display/", include((board.display_urls, "display"))),
    path("rules/", include((games.public_urls, "rules"))),
    path(
        "tournaments/",
        include(
            (
                [*tournaments.tournament_urls, *prizes.tournament_urls, *tournament_hands.tournament_urls],
                "tournaments",
            )
        ),
    ),
    path("practice/", include("tables.practice.pages.urls")),
    path("guests/", include((guests.guest_urls, "guests"))),
    path("cage/slips/", include((floor.slip_urls, "slips"))),
    path("management/", include(([*audit.policy_urls, *games.policy_urls], "policy"))),
    path("management/retention/", include((guests.retention_urls, "retention"))),
    path("management/days/", include((audit.day_urls, "days"))),
    path("management/audit/", include((audit.audit_urls, "audit"))),
    path(
        "floor/",
        include(
            (
                [
                    *board.floor_urls,
                    *floor.floor_urls,
                    *waiting.floor_urls,
                    *moving.floor_urls,
                    *log.floor_urls,
                    *games.floor_urls,
                    *dealers.floor_urls,
                    *guests.floor_urls,
                    *jackpots.floor_urls,
                ],
                "floor",
            )
        ),
    ),
    path(
        "dealer/",
        include(
            (
                [*hands.dealer_urls, *rounds.dealer_urls, *play.dealer_urls, *dealers.dealer_urls, *log.dealer_urls],
                "dealer",
            )
        ),
    ),
]
# Tried from the top, so what dealers send all evening comes first.
commands = [
    path("", include("tables.hands.api.urls")),
    path("", include("tables.rounds.api.urls")),
    path("", include("tables.play.api.urls")),
    path("", include("tables.games.api.urls")),
    path("", include("tables.floor.api.urls")),
    path("", include("tables.waiting.api.waiting")),
    path("", include("tables.moving.api.moving")),
    path("", include("tables.log.api.urls")),
    path("", include("tables.absence.api.absence")),
    path("", include("tables.guests.api.urls")),
    path("", include("tables.dealers.api.views")),
    path("", include("tables.tournaments.api.urls")),
    path("", include("tables.prizes.api.urls")),
    path("", include("tables.tournament_hands.api.urls")),
    path("", include("tables.practice.api.urls")),
    path("", include("tables.jackpots.api.urls")),
    path("", include("tables.audit.api.urls")),
]
urlpatterns = [path("api/v1/", include(commands)), *pages]
