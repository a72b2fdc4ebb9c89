"""Addresses of waiting lists, below the floor's."""

from django.urls import path

from tables.waiting.pages import commands, views

floor_urls = [
    path("lists/", views.Desk.as_view(), name="lists"),
    path("lists/<list:pk>/record/", views.Record.as_view(), name="list-record"),
    path("lists/games/<game:game>/join/", commands.Join.as_view(), name="wait-join"),
    path("lists/games/<game:game>/guest/", commands.NewWaiter.as_view(), name="wait-guest"),
    path("waits/<entry:pk>/", views.WaitPage.as_view(), name="wait"),
    path("waits/<entry:pk>/call/", commands.Call.as_view(), name="wait-call"),
    path("waits/<entry:pk>/answer/", commands.Answer.as_view(), name="wait-answer"),
    path("waits/<entry:pk>/miss/", commands.Miss.as_view(), name="wait-miss"),
    path("waits/<entry:pk>/withdraw/", commands.Withdraw.as_view(), name="wait-withdraw"),
    path("waits/<entry:pk>/seat/", commands.Seat.as_view(), name="wait-seat"),
    path("waits/<entry:pk>/arrive/", commands.Arrive.as_view(), name="wait-arrive"),
    path("waits/<entry:pk>/move/", commands.MovePlace.as_view(), name="wait-move"),
    path("waits/<entry:pk>/leave/", commands.Leave.as_view(), name="wait-leave"),
]
