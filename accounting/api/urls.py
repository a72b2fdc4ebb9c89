"""`/api/v1/` of the money side."""

from accounting.api import (
    bank,
    boxes,
    days,
    findings,
    houses,
    jackpots,
    ledger,
    match,
    proof,
    report_mails,
    reports,
    schedules,
    slips,
    statements,
    windows,
)
from accounting.api.tronc.urls import urlpatterns as tronc

urlpatterns = [
    *houses.urlpatterns,
    *days.urlpatterns,
    *schedules.urlpatterns,
    *ledger.urlpatterns,
    *proof.urlpatterns,
    *boxes.urlpatterns,
    *windows.urlpatterns,
    *slips.urlpatterns,
    *jackpots.urlpatterns,
    *findings.urlpatterns,
    *bank.urlpatterns,
    *match.urlpatterns,
    *reports.urlpatterns,
    *report_mails.urlpatterns,
    *statements.urlpatterns,
    *tronc,
]
