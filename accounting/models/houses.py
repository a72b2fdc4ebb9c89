"""The house, its gaming days, their seals and re-openings.

A gaming day runs from the opening to the closing of the house, not from midnight to midnight (SpielbG NRW 2007 §12;
`Spieltag`), so a person opens and closes it, and every row of money names its day when it is written.
"""

import re
from datetime import time
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.models.history import HistoricalRecords
from casino.models.people import staff, staff_or_none

CODE = re.compile(r"[a-z0-9][a-z0-9-]{0,19}")
"""A house's code."""


def usual_shifts() -> list[time]:
    """The default: an early shift and a late one from 20:00 on."""
    return [time(20)]


def usual_denominations() -> list[int]:
    """The default: the chips of a German house, 50 cents to 5,000 euros, in cents."""
    return [50, 100, 200, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000]


class House(models.Model):
    """One casino with its settings; all data belongs to one."""

    code = models.SlugField(_("code"), max_length=20, unique=True)
    name = models.CharField(_("name"), max_length=100)
    letterhead = models.TextField(
        _("letterhead"), max_length=300, blank=True, help_text=_("Under the name on printed sheets: address, licence.")
    )
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    time_zone = models.CharField(_("time zone"), max_length=40, default="Europe/Berlin")
    rolls_over_at = models.TimeField(_("roll-over time"), default=time(12))
    shift_starts = ArrayField(
        models.TimeField(),
        verbose_name=_("later shifts begin at"),
        default=usual_shifts,
        blank=True,
        help_text=_("By the house's clock; the first shift begins with the gaming day."),
    )
    tip_bp = models.PositiveIntegerField(
        _("customary tip (basis points of the pot)"), default=100, help_text=_("1 % of the pot is customary.")
    )
    call_minutes = models.PositiveSmallIntegerField(
        _("a call for the floor is late after (minutes)"),
        default=3,
        help_text=_("Until then somebody should be there."),
    )
    # No administrator of users changes it: `manage.py changehouse`.
    money_by_two = models.BooleanField(_("two people where money leaves"), default=True, editable=False)
    stakes_agreed_before_start = models.BooleanField(
        _("the stake goes up only as planned before the first hand"),
        default=False,
        help_text=_("Otherwise an increase can also be planned while a table plays."),
    )
    denominations_cents = ArrayField(
        models.BigIntegerField(), verbose_name=_("chips"), default=usual_denominations, help_text=_("In cents each.")
    )
    # Limits of domain §5: differences above them are looked at first; one below is a finding all the same.
    variance_limit_bp = models.PositiveIntegerField(_("variance to be explained (basis points)"), default=50)
    tip_limit_cents = models.BigIntegerField(_("tip that is looked at"), default=5_000)
    float_tolerance_cents = models.BigIntegerField(
        _("a float may differ by"),
        default=0,
        help_text=_("A table that is counted with more or less is explained, and another person decides."),
    )
    is_active = models.BooleanField(
        _("in operation"), default=True, help_text=_("Off for a house that only keeps the hands of other rooms.")
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("house")
        verbose_name_plural = _("houses")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(tip_bp__lte=10_000), name="house_tip_is_a_share"),
            models.CheckConstraint(condition=Q(call_minutes__gte=1), name="house_call_minutes"),
        ]

    def __str__(self) -> str:
        return self.name


class GamingDay(models.Model):
    """The time from opening to closing of the house.  At most one day is open, and at most one is being closed.

    While a day is being closed, its tables finish or are carried over, and its windows and boxes are counted; play goes
    on in the next day.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLOSING = "closing", _("being closed")
        CLOSED = "closed", _("closed")

    house = models.ForeignKey(House, models.PROTECT, related_name="gaming_days", verbose_name=_("house"))
    date = models.DateField(_("gaming day"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = staff(_("opened by"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = staff_or_none(_("closed by"))
    seal = models.CharField(_("seal"), max_length=64, blank=True, help_text=_("Digest over all books at the close."))
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("gaming day")
        verbose_name_plural = _("gaming days")
        ordering = ("-date",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "date"], name="gaming_day_once"),
            models.UniqueConstraint(fields=["house"], condition=Q(state="open"), name="gaming_day_one_open"),
            models.UniqueConstraint(fields=["house"], condition=Q(state="closing"), name="gaming_day_one_closing"),
            models.CheckConstraint(
                condition=Q(state__in=("open", "closing"), closed_at=None, seal="")
                | (Q(state="closed", closed_at__isnull=False) & ~Q(seal="")),
                name="gaming_day_closed_is_sealed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} {self.date:%Y-%m-%d}"


class Seal(models.Model):
    """The seal of a closed day: the head of every book and the digest of all terms at that moment (append-only).

    Chained to the seal before, so that rewriting a book or a seal breaks the chain.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="seals", verbose_name=_("house"))
    number = models.PositiveIntegerField(_("number"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="seals", verbose_name=_("gaming day"))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))
    heads = models.JSONField(_("heads"), help_text=_("Last number and digest of each book, digest of each schedule."))
    digest = models.CharField(_("digest"), max_length=64)

    class Meta:
        verbose_name = _("seal")
        verbose_name_plural = _("seals")
        ordering = ("house", "-number")
        constraints: ClassVar = [models.UniqueConstraint(fields=["house", "number"], name="seal_number_once")]

    def __str__(self) -> str:
        return self.digest


class Reopening(models.Model):
    """A request to open a closed day again, with a reason (append-only but for the decision).

    Another manager approves it, or it is declined or withdrawn; then it can be asked for again.
    """

    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="reopenings", verbose_name=_("gaming day"))
    seal = models.ForeignKey(Seal, models.PROTECT, related_name="reopenings", verbose_name=_("seal"))
    reason = models.CharField(_("reason"), max_length=500)
    asked_by = staff(_("asked by"))
    asked_at = models.DateTimeField(_("asked at"))
    approved_by = staff_or_none(_("approved by"), blank=False)
    approved_at = models.DateTimeField(_("approved at"), null=True)
    declined_by = staff_or_none(_("declined by"), blank=False)
    declined_at = models.DateTimeField(_("declined at"), null=True)

    class Meta:
        verbose_name = _("re-opening")
        verbose_name_plural = _("re-openings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["seal"], condition=Q(declined_at=None), name="reopening_once"),
            models.CheckConstraint(
                condition=Q(declined_by=None, declined_at=None)
                | Q(declined_by__isnull=False, declined_at__isnull=False, approved_at=None),
                name="reopening_declined",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="reopening_has_reason"),
            models.CheckConstraint(
                condition=Q(approved_by=None, approved_at=None)
                | (Q(approved_at__isnull=False) & ~Q(approved_by=models.F("asked_by"))),
                name="reopening_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.reason}"
