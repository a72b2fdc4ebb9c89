"""Addresses of waiting lists, below the floor's."""

from django.urls import path

from tables.floor.pages.waiting import commands, views

urlpatterns = [
    path("lists/", views.Desk.as_view(), name="lists"),
    path("lists/<int:pk>/record/", views.Record.as_view(), name="list-record"),
    path("lists/games/<int:game>/join/", commands.Join.as_view(), name="wait-join"),
    path("lists/games/<int:game>/guest/", commands.NewWaiter.as_view(), name="wait-guest"),
    path("waits/<int:pk>/", views.WaitPage.as_view(), name="wait"),
    path("waits/<int:pk>/call/", commands.Call.as_view(), name="wait-call"),
    path("waits/<int:pk>/answer/", commands.Answer.as_view(), name="wait-answer"),
    path("waits/<int:pk>/miss/", commands.Miss.as_view(), name="wait-miss"),
    path("waits/<int:pk>/withdraw/", commands.Withdraw.as_view(), name="wait-withdraw"),
    path("waits/<int:pk>/seat/", commands.Seat.as_view(), name="wait-seat"),
    path("waits/<int:pk>/arrive/", commands.Arrive.as_view(), name="wait-arrive"),
    path("waits/<int:pk>/move/", commands.MovePlace.as_view(), name="wait-move"),
    path("waits/<int:pk>/leave/", commands.Leave.as_view(), name="wait-leave"),
]
