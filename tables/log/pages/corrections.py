"""Pages that correct: a summary booked again, a hand entered late; and the dispute bundle."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino.pages.views import Command, Page
from tables.audit.services import bundles
from tables.hands.pages.pad import summary_of
from tables.hands.pages.views import AboutHand, Void
from tables.hands.selectors import cases, desk
from tables.hands.services import corrections
from tables.log.services import call_corrections
from tables.models import Game, Session
from tables.play.pages.forms import CorrectForm, LateForm
from tables.play.pages.tables import TableCommand


class HandForm(AboutHand, Command):
    """A command on a hand that has a page of its own."""

    template_name = "log/command.html"

    def current_version(self) -> int:
        return self.recorded.hand.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "hand": self.recorded.hand,
            "table_code": self.recorded.table_code,
        }


class Correct(HandForm):
    """Correct a hand that was keyed wrong, with a reason; not by the person who keyed it."""

    permission = "tables.void_hand"
    service: ClassVar[Callable[..., Any]] = corrections.correct
    in_address: ClassVar[Mapping[str, str]] = {"hand_id": "pk"}
    title = gettext_lazy("Correct the hand")
    form_class = CorrectForm
    success: ClassVar[str | Promise] = gettext_lazy(
        "The hand has been corrected: the original, the reversal and the new entry are in the books."
    )

    def get_form_kwargs(self) -> dict[str, Any]:
        hand = self.recorded.hand
        names = desk.names_at(hand)
        was_one = (hand.result or {}).get("bomb_pot", False)
        return {
            **super().get_form_kwargs(),
            "seats": [(seat, f"{seat} {names[seat]}") for seat in sorted(names)],
            "has_bomb_pots": was_one or hand.game.offers_bomb_pots,
        }

    def get_initial(self) -> dict[str, Any]:
        """What is booked; a rake equal to the rake due is left out, so that it is computed again."""
        result: Mapping[str, Any] = self.recorded.hand.result or {}
        rake = result.get("rake", {})
        differs = rake.get("taken_cents") != rake.get("due_cents")
        return {
            "pot_cents": result.get("pot_cents"),
            "flop_seen": result.get("flop_seen"),
            "bomb_pot": result.get("bomb_pot", False),
            "dealt_in": result.get("dealt_in"),
            "tip_cents": cases.tips_cents(self.recorded.hand),
            "winners": result.get("winners", []),
            "rake_cents": rake.get("taken_cents") if differs else None,
            "reason": rake.get("reason", ""),
        }

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"version": values["version"], "summary": summary_of(values), "reason": values["why"]})

    def run(self, values: Mapping[str, Any]) -> str:
        return reverse("dealer:hand", args=[self.act(values).hand.pk])


class _ForCall(Command):
    """A hand mended because of a call: both end together, and the board is next."""

    in_address: ClassVar[Mapping[str, str]] = {"call_id": "call", "hand_id": "pk"}
    success: ClassVar[str | Promise] = gettext_lazy("The hand has been corrected and the call answered.")

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("floor:board")


class VoidForCall(_ForCall, Void):
    """Void the hand and answer the call."""

    service = call_corrections.void


class CorrectForCall(_ForCall, Correct):
    """Correct the hand and answer the call."""

    service = call_corrections.correct


class EnterLate(TableCommand):
    """Enter a hand from paper, for a table that has been closed or carried over since."""

    permission = "tables.void_hand"
    service = corrections.enter_late
    in_address: ClassVar = {}
    title = gettext_lazy("Enter a hand late")
    form_class = LateForm
    success = gettext_lazy("The hand is booked, and flagged as late.")

    def get_form_kwargs(self) -> dict[str, Any]:
        # Which game was played then is known only with the time.
        has_bomb_pots = Game.objects.filter(
            sessions__table_id=self.kwargs["pk"], bomb_pot_ante_cents__isnull=False
        ).exists()
        return {
            **super().get_form_kwargs(),
            "seats": [(seat, str(seat)) for seat in range(1, self.table.seat_count + 1)],
            "has_bomb_pots": has_bomb_pots,
        }

    def run(self, values: Mapping[str, Any]) -> str:
        opened = Session.objects.filter(table_id=self.kwargs["pk"], opened_at__lte=values["dealt_at"])
        session_id = opened.order_by("-opened_at").values_list("pk", flat=True).first()
        given = {"summary": summary_of(values), "dealt_at": values["dealt_at"], "reason": values["why"]}
        late = self.act({"session_id": session_id or 0, **given})
        return reverse("dealer:hand", args=[late.hand.pk])


class Bundle(InHouse, Page):
    """The dispute bundle, to be saved."""

    permission = cases.BUNDLES

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The file."""
        with_numbers = request.GET.get("guests") == "numbers"
        bundle = bundles.of_hand(hand_id=path["pk"], with_numbers=with_numbers, actor=self.actor)
        headers = {"Content-Disposition": f'attachment; filename="{bundle.name}"'}
        return HttpResponse(bundle.content, content_type="application/zip", headers=headers)
