"""Tables drawn and added, the button, one entrant and their seat; chips counted, the chip set found complete."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from casino import house_time, roles
from casino.pages.forms import CommandForm, ReasonForm, new_key
from casino.pages.views import Page
from tables.models import ChipSetCheck, Entrant, Tournament, TournamentTable
from tables.play.pages.forms import MoveForm
from tables.rules.blinds import Positions
from tables.tournaments.pages.forms import ButtonForm, CheckSetForm, CountForm, TablesForm
from tables.tournaments.pages.tournament import LOOKS, AboutEntrant, TournamentCommand
from tables.tournaments.selectors import board
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import chips, seats

State = Tournament.State


class Draw(TournamentCommand):
    """Draw seats for all who are registered."""

    service = seats.draw
    title = gettext_lazy("Draw the seats")
    form_class = TablesForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "tables": board.free_tables(self.tournament)}


class AddTables(Draw):
    """Open more tables for late entrants."""

    service = seats.add_tables
    title = gettext_lazy("Open more tables")


class SetButton(TournamentCommand):
    """Record where button and blinds were: a balance chooses by it whom to move."""

    title = gettext_lazy("Button and blinds")
    verb = gettext_lazy("Save")
    template_name = "tournaments/button.html"
    form_class = ButtonForm
    service = seats.set_buttons

    @cached_property
    def table(self) -> TournamentTable:
        return seat_views.table(self.tournament, self.kwargs["table"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "seats": self.table.seats}

    def get_initial(self) -> dict[str, Any]:
        return {name: getattr(self.table, name) for name in ("button_seat", "small_blind_seat", "big_blind_seat")}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "about": str(self.table)}

    def act(self, values: Mapping[str, Any]) -> Any:
        positions = Positions(values["button_seat"], values["small_blind_seat"], values["big_blind_seat"])
        return super().act({"positions": {self.kwargs["table"]: positions}, "version": values["version"]})


class EntrantPage(AboutEntrant, Page):
    """One entrant: their seats, their purchases, and all that can be done."""

    permission = LOOKS
    template_name = "tournaments/entrant.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row, entrant = self.tournament, self.entrant
        structure = selector.structure(row)
        index = selector.clock(row, house_time.now()).item_index
        is_seated = entrant.state == Entrant.State.SEATED
        is_playing = is_seated and row.state == State.RUNNING
        is_entered = entrant.state in (Entrant.State.REGISTERED, Entrant.State.SEATED)
        may_run, may_sell = roles.permits(self.actor, selector.RUNS), roles.permits(self.actor, selector.SELLS)
        return {
            **super().get_context_data(**kwargs),
            "tournament": row,
            "entrant": entrant,
            "house": self.house,
            "purchases": board.purchases(entrant),
            "changes": board.seat_changes(entrant),
            "is_seated": is_seated,
            "may_run": may_run,
            "may_sell": may_sell,
            "may_put_out": is_playing and may_run,
            "may_move": is_seated and may_run,
            "may_re_buy": is_playing and may_sell and structure.takes_rebuys(index),
            "may_add_on": is_playing and may_sell and structure.takes_add_ons(index),
            "may_withdraw": may_sell and row.state == State.REGISTERING and is_entered,
            "key": new_key(),
        }


class MoveEntrantForm(MoveForm):
    """A free seat, and why."""

    reason = ReasonForm.base_fields["reason"]


class Move(AboutEntrant, TournamentCommand):
    """Another seat by hand; the floor says why."""

    title = gettext_lazy("Move")
    template_name = "tournaments/move.html"
    form_class = MoveEntrantForm
    service = seats.move
    in_address: ClassVar = {"tournament_id": "pk", "entrant_id": "entrant"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "about": str(self.entrant)}

    def get_form_kwargs(self) -> dict[str, Any]:
        choices = []
        for card in board.cards(self.tournament):
            free = [seat for seat, entrant in card.seats if entrant is None]
            if free:
                choices.append((card.table.table.code, [(f"{card.table.table_id}/{seat}", str(seat)) for seat in free]))
        return {**super().get_form_kwargs(), "choices": choices}

    def act(self, values: Mapping[str, Any]) -> Any:
        (table_id, seat), given = values["to"], {name: values[name] for name in ("reason", "version")}
        return super().act({**given, "table_id": table_id, "seat": seat})


class CountChips(TournamentCommand):
    """Count the chips of every remaining player, or of those at the table in the address."""

    service = chips.count
    title = gettext_lazy("Count the chips")
    template_name = "tournaments/count.html"
    form_class = CountForm
    success = gettext_lazy("The chips have been counted.")

    @cached_property
    def players(self) -> list[Entrant]:
        """The entrants who are counted, by table and seat."""
        wanted = self.kwargs.get("table")
        seated = selector.seated(self.tournament)
        return [one for one in seated if one.table and wanted in (None, one.table.table_id)]

    def target(self) -> dict[str, Any]:
        return {**super().target(), "table_id": self.kwargs.get("table")}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "players": self.players}

    def get_initial(self) -> dict[str, Any]:
        """As last counted, to be corrected."""
        return {f"chips_{one.pk}": one.chips or None for one in self.players}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row = self.tournament
        at_table = "table" in self.kwargs
        context = super().get_context_data(**kwargs)
        return {
            **context,
            "by_table": self.by_table(context["form"]),
            "issued": sum(one.chips for one in self.players) if at_table else selector.issued(row),
            "about": str(seat_views.table(row, self.kwargs["table"])) if at_table else "",
            "race": self.address("race", self.kwargs["table"]) if at_table and row.state == State.RUNNING else "",
        }

    def by_table(self, form: CommandForm) -> list[tuple[str, list[tuple[Entrant, object]]]]:
        """The fields by table."""
        tables: dict[str, list[tuple[Entrant, object]]] = {}
        for one in self.players:
            tables.setdefault(str(one.table), []).append((one, form[f"chips_{one.pk}"]))
        return list(tables.items())


class CheckSet(TournamentCommand):
    """Record that the chip set was found complete, or what is missing."""

    service = chips.check_set
    title = gettext_lazy("Check the chip set")
    form_class = CheckSetForm
    success = gettext_lazy("The chip set has been checked.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "worths": [int(worth) for worth in self.tournament.chip_set] or [1]}

    def get_initial(self) -> dict[str, Any]:
        """The check that is due now."""
        state = self.tournament.state
        when = ChipSetCheck.When.START if state in (State.ANNOUNCED, State.REGISTERING) else ChipSetCheck.When.RE_ENTRY
        return {"when": ChipSetCheck.When.END if state == State.FINISHED else when}
