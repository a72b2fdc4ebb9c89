"""The floor's must-moves: a table kept full from another, the next guest to move, refusals (WSOP live-action 97–99)."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy, pgettext

from casino.pages.forms import CommandForm, ReasonField
from tables.moving.pages.views import CountForm, SeatForm, view_of
from tables.moving.selectors.overview import CoupleView, GameMoves, MoverView
from tables.moving.services import must_moves
from tables.play.pages.tables import TableCommand


class MustMoveCommand(TableCommand):
    """A command on a main table and its must-move (feeder) table; leads back to the moves."""

    template_name = "moving/move_command.html"
    in_address: ClassVar = {"main_id": "pk"}
    leads_to = "floor:moves"

    @cached_property
    def view(self) -> GameMoves | None:
        """The moves of the table's game; None while the table is closed."""
        return view_of(self.table.session.game_id) if self.table.session else None

    @cached_property
    def couple(self) -> CoupleView | None:
        """The must-move that keeps the table full."""
        couples = self.view.couples if self.view else []
        return next((one for one in couples if one.main_id == self.table.id), None)

    @property
    def keeps_pool(self) -> bool:
        """Whether the tables of the game keep pools."""
        return any(table.keeps_pool for table in self.view.tables) if self.view else False

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        game = self.view.game_name if self.view else ""
        return {**super().get_context_data(**kwargs), "couple": self.couple, "game": game}


class FeederForm(CommandForm):
    """Which table of the same game becomes the feeder."""

    feeder = forms.TypedChoiceField(label=gettext_lazy("Feeder table"), coerce=int)

    def __init__(self, *args: Any, choices: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["feeder"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(choices)


class Couple(MustMoveCommand):
    """Keep a table full from another one."""

    title = gettext_lazy("Keep it full from")
    form_class = FeederForm
    service = must_moves.couple

    def get_form_kwargs(self) -> dict[str, Any]:
        """Tables of the same game that are part of no must-move."""
        view = self.view
        if view is None:
            return {**super().get_form_kwargs(), "choices": []}
        coupled = {each for one in view.couples for each in (one.main_id, one.feeder_id)}
        return {
            **super().get_form_kwargs(),
            "choices": [
                (one.table_id, one.code)
                for one in view.tables
                if one.table_id not in coupled and one.table_id != self.table.id
            ],
        }

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"feeder_id": values["feeder"]})


class Uncouple(MustMoveCommand):
    """End a must-move; one tap."""

    service = must_moves.uncouple
    title = gettext_lazy("End the must-move")


class NextForm(SeatForm):
    """Which guest moves to the main game: the next one, or another for a reason."""

    sitting_id = forms.TypedChoiceField(label=gettext_lazy("Guest"), coerce=int, widget=forms.RadioSelect)
    field_order = ("sitting_id", "to", "counted_cents", "reason")

    def __init__(self, *args: Any, movers: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["sitting_id"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(movers)


class MoveNext(MustMoveCommand):
    """Move the next guest of the feeder to the main table."""

    permission = "tables.seat_guest"
    title = gettext_lazy("Move to the main game")
    template_name = "moving/move_next.html"
    form_class = NextForm
    service = must_moves.move
    success = gettext_lazy("Moved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        """The seats that get neither small blind nor button next, and the guests in their order."""
        couple = self.couple
        free = [(f"{couple.main_id}/{seat}", str(seat)) for seat in couple.free] if couple else []
        return {
            **super().get_form_kwargs(),
            "choices": [(couple.main_code, free)] if couple and free else [],
            "movers": [(one.sitting_id, mover_label(one)) for one in couple.movers] if couple else [],
            "keeps_pool": self.keeps_pool,
        }

    def get_initial(self) -> dict[str, Any]:
        couple = self.couple
        found: dict[str, Any] = {}
        if couple and couple.movers:
            found["sitting_id"] = couple.movers[0].sitting_id
        if couple and couple.free:
            found["to"] = f"{couple.main_id}/{couple.free[0]}"
        return found

    def act(self, values: Mapping[str, Any]) -> Any:
        (_table_id, seat), given = values["to"], {name: value for name, value in values.items() if name != "to"}
        return super().act({**given, "seat": seat})


class RefuseForm(CountForm):
    """What the guest said."""

    sitting_id = forms.IntegerField(widget=forms.HiddenInput)
    reason = ReasonField()


class Refuse(MustMoveCommand):
    """The next guest will not move: they leave, and are barred from the game for a while."""

    service = must_moves.refuse
    permission = "tables.seat_guest"
    title = gettext_lazy("Guest refuses and quits")
    template_name = "moving/move_refuse.html"
    form_class = RefuseForm
    danger = True
    success = gettext_lazy("The guest has left the game.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "keeps_pool": self.keeps_pool}

    def get_initial(self) -> dict[str, Any]:
        movers = self.couple.movers if self.couple else []
        return {"sitting_id": movers[0].sitting_id} if movers else {}


def mover_label(one: MoverView) -> str:
    """A guest of the feeder with seat and time of arrival."""
    since = timezone.localtime(one.arrived_at).strftime("%H:%M")
    return pgettext("a guest of the feeder", "%(name)s, seat %(seat)s, since %(time)s") % {
        "name": one.guest_name, "seat": one.seat, "time": since,
    }  # fmt: skip
