"""Addresses of the picker's suggestions, and of the house's bans below the floor's."""

from django.urls import path

from tables.guests.pages import bans, forms

guest_urls = [path("suggestions/", forms.Suggestions.as_view(), name="suggestions")]
floor_urls = [
    path("bans/", bans.Bans.as_view(), name="bans"),
    path("bans/new/", bans.Ban.as_view(), name="ban"),
    path("bans/<ban:pk>/lift/", bans.Lift.as_view(), name="lift"),
]
