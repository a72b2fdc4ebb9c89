"""Decks and shufflers in use at tables (seed 001: the deck is shuffled in a shuffler)."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff
from tables.models.tables import Table


class DeckChange(models.Model):
    """A deck and a shuffler put into use at a table (append-only).

    Every hand that begins from then on, until the table's next change, is dealt from them.  Without a shuffler the
    dealer shuffles by hand.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="deck_changes", verbose_name=_("table"))
    deck = models.CharField(_("deck"), max_length=40, help_text=_("Colour and number of the set."))
    shuffler = models.CharField(_("shuffler"), max_length=40, blank=True, help_text=_("Empty: shuffled by hand."))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("change of the deck")
        verbose_name_plural = _("changes of the deck")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(deck=""), name="deck_change_names_deck"),
        ]
        indexes: ClassVar = [models.Index(fields=["table", "-at"], name="deck_change_of_table")]

    def __str__(self) -> str:
        return f"{self.table} {self.deck}"
