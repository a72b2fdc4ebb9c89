"""Eliminations, hand by hand; taken back where one was wrong."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino.pages.forms import CommandForm
from tables.models import Entrant, TournamentTable
from tables.prizes.services import eliminations
from tables.prizes.services.eliminations import Out
from tables.tournaments.pages.tournament import TournamentCommand
from tables.tournaments.selectors import board
from tables.tournaments.selectors import seats as seat_views

_MOST_CHIPS = 1_000_000_000


class OutForm(CommandForm):
    """Those who lost their last chips, how many they began the hand with, and who took them; gives `outs`."""

    def __init__(self, *args: Any, tables: Sequence[Sequence[Entrant]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = [one for seated in tables for one in seated]
        for seated in tables:
            for one in seated:
                others = [
                    ("", "–"),
                    *((str(each.pk), f"{each.seat} {each.guest.name}") for each in seated if each != one),
                ]
                self.fields[f"out_{one.pk}"] = forms.BooleanField(label=str(one), required=False)
                self.fields[f"before_{one.pk}"] = forms.IntegerField(
                    label=gettext_lazy("Chips before the hand"),
                    min_value=1,
                    max_value=_MOST_CHIPS,
                    required=False,
                    widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
                )
                self.fields[f"won_{one.pk}"] = forms.ChoiceField(
                    label=pgettext_lazy("chips", "Won by"), choices=others, required=False
                )
                self.fields[f"also_{one.pk}"] = forms.ChoiceField(
                    label=gettext_lazy("and by"), choices=others, required=False
                )

    def clean(self) -> dict[str, Any]:
        """Somebody is out; for each of them at least one winner is named."""
        values = super().clean() or {}
        for one in self.players:
            if values.get(f"out_{one.pk}") and not values.get(f"won_{one.pk}"):
                self.add_error(f"won_{one.pk}", ValidationError(_("Choose who won the chips."), code="required"))
        if not any(values.get(f"out_{one.pk}") for one in self.players):
            raise ValidationError(_("Choose who is out."), code="required")
        if self.errors:
            return values
        outs = [self._out(one.pk, values) for one in self.players if values[f"out_{one.pk}"]]
        return {"key": values["key"], "version": values["version"], "outs": outs}

    def _out(self, pk: int, values: Mapping[str, Any]) -> Out:
        winners = dict.fromkeys(int(values[f"{by}_{pk}"]) for by in ("won", "also") if values[f"{by}_{pk}"])
        return Out(pk, tuple(winners), values[f"before_{pk}"])


class GoOut(TournamentCommand):
    """Put out all who lost their last chips in one hand; hand for hand, in one round at all tables."""

    service = eliminations.eliminate
    title = gettext_lazy("Record a bust")
    template_name = "prizes/out.html"
    form_class = OutForm
    danger = True

    @cached_property
    def seated(self) -> list[tuple[TournamentTable, list[Entrant]]]:
        """The entrants at the table in the address; hand for hand those at all tables."""
        row, wanted = self.tournament, self.kwargs["table"]
        cards = [card for card in board.cards(row) if row.is_hand_for_hand or card.table.table_id == wanted]
        return [(card.table, [one for _seat, one in card.seats if one]) for card in cards]

    def get_form_kwargs(self) -> dict[str, Any]:
        seat_views.table(self.tournament, self.kwargs["table"])
        return {**super().get_form_kwargs(), "tables": [players for _table, players in self.seated]}

    def get_initial(self) -> dict[str, Any]:
        """The entrant who was tapped; chips as last counted."""
        tapped = self.request.GET.get("entrant", "")
        initial: dict[str, Any] = {f"out_{tapped}": True}
        return initial | {f"before_{one.pk}": one.chips or None for _table, players in self.seated for one in players}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """A line for each entrant, by table."""
        context = super().get_context_data(**kwargs)
        form = context["form"]
        parts = ("out", "before", "won", "also")
        by_table = [
            (table, [(one, [form[f"{part}_{one.pk}"] for part in parts]) for one in players])
            for table, players in self.seated
        ]
        return {**context, "by_table": by_table}

    def done(self, values: Mapping[str, Any]) -> str:
        gone = {out.entrant_id for out in values["outs"]}
        names = [one.guest.name for _table, players in self.seated for one in players if one.pk in gone]
        return _("Out: %(names)s.") % {"names": ", ".join(names)}


class TakeBack(TournamentCommand):
    """Take the last elimination back."""

    service = eliminations.undo
    title = gettext_lazy("Undo the last elimination")
    danger = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "said": board.last_out(self.tournament)}
