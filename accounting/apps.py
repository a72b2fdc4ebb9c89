"""The Django app of the money side."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _

from accounting.grants import RIGHTS
from accounting.permissions import DOMAIN, MODELS
from accounting.protection import PROTECTION
from accounting.retention import COLUMNS, NOT_PERSONAL
from casino import grants, membership, protection, retention, roles

# Before any service is imported.
roles.carry(DOMAIN, MODELS)
grants.give(RIGHTS)
protection.cover(PROTECTION)
retention.keep(COLUMNS, NOT_PERSONAL)


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
            clock_change=models.ClockChange,
            day=models.GamingDay,
            reopening=models.Reopening,
            ledger_entry=models.Entry,
            schedule=models.RakeSchedule,
            version=models.ScheduleVersion,
            drop=models.Drop,
            window=models.Window,
            window_shift=models.WindowShift,
            slip=models.Slip,
            finding=models.Finding,
            tronc_rules=models.TroncRules,
            tronc_member=models.TroncMember,
            tip_record=models.TipRecord,
            tronc_run=models.TroncRun,
            tronc_share=models.TroncShare,
            tronc_payout=models.TroncPayout,
            levy_terms=models.LevyTerms,
            authority_key=models.AuthorityKey,
            statement=models.Statement,
            **dict.fromkeys(("fund", "to_fund"), models.Fund),
            fund_terms=models.FundTerms,
            fund_move=models.FundMove,
            fund_drop=models.FundDrop,
            jackpot_slip=models.JackpotSlip,
            jackpot_payee=models.JackpotPayee,
            report_subscription=models.ReportSubscription,
        )
