"""The pad: the outcome of a hand in four taps, also without a network; the history of hands; the service worker."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET

from accounting.policy.terms import Kind
from casino import house_time, wording
from casino.pages import installable, polls
from casino.pages.forms import new_key
from casino.pages.views import Command, Page, Polled
from tables.hands.pages.dealer import REASONS, TIPS, beside
from tables.hands.selectors import cases, desk
from tables.hands.selectors import pad as pads
from tables.hands.selectors.pad import Pad
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Game, Hand
from tables.play.pages import oval
from tables.play.pages.forms import SummaryForm
from tables.play.pages.oval import Oval, Plate
from tables.play.pages.tables import AboutTable
from tables.play.selectors import decks, floor_calls, round_pad, stakes

PERMISSION = "tables.record_hand"


@dataclass(frozen=True, slots=True)
class Tile:
    """The label of a seat on the pad: its place in the picture of the table."""

    plate: Plate

    def __str__(self) -> str:
        return f"{self.plate.number} {self.plate.name.surname}"


def words() -> dict[str, str]:
    """The sentences of the pad's script, in the reader's language; it fills in `{…}` itself."""
    return {
        "online": _("online"),
        "offline": _("No network"),
        "queued": _("{n} waiting"),
        "door": _("Sign in again. The hands that are waiting are kept."),
        "booked": _("booked"),
        "waiting": _("waiting"),
        "refused": _("refused"),
        "differs": _("The books have rake {taken}, this tablet showed {shown}: correct the chips in the box."),
        "paper": _("Too long without a network: write the hands on paper."),
        "back": _("The network is back: now enter the hands written on paper, in order."),
        "called": _("The floor has been called."),
        "no_call": _("No network: call the floor aloud."),
        "decided": _("The floor has decided: {answer}"),
        "last": _("Hand #{number} · Pot {pot} · Rake {rake} · Tip {tip}"),
    }


def booking_words() -> dict[str, str]:
    """What will be booked, and why nothing can be."""
    return {
        "hand": _("Hand #{number}"),
        "begin": _("Enter the pot, tap the winner"),
        "book": _("Book hand {number}"),
        "pot_is": _("Pot {amount}"),
        "wins": _("{who} wins {amount}"),
        "split": _("{who} split {amount}"),
        "bomb_pot": _("Bomb pot"),
        "rake": _("rake {amount}"),
        "tip": _("tip {amount}"),
        "share": _("{rate} % = {amount}"),
        "down": _("{share}, rounded down to a whole chip"),
        "capped": _("{share}, capped"),
        "missing": _("missing: {what}"),
        "pot": pgettext("missing", "pot"),
        "guests": pgettext("missing", "two guests"),
        "why": pgettext("missing", "reason for the rake"),
        "undecided": _("The floor decides on the refused hand first."),
        "closed": _("The table is not open."),
    }


def summary_of(values: Mapping[str, Any]) -> Summary:
    """The outcome that was typed; the form's key becomes the hand's `client_uuid`."""
    return Summary(
        pot_cents=values["pot_cents"],
        flop_seen=values["flop_seen"],
        dealt_in=values["dealt_in"],
        rake_cents=values["rake_cents"],
        tip_cents=values["tip_cents"] or 0,
        winners=tuple(values["winners"]),
        reason=values["reason"],
        client_uuid=UUID(values["key"]),
        bomb_pot=values.get("bomb_pot", False),
    )


class RecordSummary(AboutTable, Polled, Command):
    """The pad: pot, flop or not, rake, tip, book.  Its form works by itself; its script works without a network."""

    permission = PERMISSION
    template_name = "hands/pad.html"
    part = "hands/_pad_state.html"
    form_class = SummaryForm
    service = recording.record_summary
    in_address: ClassVar = {"table_id": "pk"}

    @classmethod
    def version(cls, **path: Any) -> str:
        return desk.table_version(path["pk"])

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The pad, or its live part (`?v=`); redirects where hands are recorded otherwise."""
        is_poll = "v" in request.GET
        if not self.is_here():
            address = reverse("dealer:table", args=[self.kwargs["pk"]])
            return HttpResponse(headers={"HX-Redirect": address}) if is_poll else redirect(address)
        if is_poll:
            return render(request, self.part, self.get_context_data(is_part=True))
        return super().get(request, **path)

    def is_here(self) -> bool:
        """Whether the table records the outcome of hands, which is what the pad is for."""
        if round_pad.is_banked(self.kwargs["pk"]) or self.pad is None or self.table.session is None:
            return False
        return self.table.session.recording == Game.Recording.SUMMARY

    @cached_property
    def pad(self) -> Pad | None:
        """What the tablet needs to work without a network; None while the table is closed."""
        return pads.of(self.kwargs["pk"])

    def current_version(self) -> int:
        return self.table.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        table, around = self.table, beside(self.table.id)
        version, until = self.version_before, stakes.good_until(around["coming"], house_time.now())
        if until is not None:
            version = f"{version}@{ceil(until.timestamp())}"
        return {
            **super().get_context_data(**kwargs),
            "table": table,
            "oval": self.oval,
            "taken": [seat.seat for seat in table.seats],
            "pad": self.pad,
            **around,
            "key": new_key(),
            "tips": TIPS,
            "reasons": REASONS,
            "charges_time": self.pad is not None and self.pad.terms["kind"] == Kind.TIME.value,
            "facts": self.facts(),
            "words": {**words(), **booking_words()},
            "may_floor": self.actor.has_perm("tables.open_table"),
            **polls.context(self.request, self.request.path, version),
        }

    @property
    def bomb_pot_is_next(self) -> bool:
        """Whether the next hand is a bomb pot, as far as the house knows: the tablet may have some that it has not."""
        return self.table.session is not None and self.table.session.bomb_pot is not None

    def facts(self) -> dict[str, Any]:
        """For the script of the pad."""
        pad, table = self.pad, self.table
        if pad is None:
            return {}
        return {
            "table": table.id,
            "session": pad.session_id,
            "dealt": pad.hands_dealt,
            "terms": pad.terms,
            "chip_cents": pad.chip_cents,
            "tip_bp": pad.tip_bp,
            "walk_cents": pad.walk_cents,
            "has_bomb_pots": pad.has_bomb_pots,
            "bomb_pot_every": pad.bomb_pot_every,
            "bomb_pot_is_next": self.bomb_pot_is_next,
            "is_open": table.is_open,
            "record": reverse("hand-record", args=[table.id]),
            "call": reverse("dealer:call", args=[table.id]),
            "refused": reverse("dealer:refused", args=[table.id]),
            "decided": reverse("dealer:decided", args=[UUID(int=0)]),
        }

    @cached_property
    def present(self) -> list[int]:
        """The seats that are dealt in."""
        return [seat.seat for seat in self.table.seats if not seat.is_away]

    @cached_property
    def oval(self) -> Oval:
        """The table as a picture."""
        return oval.between_hands(self.table)

    def get_form_kwargs(self) -> dict[str, Any]:
        plates = {plate.number: plate for plate in self.oval.plates}
        # The script shows the switch as soon as a game with bomb pots is next, and hides it after.
        return {
            **super().get_form_kwargs(),
            "seats": [(seat.seat, Tile(plates[seat.seat])) for seat in self.table.seats],
            "has_bomb_pots": True,
        }

    def get_initial(self) -> dict[str, Any]:
        return {"flop_seen": True, "dealt_in": len(self.present), "bomb_pot": self.bomb_pot_is_next}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"version": values["version"], "summary": summary_of(values)})

    def get_success_url(self) -> str:
        return reverse("dealer:record", args=[self.kwargs["pk"]])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Booked: pot %(pot)s.") % {"pot": wording.money(values["pot_cents"])}


class History(AboutTable, Page):
    """The hands of the session, newest first; dealers see only their own tips."""

    permission = PERMISSION
    template_name = "hands/history.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        session = self.table.session
        sees_all = self.actor.has_perm("accounting.view_reports")
        rows = pads.hands_of(session.id) if session else []

        def tips_cents(hand: Hand) -> int | None:
            is_shown = hand.result and (sees_all or hand.dealer_id == self.actor.pk)
            return cases.tips_cents(hand) if is_shown else None

        dealt_from = decks.of_hands(self.table.id, rows)
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "rows": [{"hand": hand, "tips_cents": tips_cents(hand), "deck": dealt_from.get(hand.pk)} for hand in rows],
        }


class Decided(Page):
    """The floor's decision about a refused hand; the tablet asks until there is one."""

    permission = PERMISSION

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """`{"answer": null}` until then."""
        return JsonResponse({"answer": floor_calls.answer_about(path["hand_uuid"], actor=self.actor)})


@require_GET
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker: a static file, but served from an address above the pads that it caches."""
    return installable.script("casino/worker.js")
