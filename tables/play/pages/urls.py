"""Addresses of the chips that are counted before the guests."""

from django.urls import path

from tables.play.pages import stack_counts

dealer_urls = [
    path("tables/<table:pk>/chips/", stack_counts.CountStacks.as_view(), name="chips"),
]
