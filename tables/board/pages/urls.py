"""Addresses of the board, and of the walls."""

from django.urls import path

from tables.board.pages import display, views, waiting_wall

floor_urls = [
    path("", views.Board.as_view(), name="board"),
    path("order/", views.Order.as_view(), name="order"),
    path("calls/<call:pk>/answer/", views.AnswerCall.as_view(), name="answer"),
    path("tables/<table:pk>/alarms/<slug:kind>/<slug:mark>/", views.Acknowledge.as_view(), name="acknowledge"),
]
display_urls = [
    path("", display.Display.as_view(), name="board"),
    path("lists/", waiting_wall.Lists.as_view(), name="lists"),
]
