"""Addresses of the floor and of the dealer."""

from django.urls import include, path

from tables.pages import dealer, floor, hands, seats

floor_urls = [
    path("", floor.Board.as_view(), name="board"),
    path("day/", floor.OpenDay.as_view(), name="open-day"),
    path("tables/<int:pk>/", floor.TablePage.as_view(), name="table"),
    path("tables/<int:pk>/open/", floor.OpenTable.as_view(), name="open"),
    path("tables/<int:pk>/pause/", floor.PauseTable.as_view(), name="pause"),
    path("tables/<int:pk>/resume/", floor.ResumeTable.as_view(), name="resume"),
    path("tables/<int:pk>/game/", floor.ChangeGame.as_view(), name="game"),
    path("tables/<int:pk>/close/", floor.CloseTable.as_view(), name="close"),
    path("tables/<int:pk>/dealer/", floor.PushDealer.as_view(), name="push"),
    path("tables/<int:pk>/seats/<int:seat>/sit/", seats.Sit.as_view(), name="sit"),
    path("tables/<int:pk>/seats/<int:seat>/guest/", seats.NewGuest.as_view(), name="guest"),
    path("tables/<int:pk>/seats/<int:seat>/top-up/", seats.TopUp.as_view(), name="top-up"),
    path("tables/<int:pk>/seats/<int:seat>/cash-out/", seats.CashOut.as_view(), name="cash-out"),
    path("tables/<int:pk>/seats/<int:seat>/move/", seats.Move.as_view(), name="move"),
    path("tables/<int:pk>/seats/<int:seat>/away/", seats.Away.as_view(), name="away"),
    path("tables/<int:pk>/seats/<int:seat>/back/", seats.Back.as_view(), name="back"),
]

dealer_urls = [
    path("", dealer.Desk.as_view(), name="desk"),
    path("tables/<int:pk>/", dealer.DealerTable.as_view(), name="table"),
    path("tables/<int:pk>/start/", dealer.StartHand.as_view(), name="start"),
    path("tables/<int:pk>/record/", dealer.RecordSummary.as_view(), name="record"),
    path("tables/<int:pk>/due/", dealer.ProposedDue.as_view(), name="due"),
    path("hands/<int:pk>/", hands.HandPage.as_view(), name="hand"),
    path("hands/<int:pk>/act/", hands.Act.as_view(), name="act"),
    path("hands/<int:pk>/undo/", hands.Undo.as_view(), name="undo"),
    path("hands/<int:pk>/settle/", hands.Settle.as_view(), name="settle"),
    path("hands/<int:pk>/void/", hands.Void.as_view(), name="void"),
]

urlpatterns = [
    path("floor/", include((floor_urls, "floor"))),
    path("dealer/", include((dealer_urls, "dealer"))),
]
