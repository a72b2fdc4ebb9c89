"""The one-time code of an empty installation."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SetupCode(models.Model):
    """The code that is good now: at most one, and none once somebody has an account (`casino.services.setup_codes`).

    In the database, so that it is good at every web server.
    """

    digest = models.CharField(_("digest"), max_length=64)
    ends_at = models.DateTimeField(_("ends"))

    class Meta:
        verbose_name = _("setup code")
        verbose_name_plural = _("setup codes")

    def __str__(self) -> str:
        return f"until {self.ends_at:%Y-%m-%d %H:%M} UTC"
