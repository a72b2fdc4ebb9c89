"""Addresses of the money side: each room's API and pages."""

from django.urls import include, path

from accounting.cage.pages.urls import cage_urls
from accounting.days.pages import founding
from accounting.days.pages.urls import management_urls as days
from accounting.jackpots.pages import urls as jackpots
from accounting.proof.pages.urls import management_urls as proof
from accounting.rake.pages.urls import management_urls as rake
from accounting.reports.pages.urls import management_urls as reports
from accounting.revenue.pages.urls import management_urls as revenue
from accounting.tronc.pages.urls import tronc_urls

management = [*reports, *proof, *jackpots.management_urls, *rake, *revenue, *days]
commands = [
    path("", include("accounting.days.api.urls")),
    path("", include("accounting.rake.api.schedules")),
    path("", include("accounting.ledger.api.ledger")),
    path("", include("accounting.proof.api.proof")),
    path("", include("accounting.cage.api.urls")),
    path("", include("accounting.jackpots.api.views")),
    path("", include("accounting.findings.api.findings")),
    path("", include("accounting.reports.api.urls")),
    path("", include("accounting.revenue.api.urls")),
    path("", include("accounting.tronc.api.urls")),
]
urlpatterns = [
    path("api/v1/", include(commands)),
    path("setup/start/", founding.start, name="setup-start"),
    path("management/", include((management, "management"))),
    path("cage/", include(([*cage_urls, *jackpots.cage_urls], "cage"))),
    path("tronc/", include((tronc_urls, "tronc"))),
]
