"""Addresses of reports below `/api/v1/`."""

from accounting.reports.api import bank, match, periods, report_mails, reports

urlpatterns = [
    *bank.urlpatterns,
    *match.urlpatterns,
    *reports.urlpatterns,
    *periods.urlpatterns,
    *report_mails.urlpatterns,
]
