"""Deletion of old stored answers."""

from datetime import timedelta

from django.db.models.functions import Now

from casino.models import StoredAnswer
from casino.transactions import use_case

KEPT = timedelta(days=7)


@use_case(None)
def forget() -> int:
    """Delete answers older than a week and return their number."""
    deleted, _by_model = StoredAnswer.objects.filter(created_at__lt=Now() - KEPT).delete()
    return deleted
