"""Rulings of the floor, and tables counted and carried over into the next gaming day (both append-only)."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House
from casino.models.people import staff
from tables.models.guests import Guest
from tables.models.hands import Hand
from tables.models.log.calls import FloorCall
from tables.models.rounds import Round
from tables.models.tables import Session, Table
from tables.models.tournament.tournaments import Tournament


class Ruling(models.Model):
    """A decision of the floor; "house decisions cannot be challenged", so they are recorded (seed 001, S13).

    It is reversed only by another ruling that names it.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    table = models.ForeignKey(Table, models.PROTECT, related_name="rulings", verbose_name=_("table"))
    hand = models.ForeignKey(
        Hand, models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("hand")
    )
    round = models.ForeignKey(
        Round, models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("round")
    )
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("tournament")
    )
    guests = models.ManyToManyField(Guest, related_name="rulings", blank=True, verbose_name=_("guests"))
    rule = models.CharField(_("rule"), max_length=120, blank=True, help_text=_("The rule it rests on, as it is cited."))
    text = models.CharField(_("ruling"), max_length=1000)
    reverses = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="reversed_by", verbose_name=_("takes the place of")
    )
    call = models.OneToOneField(
        FloorCall, models.PROTECT, null=True, blank=True, related_name="ruling", verbose_name=_("call for the floor")
    )
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ("-at",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="ruling_says_something"),
            models.CheckConstraint(condition=Q(hand=None) | Q(round=None), name="ruling_on_hand_or_round"),
            models.CheckConstraint(condition=Q(reverses=None) | ~Q(reverses=F("id")), name="ruling_reverses_another"),
        ]
        indexes: ClassVar = [models.Index(fields=["house", "-at"], name="ruling_latest")]

    def __str__(self) -> str:
        return self.text


class CarryOver(models.Model):
    """A table in play at roll-over: counted and its chips brought forward, without a break for the guests."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="carry_overs", verbose_name=_("session"))
    from_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("from"))
    to_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("to"))
    at = models.DateTimeField(_("at"))
    counted_by = staff(_("counted by"))
    chips = models.JSONField(_("chips of the float"), null=True, blank=True)
    float_cents = models.BigIntegerField(_("float by the books"))
    counted_float_cents = models.BigIntegerField(_("float counted"))
    stacks_cents = models.BigIntegerField(_("stacks by the books"))
    counted_stacks_cents = models.BigIntegerField(_("stacks counted"), null=True, blank=True)

    class Meta:
        verbose_name = _("carry-over")
        verbose_name_plural = _("carry-overs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "from_day"], name="carry_over_once"),
            models.CheckConstraint(condition=~Q(from_day=F("to_day")), name="carry_over_goes_on"),
        ]

    def __str__(self) -> str:
        return f"{self.session} → {self.to_day}"
