"""The versions that live pages poll: one row, read by its key."""

from typing import ClassVar

from django.db import models
from django.db.models import F


class LiveVersion(models.Model):
    """For every desk the transaction that last changed its data: `{"floor": 8125, "cage": 8090}`.

    Only deferred triggers write here (function `casino_tell`), at the very end of a transaction, so other commands wait
    for the row no longer than a commit takes.  One row means one lock: transactions that change several desks cannot
    deadlock.
    """

    ROW: ClassVar[int] = 1

    versions = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.versions)

    @classmethod
    def of(cls, desk: str) -> str:
        """The desk's version, `0` before the first change; one query by primary key."""
        found = list(cls.objects.filter(pk=cls.ROW).annotate(at=F(f"versions__{desk}")).values_list("at", flat=True))
        return str((found and found[0]) or 0)
