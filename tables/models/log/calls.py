"""Calls for the floor from a table, and how they were answered."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.models.people import staff, staff_or_none
from tables.models.hands import Hand
from tables.models.rounds import Round
from tables.models.tables import Table


class CallKind(models.TextChoices):
    """Reasons to call the floor."""

    FLOOR = "floor", _("Floor, please")
    RULING = "ruling", _("A ruling")
    CHIPS = "chips", _("Chips")
    WRONG_HAND = "wrong_hand", _("A booked hand is wrong")
    WRONG_ROUND = "wrong_round", _("A booked round is wrong")
    REFUSED_HAND = "refused_hand", _("A hand was refused")


class FloorCall(models.Model):
    """One call for the floor, open until it is answered; rows are never deleted (database rights).

    A refused hand is kept in its call as the tablet sent it: `hand_uuid` is the tablet's id of it, `facts` the request
    and the refusal.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    table = models.ForeignKey(Table, models.PROTECT, related_name="calls", verbose_name=_("table"))
    kind = models.CharField(_("kind"), max_length=20, choices=CallKind.choices)
    hand = models.ForeignKey(Hand, models.PROTECT, null=True, blank=True, related_name="calls", verbose_name=_("hand"))
    round = models.ForeignKey(
        Round, models.PROTECT, null=True, blank=True, related_name="calls", verbose_name=_("round")
    )
    hand_uuid = models.UUIDField(_("client's id"), null=True, blank=True, unique=True)
    facts = models.JSONField(_("facts"), null=True, blank=True)
    called_at = models.DateTimeField(_("called at"))
    called_by = staff(_("called by"))
    # The person on the way now; `CallTaking` has all of them.
    taken_at = models.DateTimeField(_("on the way since"), null=True, blank=True)
    taken_by = staff_or_none(_("who goes"))
    answered_at = models.DateTimeField(_("answered at"), null=True, blank=True)
    answered_by = staff_or_none(_("answered by"))
    answer = models.CharField(_("answer"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("call for the floor")
        verbose_name_plural = _("calls for the floor")
        ordering = ("called_at",)
        constraints: ClassVar = [
            # A second call of the same kind joins the open one.
            models.UniqueConstraint(
                fields=["table", "kind"],
                condition=Q(answered_at=None) & ~Q(kind="refused_hand"),
                name="call_waits_once",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, answered_by=None, answer="")
                | Q(answered_at__isnull=False, answered_by__isnull=False),
                name="call_answered_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(taken_at=None, taken_by=None) | Q(taken_at__isnull=False, taken_by__isnull=False),
                name="call_taken_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(kind="refused_hand", hand_uuid__isnull=False, facts__isnull=False)
                | (~Q(kind="refused_hand") & Q(hand_uuid=None)),
                name="call_of_a_refused_hand_has_it",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["house"], condition=Q(answered_at=None), name="call_waiting")]

    def __str__(self) -> str:
        return f"{self.table.code} {self.kind}"


class CallTaking(models.Model):
    """A person of the floor took a call; the person who takes over is the next row (append-only)."""

    call = models.ForeignKey(FloorCall, models.PROTECT, related_name="takings", verbose_name=_("call for the floor"))
    number = models.PositiveSmallIntegerField(_("number"))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("call taken")
        verbose_name_plural = _("calls taken")
        ordering = ("call", "number")
        constraints: ClassVar = [models.UniqueConstraint(fields=["call", "number"], name="call_taken_by_one_at_a_time")]

    def __str__(self) -> str:
        return f"{self.call} {self.by}"
