"""Addresses of the floor's log below `/api/v1/`."""

from django.urls import path

from tables.log.api import corrections, log

urlpatterns = [
    path("hands/<hand:pk>/correct/", corrections.Correct.as_view(), name="hand-correct"),
    path("hands/late/", corrections.EnterLate.as_view(), name="hand-late"),
    path("hands/<hand:pk>/bundle/", corrections.Bundle.as_view(), name="hand-bundle"),
    path("tables/<table:pk>/rulings/", corrections.Rule.as_view(), name="table-rule"),
    path("rulings/", corrections.Rulings.as_view(), name="rulings"),
    *log.urlpatterns,
]
