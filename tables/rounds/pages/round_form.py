"""The form of a round: a line for each box, with the bets that its game knows."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm, MoneyField
from tables.models import Game
from tables.play.pages.forms import MISDEALS
from tables.play.selectors.round_pad import RoundPad
from tables.rules import cards
from tables.rules.banked import records
from tables.rules.banked.boxes import NAMES, Box
from tables.rules.banked.categories import Category
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import BankedRules, Spot, rule_set
from tables.rules.banked.settling import Comparison
from tables.rules.misdeal import Misdeal
from tables.settlement import Tip

COMPARISONS: Final = (
    ("", "–"),
    (Comparison.WINS.value, _("wins")),
    (Comparison.TIES.value, _("ties")),
    (Comparison.LOSES.value, _("loses")),
)
CATEGORIES: Final = {
    Category.HIGH_CARD: _("high card"),
    Category.PAIR: _("a pair"),
    Category.TWO_PAIR: _("two pair"),
    Category.THREE_OF_A_KIND: _("three of a kind"),
    Category.STRAIGHT: _("straight"),
    Category.FLUSH: _("flush"),
    Category.FULL_HOUSE: _("full house"),
    Category.FOUR_OF_A_KIND: _("four of a kind"),
    Category.STRAIGHT_FLUSH: _("straight flush"),
    Category.ROYAL_FLUSH: _("royal flush"),
}
FALSE_DEALS: Final = (Misdeal.WRONG_COUNT, Misdeal.CARD_EXPOSED)


class RoundForm(CommandForm):
    """Every box with an ante is played; a bet that is not made is left empty.

    Where the outcome is recorded, a box says how it compares and with which hand; where every card is, its two cards.
    """

    def __init__(self, *args: Any, pad: RoundPad, seats: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.rules: BankedRules = rule_set(pad.game.rule_set)
        self.is_full = pad.game.recording == Game.Recording.EVERY_ACTION
        self.seats = seats
        for number in range(1, self.rules.boxes + 1):
            self._add_box(number, pad.last.get(number, {}))
        if self.is_full:
            self.fields["dealer"] = _cards(_("Dealer's cards"))
            self.fields["board"] = _cards(_("Board"))
        elif self.rules.qualifies is not None:
            self.fields["unqualified"] = forms.BooleanField(label=_("The dealer does not qualify"), required=False)
        self.fields["tip_cents"] = MoneyField(label=_("Tip"), required=False)
        self.fields["tip_seat"] = forms.TypedChoiceField(label=_("Given by"), coerce=int, choices=seats, required=False)

    def _add_box(self, number: int, before: Mapping[str, Any]) -> None:
        taken = dict(self.seats)
        own = before.get("seat", number)
        self.fields[f"seat_{number}"] = forms.TypedChoiceField(
            label=_("Guest"),
            coerce=int,
            choices=[("", "–"), *self.seats],
            required=False,
            initial=own if own in taken else None,
        )
        for spot in self.spots:
            bet = before.get("bets", {}).get(spot.value) if spot is Spot.ANTE and own in taken else None
            self.fields[f"{spot}_{number}"] = self._bet(spot, initial=bet)
            if spot in self.rules.side_bets and not self.is_full:
                self.fields[f"{spot}_won_{number}"] = _category(_("wins with"))
        if self.is_full:
            self.fields[f"cards_{number}"] = _cards(_("Cards"))
        else:
            self.fields[f"comparison_{number}"] = forms.ChoiceField(
                label=_("Against the dealer"), choices=COMPARISONS, required=False
            )
            self.fields[f"category_{number}"] = _category(_("Holding"))

    @property
    def spots(self) -> list[Spot]:
        """The spots with a field of their own; bets that equal the ante have none."""
        return [spot for spot in self.rules.spots if spot not in self.rules.equals_ante]

    def _bet(self, spot: Spot, *, initial: int | None) -> forms.Field:
        multiples = [one for each in self.rules.decisions if each.spot is spot for one in each.multiples]
        if not multiples:
            return MoneyField(label=gettext(NAMES[spot]), required=False, initial=initial)
        return forms.TypedChoiceField(
            label=gettext(NAMES[spot]),
            coerce=int,
            choices=[("", "–"), *((one, f"{one}×") for one in multiples)],
            required=False,
        )

    def lines(self) -> Iterator[tuple[int, list[forms.BoundField]]]:
        """The boxes in order, each with its fields."""
        for number in range(1, self.rules.boxes + 1):
            yield number, [self[name] for name in self.fields if name.endswith(f"_{number}")]

    def headings(self) -> list[str]:
        """The labels above the boxes' columns."""
        return [str(field.label) for field in next(self.lines())[1]]

    def record(self) -> RoundRecord:
        """The round as entered; refuses cards that cannot be read. All else is checked by the rules."""
        values = self.cleaned_data
        played = [number for number in range(1, self.rules.boxes + 1) if values.get(f"ante_{number}")]
        return RoundRecord(
            boxes=tuple(self._box(number) for number in played),
            dealer=cards.parse(values.get("dealer", "")),
            board=cards.parse(values.get("board", "")),
            dealer_qualifies=not values.get("unqualified", False),
        )

    def tips(self) -> tuple[Tip, ...]:
        """At most one tip, with the guest's seat."""
        amount_cents, seat = self.cleaned_data.get("tip_cents"), self.cleaned_data.get("tip_seat")
        return (Tip(seat or 0, amount_cents),) if amount_cents else ()

    def _box(self, number: int) -> BoxRecord:
        values = self.cleaned_data
        ante_cents = values[f"ante_{number}"]
        bets = {Spot.ANTE: ante_cents, **dict.fromkeys(self.rules.equals_ante, ante_cents)}
        for spot in self.spots[1:]:
            keyed = values.get(f"{spot}_{number}")
            if keyed:
                bets[spot] = keyed if spot in self.rules.side_bets else keyed * ante_cents
        comparison, category = values.get(f"comparison_{number}"), values.get(f"category_{number}")
        won = {spot: values.get(f"{spot}_won_{number}") for spot in self.rules.side_bets}
        return BoxRecord(
            box=Box(number, bets),
            seat=values.get(f"seat_{number}") or 0,
            hole=cards.parse(values.get(f"cards_{number}", "")),
            comparison=Comparison(comparison) if comparison else None,
            category=records.category_named(category) if category else None,
            side={spot: records.category_named(name) for spot, name in won.items() if name},
        )


def _category(label: Any) -> forms.ChoiceField:
    choices = [("", "–"), *((one.name.lower(), name) for one, name in CATEGORIES.items())]
    return forms.ChoiceField(label=label, choices=choices, required=False)


def _cards(label: Any) -> forms.CharField:
    widget = forms.TextInput({"data-cards": "", "autocomplete": "off", "maxlength": "20", "size": "8"})
    return forms.CharField(label=label, required=False, max_length=20, widget=widget)


class FalseDealForm(CommandForm):
    """Why the cards are dealt again (seed 002)."""

    cause = forms.TypedChoiceField(
        label=_("What was wrong?"),
        choices=[(cause.value, MISDEALS[cause]) for cause in FALSE_DEALS],
        coerce=Misdeal,
        widget=forms.RadioSelect,
    )
