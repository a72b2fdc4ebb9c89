"""Addresses of revenue and levies."""

from django.urls import path

from accounting.revenue.pages import levies, statements

management_urls = [
    path("revenue/", statements.Revenue.as_view(), name="revenue"),
    path("revenue/<slug:period>/<slug:first>/", statements.OneStatement.as_view(), name="statement"),
    path("revenue/<slug:period>/<slug:first>/sign/", statements.Sign.as_view(), name="statement-sign"),
    path("statements/<statement:pk>/", statements.Paper.as_view(), name="statement-paper"),
    path("statements/<statement:pk>/print/<int:number>/", statements.Paper.as_view(), name="statement-print"),
    path("statements/<statement:pk>/confirm/", statements.Confirm.as_view(), name="statement-confirm"),
    path("statements/<statement:pk>/decline/", statements.Decline.as_view(), name="statement-decline"),
    path("statements/<statement:pk>/countersign/", statements.Countersign.as_view(), name="statement-countersign"),
    path("statements/<statement:pk>/text/", statements.SealText.as_view(), name="statement-text"),
    path("levies/", levies.Levies.as_view(), name="levies"),
    path("levies/new/", levies.Propose.as_view(), name="levy-new"),
    path("levies/<levy_terms:pk>/approve/", levies.ApproveTerms.as_view(), name="levy-approve"),
    path("levies/<levy_terms:pk>/decline/", levies.DeclineTerms.as_view(), name="levy-decline"),
    path("levies/keys/new/", levies.Register.as_view(), name="key-new"),
    path("levies/keys/<authority_key:pk>/approve/", levies.ApproveKey.as_view(), name="key-approve"),
    path("levies/keys/<authority_key:pk>/decline/", levies.DeclineKey.as_view(), name="key-decline"),
    path("levies/keys/<authority_key:pk>/withdraw/", levies.WithdrawKey.as_view(), name="key-withdraw"),
]
