"""The deck and shuffler of a table: which are in use, who put them there, which were in use before."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm
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
    """Shows the deck in use and those before, and records another one."""

    service = decks.change
    permission = decks.PERMISSION
    title = _("Change the deck")
    template_name = "floor/deck.html"
    form_class = DeckForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "used": selector.history(self.table.id)}

    def get_initial(self) -> dict[str, Any]:
        """The shuffler in use, which usually stays."""
        found = selector.history(self.table.id)
        return {"shuffler": found[0].change.shuffler} if found else {}

    def run(self, values: Mapping[str, Any]) -> str:
        """Act, and stay: the record shows the new line."""
        self.act(values)
        return reverse("floor:deck", args=[self.kwargs["pk"]])
