"""Recovery codes of the second factor, of which only hashes are kept."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class RecoveryCode(models.Model):
    """One code, deleted when it is used.  Its number, which is typed with it, says which hash to compare."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    number = models.PositiveSmallIntegerField()
    code_hash = models.CharField(max_length=128)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "number"], name="recovery_code_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.number}"
