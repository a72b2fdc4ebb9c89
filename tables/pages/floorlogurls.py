"""Addresses of what the floor writes down: calls, rulings, incidents, hand-over sheets; below `/floor/`."""

from django.urls import path

from tables.pages import floorcalls, handover, incidents, rulings

urlpatterns = [
    path("calls/", floorcalls.Calls.as_view(), name="calls"),
    path("calls/<int:pk>/take/", floorcalls.TakeCall.as_view(), name="take"),
    path("rulings/", rulings.Rulings.as_view(), name="rulings"),
    path("rulings/<int:pk>/reverse/", rulings.Reverse.as_view(), name="reverse"),
    path("incidents/", incidents.Incidents.as_view(), name="incidents"),
    path("incidents/new/", incidents.NewIncident.as_view(), name="new-incident"),
    path("incidents/<int:pk>/", incidents.IncidentPage.as_view(), name="incident"),
    path("handover/", handover.Sheet.as_view(), name="handover"),
    path("handover/<int:pk>/", handover.Signed.as_view(), name="hand-over"),
    path("handover/<int:pk>/print/<int:number>/", handover.Signed.as_view(), name="hand-over-print"),
    path("handover/<int:pk>/confirm/", handover.Confirm.as_view(), name="hand-over-confirm"),
]
