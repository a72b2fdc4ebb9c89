"""Addresses of places and prizes, below those of their tournament."""

from django.urls import path

from tables.prizes.pages import outcomes, payouts

tournament_urls = [
    path("<tournament:pk>/tables/<table:table>/out/", outcomes.GoOut.as_view(), name="out"),
    path("<tournament:pk>/take-back/", outcomes.TakeBack.as_view(), name="take-back"),
    path("<tournament:pk>/payouts/", payouts.Payouts.as_view(), name="payouts"),
    path("<tournament:pk>/payouts/fix/", payouts.Fix.as_view(), name="fix"),
    path("<tournament:pk>/payouts/deal/", payouts.MakeDeal.as_view(), name="deal"),
    path("<tournament:pk>/payouts/<prize:prize>/pay/", payouts.Pay.as_view(), name="pay"),
    path("<tournament:pk>/payouts/<prize:prize>/seat/", payouts.AwardSeat.as_view(), name="award"),
    path("<tournament:pk>/payouts/<prize:prize>/", payouts.PrizeSlip.as_view(), name="slip"),
    path("<tournament:pk>/payouts/<prize:prize>/print/<int:print>/", payouts.PrizeSlip.as_view(), name="slip-print"),
    path("<tournament:pk>/advance/", payouts.Advance.as_view(), name="advance"),
    path("<tournament:pk>/settle/", payouts.Settle.as_view(), name="settle"),
    path("<tournament:pk>/statement/", payouts.StatementPaper.as_view(), name="statement"),
    path("<tournament:pk>/statement/print/<int:print>/", payouts.StatementPaper.as_view(), name="statement-print"),
]
