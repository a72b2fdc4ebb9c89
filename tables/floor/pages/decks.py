"""The deck and shuffler of a table: which are in use, who put them there, and the hands dealt from those before."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm
from casino.pages.views import Context
from tables.floor.services import decks
from tables.play.pages.tables import TableCommand
from tables.play.selectors import decks as selector


class DeckForm(CommandForm):
    """Which deck and shuffler, and why."""

    deck = forms.CharField(label=_("Deck"), max_length=decks.MOST, help_text=_("Colour and number of the set."))
    shuffler = forms.CharField(
        label=_("Shuffler"), max_length=decks.MOST, required=False, help_text=_("Empty: shuffled by hand.")
    )
    reason = forms.CharField(label=_("Reason"), max_length=decks.REASON_MAX, required=False)


class ChangeDeck(TableCommand):
    """GET shows what is in use and what was, POST records another deck."""

    permission = decks.PERMISSION
    title = _("Change the deck")
    template = "floor/deck.html"
    form_class = DeckForm

    def context(self) -> Context:
        """What is in use, and what was."""
        return {**super().context(), "used": selector.history(self.table.id)}

    def initial(self) -> dict[str, Any]:
        """The shuffler usually stays."""
        found = selector.history(self.table.id)
        return {"shuffler": found[0].change.shuffler} if found else {}

    def run(self, values: Mapping[str, Any]) -> str:
        """And stay: the record shows the new line."""
        decks.change(
            table_id=self.kwargs["pk"],
            version=values["version"],
            deck=values["deck"],
            shuffler=values["shuffler"],
            reason=values["reason"],
            actor=self.actor,
        )
        return reverse("floor:deck", args=[self.kwargs["pk"]])
