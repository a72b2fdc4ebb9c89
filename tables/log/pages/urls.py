"""Addresses of what the floor writes down: calls, rulings, corrections, incidents, hand-over sheets."""

from django.urls import path

from tables.log.pages import corrections, floor_calls, hand_overs, incidents, rulings

floor_urls = [
    path("calls/", floor_calls.Calls.as_view(), name="calls"),
    path("calls/<call:pk>/take/", floor_calls.TakeCall.as_view(), name="take"),
    path("rulings/", rulings.Rulings.as_view(), name="rulings"),
    path("rulings/<ruling:pk>/reverse/", rulings.Reverse.as_view(), name="reverse"),
    path("incidents/", incidents.Incidents.as_view(), name="incidents"),
    path("incidents/new/", incidents.NewIncident.as_view(), name="new-incident"),
    path("incidents/<incident:pk>/", incidents.IncidentPage.as_view(), name="incident"),
    path("handover/", hand_overs.Sheet.as_view(), name="handover"),
    path("handover/<hand_over:pk>/", hand_overs.Signed.as_view(), name="hand-over"),
    path("handover/<hand_over:pk>/print/<int:number>/", hand_overs.Signed.as_view(), name="hand-over-print"),
    path("handover/<hand_over:pk>/confirm/", hand_overs.Confirm.as_view(), name="hand-over-confirm"),
    path("tables/<table:pk>/ruling/", rulings.RuleAtTable.as_view(), name="rule"),
    path("calls/<call:call>/hands/<hand:pk>/void/", corrections.VoidForCall.as_view(), name="void-for-call"),
    path("calls/<call:call>/hands/<hand:pk>/correct/", corrections.CorrectForCall.as_view(), name="correct-for-call"),
    path("tables/<table:pk>/late/", corrections.EnterLate.as_view(), name="late"),
]
dealer_urls = [
    path("tables/<table:pk>/call/", floor_calls.CallFloor.as_view(), name="call"),
    path("tables/<table:pk>/refused/", floor_calls.BringRefused.as_view(), name="refused"),
    path("hands/<hand:pk>/correct/", corrections.Correct.as_view(), name="correct"),
    path("hands/<hand:pk>/ruling/", rulings.RuleOnHand.as_view(), name="rule"),
    path("hands/<hand:pk>/bundle/", corrections.Bundle.as_view(), name="bundle"),
]
