"""Rounds of games against the house: bets by box, cards or outcomes, payments.

A round is recorded when it is over.  `record` holds the dealer's input (`tables.rules.banked.records`), from which
everything else is computed; the row never changes, except that it may be voided.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House
from casino.models.people import staff_or_none
from tables.models.games import Game
from tables.models.tables import Session, Table


class Round(models.Model):
    """One deal against the house.  Amounts in cents: staked in all boxes, paid in addition to returned stakes, tips."""

    class State(models.TextChoices):
        """Void: taken back afterwards, or a misdeal that was dealt again (seed 002)."""

        SETTLED = "settled", _("settled")
        VOID = "void", _("void")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"), db_index=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="rounds", verbose_name=_("table"), db_index=False)
    session = models.ForeignKey(
        Session, models.PROTECT, related_name="rounds", verbose_name=_("session"), db_index=False
    )
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"))
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices)
    recording = models.CharField(_("recording"), max_length=20, choices=Game.Recording.choices)
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("game"), db_index=False)
    rule_set = models.CharField(_("rule set"), max_length=40)
    dealer = staff_or_none(_("dealer"), blank=False, db_index=False)
    dealt_at = models.DateTimeField(_("dealt at"))
    recorded_at = models.DateTimeField(_("recorded at"))
    record = models.JSONField(_("record"))
    result = models.JSONField(_("result"))
    staked_cents = models.BigIntegerField(_("staked"), default=0)
    lost_cents = models.BigIntegerField(_("lost to the house"), default=0)
    paid_cents = models.BigIntegerField(_("paid by the house"), default=0)
    tips_cents = models.BigIntegerField(_("tips"), default=0)
    version = models.PositiveIntegerField(_("version"), default=1)
    void_reason = models.CharField(_("reason for the void"), max_length=500, blank=True)
    voided_by = staff_or_none(_("voided by"), db_index=False)
    client_uuid = models.UUIDField(_("client's id"), null=True, blank=True, unique=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "number"], name="round_number_once"),
            models.CheckConstraint(condition=~Q(state="void") | ~Q(void_reason=""), name="round_void_has_reason"),
            models.CheckConstraint(
                condition=Q(staked_cents__gte=F("lost_cents"), lost_cents__gte=0, paid_cents__gte=0, tips_cents__gte=0),
                name="round_amounts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.code} #{self.number}"

    @property
    def is_settled(self) -> bool:
        return self.state == self.State.SETTLED

    @property
    def house_cents(self) -> int:
        """The house's result: lost by the boxes less paid by the house; negative where the guests won."""
        return self.lost_cents - self.paid_cents
