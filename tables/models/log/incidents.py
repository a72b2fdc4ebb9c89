"""Incidents that are no rulings: what happened, what was done, who is responsible (append-only)."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.models.people import staff, staff_or_none
from tables.models.guests import Guest
from tables.models.hands import Hand
from tables.models.log.calls import FloorCall
from tables.models.tables import Table


class Incident(models.Model):
    """One incident; its row never changes, later notes are `IncidentNote`s."""

    class Kind(models.TextChoices):
        MEDICAL = "medical", _("Medical")
        BEHAVIOUR = "behaviour", _("Behaviour")
        EQUIPMENT = "equipment", _("Equipment")
        CARDS = "cards", _("Cards: defect, deck changed")
        CHIPS = "chips", _("Chips: defect, foreign, found")
        COLLUSION = "collusion", _("Collusion suspected")
        OTHER = "other", _("Something else")

    class Measure(models.TextChoices):
        WARNING = "warning", _("Warning")
        EXCLUDED = "excluded", _("Excluded from the table for the night")
        DECK = "deck", _("Deck changed")
        AMBULANCE = "ambulance", _("Ambulance called")
        POLICE = "police", _("Police called")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    table = models.ForeignKey(
        Table, models.PROTECT, null=True, blank=True, related_name="incidents", verbose_name=_("table")
    )
    hand = models.ForeignKey(
        Hand, models.PROTECT, null=True, blank=True, related_name="incidents", verbose_name=_("hand")
    )
    guests = models.ManyToManyField(Guest, related_name="incidents", blank=True, verbose_name=_("guests"))
    text = models.CharField(_("what happened"), max_length=2000)
    measures = ArrayField(
        models.CharField(max_length=10, choices=Measure.choices), verbose_name=_("measures"), default=list, blank=True
    )
    present = models.CharField(_("present, witnesses"), max_length=300, blank=True)
    owner = staff_or_none(_("owner"))
    call = models.OneToOneField(
        FloorCall, models.PROTECT, null=True, blank=True, related_name="incident", verbose_name=_("call for the floor")
    )
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("incident")
        verbose_name_plural = _("incidents")
        ordering = ("-at",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="incident_says_something"),
            models.CheckConstraint(condition=Q(hand=None) | Q(table__isnull=False), name="incident_hand_at_a_table"),
        ]
        indexes: ClassVar = [models.Index(fields=["house", "-at"], name="incident_latest")]

    def __str__(self) -> str:
        return self.text


class IncidentNote(models.Model):
    """A later note; `owner` is responsible from then on, and an empty one closes the incident."""

    incident = models.ForeignKey(Incident, models.PROTECT, related_name="notes", verbose_name=_("incident"))
    text = models.CharField(_("note"), max_length=2000)
    owner = staff_or_none(_("owner"))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("note on an incident")
        verbose_name_plural = _("notes on incidents")
        ordering = ("at", "pk")
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="incident_note_says_something")]

    def __str__(self) -> str:
        return self.text
