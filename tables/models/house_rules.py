"""What each house has set of its own rules."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.models.history import HistoricalRecords


class HouseRules(models.Model):
    """What a house has set of one set of rules (`tables.rules.house_rules`); the others are as usual."""

    class Subject(models.TextChoices):
        WAITING = "waiting", _("waiting lists")
        MOVING = "moving", _("moves")
        ABSENCE = "absence", _("absent guests")
        ROTA = "rota", _("rota")

    house = models.ForeignKey(House, models.PROTECT, related_name="rules", verbose_name=_("house"))
    subject = models.CharField(_("subject"), max_length=20, choices=Subject.choices)
    rules = models.JSONField(_("rules"), default=dict)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("rules of the house")
        verbose_name_plural = _("rules of the house")
        constraints: ClassVar = [models.UniqueConstraint(fields=("house", "subject"), name="house_rules_once")]

    def __str__(self) -> str:
        return f"{self.house}: {self.get_subject_display()}"
