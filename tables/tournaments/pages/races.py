"""A colour leaves play: its odd chips are raced for by card, table by table (TDA 24, WSOP 77)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from casino import house_time
from casino.errors import Refusal
from casino.pages.forms import CommandForm
from casino.wording import chips as said_chips
from casino.wording import sentence
from tables.models import Entrant, Tournament, TournamentTable
from tables.play.selectors.cards import Face, faces
from tables.rules import cards
from tables.rules.tournaments.racing import Line, Race
from tables.rules.tournaments.structures import Structure
from tables.tournaments.pages.tournament import TournamentCommand
from tables.tournaments.selectors import races
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import races as services

PIECES: Final = "pieces"
CARDS: Final = "cards"
OUTCOME: Final = "outcome"
_OF_CARDS: Final = {"race_cards", "card_twice"}
_MOST_PIECES: Final = 100_000


class RaceForm(CommandForm):
    """The colour that comes off, and for which; what each seat hands in of it; the cards for its odd chips."""

    def __init__(self, *args: Any, colours: Sequence[int], players: Mapping[int, Entrant], **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = players
        for name, label, offered in (
            ("old", gettext_lazy("Leaves play"), colours[:-1]),
            ("new", gettext_lazy("In exchange"), colours[1:]),
        ):
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                widget=forms.RadioSelect,
                coerce=int,
                choices=[(worth, said_chips(worth)) for worth in offered],
            )
        for seat, entrant in players.items():
            self.fields[f"pieces_{seat}"] = _pieces(entrant)
            self.fields[f"cards_{seat}"] = _cards(entrant)

    def clean(self) -> dict[str, Any]:
        """The cards are read; how many a seat is dealt follows from its odd chips."""
        values = super().clean() or {}
        for seat in self.players:
            try:
                values[f"cards_{seat}"] = cards.parse(values.get(f"cards_{seat}") or "")
            except Refusal as refusal:
                self.add_error(f"cards_{seat}", ValidationError(sentence(refusal), code=refusal.code))
        return values

    def pieces(self) -> dict[int, int]:
        """What each seat hands in."""
        return {seat: self.cleaned_data[f"pieces_{seat}"] or 0 for seat in self.players}

    def odd(self) -> dict[int, int]:
        """How many cards each seat is dealt; nothing where the colours do not go into each other."""
        old, new = self.cleaned_data["old"], self.cleaned_data["new"]
        return {seat: odd for seat, handed_in in self.pieces().items() if (odd := handed_in % (max(new // old, 1)))}

    def dealt(self) -> dict[int, Sequence[int]]:
        """The cards of the seats that have odd chips."""
        return {seat: self.cleaned_data[f"cards_{seat}"] for seat in self.odd()}

    def step(self) -> str:
        """What is asked next, as far as it can be read."""
        if not self.errors:
            return OUTCOME
        return CARDS if all(name.startswith("cards_") for name in self.errors) else PIECES

    def is_undealt(self) -> bool:
        """Whether no card was typed yet, so that nothing is wrong with them."""
        return not any(self.dealt().values())


@dataclass(frozen=True, slots=True)
class Shown:
    """What one seat brings to a race and takes from it."""

    entrant: Entrant
    line: Line
    cards: Sequence[Face]
    after: int


class RaceOff(TournamentCommand):
    """Race a colour off: what each seat hands in, the cards, the outcome; done once the outcome is confirmed."""

    title = gettext_lazy("Race off a colour")
    template_name = "tournaments/race.html"
    form_class = RaceForm
    service = services.race
    in_address: ClassVar = {"tournament_id": "pk", "table_id": "table"}

    @cached_property
    def table(self) -> TournamentTable:
        return seat_views.table(self.tournament, self.kwargs["table"])

    @cached_property
    def players(self) -> dict[int, Entrant]:
        """The entrants there by seat: cards are dealt from seat 1 on."""
        return races.playing(self.tournament, self.table.table_id)

    @cached_property
    def structure(self) -> Structure:
        return selector.structure(self.tournament)

    def get_form_kwargs(self) -> dict[str, Any]:
        colours = sorted(chip.worth for chip in self.structure.chips)
        return {**super().get_form_kwargs(), "colours": colours, "players": self.players}

    def get_initial(self) -> dict[str, Any]:
        """The colour that was tapped; else the smallest that has to be off, or will have to be next."""
        row, structure = self.tournament, self.structure
        asked = self.request.GET.get("colour", "")
        index = selector.clock(row, house_time.now()).item_index
        due = races.due(structure, index, races.races(row), self.players.values())
        following = structure.next_race(index)
        old = due[0].old if due else following[1][0] if following else None
        if asked.isdecimal() and int(asked) in structure.chips_in_play(0):
            old = int(asked)
        return {"old": old, "new": races.next_colour(structure, old) if old else None}

    def post(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """Only `do=race` races; else the form is read, and what is asked next is shown."""
        if self.tournament.state != Tournament.State.RUNNING or request.POST.get("do") == "race":
            return super().post(request, **path)
        form = self.get_form()
        form.is_valid()
        step = PIECES if request.POST.get("do") == "change" and not form.errors else form.step()
        said, raced = "", None
        if step != PIECES and not form.errors:
            try:
                raced = self.outcome(form)
            except Refusal as refusal:
                is_of_cards = refusal.code in _OF_CARDS
                step = CARDS if is_of_cards else PIECES
                said = "" if is_of_cards and form.is_undealt() else sentence(refusal)
        form.refuse(said, self.current_version())
        context = self.get_context_data(form=form, step=step, raced=raced)
        return self.render_to_response(context, status=400 if form.errors else 200)

    def outcome(self, form: RaceForm) -> Race:
        """What the race would bring."""
        values = form.cleaned_data
        return races.outcome(self.players, form.pieces(), form.dealt(), old=values["old"], new=values["new"])

    def get_form(self, form_class: type[CommandForm] | None = None) -> RaceForm:
        form = super().get_form(form_class)
        assert isinstance(form, RaceForm)
        self._form = form
        return form

    def get_context_data(self, step: str = PIECES, raced: Race | None = None, **kwargs: Any) -> dict[str, Any]:
        """The form with what that step asks, first and after a refusal the pieces; what was typed before goes along."""
        context = super().get_context_data(**kwargs)
        form = context["form"]
        said: Mapping[str, Any] = getattr(form, "cleaned_data", {})
        shown = _shown(form, step)
        context |= {
            "about": str(self.table),
            "table": self.table,
            "step": step,
            "unseen": [form[name] for name in form.fields if name not in shown],
            "old": said.get("old"),
            "new": said.get("new"),
        }
        if step == PIECES:
            context["rows"] = [(one, form[f"pieces_{seat}"]) for seat, one in form.players.items()]
        elif step == CARDS:
            context["hands"] = [
                (form.players[seat], _how_many(count), form[f"cards_{seat}"]) for seat, count in form.odd().items()
            ]
        elif raced:
            context |= {"raced": raced, "change": signed(raced.change), "lines": self.lines(form, raced)}
        return context

    def lines(self, form: RaceForm, raced: Race) -> list[Shown]:
        """The outcome, seat by seat."""
        old, new, dealt, players = form.cleaned_data["old"], form.cleaned_data["new"], form.dealt(), form.players
        return [
            Shown(
                players[line.seat],
                line,
                faces(dealt.get(line.seat, ())),
                races.stack_after(players[line.seat], line, old=old, new=new),
            )
            for line in raced.lines
        ]

    def act(self, values: Mapping[str, Any]) -> None:
        given = {name: values[name] for name in ("old", "new", "version")}
        self._raced = super().act({**given, "pieces": self._form.pieces(), "dealt": self._form.dealt()})

    def done(self, values: Mapping[str, Any]) -> str:
        raced = getattr(self, "_raced", None)
        if raced is None:  # a second tap; the first one said it
            return ""
        return _("%(table)s: %(old)s is raced off into %(new)s; chips issued change by %(change)s.") % {
            "table": self.table,
            "old": said_chips(raced.denomination),
            "new": said_chips(raced.next_denomination),
            "change": signed(raced.difference),
        }


def signed(amount: int) -> str:
    """`+100`, `−50`, `0`."""
    sign = "+" if amount > 0 else "−" if amount < 0 else ""
    return f"{sign}{said_chips(abs(amount))}"


def _shown(form: RaceForm, step: str) -> set[str]:
    """The fields that a step asks for, and those that are hidden anyway."""
    asked = {"key", "version"}
    if step == PIECES:
        return asked | {"old", "new"} | {name for name in form.fields if name.startswith("pieces_")}
    if step == CARDS:
        return asked | {f"cards_{seat}" for seat in form.odd()}
    return asked


def _how_many(count: int) -> str:
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": count}


def _pieces(entrant: Entrant) -> forms.IntegerField:
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "class": "amount", "maxlength": "6"})
    return forms.IntegerField(label=str(entrant), min_value=0, max_value=_MOST_PIECES, required=False, widget=widget)


def _cards(entrant: Entrant) -> forms.CharField:
    attrs = {
        "class": "cards", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false", "data-cards": "",
    }  # fmt: skip
    return forms.CharField(label=str(entrant), max_length=200, required=False, widget=forms.TextInput(attrs))
