"""A hand with every action: its page, recording actions, settling and voiding it."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from casino.models import User
from casino.pages import polls
from casino.pages.forms import ReasonForm, new_key
from casino.pages.views import Command, Live
from tables.hands.pages import over, play, sheet
from tables.hands.pages.dealer import REASONS, TIPS, called
from tables.hands.selectors import desk, dues
from tables.hands.selectors import hands as selector
from tables.hands.selectors.hands import RecordedHand
from tables.hands.selectors.history import sentences
from tables.hands.services import hands
from tables.models import Hand
from tables.play.pages.forms import MISDEALS, ActionForm, MisdealForm, SettleForm, action_of
from tables.rules import hand as rules
from tables.rules import misdeal
from tables.rules.hand import HandView
from tables.settlement import Settlement, Tip


class AboutHand(InHouse):
    """A page about the hand in its address."""

    kwargs: dict[str, Any]
    request: HttpRequest
    actor: User

    @cached_property
    def recorded(self) -> RecordedHand:
        """Refuses `no_such_hand`."""
        return selector.get(self.kwargs["pk"])

    @cached_property
    def seen(self) -> HandView | None:
        """The hand as the rules see it; None for a summary."""
        return rules.view(self.recorded.state) if self.recorded.state else None

    @cached_property
    def names(self) -> dict[int, str]:
        """The guests' names by seat."""
        return desk.names_at(self.recorded.hand)

    @cached_property
    def preview(self) -> Settlement | None:
        """How the hand would be paid; only when it is over and not settled yet."""
        over = self.seen is not None and self.seen.result is not None
        return dues.of_hand(self.recorded) if over and self.recorded.hand.state == Hand.State.OPEN else None

    def winners(self) -> list[tuple[int, str]]:
        """Seat and name of every winner, for the tips."""
        won = self.preview.result["won"] if self.preview else {}
        assert isinstance(won, dict)
        return [(int(seat), f"{seat} {self.names.get(int(seat), '')}") for seat in won]

    def settle_initial(self) -> dict[str, Any]:
        """The rake due. No tip: it is the guest's to give, so that none is booked that nobody keyed."""
        return {"rake_cents": self.preview.due.due_cents} if self.preview else {}

    def suggested_tip(self) -> int:
        """The customary share of the pot, in chips of the game."""
        if self.preview is None or self.recorded.state is None:
            return 0
        chip_cents = self.recorded.state.frame.terms.chip_cents
        return dues.customary_tip(self.preview.pot_cents, chip_cents, self.house.tip_bp)

    def hand_context(self) -> dict[str, Any]:
        """Everything the template shows: the pad of a hand in play, or the page of one that is over."""
        hand = self.recorded.hand
        if hand.state != Hand.State.OPEN:
            return over.context(self.recorded, self.names, self.actor, self.request.GET.get("step", ""))
        due: Mapping[str, Any] = self.preview.result if self.preview else {}
        return {
            "hand": hand,
            "version": hand.version,
            "button_seat": hand.button_seat,
            "unit": "money",
            "at": {name: reverse(f"dealer:{name}", args=[hand.pk]) for name in ("act", "undo", "misdeal", "settle")},
            "at_table": hand.table_id,
            "table_code": self.recorded.table_code,
            **play.context(
                self.seen,
                self.names,
                setup=self.recorded.state.frame.setup if self.recorded.state else None,
                places=hand.table.seats,
                won=due.get("won", {}),
            ),
            "pot_cents": self.seen.pot_cents if self.seen else None,
            "sentences": sentences(self.recorded, self.names),
            "preview": self.preview,
            "shared": dues.shares_of(self.recorded, self.preview, self.names) if self.preview else [],
            "suggested_tip_cents": self.suggested_tip(),
            "tips": TIPS,
            "reasons": REASONS,
            "chip_cents": self.recorded.state.frame.terms.chip_cents if self.recorded.state else None,
            "may_floor": self.actor.has_perm("tables.open_table"),
            **self.misdeals(),
            **called(hand.table_id),
            "key": new_key(),
            **polls.context(self.request, reverse("dealer:hand", args=[hand.pk]), str(hand.version)),
            **sheet.context(self.recorded, self.actor),
        }

    def misdeals(self) -> dict[str, Any]:
        """Whether the dealer may still call a misdeal without the floor."""
        standing = selector.standing(self.recorded.rows)
        return play.misdeals(map(selector.action_of, standing), is_open=self.recorded.hand.state == Hand.State.OPEN)

    def settle_form(self) -> SettleForm:
        """The form at the end of a hand."""
        return SettleForm(version=self.recorded.hand.version, initial=self.settle_initial(), winners=self.winners())


