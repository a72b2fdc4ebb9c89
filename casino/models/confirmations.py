"""When the owner of a token last gave their password again. Sessions store that time themselves."""

from django.conf import settings
from django.db import models


class Confirmation(models.Model):
    """The last time for one token; a new token has none, since its owner has just given the password to get it."""

    token = models.OneToOneField(settings.KNOX_TOKEN_MODEL, models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}"
