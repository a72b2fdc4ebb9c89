"""What the live pages poll: one row, read by its key."""

from typing import ClassVar

from django.db import models
from django.db.models import F


class LiveVersion(models.Model):
    """Of every desk the transaction that last changed anything the desk shows: `{"floor": 8125, "cage": 8090}`.

    Only deferred triggers write here (function `casino_tell`), and only at the very end of a transaction: nobody can
    forget to, and nobody else's command waits for the row longer than a commit takes.  One row, so one lock: whoever
    changes what two desks show cannot meet another in the opposite order.
    """

    ROW: ClassVar[int] = 1

    versions = models.JSONField(default=dict)

    def __str__(self) -> str:
        return str(self.versions)

    @classmethod
    def of(cls, desk: str) -> str:
        """The desk's version, `0` before anything happened; one read by the primary key."""
        found = list(cls.objects.filter(pk=cls.ROW).annotate(at=F(f"versions__{desk}")).values_list("at", flat=True))
        return str((found and found[0]) or 0)
