"""Windows of the cage, their shifts, slips that move chips, and prints.

`chips` is always JSON `{denomination in cents: pieces}` (`accounting.chips`); the amount in cents stored with it is its
sum.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Entry
from casino.models.history import HistoricalRecords
from casino.models.people import staff, staff_or_none


class Window(models.Model):
    """A cash counter: sells chips, redeems them, sends fills and takes credits."""

    house = models.ForeignKey(House, models.PROTECT, related_name="windows", verbose_name=_("house"))
    code = models.CharField(_("code"), max_length=20)
    name = models.CharField(_("name"), max_length=60)
    is_active = models.BooleanField(_("in use"), default=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("window")
        verbose_name_plural = _("windows")
        ordering = ("code",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "code"], name="window_once"),
            models.CheckConstraint(condition=Q(code__regex=r"^[A-Za-z0-9][A-Za-z0-9-]*$"), name="window_code_plain"),
        ]

    def __str__(self) -> str:
        return self.code


class WindowShift(models.Model):
    """One opening of a window, from the opening count to the closing count; a window has at most one open shift.

    Between the closing count and its confirmation by a second person the window is counted and does not trade.
    """

    window = models.ForeignKey(Window, models.PROTECT, related_name="shifts", verbose_name=_("window"))
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, related_name="window_shifts", verbose_name=_("gaming day")
    )
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = staff(_("opened by"))
    chips = models.JSONField(_("chips at the opening"))
    chips_cents = models.BigIntegerField(_("value of the chips"))
    cash_cents = models.BigIntegerField(_("cash at the opening"))
    counted_at = models.DateTimeField(_("counted at"), null=True, blank=True)
    counted_by = staff_or_none(_("counted by"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = staff_or_none(_("closed by"))
    # In a house that does not ask for two (`House.money_by_two`).
    closed_alone = models.BooleanField(_("closed by one person"), default=False)
    counted_chips = models.JSONField(_("chips counted"), null=True, blank=True)
    counted_chips_cents = models.BigIntegerField(_("value of the chips counted"), null=True, blank=True)
    counted_cash_cents = models.BigIntegerField(_("cash counted"), null=True, blank=True)
    variance_cents = models.BigIntegerField(_("variance"), null=True, blank=True)
    explanation = models.CharField(_("explanation"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("shift at a window")
        verbose_name_plural = _("shifts at windows")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["window"], condition=Q(closed_at=None), name="window_shift_one_open"),
            models.CheckConstraint(
                condition=Q(
                    counted_at=None,
                    counted_by=None,
                    counted_chips__isnull=True,
                    counted_chips_cents=None,
                    counted_cash_cents=None,
                )
                | Q(
                    counted_at__isnull=False,
                    counted_by__isnull=False,
                    counted_chips__isnull=False,
                    counted_chips_cents__gte=0,
                    counted_cash_cents__gte=0,
                ),
                name="window_shift_counted",
            ),
            models.CheckConstraint(
                condition=Q(closed_at=None, closed_by=None, variance_cents=None)
                | Q(
                    closed_at__isnull=False,
                    closed_by__isnull=False,
                    counted_at__isnull=False,
                    variance_cents__isnull=False,
                ),
                name="window_shift_closed_is_counted",
            ),
            models.CheckConstraint(
                condition=Q(closed_by=None) | Q(closed_alone=True) | ~Q(closed_by=models.F("counted_by")),
                name="window_shift_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.window} {self.opened_at:%Y-%m-%d %H:%M}"


class Slip(models.Model):
    """A numbered slip: chips brought to a table (Nachlage), taken from it (Rücknahme), or changed.

    One person asks, another carries it out (FinASVO NRW §10: signed by two).  Numbers are gapless in a house; an unused
    slip is cancelled with a reason and keeps its number.
    """

    class Kind(models.TextChoices):
        FILL = "fill", _("fill")
        CREDIT = "credit", _("credit")
        CHANGE = "change", _("change")

    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        DONE = "done", _("done")
        CANCELLED = "cancelled", _("cancelled")

    house = models.ForeignKey(House, models.PROTECT, related_name="slips", verbose_name=_("house"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="slips", verbose_name=_("gaming day"))
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.ASKED)
    table_code = models.CharField(_("table"), max_length=20)
    window = models.ForeignKey(Window, models.PROTECT, related_name="slips", verbose_name=_("window"))
    chips = models.JSONField(_("chips"), help_text=_("For a change: what comes to the table."))
    chips_back = models.JSONField(_("chips back"), null=True, blank=True, help_text=_("What leaves it for that."))
    amount_cents = models.BigIntegerField(_("amount"))
    asked_by = staff(_("asked by"))
    asked_at = models.DateTimeField(_("asked at"))
    done_by = staff_or_none(_("done by"))
    done_at = models.DateTimeField(_("done at"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    entry = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="slip", verbose_name=_("entry")
    )

    class Meta:
        verbose_name = _("slip")
        verbose_name_plural = _("slips")
        ordering = ("-number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "number"], name="slip_number_once"),
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="slip_amount_positive"),
            models.CheckConstraint(
                condition=Q(state="asked", done_by=None, done_at=None, entry=None)
                | Q(state="cancelled", done_by__isnull=False, done_at__isnull=False, entry=None)
                | (Q(state="done", done_at__isnull=False, entry__isnull=False) & ~Q(done_by=F("asked_by"))),
                name="slip_by_two",
            ),
            models.CheckConstraint(condition=~Q(state="cancelled") | ~Q(reason=""), name="slip_cancelled_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Print(models.Model):
    """One print of a subject (`slip:12`, `day:3`); number 1 is the original, later ones are reprints (append-only)."""

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    subject = models.CharField(_("subject"), max_length=60)
    number = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("print")
        verbose_name_plural = _("prints")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "subject", "number"], name="print_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.subject} {self.number}"
