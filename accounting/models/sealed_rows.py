"""What a seal covers beside the books: the rows of other tables that came or ended since the seal before."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import Seal


class SealedRows(models.Model):
    """The rows of one table that a seal covers: the digest of their digests, in the order of their keys (append-only).

    A table whose rows are completed later has two of them: the columns of the insert, and `is_final`, the others once
    they stay.  `keys` and `waiting` are sets of keys as PostgreSQL writes a multirange: those covered, and those up to
    `last_key` that later seals look at again: rows that are not final yet, and numbers that a transaction in flight may
    still use.
    """

    seal = models.ForeignKey(Seal, models.PROTECT, related_name="rows", verbose_name=_("seal"))
    table_name = models.CharField(max_length=63)
    is_final = models.BooleanField()
    columns = ArrayField(models.CharField(max_length=63))
    count = models.PositiveIntegerField()
    keys = models.TextField()
    waiting = models.TextField()
    last_key = models.BigIntegerField()
    digest = models.BinaryField(max_length=32)
    # The first bytes of each row's digest, which name the row that is not as it was.
    marks = models.BinaryField()

    class Meta:
        verbose_name = _("sealed rows")
        verbose_name_plural = _("sealed rows")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seal", "table_name", "is_final"], name="sealed_rows_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table_name} {self.count}"
