"""Rule sets of a house: a shipped one with single rules switched, by two people."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.models.people import staff, staff_or_none

LONGEST_KEY = 1_000


class HouseRuleSet(models.Model):
    """A version of a house's own rule set; `key` names the shipped set and every rule that is switched.

    It is a proposal until a second person has approved it; games take it from then on.  A version never changes, and
    hands carry its key.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        APPROVED = "approved", _("approved")
        DECLINED = "declined", _("declined")

    house = models.ForeignKey(House, models.PROTECT, related_name="rule_sets", verbose_name=_("house"))
    name = models.CharField(_("name"), max_length=60)
    version = models.PositiveIntegerField(_("version"))
    key = models.CharField(_("rule set"), max_length=LONGEST_KEY)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    proposed_at = models.DateTimeField(_("proposed at"))
    proposed_by = staff(_("proposed by"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = staff_or_none(_("decided by"))
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("rule set of the house")
        verbose_name_plural = _("rule sets of the house")
        ordering = ("house", "name", "version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("house", "name", "version"), name="house_rule_set_once"),
            models.UniqueConstraint(
                fields=("house", "name"), condition=Q(state="proposed"), name="house_rule_set_one_proposal"
            ),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_at=None, decided_by=None)
                | (~Q(state="proposed") & Q(decided_at__isnull=False, decided_by__isnull=False)),
                name="house_rule_set_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")), name="house_rule_set_by_two"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} v{self.version}"
