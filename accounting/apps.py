"""The Django app of the money side."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from casino import membership


class AccountingConfig(AppConfig):
    """Houses, gaming days, the ledger, schedules, roll-ups."""

    name = "accounting"
    verbose_name = _("Accounting")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Name the rows of addresses and arguments."""
        from accounting import models  # noqa: PLC0415 -- the registry must be ready first

        membership.name_rows(
            house=models.House,
            day=models.GamingDay,
            reopening=models.Reopening,
            ledger_entry=models.Entry,
            schedule=models.RakeSchedule,
            version=models.ScheduleVersion,
            drop=models.Drop,
            window=models.Window,
            slip=models.Slip,
            finding=models.Finding,
            report_subscription=models.ReportSubscription,
        )
