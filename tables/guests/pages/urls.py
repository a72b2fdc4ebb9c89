"""Addresses of the house's bans, below the floor's."""

from django.urls import path

from tables.guests.pages import bans

floor_urls = [
    path("bans/", bans.Bans.as_view(), name="bans"),
    path("bans/new/", bans.Ban.as_view(), name="ban"),
    path("bans/<ban:pk>/lift/", bans.Lift.as_view(), name="lift"),
]
