"""The Django app of the money side."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountingConfig(AppConfig):
    """Houses, gaming days, the ledger, schedules, roll-ups."""

    name = "accounting"
    verbose_name = _("Accounting")
    default_auto_field = "django.db.models.BigAutoField"
