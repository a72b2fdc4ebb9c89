"""Base of rows that one person proposes and a second one decides on."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff, staff_or_none


class Decided(models.Model):
    """Base of what one person proposes and a second one approves; it never changes but for the decision."""

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        APPROVED = "approved", _("approved")
        DECLINED = "declined", _("declined")

    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    proposed_at = models.DateTimeField(_("proposed at"))
    proposed_by = staff(_("proposed by"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = staff_or_none(_("decided by"))

    class Meta:
        abstract = True


def decision_checks(name: str) -> list[models.BaseConstraint]:
    """The constraints of a decision: complete or not there, and approved by another person."""
    return [
        models.CheckConstraint(
            condition=Q(state="proposed", decided_at=None, decided_by=None)
            | (~Q(state="proposed") & Q(decided_at__isnull=False, decided_by__isnull=False)),
            name=f"{name}_decided",
        ),
        models.CheckConstraint(condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")), name=f"{name}_by_two"),
    ]
