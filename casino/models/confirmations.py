"""When the owner of a token gave his password again. Sessions keep that moment themselves."""

from django.conf import settings
from django.db import models


class Confirmation(models.Model):
    """The last time for one token; one that is new has none, for whoever asked for it has just given his password."""

    token = models.OneToOneField(settings.KNOX_TOKEN_MODEL, models.CASCADE, primary_key=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}"
