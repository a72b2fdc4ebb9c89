"""`/api/v1/` of the money side."""

from django.urls import path

from accounting.api import bank, boxes, days, findings, houses, ledger, match, reports, schedules, slips, windows
from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`

_VERSION = "rake-schedules/<id:pk>/versions/<id:version>/"

urlpatterns = [
    path("houses/", houses.Houses.as_view(), name="houses"),
    path("houses/<id:pk>/", houses.OneHouse.as_view(), name="house"),
    path("gaming-days/", houses.GamingDays.as_view(), name="gaming-days"),
    path("gaming-days/<id:pk>/", houses.OneGamingDay.as_view(), name="gaming-day"),
    path("rake-schedules/", schedules.Schedules.as_view(), name="rake-schedules"),
    path("rake-schedules/<id:pk>/", schedules.OneSchedule.as_view(), name="rake-schedule"),
    path(_VERSION + "approve/", schedules.Approve.as_view(), name="rake-schedule-approve"),
    path(_VERSION + "decline/", schedules.Decline.as_view(), name="rake-schedule-decline"),
    path("ledger/entries/", ledger.Entries.as_view(), name="ledger-entries"),
    path("ledger/entries/<id:pk>/", ledger.OneEntry.as_view(), name="ledger-entry"),
    path("ledger/places/", ledger.Places.as_view(), name="ledger-places"),
    path("ledger/books/", ledger.Books.as_view(), name="ledger-books"),
    path("ledger/proof/", ledger.ProofView.as_view(), name="ledger-proof"),
    *boxes.urlpatterns,
    *days.urlpatterns,
    *windows.urlpatterns,
    *slips.urlpatterns,
    *findings.urlpatterns,
    *bank.urlpatterns,
    *match.urlpatterns,
    *reports.urlpatterns,
]
