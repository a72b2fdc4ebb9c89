"""Addresses of the proof."""

from django.urls import path

from accounting.proof.pages import proof

management_urls = [
    path("proof/", proof.ProofPage.as_view(), name="proof"),
]
