"""Addresses of the dealers' board, below the floor's."""

from django.urls import path

from tables.pages import dealers

urlpatterns = [
    path("dealers/", dealers.Dealers.as_view(), name="dealers"),
    path("dealers/line/", dealers.PushLine.as_view(), name="push-line"),
    path("dealers/come/", dealers.Come.as_view(), name="come"),
    path("dealers/roster/", dealers.Roster.as_view(), name="roster"),
    path("dealers/rules/", dealers.Rules.as_view(), name="rota-rules"),
    path("dealers/<int:dealer>/break/", dealers.SendOnBreak.as_view(), name="dealer-break"),
    path("dealers/<int:dealer>/back/", dealers.BackFromBreak.as_view(), name="dealer-back"),
    path("dealers/<int:dealer>/go/", dealers.Go.as_view(), name="go"),
    path("dealers/<int:dealer>/skills/", dealers.Skills.as_view(), name="skills"),
    path("shifts/<int:pk>/call-off/", dealers.CallOff.as_view(), name="call-off"),
]
