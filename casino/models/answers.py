"""Stored answers to commands by Idempotency-Key: a repeated request gets the same answer and has no second effect.

Only `casino/transactions.py` writes here.  Kept for a week; the key of a command that books something stays in the
ledger for ever.
"""

from typing import ClassVar

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Now

KEY_LENGTH = 255
ERASED = "[erased]"
"""What an erased guest leaves of an answer that named them (`tables_scrub`)."""


class StoredAnswer(models.Model):
    """The answer to one key of one user."""

    pk = models.CompositePrimaryKey("actor_id", "key")
    # No database constraint: the actor is the signed-in user of this request, and the row is kept for a week.
    actor = models.ForeignKey("casino.User", models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+")
    key = models.CharField(max_length=KEY_LENGTH)
    request = models.CharField(max_length=255)
    digest = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField()
    answer = models.TextField()
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        # Rows are inserted in order of time and deleted by age: a block range index costs an insert almost nothing.
        indexes: ClassVar[list[models.Index]] = [BrinIndex(fields=["created_at"], name="storedanswer_age")]

    def __str__(self) -> str:
        return f"{self.request} {self.key}"
