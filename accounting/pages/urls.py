"""Addresses of management and cage."""

from django.urls import include, path

from accounting.pages import cage, proof, reports, schedules

management_urls = [
    path("", reports.Reports.as_view(), name="reports"),
    path("proof/", proof.ProofPage.as_view(), name="proof"),
    path("schedules/", schedules.Schedules.as_view(), name="schedules"),
    path("schedules/new/", schedules.New.as_view(), name="schedule-new"),
    path("schedules/<int:pk>/propose/", schedules.Propose.as_view(), name="schedule-propose"),
    path("schedules/versions/<int:pk>/approve/", schedules.Approve.as_view(), name="schedule-approve"),
    path("schedules/versions/<int:pk>/decline/", schedules.Decline.as_view(), name="schedule-decline"),
]
cage_urls = [path("", cage.CagePage.as_view(), name="today")]

urlpatterns = [
    path("management/", include((management_urls, "management"))),
    path("cage/", include((cage_urls, "cage"))),
]
