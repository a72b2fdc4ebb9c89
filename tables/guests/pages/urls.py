"""Addresses of the picker's suggestions, of the admission rules, of the house's bans, and of retention."""

from django.urls import path

from tables.guests.pages import bans, forms, policies, retention

guest_urls = [path("suggestions/", forms.Suggestions.as_view(), name="suggestions")]
setup_urls = [path("admission/", policies.Policy.as_view(), name="admission")]
floor_urls = [
    path("bans/", bans.Bans.as_view(), name="bans"),
    path("bans/new/", bans.Ban.as_view(), name="ban"),
    path("bans/<ban:pk>/lift/", bans.Lift.as_view(), name="lift"),
]
retention_urls = [
    path("", retention.Retention.as_view(), name="list"),
    path("erasures/new/", retention.Ask.as_view(), name="ask"),
    path("erasures/<erasure:pk>/approve/", retention.Approve.as_view(), name="approve"),
    path("erasures/<erasure:pk>/decline/", retention.Decline.as_view(), name="decline"),
    path("access/", retention.Access.as_view(), name="access"),
    path("holds/new/", retention.Hold.as_view(), name="hold"),
    path("holds/<hold:pk>/lift/", retention.Lift.as_view(), name="lift"),
]
