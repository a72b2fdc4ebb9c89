"""Addresses of the audit, of gaming days, and of simulations."""

from django.urls import path

from tables.audit.pages import audit, day_sheet, days, findings, funnel, home, progress, simulation, tips

audit_urls = [
    path("", audit.AuditPage.as_view(), name="day"),
    path("findings/", audit.Inbox.as_view(), name="findings"),
    path("findings/<finding:pk>/", findings.FindingPage.as_view(), name="finding"),
    path("findings/<finding:pk>/run/", findings.RunPage.as_view(), name="finding-run"),
    path("findings/<finding:pk>/run/assign/", findings.AssignRun.as_view(), name="assign-run"),
    path("findings/<finding:pk>/assign/", findings.AssignFinding.as_view(), name="assign"),
    path("findings/<finding:pk>/take-back/", findings.TakeBack.as_view(), name="take-back"),
    path("dealers/", funnel.Dealers.as_view(), name="dealers"),
    path("tips/", tips.Tips.as_view(), name="tips"),
    path("<day:pk>/run/", progress.StartAudit.as_view(), name="run"),
    path("<day:pk>/progress/", progress.AuditProgress.as_view(), name="progress"),
]

day_urls = [
    path("", days.Days.as_view(), name="list"),
    path("<day:pk>/", days.CloseDay.as_view(), name="close"),
    path("<day:pk>/checklist/", days.Checklist.as_view(), name="checklist"),
    path("<day:pk>/audit/", days.Audit.as_view(), name="audit"),
    path("<day:pk>/roll-over/", days.RollOver.as_view(), name="roll-over"),
    path("<day:pk>/reopen/", days.AskReopening.as_view(), name="reopen"),
    path("reopenings/<reopening:pk>/approve/", days.ApproveReopening.as_view(), name="approve-reopening"),
    path("reopenings/<reopening:pk>/decline/", days.DeclineReopening.as_view(), name="decline-reopening"),
    path("<day:pk>/sheet/", day_sheet.DaySheet.as_view(), name="sheet"),
    path("<day:pk>/sheet/<int:number>/", day_sheet.DaySheet.as_view(), name="sheet-print"),
]

policy_urls = [
    path("", home.Home.as_view(), name="home"),
    path("schedules/simulate/", simulation.Simulate.as_view(), name="simulate"),
]
