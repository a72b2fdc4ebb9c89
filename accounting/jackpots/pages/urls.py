"""Addresses of jackpot funds and their slips."""

from django.urls import path

from accounting.jackpots.pages import slips, views

management_urls = [
    path("funds/", views.Funds.as_view(), name="funds"),
    path("funds/new/", views.NewFund.as_view(), name="fund-new"),
    path("funds/<fund:pk>/", views.FundPage.as_view(), name="fund"),
    path("funds/<fund:pk>/terms/", views.ProposeTerms.as_view(), name="fund-terms"),
    path("funds/<fund:pk>/pay/", views.AskPayment.as_view(), name="fund-pay"),
    path("funds/<fund:pk>/close/", views.AskClosing.as_view(), name="fund-close"),
    path("funds/<fund:pk>/take/", views.TakeBoxes.as_view(), name="fund-take"),
    path("funds/terms/<fund_terms:pk>/approve/", views.ApproveTerms.as_view(), name="fund-terms-approve"),
    path("funds/terms/<fund_terms:pk>/decline/", views.DeclineTerms.as_view(), name="fund-terms-decline"),
    path("funds/payments/<fund_move:pk>/approve/", views.ApprovePayment.as_view(), name="fund-payment-approve"),
    path("funds/payments/<fund_move:pk>/decline/", views.DeclinePayment.as_view(), name="fund-payment-decline"),
    path("funds/counts/<fund_drop:pk>/explain/", views.ExplainBoxes.as_view(), name="fund-explain"),
    path("funds/slips/<jackpot_slip:pk>/lapse/", views.LapseSlip.as_view(), name="jackpot-lapse"),
]
cage_urls = [
    path("jackpots/", slips.JackpotSlips.as_view(), name="jackpots"),
    path("jackpots/<jackpot_slip:pk>/", slips.Paper.as_view(), name="jackpot-paper"),
    path("jackpots/<jackpot_slip:pk>/print/<int:number>/", slips.Paper.as_view(), name="jackpot-print"),
    path("jackpots/<jackpot_slip:pk>/pay/", slips.PaySlip.as_view(), name="jackpot-pay"),
    path("jackpots/<jackpot_slip:pk>/payee/", slips.NamePayee.as_view(), name="jackpot-payee"),
    path(
        "jackpots/payees/<jackpot_payee:pk>/approve/",
        slips.ApprovePayee.as_view(),
        name="jackpot-payee-approve",
    ),
    path(
        "jackpots/payees/<jackpot_payee:pk>/decline/",
        slips.DeclinePayee.as_view(),
        name="jackpot-payee-decline",
    ),
    path("jackpots/count/<fund_drop:pk>/", slips.CountFund.as_view(), name="jackpot-count"),
]
