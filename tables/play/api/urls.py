"""Addresses of what is played at tables below `/api/v1/`."""

from django.urls import path

from tables.play.api import stack_counts, tables

urlpatterns = [
    path("tables/<table:pk>/time-charge/", tables.Collect.as_view(), name="table-time-charge"),
    path("tables/<table:pk>/missed-blinds/", tables.MissedBlinds.as_view(), name="table-missed-blinds"),
    path("tables/<table:pk>/stack-counts/", stack_counts.CountStacks.as_view(), name="table-stack-counts"),
]
