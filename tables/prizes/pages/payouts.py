"""Prizes fixed, dealt over, paid at a window on a slip to be signed; seats won; the books closed, on one paper."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino import roles
from casino.errors import Refusal
from casino.pages.forms import CommandForm, MoneyField, new_key
from casino.pages.views import Live
from casino.wording import sentence
from tables.models import Entrant, Prize, Tournament
from tables.prizes.selectors import prizes as owed
from tables.prizes.selectors import statement as facts
from tables.prizes.services import advancing, deals, prizes, settling
from tables.prizes.services.prizes import Scheme
from tables.rules.tournaments.deals import Method
from tables.rules.tournaments.payout_tables import PAYOUT_TABLES, USUAL
from tables.tournaments.pages.sale import AtWindow
from tables.tournaments.pages.tournament import LOOKS, AboutTournament, TournamentCommand, TournamentPaper
from tables.tournaments.selectors import standing as selector

State = Tournament.State
_PER_CENT = re.compile(r"([0-9]{1,3})(?:[.,]([0-9]{1,2}))?")
_TABLES = {USUAL.key: gettext_lazy("the house's usual one")}
_METHODS = [
    (Method.ICM, gettext_lazy("ICM")),
    (Method.CHIP_CHOP, gettext_lazy("Chip chop")),
    (Method.EVEN, gettext_lazy("Even shares")),
    (deals.AGREED, gettext_lazy("As agreed")),
]


class Payouts(AboutTournament, Live):
    """Every prize: for which place, whose, paid or not; and what is to be done with them now."""

    permission = LOOKS
    template_name = "prizes/payouts.html"
    part = "prizes/_payouts.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this tournament."""
        return selector.version(path["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row = self.tournament
        may_run = roles.permits(self.actor, selector.RUNS)
        is_running, is_fixed = row.state == State.RUNNING, row.closed_at is not None
        return {
            **super().get_context_data(**kwargs),
            "tournament": row,
            "house": self.house,
            "prizes": [
                (one, may_run and one.kind == Prize.Kind.SEAT, owed.needs_another_to_pay(row, one, self.actor.pk))
                for one in facts.prizes(row)
            ],
            "money": selector.money(row),
            "may_run": may_run,
            "may_sell": roles.permits(self.actor, selector.SELLS),
            "may_fix": may_run and is_running and not is_fixed,
            "may_deal": may_run and is_running and is_fixed and row.seat_for_id is None,
            "may_settle": row.state == State.FINISHED
            and roles.permits(self.actor, settling.SETTLES)
            and not selector.needs_another_to_settle(row, self.actor.pk),
            "key": new_key(),
        }


class SharesField(forms.CharField):
    """Shares in per cent apart by spaces, as a tuple of basis points."""

    widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> Any:
        """`(5000, 3000, 2000)` for `50 30 20`; () for nothing."""
        words = str(super().to_python(value)).split()
        matches = [_PER_CENT.fullmatch(word) for word in words]
        if not all(matches):
            raise ValidationError(_("Enter percentages like 50 30 20 or 12,5."), code="unreadable")
        return tuple(int(one[1]) * 100 + int((one[2] or "0").ljust(2, "0")) for one in matches if one)


class FixForm(CommandForm):
    """The payout table, the least prize, and whether registration ends early."""

    table = forms.ChoiceField(
        label=gettext_lazy("Payout table"),
        widget=forms.RadioSelect,
        choices=[(key, _TABLES.get(key, key)) for key in PAYOUT_TABLES],
        initial=USUAL.key,
    )
    shares = SharesField(
        label=gettext_lazy("Your own shares in per cent, best place first"),
        required=False,
        max_length=600,
        help_text=gettext_lazy("Separated by spaces, e.g. 50 30 20. Empty: as in the table."),
    )
    least_cents = MoneyField(label=gettext_lazy("Smallest prize"), required=False)
    early = forms.BooleanField(
        label=gettext_lazy("End registration, re-buys and add-ons now, although the structure still allows them"),
        required=False,
    )


class Fix(TournamentCommand):
    """Close registration for good, and fix what every place is paid."""

    title = gettext_lazy("Fix the prizes")
    form_class = FixForm
    service = prizes.fix
    success = gettext_lazy("Registration is closed, and the prizes are fixed.")

    def get_success_url(self) -> str:
        return self.address("payouts")

    def act(self, values: Mapping[str, Any]) -> Any:
        scheme = Scheme(values["table"], values["shares"] or None, values["least_cents"] or 0)
        return super().act({"scheme": scheme, "early": values["early"], "version": values["version"]})


class DealForm(CommandForm):
    """What the remaining entrants agreed on; gives `shares_cents` by entrant where `method` is None."""

    method = forms.ChoiceField(label=gettext_lazy("Shares"), widget=forms.RadioSelect, choices=_METHODS)
    played_for_cents = MoneyField(
        label=gettext_lazy("Still to play for"), required=False, help_text=gettext_lazy("The winner gets it on top.")
    )

    def __init__(self, *args: Any, players: Sequence[Entrant], **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = players
        for one in players:
            self.fields[f"share_{one.pk}"] = MoneyField(label=str(one), required=False)

    def clean_method(self) -> Method | None:
        method = self.cleaned_data["method"]
        return None if method == deals.AGREED else Method(method)

    def clean_played_for_cents(self) -> int:
        return self.cleaned_data["played_for_cents"] or 0

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        shares = {one.pk: values.pop(f"share_{one.pk}", None) or 0 for one in self.players}
        return {**values, "shares_cents": shares if values.get("method") is None else None}


class MakeDeal(TournamentCommand):
    """What each entrant would get by each method, and what they agree on."""

    service = deals.agree
    title = pgettext_lazy("of a tournament", "Deal")
    template_name = "prizes/deal.html"
    form_class = DealForm
    success = gettext_lazy("The deal has been recorded.")

    def get_success_url(self) -> str:
        return self.address("payouts")

    @cached_property
    def players(self) -> list[Entrant]:
        """The remaining entrants."""
        return selector.seated(self.tournament)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "players": self.players}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """A line for each remaining entrant: the chips, each proposal, what is agreed."""
        context = super().get_context_data(**kwargs)
        form = context["form"]
        proposed, unsaid = self.proposed(self.played_for_cents(form))
        lines = [(one, [by.get(one.pk) for by in proposed], form[f"share_{one.pk}"]) for one in self.players]
        return {**context, "lines": lines, "unsaid": unsaid}

    def played_for_cents(self, form: CommandForm) -> int:
        """What is still to be played for, as it was typed; 0 where it cannot be read."""
        try:
            return MoneyField(required=False).clean(form["played_for_cents"].value()) or 0
        except ValidationError:
            return 0

    def get_initial(self) -> dict[str, Any]:
        return {"played_for_cents": self.request.GET.get("played_for", ""), "method": Method.ICM}

    def proposed(self, played_for_cents: int) -> tuple[list[dict[int, int]], str]:
        """By each method; or why there is nothing to propose."""
        try:
            return [deals.propose(self.tournament, method, played_for_cents) for method in Method], ""
        except Refusal as refusal:
            return [{} for _method in Method], sentence(refusal)


class Pay(AtWindow):
    """Pay a prize out of a window's drawer; then its slip is printed and signed."""

    in_address: ClassVar = {"prize_id": "prize"}
    service = prizes.pay
    title = gettext_lazy("Pay the prize")

    @cached_property
    def prize(self) -> Prize:
        return facts.prize(self.tournament, self.kwargs["prize"])

    def decided_on(self) -> Prize:
        return self.prize

    def get_success_url(self) -> str:
        return self.address("payouts")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        prize = self.prize
        return {
            **super().get_context_data(**kwargs),
            "about": str(prize.entrant or ""),
            "price_cents": prize.amount_cents,
        }

    def paper(self, made: Prize) -> str:
        return self.address("slip", made.pk)


class AwardSeat(TournamentCommand):
    """Enter the winner of a seat in the tournament it is for."""

    service = advancing.award_seat
    title = gettext_lazy("Enter them in the tournament they qualified for")

    def get_success_url(self) -> str:
        return self.address("payouts")

    def target(self) -> dict[str, Any]:
        return {"prize_id": facts.prize(self.tournament, self.kwargs["prize"]).pk}


class Advance(TournamentCommand):
    """End a flight: every survivor goes to the final with their stack."""

    service = advancing.advance
    title = gettext_lazy("End the flight")
    danger = True


class Settle(TournamentCommand):
    """Close the books: the fees go to the house, the tables are free."""

    permission = settling.SETTLES
    service = settling.settle
    title = gettext_lazy("Settle the tournament")
    success = gettext_lazy("The tournament has been settled.")

    def get_success_url(self) -> str:
        return self.address("statement")


class PrizeSlip(TournamentPaper):
    """The slip of a prize, signed by its winner; every print of it is counted."""

    template_name = "prizes/slip.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "prize": facts.prize(self.tournament, self.kwargs["prize"])}

    def subject(self) -> str:
        return f"prize:{self.kwargs['prize']}"

    def printed(self, number: int) -> str:
        return self.address("slip-print", self.kwargs["prize"], number)


class StatementPaper(TournamentPaper):
    """The settlement statement, due within ten days of the end (FinASVO NRW §23)."""

    template_name = "prizes/statement.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "statement": facts.statement(self.tournament)}

    def subject(self) -> str:
        return f"tournament:{self.kwargs['pk']}"

    def printed(self, number: int) -> str:
        return self.address("statement-print", number)
