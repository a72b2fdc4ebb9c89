"""Addresses of reports."""

from django.urls import path

from accounting.reports.pages import authority, bank, exports, jobs, periods, report_mails, reports

management_urls = [
    path("reports/", reports.Reports.as_view(), name="reports"),
    path("period/", periods.PeriodPage.as_view(), name="period"),
    path("mails/", report_mails.Mails.as_view(), name="mails"),
    path("mails/<report_subscription:pk>/end/", report_mails.EndMail.as_view(), name="mail-end"),
    path("mails/<report_subscription:pk>/<slug:first>/", report_mails.AgainMail.as_view(), name="mail-again"),
    path("duties/", authority.Duties.as_view(), name="duties"),
    path("books/", authority.Books.as_view(), name="books"),
    path("bank/", bank.Bank.as_view(), name="bank"),
    path("jobs/", jobs.Jobs.as_view(), name="jobs"),
    path("export/", exports.Export.as_view(), name="export"),
    path("files/<job:pk>/", exports.ExportedFile.as_view(), name="file"),
]
