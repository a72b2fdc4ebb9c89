"""Addresses of management and cage."""

from django.urls import include, path

from accounting.pages import cage, proof, reports

management_urls = [
    path("", reports.Reports.as_view(), name="reports"),
    path("proof/", proof.ProofPage.as_view(), name="proof"),
]
cage_urls = [path("", cage.CagePage.as_view(), name="today")]

urlpatterns = [
    path("management/", include((management_urls, "management"))),
    path("cage/", include((cage_urls, "cage"))),
]
