"""Addresses of management and cage."""

from django.urls import include, path

from accounting.pages import (
    bank,
    cage,
    counts,
    exports,
    founding,
    jackpot_slips,
    jackpots,
    jobs,
    proof,
    reports,
    schedules,
    slips,
    windows,
)

management_urls = [
    path("reports/", reports.Reports.as_view(), name="reports"),
    path("bank/", bank.Bank.as_view(), name="bank"),
    path("jobs/", jobs.Jobs.as_view(), name="jobs"),
    path("export/", exports.Export.as_view(), name="export"),
    path("files/<job:pk>/", exports.ExportedFile.as_view(), name="file"),
    path("proof/", proof.ProofPage.as_view(), name="proof"),
    path("funds/", jackpots.Funds.as_view(), name="funds"),
    path("funds/new/", jackpots.NewFund.as_view(), name="fund-new"),
    path("funds/<fund:pk>/", jackpots.FundPage.as_view(), name="fund"),
    path("funds/<fund:pk>/terms/", jackpots.ProposeTerms.as_view(), name="fund-terms"),
    path("funds/<fund:pk>/pay/", jackpots.AskPayment.as_view(), name="fund-pay"),
    path("funds/<fund:pk>/close/", jackpots.AskClosing.as_view(), name="fund-close"),
    path("funds/<fund:pk>/take/", jackpots.TakeBoxes.as_view(), name="fund-take"),
    path("funds/terms/<fund_terms:pk>/approve/", jackpots.ApproveTerms.as_view(), name="fund-terms-approve"),
    path("funds/terms/<fund_terms:pk>/decline/", jackpots.DeclineTerms.as_view(), name="fund-terms-decline"),
    path("funds/payments/<fund_move:pk>/approve/", jackpots.ApprovePayment.as_view(), name="fund-payment-approve"),
    path("funds/payments/<fund_move:pk>/decline/", jackpots.DeclinePayment.as_view(), name="fund-payment-decline"),
    path("funds/counts/<fund_drop:pk>/explain/", jackpots.ExplainBoxes.as_view(), name="fund-explain"),
    path("funds/slips/<jackpot_slip:pk>/lapse/", jackpots.LapseSlip.as_view(), name="jackpot-lapse"),
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
    path("jackpots/", jackpot_slips.JackpotSlips.as_view(), name="jackpots"),
    path("jackpots/<jackpot_slip:pk>/", jackpot_slips.Paper.as_view(), name="jackpot-paper"),
    path("jackpots/<jackpot_slip:pk>/print/<int:number>/", jackpot_slips.Paper.as_view(), name="jackpot-print"),
    path("jackpots/<jackpot_slip:pk>/pay/", jackpot_slips.PaySlip.as_view(), name="jackpot-pay"),
    path("jackpots/count/<fund_drop:pk>/", jackpot_slips.CountFund.as_view(), name="jackpot-count"),
    path("count/", counts.CountDesk.as_view(), name="count"),
    path("count/<drop:pk>/", counts.CountBox.as_view(), name="count-box"),
    path("count/<drop:pk>/explain/", counts.ExplainBox.as_view(), name="explain-box"),
]

urlpatterns = [
    path("setup/start/", founding.start, name="setup-start"),
    path("management/", include((management_urls, "management"))),
    path("cage/", include((cage_urls, "cage"))),
]
