"""What all hands have that are played for chips which are no money."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ChipHand(models.Model):
    """A hand of a tournament or of a practice game, every action: set-up and actions, from which all else follows.

    Nothing is booked; a settled hand changes its players' chips.
    """

    class State(models.TextChoices):
        OPEN = "open", _("open")
        SETTLED = "settled", _("settled")
        VOID = "void", _("void")

    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    setup = models.JSONField(_("set-up"))
    actions = models.JSONField(_("actions"), default=list)
    result = models.JSONField(_("result"), null=True, blank=True)

    class Meta:
        abstract = True
