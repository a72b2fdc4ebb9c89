"""Addresses of the audit and of gaming days below `/api/v1/`."""

from django.urls import path

from tables.audit.api import days, simulation

urlpatterns = [
    path("gaming-days/<day:pk>/close/", days.CloseDay.as_view(), name="gaming-day-close"),
    path("gaming-days/<day:pk>/checklist/", days.Checklist.as_view(), name="gaming-day-checklist"),
    path("gaming-days/<day:pk>/terms/", days.PlayedTerms.as_view(), name="gaming-day-terms"),
    path("rake-schedules/simulate/", simulation.Simulate.as_view(), name="rake-schedule-simulate"),
]
