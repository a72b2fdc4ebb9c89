"""The floor's must-moves: a table kept full from another, who moves next, and who refuses (WSOP live-action 97–99)."""

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from casino.pages.views import Context
from tables.floor.pages.moving.forms import FeederForm, NextForm, RefuseForm
from tables.floor.pages.moving.views import view_of
from tables.floor.selectors.moving.overview import CoupleView, GameMoves, MoverView
from tables.floor.services.moving import must_moves
from tables.play.pages.tables import TableCommand


class MustMoveCommand(TableCommand):
    """A command on a main table and its feeder; leads back to the moves."""

    template = "floor/move_command.html"

    @cached_property
    def view(self) -> GameMoves | None:
        """The moves of the game that the table plays."""
        return view_of(self.table.session.game_id) if self.table.session else None

    @cached_property
    def couple(self) -> CoupleView | None:
        """The must-move that keeps it full."""
        couples = self.view.couples if self.view else []
        return next((one for one in couples if one.main_id == self.table.id), None)

    @property
    def keeps_pool(self) -> bool:
        """Whether the tables of the game keep pools."""
        return any(table.keeps_pool for table in self.view.tables) if self.view else False

    def context(self) -> Context:
        game = self.view.game_name if self.view else ""
        return {**super().context(), "couple": self.couple, "game": game, "back": reverse("floor:moves")}

    def renew(self) -> None:
        super().renew()
        for name in ("view", "couple"):
            self.__dict__.pop(name, None)

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("floor:moves")


class Couple(MustMoveCommand):
    """Keep a table full from another one."""

    title = gettext_lazy("Keep it full from")
    form_class = FeederForm

    def form_options(self) -> dict[str, Any]:
        """Tables of the same game that are part of no must-move."""
        view = self.view
        if view is None:
            return {"choices": []}
        coupled = {each for one in view.couples for each in (one.main_id, one.feeder_id)}
        return {
            "choices": [
                (one.table_id, one.code)
                for one in view.tables
                if one.table_id not in coupled and one.table_id != self.table.id
            ]
        }

    def act(self, values: Mapping[str, Any]) -> None:
        must_moves.couple(main_id=self.kwargs["pk"], feeder_id=values["feeder"], actor=self.actor)


class Uncouple(MustMoveCommand):
    """End a must-move; one tap."""

    title = gettext_lazy("End the must-move")

    def act(self, values: Mapping[str, Any]) -> None:
        must_moves.uncouple(main_id=self.kwargs["pk"], actor=self.actor)


class MoveNext(MustMoveCommand):
    """Move the next guest of the feeder to the main table."""

    permission = "tables.seat_guest"
    title = gettext_lazy("Move to the main game")
    template = "floor/move_next.html"
    form_class = NextForm

    def form_options(self) -> dict[str, Any]:
        """Seats with neither small blind nor button next, and the guests in their order."""
        couple = self.couple
        free = [(f"{couple.main_id}/{seat}", str(seat)) for seat in couple.free] if couple else []
        return {
            "choices": [(couple.main_code, free)] if couple and free else [],
            "movers": [(one.sitting_id, named(one)) for one in couple.movers] if couple else [],
            "keeps_pool": self.keeps_pool,
        }

    def initial(self) -> dict[str, Any]:
        couple = self.couple
        found: dict[str, Any] = {}
        if couple and couple.movers:
            found["sitting"] = couple.movers[0].sitting_id
        if couple and couple.free:
            found["to"] = f"{couple.main_id}/{couple.free[0]}"
        return found

    def act(self, values: Mapping[str, Any]) -> None:
        _table_id, seat = values["to"]
        must_moves.move(
            main_id=self.kwargs["pk"],
            sitting_id=values["sitting"],
            seat=seat,
            reason=values["reason"],
            counted_cents=values.get("counted_cents"),
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Moved.")


class Refuse(MustMoveCommand):
    """Who is next will not move: he leaves, and is barred from the game for a while."""

    permission = "tables.seat_guest"
    title = gettext_lazy("He refuses and quits")
    template = "floor/move_refuse.html"
    form_class = RefuseForm
    danger = True

    def form_options(self) -> dict[str, Any]:
        return {"keeps_pool": self.keeps_pool}

    def initial(self) -> dict[str, Any]:
        movers = self.couple.movers if self.couple else []
        return {"sitting": movers[0].sitting_id} if movers else {}

    def act(self, values: Mapping[str, Any]) -> None:
        must_moves.refuse(
            main_id=self.kwargs["pk"],
            sitting_id=values["sitting"],
            reason=values["reason"],
            counted_cents=values.get("counted_cents"),
            actor=self.actor,
        )

    def done(self, values: Mapping[str, Any]) -> str:
        return _("He has left the game.")


def named(one: MoverView) -> str:
    """A guest of the feeder, and since when he is there."""
    since = timezone.localtime(one.arrived_at).strftime("%H:%M")
    return pgettext("a guest of the feeder", "%(name)s, seat %(seat)s, since %(time)s") % {
        "name": one.guest_name, "seat": one.seat, "time": since,
    }  # fmt: skip
