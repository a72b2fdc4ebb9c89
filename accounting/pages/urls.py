"""Addresses of management and cage."""

from django.urls import include, path

from accounting.pages import (
    authority,
    bank,
    cage,
    counts,
    exports,
    founding,
    jobs,
    periods,
    proof,
    report_mails,
    reports,
    schedules,
    slips,
    windows,
)

management_urls = [
    path("reports/", reports.Reports.as_view(), name="reports"),
    path("period/", periods.PeriodPage.as_view(), name="period"),
    path("mails/", report_mails.Mails.as_view(), name="mails"),
    path("mails/<report_subscription:pk>/end/", report_mails.EndMail.as_view(), name="mail-end"),
    path("duties/", authority.Duties.as_view(), name="duties"),
    path("books/", authority.Books.as_view(), name="books"),
    path("bank/", bank.Bank.as_view(), name="bank"),
    path("jobs/", jobs.Jobs.as_view(), name="jobs"),
    path("export/", exports.Export.as_view(), name="export"),
    path("files/<job:pk>/", exports.ExportedFile.as_view(), name="file"),
    path("proof/", proof.ProofPage.as_view(), name="proof"),
    path("schedules/", schedules.Schedules.as_view(), name="schedules"),
    path("schedules/new/", schedules.New.as_view(), name="schedule-new"),
    path("schedules/preview/", schedules.Preview.as_view(), name="schedule-preview"),
    path("schedules/<schedule:pk>/propose/", schedules.Propose.as_view(), name="schedule-propose"),
    path("schedules/versions/<version:pk>/approve/", schedules.Approve.as_view(), name="schedule-approve"),
    path("schedules/versions/<version:pk>/decline/", schedules.Decline.as_view(), name="schedule-decline"),
]
cage_urls = [
    path("", cage.CagePage.as_view(), name="today"),
    path("windows/new/", windows.NewWindow.as_view(), name="window-new"),
    path("windows/<window:pk>/open/", windows.OpenWindow.as_view(), name="window-open"),
    path("windows/<window:pk>/sell/", windows.SellChips.as_view(), name="window-sell"),
    path("windows/<window:pk>/redeem/", windows.RedeemChips.as_view(), name="window-redeem"),
    path("windows/<window:pk>/close/", windows.CloseWindow.as_view(), name="window-close"),
    path("windows/<window:pk>/confirm/", windows.ConfirmWindow.as_view(), name="window-confirm"),
    path("windows/<window:pk>/resume/", windows.ResumeWindow.as_view(), name="window-resume"),
    path("slips/<slip:pk>/", slips.Paper.as_view(), name="slip"),
    path("slips/<slip:pk>/print/<int:number>/", slips.Paper.as_view(), name="slip-print"),
    path("slips/<slip:pk>/cancel/", slips.CancelSlip.as_view(), name="slip-cancel"),
    path("count/", counts.CountDesk.as_view(), name="count"),
    path("count/<drop:pk>/", counts.CountBox.as_view(), name="count-box"),
    path("count/<drop:pk>/explain/", counts.ExplainBox.as_view(), name="explain-box"),
]

urlpatterns = [
    path("setup/start/", founding.start, name="setup-start"),
    path("management/", include((management_urls, "management"))),
    path("cage/", include((cage_urls, "cage"))),
]