class HandPage(AboutHand, Live):
    """The hand: while it is played fresh every two seconds; once it is over a page, to which such a poll leads."""

    permission = "tables.read_hands"
    template_name = "hands/hand/hand.html"
    part = "hands/hand/_hand.html"

    @cached_property
    def recorded(self) -> RecordedHand:
        """Refuses `no_such_hand`, also for what the actor may not read."""
        return selector.shown(self.kwargs["pk"], actor=self.actor)

    @classmethod
    def version(cls, **path: Any) -> str:
        return desk.hand_version(path["pk"])

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The page; a poll of the pad loads it again when the hand is over, since it looks different then."""
        if "v" in request.GET and self.recorded.hand.state != Hand.State.OPEN:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return super().get(request, **path)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            **self.hand_context(),
            "settle_form": self.settle_form() if self.preview else None,
        }


class HandCommand(AboutHand, Command):
    """A command on a hand; a refusal shows the hand as it is now, with what was typed."""

    permission = "tables.record_hand"
    template_name = "hands/hand/hand.html"
    in_address: ClassVar[Mapping[str, str]] = {"hand_id": "pk"}

    def current_version(self) -> int:
        return self.recorded.hand.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The hand's page with the refusal above it."""
        context = super().get_context_data(**kwargs)
        form = context["form"]
        settle_form = (form if isinstance(form, SettleForm) else self.settle_form()) if self.preview else None
        return {**context, **self.hand_context(), "typed": form.data, "settle_form": settle_form}

    def get_success_url(self) -> str:
        return reverse("dealer:hand", args=[self.kwargs["pk"]])


class Act(HandCommand):
    """One action: bet, board or showdown."""

    service = hands.act
    form_class = ActionForm

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"version": values["version"], "action": action_of(values)})


class Undo(HandCommand):
    """Take the last action back; it stays on record."""

    permission = "tables.undo_action"
    service = hands.undo


class Settle(HandCommand):
    """Pay the hand, take the rake, record the tips; the table is ready for the next hand."""

    service = hands.settle
    form_class = SettleForm

    def get_initial(self) -> dict[str, Any]:
        return self.settle_initial()

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "winners": self.winners()}

    def act(self, values: Mapping[str, Any]) -> Any:
        tips = [
            Tip(int(name.removeprefix("tip_")), cents)
            for name, cents in values.items()
            if name.startswith("tip_") and cents
        ]
        return super().act({name: values[name] for name in ("version", "rake_cents", "reason")} | {"tips": tips})

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("dealer:table", args=[self.recorded.hand.table_id])


class _Voids(HandCommand):
    """Voids a hand; a misdeal is daily work, a reversal asks for the password."""

    service: ClassVar[Callable[..., Any]] = hands.void

    def wants_password(self) -> bool:
        """Whether the hand is settled."""
        return self.recorded.hand.state == Hand.State.SETTLED


class Misdeal(_Voids):
    """The dealer's own misdeal, until there was substantial action; the next hand repeats the deal."""

    form_class = MisdealForm

    def run(self, values: Mapping[str, Any]) -> str:
        reason = str(MISDEALS[misdeal.Misdeal(values["reason"])])
        self.act({"version": values["version"], "reason": reason})
        return reverse("dealer:table", args=[self.recorded.hand.table_id])


class Void(_Voids):
    """Void a hand, with the reason: stacks as they were, or a reversal of what was booked."""

    permission = "tables.void_hand"
    template_name = "hands/void.html"
    form_class = ReasonForm
    title = gettext_lazy("Void the hand")
