"""`/api/v1/` of this package: signing in, jobs, the schema. `casino/urls.py` includes those of the apps by name."""

from django.urls import path

from casino.api import people
from casino.api.approvals import ApprovalCount, Approvals
from casino.api.description import Description
from casino.api.jobs import AskForJob, JobFileView, JobView
from casino.api.sign_in import ConfirmView, LogoutView, TokenView

urlpatterns = [
    path("schema/", Description.as_view(), name="schema"),
    path("auth/token/", TokenView.as_view(), name="token"),
    path("auth/confirm/", ConfirmView.as_view(), name="confirm"),
    path("auth/logout/", LogoutView.as_view(), name="logout"),
    path("approvals/", Approvals.as_view(), name="approvals"),
    path("approvals/count/", ApprovalCount.as_view(), name="approvals-count"),
    path("jobs/", AskForJob.as_view(), name="jobs"),
    path("jobs/<job:pk>/", JobView.as_view(), name="job"),
    path("jobs/<job:pk>/file/", JobFileView.as_view(), name="job-file"),
    *people.urlpatterns,
]
