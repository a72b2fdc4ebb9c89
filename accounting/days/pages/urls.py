"""Addresses of the clock of a house."""

from django.urls import path

from accounting.days.pages import clocks

management_urls = [
    path("clock/", clocks.Clock.as_view(), name="clock"),
    path("clock/new/", clocks.AskClock.as_view(), name="clock-new"),
    path("clock/<clock_change:pk>/approve/", clocks.ApproveClock.as_view(), name="clock-approve"),
    path("clock/<clock_change:pk>/decline/", clocks.DeclineClock.as_view(), name="clock-decline"),
]
