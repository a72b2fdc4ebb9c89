"""Addresses of the dealers' board, below the floor's, and of a dealer's own desk."""

from django.urls import path

from tables.dealers.pages import desk, views

floor_urls = [
    path("dealers/", views.Dealers.as_view(), name="dealers"),
    path("dealers/line/", views.PushLine.as_view(), name="push-line"),
    path("dealers/come/", views.Come.as_view(), name="come"),
    path("dealers/roster/", views.Roster.as_view(), name="roster"),
    path("dealers/rules/", views.Rules.as_view(), name="rota-rules"),
    path("dealers/<dealer:dealer>/break/", views.SendOnBreak.as_view(), name="dealer-break"),
    path("dealers/<dealer:dealer>/back/", views.BackFromBreak.as_view(), name="dealer-back"),
    path("dealers/<dealer:dealer>/go/", views.Go.as_view(), name="go"),
    path("dealers/<dealer:dealer>/skills/", views.Skills.as_view(), name="skills"),
    path("shifts/<shift:pk>/call-off/", views.CallOff.as_view(), name="call-off"),
    path("tables/<table:pk>/dealer/", views.PushDealer.as_view(), name="push"),
]

dealer_urls = [path("", desk.Desk.as_view(), name="desk")]
