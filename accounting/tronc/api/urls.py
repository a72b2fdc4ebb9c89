"""Addresses of the tronc."""

from django.urls import path

from accounting.tronc.api import members, payouts, records, rules, runs

urlpatterns = [
    path("tip-records/", records.TipRecords.as_view(), name="tip-records"),
    path("tip-records/<tip_record:pk>/", records.OneTipRecord.as_view(), name="tip-record"),
    path("tip-records/<tip_record:pk>/sign/", records.SignTipRecord.as_view(), name="tip-record-sign"),
    path("tip-records/<tip_record:pk>/decline/", records.DeclineTipRecord.as_view(), name="tip-record-decline"),
    path("tronc-rules/", rules.AllTroncRules.as_view(), name="tronc-rules"),
    path("tronc-rules/<tronc_rules:pk>/", rules.OneTroncRules.as_view(), name="tronc-rules-version"),
    path("tronc-rules/<tronc_rules:pk>/approve/", rules.ApproveTroncRules.as_view(), name="tronc-rules-approve"),
    path("tronc-rules/<tronc_rules:pk>/decline/", rules.DeclineTroncRules.as_view(), name="tronc-rules-decline"),
    path("tronc-members/", members.TroncMembers.as_view(), name="tronc-members"),
    path("tronc-members/<tronc_member:pk>/", members.OneTroncMember.as_view(), name="tronc-member"),
    path("tronc-members/<tronc_member:pk>/confirm/", members.ConfirmMember.as_view(), name="tronc-member-confirm"),
    path("tronc-members/<tronc_member:pk>/decline/", members.DeclineMember.as_view(), name="tronc-member-decline"),
    path("tronc-runs/", runs.TroncRuns.as_view(), name="tronc-runs"),
    path("tronc-runs/<tronc_run:pk>/", runs.OneTroncRun.as_view(), name="tronc-run"),
    path("tronc-runs/<tronc_run:pk>/confirm/", runs.ConfirmTroncRun.as_view(), name="tronc-run-confirm"),
    path("tronc-runs/<tronc_run:pk>/decline/", runs.DeclineTroncRun.as_view(), name="tronc-run-decline"),
    path("tronc-shares/", runs.TroncShares.as_view(), name="tronc-shares"),
    path("tronc-shares/<tronc_share:pk>/", runs.OneTroncShare.as_view(), name="tronc-share"),
    path("tronc-payouts/", payouts.TroncPayouts.as_view(), name="tronc-payouts"),
    path("tronc-payouts/<tronc_payout:pk>/", payouts.OneTroncPayout.as_view(), name="tronc-payout"),
    path("tronc-payouts/<tronc_payout:pk>/pay/", payouts.PayTroncPayout.as_view(), name="tronc-payout-pay"),
    path("tronc-payouts/<tronc_payout:pk>/decline/", payouts.DeclineTroncPayout.as_view(), name="tronc-payout-decline"),
]
