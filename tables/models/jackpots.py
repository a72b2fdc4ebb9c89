"""Claims on a jackpot: a hand, the cards that were shown, and the shares that follow from the fund's terms."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import Entry, Fund, FundTerms, GamingDay, House
from casino.models.people import staff, staff_or_none
from tables.models.hands import Hand


class JackpotClaim(models.Model):
    """A claim that one person entered and another decides; a hand has one at most.

    `shown`: the cards and seats it rests on, from the record or, at a table that keeps summaries, from the floor.
    `posted_cents`: what was on the wall when it was entered, less what other claims have taken of it since; the shares
    are computed from it.  It is final with the approval.
    """

    SUBJECT: Final = "jackpot-claim:"

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        APPROVED = "approved", _("approved")
        DECLINED = "declined", _("declined")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="jackpot_claims", verbose_name=_("hand"))
    fund = models.ForeignKey(Fund, models.PROTECT, related_name="claims", verbose_name=_("fund"))
    terms = models.ForeignKey(FundTerms, models.PROTECT, related_name="+", verbose_name=_("terms"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    shown = models.JSONField(_("cards and seats"))
    posted_cents = models.BigIntegerField(_("posted"))
    falls_cents = models.BigIntegerField(_("falls"))
    shares = models.JSONField(_("shares"))
    proposed_by = staff(_("entered by"))
    proposed_at = models.DateTimeField(_("entered at"))
    decided_by = staff_or_none(_("decided by"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    entry = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="jackpot_claim", verbose_name=_("entry")
    )

    class Meta:
        verbose_name = _("claim on a jackpot")
        verbose_name_plural = _("claims on jackpots")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hand"], condition=~Q(state="declined"), name="jackpot_claim_one_a_hand"),
            models.CheckConstraint(
                condition=Q(posted_cents__gte=0, falls_cents__gte=0) & (~Q(state="approved") | Q(falls_cents__gt=0)),
                name="jackpot_claim_amounts_positive",
            ),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by=None, decided_at=None, entry=None)
                | (Q(state="declined", decided_by__isnull=False, decided_at__isnull=False, entry=None) & ~Q(reason=""))
                | (
                    Q(state="approved", decided_at__isnull=False, entry__isnull=False) & ~Q(decided_by=F("proposed_by"))
                ),
                name="jackpot_claim_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.fund} {self.hand}"

    @property
    def subject(self) -> str:
        """The subject by which the entry and the slips name the claim."""
        return f"{self.SUBJECT}{self.pk}"
