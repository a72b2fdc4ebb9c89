"""Addresses of what the floor writes down: calls, rulings, incidents, hand-over sheets; below `/floor/`."""

from django.urls import path

from tables.floor.pages.log import floor_calls, hand_over, incidents, rulings

urlpatterns = [
    path("calls/", floor_calls.Calls.as_view(), name="calls"),
    path("calls/<call:pk>/take/", floor_calls.TakeCall.as_view(), name="take"),
    path("rulings/", rulings.Rulings.as_view(), name="rulings"),
    path("rulings/<ruling:pk>/reverse/", rulings.Reverse.as_view(), name="reverse"),
    path("incidents/", incidents.Incidents.as_view(), name="incidents"),
    path("incidents/new/", incidents.NewIncident.as_view(), name="new-incident"),
    path("incidents/<incident:pk>/", incidents.IncidentPage.as_view(), name="incident"),
    path("handover/", hand_over.Sheet.as_view(), name="handover"),
    path("handover/<hand_over:pk>/", hand_over.Signed.as_view(), name="hand-over"),
    path("handover/<hand_over:pk>/print/<int:number>/", hand_over.Signed.as_view(), name="hand-over-print"),
    path("handover/<hand_over:pk>/confirm/", hand_over.Confirm.as_view(), name="hand-over-confirm"),
    path("tables/<table:pk>/ruling/", rulings.RuleAtTable.as_view(), name="rule"),
]
