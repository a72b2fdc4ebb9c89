"""All tournaments of the house; announcing one, opening its registration, calling it off."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.http import Http404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from casino import house_time, roles
from casino.pages.forms import CommandForm, ReasonForm
from casino.pages.views import Live, Page
from tables.models import Tournament
from tables.rules.tournaments import codec, shipped
from tables.rules.tournaments.structures import Structure
from tables.tournaments.pages.forms import TermsForm
from tables.tournaments.pages.tournament import LOOKS, TournamentCommand
from tables.tournaments.selectors import board
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import announcing
from tables.tournaments.services.announcing import Terms

State = Tournament.State
LIKE_SHOWN = 8
_GAME = ("variant", "betting")
_OF_ONE = ("starts_at", "final_id", "seat_for_id")
_TERMS = (
    "name", "starts_at", "buy_in_cents", "fee_cents", "bounty_cents", "guarantee_cents", "payout_unit_cents",
    "seats_per_table", "most_entries", "re_buy_cents", "re_buy_fee_cents", "add_on_cents", "add_on_fee_cents",
    "chip_set", "bounty_paid_bp", "final_id", "seat_for_id",
)  # fmt: skip


class Tournaments(InHouse, Live):
    """What runs, what is to come, what is over."""

    permission = LOOKS
    template_name = "tournaments/list.html"
    part = "tournaments/_list.html"
    watches = "tournaments"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        selector.of_house(self.house.pk, actor=self.actor)
        over = board.listed(self.house.pk, [State.FINISHED, State.SETTLED, State.CANCELLED], latest_first=True)
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "running": self.tiles(board.listed(self.house.pk, [State.RUNNING])),
            "upcoming": self.tiles(board.listed(self.house.pk, [State.ANNOUNCED, State.REGISTERING])),
            "over": self.tiles(over[: board.FINISHED_SHOWN]),
            "may_run": roles.permits(self.actor, selector.RUNS),
        }

    def tiles(self, rows: Iterable[Tournament]) -> list[tuple[Tournament, bool]]:
        """Each with whether this person may sell entries to it."""
        sells = roles.permits(self.actor, selector.SELLS)
        return [(row, sells and row.sells_entries) for row in rows]


def others(house_id: int) -> list[tuple[int, str]]:
    """The tournaments that a flight may lead to, and a satellite be for."""
    return [(row.pk, str(row)) for row in board.listed(house_id, [State.ANNOUNCED, State.REGISTERING])]


class Templates(InHouse, Page):
    """The shipped structures, to announce a tournament by one of them."""

    permission = selector.RUNS
    template_name = "tournaments/templates.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "structures": [(structure, _(shipped.TITLES[key])) for key, structure in shipped.STRUCTURES.items()],
            "like": selector.of_house(self.house.pk, actor=self.actor).order_by("-starts_at")[:LIKE_SHOWN],
        }


def _terms(structure: Mapping[str, object], values: Mapping[str, Any]) -> Terms:
    """What was typed about a tournament; an amount that was left out is none, a game that was is the structure's."""
    game = {name: values[name] for name in _GAME if values[name]}
    typed = {name: value for name, value in values.items() if name not in {"key", "version", "code", *_GAME}}
    amounts = {name: value or 0 for name, value in typed.items() if name.endswith("_cents")}
    return Terms(structure={**structure, **game}, **(typed | amounts))


def announced_terms(row: Tournament, structure: Mapping[str, object]) -> Terms:
    """What was announced, with another structure."""
    return Terms(structure=structure, **{name: getattr(row, name) for name in _TERMS})


class Announce(OfHouse):
    """Announce a tournament by the structure in the address."""

    permission = selector.RUNS
    template_name = "tournaments/announce.html"
    form_class = TermsForm
    service = announcing.create
    title = gettext_lazy("Announce a tournament")
    leads_to = "tournaments:templates"

    @cached_property
    def structure(self) -> Structure:
        found = shipped.STRUCTURES.get(f"{self.kwargs['name']}/{self.kwargs['number']}")
        if found is None:
            raise Http404
        return found

    @property
    def begun_with(self) -> str:
        """What the structure is called."""
        return _(shipped.TITLES[self.structure.key])

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "structure": self.structure, "others": others(self.house.pk)}

    def get_initial(self) -> dict[str, Any]:
        """The usual: this evening's next full hour, nine at a table, whole tens."""
        begins = house_time.local_now() + timedelta(hours=2)
        return {
            "starts_at": begins.replace(minute=0, second=0, microsecond=0),
            "seats_per_table": 9,
            "payout_unit_cents": 1_000,
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "structure": self.structure, "template_title": self.begun_with}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"code": values["code"], "terms": _terms(codec.to_json(self.structure), values)})

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("tournaments:director", args=[self.act(values).pk])


class AnnounceLike(Announce):
    """Announce a tournament like one that the house has announced before, with its structure and terms."""

    @cached_property
    def before(self) -> Tournament:
        """The tournament in the address; refuses `no_such_tournament`."""
        return selector.one(self.kwargs["pk"], actor=self.actor)

    @cached_property
    def structure(self) -> Structure:
        return selector.structure(self.before)

    def get_initial(self) -> dict[str, Any]:
        copied = {name: getattr(self.before, name) for name in _TERMS if name not in _OF_ONE}
        return {**copied, "starts_at": super().get_initial()["starts_at"]}

    @property
    def begun_with(self) -> str:
        return str(self.before)


class Edit(TournamentCommand):
    """Change what was announced, until registration opens."""

    template_name = "tournaments/announce.html"
    title = gettext_lazy("Change the announcement")
    form_class = TermsForm
    service = announcing.edit

    @cached_property
    def structure(self) -> Structure:
        return selector.structure(self.tournament)

    def get_form_kwargs(self) -> dict[str, Any]:
        row = self.tournament
        return {
            **super().get_form_kwargs(),
            "structure": self.structure,
            "others": [one for one in others(row.house_id) if one[0] != row.pk],
        }

    def get_initial(self) -> dict[str, Any]:
        row = self.tournament
        return {"code": row.code, **{name: getattr(row, name) for name in _TERMS}}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "structure": self.structure}

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        form = super().get_form(form_class)
        form.fields["code"].disabled = True
        return form

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"terms": _terms(self.tournament.structure, values), "version": values["version"]})


class OpenRegistration(TournamentCommand):
    """From now on entries are sold."""

    service = announcing.open_registration
    title = gettext_lazy("Open registration")


class Cancel(TournamentCommand):
    """Call it off; everybody gets back what they gave."""

    service = announcing.cancel
    permission = announcing.CANCELS
    title = gettext_lazy("Cancel the tournament")
    form_class = ReasonForm
    danger = True
    success = gettext_lazy("The tournament is cancelled; every entry has been refunded in the books.")
