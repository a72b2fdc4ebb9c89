"""Addresses of the tronc."""

from django.urls import path

from accounting.tronc.pages import home, members, payouts, records, rules, runs

tronc_urls = [
    path("", home.Home.as_view(), name="home"),
    path("records/", records.Records.as_view(), name="records"),
    path("records/<day:pk>/draw-up/", records.DrawUp.as_view(), name="draw-up"),
    path("records/<tip_record:pk>/sign/", records.Sign.as_view(), name="sign"),
    path("records/<tip_record:pk>/decline/", records.Decline.as_view(), name="record-decline"),
    path("rules/", rules.Rules.as_view(), name="rules"),
    path("rules/propose/", rules.Propose.as_view(), name="rules-propose"),
    path("rules/<tronc_rules:pk>/approve/", rules.Approve.as_view(), name="rules-approve"),
    path("rules/<tronc_rules:pk>/decline/", rules.Decline.as_view(), name="rules-decline"),
    path("members/", members.Members.as_view(), name="members"),
    path("members/enter/", members.Enter.as_view(), name="member-enter"),
    path("members/<tronc_member:pk>/confirm/", members.Confirm.as_view(), name="member-confirm"),
    path("members/<tronc_member:pk>/decline/", members.Decline.as_view(), name="member-decline"),
    path("compute/", runs.Compute.as_view(), name="compute"),
    path("months/<tronc_run:pk>/", runs.Run.as_view(), name="run"),
    path("months/<tronc_run:pk>/confirm/", runs.Confirm.as_view(), name="run-confirm"),
    path("months/<tronc_run:pk>/decline/", runs.Decline.as_view(), name="run-decline"),
    path("months/<tronc_run:pk>/pdf/", runs.RunFile.as_view(), {"kind": "pdf"}, name="run-pdf"),
    path("months/<tronc_run:pk>/csv/", runs.RunFile.as_view(), {"kind": "csv"}, name="run-csv"),
    path("months/<tronc_run:pk>/people/<id:person>/", runs.Sheet.as_view(), name="sheet"),
    path("months/<tronc_run:pk>/people/<id:person>/pdf/", runs.SheetFile.as_view(), name="sheet-pdf"),
    path("payouts/", payouts.Payouts.as_view(), name="payouts"),
    path("payouts/prepare/", payouts.Prepare.as_view(), name="payout-prepare"),
    path("payouts/<tronc_payout:pk>/pay/", payouts.Pay.as_view(), name="payout-pay"),
    path("payouts/<tronc_payout:pk>/decline/", payouts.Decline.as_view(), name="payout-decline"),
]
