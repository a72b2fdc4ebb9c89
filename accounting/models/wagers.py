"""Wagers: the stakes of a round against the house, what was lost and paid, and the tips.

Written with the round's entry and covered by its digest, like the assessment of a hand; a reversal writes the mirror
image (`sign` −1).  Win, hold and expected win are sums over this table; the cards and bets of the round are kept by the
game side.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.chain import WagerFacts
from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Entry
from casino.models.people import staff_or_none


class Wager(models.Model):
    """The sums of all boxes of one round, in cents; a false deal is a row with nothing at stake."""

    entry = models.OneToOneField(Entry, models.PROTECT, primary_key=True, related_name="wager", verbose_name=_("entry"))
    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"), db_index=False)
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"), db_index=False
    )
    hour = models.DateTimeField(_("hour"), help_text=_("Start of the hour in which the round was booked."))
    table_code = models.CharField(_("table"), max_length=20)
    dealer = staff_or_none(_("dealer"), blank=False, db_index=False)
    game = models.CharField(_("game"), max_length=60)
    rule_set = models.CharField(_("rule set"), max_length=40)
    edge_ppm = models.PositiveIntegerField(
        _("house's edge"), help_text=_("Millionths of the ante that these rules leave the house.")
    )
    sign = models.SmallIntegerField(_("sign"), default=1)
    ante_cents = models.BigIntegerField(_("antes"))
    staked_cents = models.BigIntegerField(_("staked"))
    lost_cents = models.BigIntegerField(_("lost to the house"))
    paid_cents = models.BigIntegerField(_("paid by the house"))
    side_staked_cents = models.BigIntegerField(_("side bets staked"))
    side_lost_cents = models.BigIntegerField(_("side bets lost"))
    side_paid_cents = models.BigIntegerField(_("side bets paid"))
    tips_cents = models.BigIntegerField(_("tips"))

    class Meta:
        verbose_name = _("wager")
        verbose_name_plural = _("wagers")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(sign__in=(1, -1)), name="wager_sign"),
            models.CheckConstraint(
                condition=Q(
                    ante_cents__gte=0,
                    lost_cents__gte=F("side_lost_cents"),
                    paid_cents__gte=F("side_paid_cents"),
                    staked_cents__gte=F("lost_cents"),
                    side_staked_cents__gte=F("side_lost_cents"),
                    side_lost_cents__gte=0,
                    side_paid_cents__gte=0,
                    tips_cents__gte=0,
                )
                & Q(staked_cents__gte=F("ante_cents") + F("side_staked_cents")),
                name="wager_amounts",
            ),
        ]
        # Covers the win of each day, so that the losses of all days before are summed by an index-only scan.
        indexes: ClassVar = [
            models.Index(
                fields=["gaming_day", "table_code"], include=["sign", "lost_cents", "paid_cents"], name="wager_wins"
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_code} {self.staked_cents}"

    @property
    def facts(self) -> WagerFacts:
        """The facts as the entry's digest covers them."""
        return WagerFacts(**{name: getattr(self, name) for name in WagerFacts.__dataclass_fields__})
