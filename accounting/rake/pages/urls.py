"""Addresses of rake schedules."""

from django.urls import path

from accounting.rake.pages import schedules

management_urls = [
    path("schedules/", schedules.Schedules.as_view(), name="schedules"),
    path("schedules/new/", schedules.New.as_view(), name="schedule-new"),
    path("schedules/preview/", schedules.Preview.as_view(), name="schedule-preview"),
    path("schedules/<schedule:pk>/propose/", schedules.Propose.as_view(), name="schedule-propose"),
    path("schedules/versions/<version:pk>/approve/", schedules.Approve.as_view(), name="schedule-approve"),
    path("schedules/versions/<version:pk>/decline/", schedules.Decline.as_view(), name="schedule-decline"),
]
