"""Addresses of the audit, of gaming days, and of simulations."""

from django.urls import path

from tables.audit.pages import audit, day_sheet, days, findings, funnel, progress, simulation, tips

audit_urls = [
    path("", audit.AuditPage.as_view(), name="day"),
    path("findings/", audit.Inbox.as_view(), name="findings"),
    path("findings/<int:pk>/", findings.FindingPage.as_view(), name="finding"),
    path("findings/<int:pk>/assign/", findings.AssignFinding.as_view(), name="assign"),
    path("dealers/", funnel.Dealers.as_view(), name="dealers"),
    path("tips/", tips.Tips.as_view(), name="tips"),
    path("<int:pk>/run/", progress.StartAudit.as_view(), name="run"),
    path("<int:pk>/progress/", progress.AuditProgress.as_view(), name="progress"),
]

day_urls = [
    path("", days.Days.as_view(), name="list"),
    path("<int:pk>/", days.CloseDay.as_view(), name="close"),
    path("<int:pk>/checklist/", days.Checklist.as_view(), name="checklist"),
    path("<int:pk>/audit/", days.Audit.as_view(), name="audit"),
    path("<int:pk>/roll-over/", days.RollOver.as_view(), name="roll-over"),
    path("<int:pk>/reopen/", days.AskReopening.as_view(), name="reopen"),
    path("<int:pk>/reopen/<int:request_pk>/", days.ApproveReopening.as_view(), name="approve-reopening"),
    path("<int:pk>/sheet/", day_sheet.DaySheet.as_view(), name="sheet"),
    path("<int:pk>/sheet/<int:number>/", day_sheet.DaySheet.as_view(), name="sheet-print"),
]

policy_urls = [
    path("schedules/simulate/", simulation.Simulate.as_view(), name="simulate"),
]
