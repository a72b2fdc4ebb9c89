"""The floor's pages of jackpots: the latest hands and claims, entering a claim, and deciding on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounting.days.pages.house import InHouse
from accounting.jackpots.selectors import jackpots as funds
from accounting.models import Fund, JackpotSlip
from casino.pages.decisions import Decide, Told
from casino.pages.forms import CommandForm, ReasonForm
from casino.pages.views import Command, Page
from casino.roles import permits
from tables.hands.selectors import desk
from tables.jackpots.selectors import claims as selector
from tables.jackpots.selectors.claims import Keyed
from tables.jackpots.services import claims
from tables.models import Hand, JackpotClaim
from tables.play.pages.forms import CardsField
from tables.rules import cards as card_set


@dataclass(frozen=True, slots=True)
class ShareLine:
    """One share as the page shows it."""

    seat: int
    name: str
    role: str
    amount_cents: int


def lines(row: JackpotClaim) -> list[ShareLine]:
    """The shares of a claim with the guests' names."""
    names = desk.names_at(row.hand)
    roles = dict(JackpotSlip.Role.choices)
    return [
        ShareLine(one["seat"], names.get(one["seat"], ""), str(roles[one["role"]]), one["amount_cents"])
        for one in row.shares
    ]


class Claims(InHouse, Page):
    """Claims so far, and the latest hands that can be claimed."""

    permission = selector.PERMISSION
    template_name = "jackpots/jackpots.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "claims": selector.claims(self.house.pk, actor=self.actor)[: selector.RECENT],
            "hands": selector.claimable(self.house.pk, actor=self.actor),
            "meters": funds.meters(self.house.pk),
            "may_claim": permits(self.actor, "tables.claim_jackpot"),
        }


class ClaimForm(CommandForm):
    """Which jackpot; at a table that keeps summaries also the cards and who was dealt in."""

    def __init__(
        self, *args: Any, jackpots: list[tuple[int, str]], seats: list[tuple[int, str]], is_recorded: bool, **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["fund_id"] = forms.TypedChoiceField(
            label=pgettext("choice", "Jackpot"), choices=jackpots, coerce=int
        )
        self.shown_at = [seat for seat, _name in seats]
        if is_recorded:
            return
        self.fields["dealt_in"] = forms.TypedMultipleChoiceField(
            label=gettext_lazy("Dealt in"), choices=seats, coerce=int, widget=forms.CheckboxSelectMultiple
        )
        self.fields["board"] = CardsField(
            label=gettext_lazy("Board"),
            required=False,
            help_text=gettext_lazy("Five cards, for example Kd Ah As 2c 2s"),
        )
        for seat, name in seats:
            self.fields[f"hole_{seat}"] = CardsField(label=_("Cards of seat %(seat)s") % {"seat": name}, required=False)

    def keyed(self, values: Mapping[str, Any]) -> Keyed | None:
        """The cards and seats as the service takes them; None for a recorded hand."""
        if "dealt_in" not in values:
            return None
        return Keyed(
            board=card_set.format(values["board"]),
            hole={seat: card_set.format(held) for seat in self.shown_at if (held := values[f"hole_{seat}"])},
            dealt_in=values["dealt_in"],
        )


class Enter(InHouse, Command):
    """Enter a claim on the hand in the address."""

    permission = "tables.claim_jackpot"
    template_name = "jackpots/jackpot_enter.html"
    form_class = ClaimForm
    service = claims.enter
    in_address: ClassVar = {"hand_id": "pk"}
    title = gettext_lazy("Enter a claim")
    leads_to = "floor:jackpots"
    success = gettext_lazy("Entered. A second person must approve it; then the cage pays the shares.")

    @cached_property
    def hand(self) -> Hand:
        """The hand; refuses `no_such_hand`."""
        return selector.hand(self.kwargs["pk"], actor=self.actor)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "hand": self.hand}

    def get_form_kwargs(self) -> dict[str, Any]:
        rows = Fund.objects.filter(house=self.house, closed_at=None, versions__state="approved").distinct()
        names = desk.names_at(self.hand)
        return {
            **super().get_form_kwargs(),
            "jackpots": [(row.pk, row.name) for row in rows.order_by("name")],
            "seats": [(seat, f"{seat} {names[seat]}") for seat in sorted(names)],
            "is_recorded": self.hand.setup is not None,
        }

    def run(self, values: Mapping[str, Any]) -> str:
        form = self.get_form()
        assert isinstance(form, ClaimForm)
        row = self.act({"fund_id": values["fund_id"], "keyed": form.keyed(values)})
        return reverse("floor:jackpot-claim", args=[row.pk])


class AboutClaim(InHouse):
    """A page about the claim in its address."""

    kwargs: dict[str, Any]
    actor: Any

    @cached_property
    def row(self) -> JackpotClaim:
        """The claim; refuses `no_such_claim`."""
        return selector.one(self.kwargs["pk"], actor=self.actor)

    def facts(self) -> dict[str, Any]:
        """The claim with its cards and shares in words."""
        shown = selector.read_shown(self.row.shown)
        names = desk.names_at(self.row.hand)
        return {
            "claim": self.row,
            "lines": lines(self.row),
            "boards": [card_set.format(board) for board in shown.boards if board],
            "hole": [(seat, names.get(seat, ""), card_set.format(held)) for seat, held in sorted(shown.hole.items())],
            "dealt_in": len(shown.dealt_in),
            "pot_cents": shown.pot_cents,
            "total_cents": sum(one["amount_cents"] for one in self.row.shares),
        }


class ClaimPage(AboutClaim, Page):
    """A claim: the cards, the shares, and who signed."""

    permission = selector.PERMISSION
    template_name = "jackpots/jackpot_claim.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        waits = self.row.state == JackpotClaim.State.PROPOSED
        is_own = self.row.proposed_by_id == self.actor.pk
        approves = permits(self.actor, selector.CLAIMS.approves)
        return {
            **super().get_context_data(**kwargs),
            **self.facts(),
            "is_own": is_own,
            "may_approve": waits and approves and not is_own,
            "may_decline": waits and (approves or (is_own and permits(self.actor, selector.CLAIMS.edits))),
        }


class OnClaim(AboutClaim, Decide):
    """A decision on a claim."""

    matter = selector.CLAIMS
    in_address: ClassVar = {"claim_id": "pk"}
    template_name = "jackpots/jackpot_decide.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.facts()}

    @classmethod
    def told(cls, row: JackpotClaim) -> Told:
        return Told(amount_cents=row.falls_cents)

    def get_success_url(self) -> str:
        return reverse("floor:jackpot-claim", args=[self.row.pk])


class Approve(OnClaim):
    """Approve a claim that another person entered; asks for the password again."""

    permission = selector.CLAIMS.approves
    title = gettext_lazy("Approve the claim")
    service = claims.approve
    success = gettext_lazy("Approved. The slips are waiting at the cage.")


class Decline(OnClaim):
    """Decline a claim, or withdraw one's own."""

    permission = selector.CLAIMS.edits
    title = gettext_lazy("Decline the claim")
    form_class = ReasonForm
    service = claims.decline
    danger = True
