"""All tournaments of the house; announcing one, opening its registration, calling it off."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.pages.house import InHouse
from casino import house_time, roles
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Context, Live, Page
from tables.models import Tournament
from tables.rules.tournaments import codec, shipped
from tables.rules.tournaments.structures import Structure
from tables.tournaments.pages.forms import TermsForm
from tables.tournaments.pages.tournament import LOOKS, TournamentCommand
from tables.tournaments.selectors import board
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import announcing

State = Tournament.State
_TERMS = (
    "name", "starts_at", "buy_in_cents", "fee_cents", "bounty_cents", "guarantee_cents", "payout_unit_cents",
    "seats_per_table", "most_entries", "re_buy_cents", "re_buy_fee_cents", "add_on_cents", "add_on_fee_cents",
    "chip_set", "bounty_paid_bp", "final_id", "seat_for_id",
)  # fmt: skip


class Tournaments(InHouse, Live):
    """What runs, what is to come, what is over."""

    permission = LOOKS
    template = "tournament/list.html"
    part = "tournament/_list.html"
    watches = "tournaments"

    def context(self) -> Context:
        """Three lists, the nearest first."""
        selector.of_house(self.house.pk, actor=self.actor)
        return {
            "house": self.house,
            "running": board.listed(self.house.pk, [State.RUNNING]),
            "upcoming": board.listed(self.house.pk, [State.ANNOUNCED, State.REGISTERING]),
            "over": board.listed(self.house.pk, [State.FINISHED, State.SETTLED, State.CANCELLED], latest_first=True)[
                : board.FINISHED_SHOWN
            ],
            "may_run": roles.permits(self.actor, selector.RUNS),
            "may_sell": roles.permits(self.actor, selector.SELLS),
        }


def others(house_id: int) -> list[tuple[int, str]]:
    """What a flight may lead to, and a satellite be for."""
    return [(row.pk, str(row)) for row in board.listed(house_id, [State.ANNOUNCED, State.REGISTERING])]


class Templates(InHouse, Page):
    """By which structure: those that the house ships."""

    permission = selector.RUNS
    template = "tournament/templates.html"

    def context(self) -> Context:
        """Each with its title and what it comes to."""
        return {
            "structures": [(structure, _(shipped.TITLES[key])) for key, structure in shipped.STRUCTURES.items()],
        }


class Announce(InHouse, Command):
    """Announce a tournament by the structure in the address."""

    permission = selector.RUNS
    template = "tournament/announce.html"
    form_class = TermsForm
    kwargs: dict[str, Any]

    @cached_property
    def structure(self) -> Structure:
        """The shipped structure."""
        found = shipped.STRUCTURES.get(f"{self.kwargs['name']}/{self.kwargs['number']}")
        if found is None:
            raise Http404
        return found

    def form_options(self) -> dict[str, Any]:
        return {"structure": self.structure, "others": others(self.house.pk)}

    def initial(self) -> dict[str, Any]:
        """The usual: this evening's next full hour, nine at a table, whole tens."""
        begins = house_time.local_now() + timedelta(hours=2)
        return {
            "starts_at": begins.replace(minute=0, second=0, microsecond=0),
            "seats_per_table": 9,
            "payout_unit_cents": 1_000,
        }

    def context(self) -> Context:
        """The structure, level by level."""
        return {
            "structure": self.structure,
            "title": _("Announce a tournament"),
            "template_title": _(shipped.TITLES[self.structure.key]),
            "back": reverse("tournaments:templates"),
        }

    def form(self, data: Any = None) -> TermsForm:
        form = super().form(data)
        assert isinstance(form, TermsForm)
        self._form = form
        return form

    def run(self, values: Mapping[str, Any]) -> str:
        terms = announcing.Terms(structure=codec.to_json(self.structure), **self._form.terms())
        row = announcing.create(house_id=self.house.pk, code=values["code"], terms=terms, actor=self.actor)
        return reverse("tournaments:director", args=[row.pk])


class Edit(TournamentCommand):
    """Change what was announced, until registration opens."""

    template = "tournament/announce.html"
    title = gettext_lazy("Change what was announced")
    form_class = TermsForm

    @cached_property
    def structure(self) -> Structure:
        """Its own copy."""
        return selector.structure(self.tournament)

    def form_options(self) -> dict[str, Any]:
        row = self.tournament
        return {"structure": self.structure, "others": [one for one in others(row.house_id) if one[0] != row.pk]}

    def initial(self) -> dict[str, Any]:
        row = self.tournament
        return {"code": row.code, **{name: getattr(row, name) for name in _TERMS}}

    def context(self) -> Context:
        return {**super().context(), "structure": self.structure}

    def form(self, data: Any = None) -> TermsForm:
        form = super().form(data)
        assert isinstance(form, TermsForm)
        form.fields["code"].disabled = True
        self._form = form
        return form

    def act(self, values: Mapping[str, Any]) -> None:
        row = self.tournament
        terms = announcing.Terms(structure=row.structure, **self._form.terms())
        announcing.edit(terms=terms, version=values["version"], **self.target(), actor=self.actor)


class OpenRegistration(TournamentCommand):
    """From now on entries are sold."""

    title = gettext_lazy("Open registration")

    def act(self, values: Mapping[str, Any]) -> None:
        announcing.open_registration(version=values["version"], **self.target(), actor=self.actor)


class Cancel(TournamentCommand):
    """Call it off; everybody gets back what he gave."""

    permission = announcing.CANCELS
    title = gettext_lazy("Cancel the tournament")
    form_class = ReasonForm
    danger = True

    def act(self, values: Mapping[str, Any]) -> None:
        announcing.cancel(reason=values["reason"], version=values["version"], **self.target(), actor=self.actor)

    def done(self, values: Mapping[str, Any]) -> str:
        return _("The tournament is cancelled; every entry is given back in the books.")
