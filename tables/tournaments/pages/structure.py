"""The structure of an announced tournament on a page: levels and breaks, colours, late registration, re-buys."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casino.pages.forms import CommandForm
from tables.rules.setup import Betting
from tables.rules.tournaments.structures import AnteKind, Break, Level, Structure
from tables.tournaments.pages.listing import announced_terms
from tables.tournaments.pages.rows import Column, RowsField
from tables.tournaments.pages.tournament import TournamentCommand
from tables.tournaments.selectors import standing
from tables.tournaments.services import announcing

OWN = "own"
"""The name of a structure that was changed here."""

_LEVEL = (
    Column("minutes", _("Minutes")),
    Column("small_blind", _("Small blind")),
    Column("big_blind", _("Big blind")),
    Column("ante", _("Ante")),
)
_BETS = (Column("small_bet", _("Small bet")), Column("big_bet", _("Big bet")))
_RACED = Column("chips_raced_off", _("Chips leaving play in the break"), is_list=True)
_CHIP = (Column("worth", _("Value")), Column("pieces", _("Pieces at the start")))


def _count(label: Any, *, help_text: Any = "") -> forms.IntegerField:
    return forms.IntegerField(
        label=label, help_text=help_text, min_value=0, required=False, widget=forms.TextInput({"inputmode": "numeric"})
    )


class StructureForm(CommandForm):
    """All parts of a structure; amounts are chips."""

    ante_kind = forms.ChoiceField(
        label=_("The ante is paid by"),
        choices=[
            (AnteKind.BIG_BLIND.value, pgettext_lazy("pays the ante", "the big blind for all")),
            (AnteKind.EACH.value, pgettext_lazy("pays the ante", "every player")),
        ],
        widget=forms.RadioSelect,
    )
    starting_chips = _count(_("Stack"), help_text=_("Empty: 40 times the first minimum bet."))
    late_until_level = _count(_("Late registration until the end of level"), help_text=_("Empty: none."))
    late_through_break = forms.BooleanField(label=_("and through the break that follows"), required=False)
    re_entries = _count(_("Re-entries"))
    rebuy_until_level = _count(_("Re-buys until the end of level"), help_text=_("Empty: none."))
    rebuy_at_or_below = _count(_("with no more than this many chips"))
    rebuy_chips = _count(_("Chips for a re-buy"))
    rebuy_most = _count(_("Maximum re-buys per player"))
    add_on_break = _count(_("Add-on in the break"), help_text=_("Empty: none."))
    add_on_chips = _count(_("Chips for the add-on"))
    flight_until_level = _count(_("A flight ends after level"), help_text=_("Empty: no flights."))

    def __init__(self, *args: Any, betting: Betting, **options: Any) -> None:
        super().__init__(*args, **options)
        bets = _BETS if betting is Betting.FIXED_LIMIT else ()
        self.fields["items"] = RowsField(label=_("Levels and breaks"), columns=(*_LEVEL, *bets, _RACED))
        self.fields["chips"] = RowsField(label=_("Colours"), columns=_CHIP)


def typed(structure: Structure) -> dict[str, Any]:
    """A structure as the form shows it."""
    antes = [level.ante_kind for level in structure.levels if level.ante]
    ends = any(item.is_end_of_late_registration for item in structure.breaks)
    found: dict[str, Any] = {
        "ante_kind": (antes[0] if antes else AnteKind.BIG_BLIND).value,
        "starting_chips": structure.starting_chips,
        "late_until_level": structure.late_until_level or None,
        "late_through_break": ends,
        "re_entries": structure.re_entries or None,
        "flight_until_level": structure.flight_until_level,
        "items": [_row(item) for item in structure.items],
        "chips": [{"worth": one.worth, "pieces": one.pieces} for one in structure.chips],
    }
    if structure.rebuy:
        found |= {f"rebuy_{name}": getattr(structure.rebuy, name) for name in structure.rebuy.__slots__}
    if structure.add_on:
        found |= {"add_on_break": structure.add_on.break_number, "add_on_chips": structure.add_on.chips}
    return found


def _row(item: Level | Break) -> dict[str, object]:
    if isinstance(item, Break):
        return {"minutes": item.minutes, "chips_raced_off": " ".join(map(str, item.chips_raced_off))}
    amounts = {name: getattr(item, name) or None for name in ("ante", "small_bet", "big_bet")}
    return {"minutes": item.minutes, "small_blind": item.small_blind, "big_blind": item.big_blind, **amounts}


def read(values: Mapping[str, Any], before: Structure) -> dict[str, object]:
    """The structure as `codec.from_json` takes it; its rules are checked there."""
    late = values["late_until_level"] or 0
    found: dict[str, object] = {
        "name": OWN,
        "variant": before.variant.value,
        "betting": before.betting.value,
        "items": _items(values["items"], values["ante_kind"], late if values["late_through_break"] else None),
        "chips": values["chips"],
        "late_until_level": late,
        "re_entries": values["re_entries"] or 0,
    }
    for name in ("starting_chips", "flight_until_level"):
        if values[name]:
            found[name] = values[name]
    if values["rebuy_until_level"]:
        parts = {name: values[f"rebuy_{name}"] or 0 for name in ("until_level", "at_or_below", "chips")}
        found["rebuy"] = parts | ({"most": values["rebuy_most"]} if values["rebuy_most"] else {})
    if values["add_on_break"]:
        found["add_on"] = {"break_number": values["add_on_break"], "chips": values["add_on_chips"] or 0}
    return found


def _items(rows: Sequence[Mapping[str, Any]], ante_kind: str, late_level: int | None) -> list[dict[str, object]]:
    """Levels and breaks; the first break after `late_level` ends late registration."""
    items: list[dict[str, object]] = []
    levels = 0
    for row in rows:
        if row["big_blind"]:
            levels += 1
            filled = {name: value for name, value in row.items() if value and name != "chips_raced_off"}
            items.append(filled | ({"ante_kind": ante_kind} if row["ante"] else {}))
        else:
            ends = levels == late_level and "big_blind" in (items[-1] if items else {})
            worths = [{"worth": worth} for worth in row["chips_raced_off"]]
            raced = {"chips_raced_off": worths} if worths else {}
            ending = {"is_end_of_late_registration": True} if ends else {}
            items.append({"minutes": row["minutes"], **raced, **ending})
    return items


class EditStructure(TournamentCommand):
    """Change levels, breaks, colours and phases, until registration opens."""

    template_name = "tournaments/structure.html"
    title = _("Change the structure")
    form_class = StructureForm
    service = announcing.edit

    @cached_property
    def structure(self) -> Structure:
        return standing.structure(self.tournament)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "betting": self.structure.betting}

    def get_initial(self) -> dict[str, Any]:
        return typed(self.structure)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "structure": self.structure}

    def get_success_url(self) -> str:
        return self.address("edit")

    def act(self, values: Mapping[str, Any]) -> Any:
        terms = announced_terms(self.tournament, read(values, self.structure))
        return super().act({"terms": terms, "version": values["version"]})

    def done(self, values: Mapping[str, Any]) -> str:
        return str(_("The structure has been changed."))
