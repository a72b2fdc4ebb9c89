"""The Django app of the money side."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from casino import house_time


class AccountingConfig(AppConfig):
    """Houses, gaming days, the ledger, schedules, roll-ups."""

    name = "accounting"
    verbose_name = _("Accounting")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say in which zone pages of no particular house show times."""
        from accounting.selectors import houses  # noqa: PLC0415 -- the registry must be ready first

        house_time.Zone.read = staticmethod(houses.zone)
