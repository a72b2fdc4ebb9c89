"""What the dealer's pad of a table against the house shows and knows: keys, words, and the outcome before booking."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from accounting import money
from casino import wording
from casino.errors import Refusal
from casino.pages.forms import typed
from tables.hands.pages.dealer import TIPS
from tables.hands.pages.pad import words as words_of_pads
from tables.models import Game
from tables.play.pages import oval
from tables.play.selectors.round_pad import RoundPad
from tables.play.selectors.tables import TableView
from tables.rounds.pages.round_form import CATEGORIES, RoundForm
from tables.rounds.services import rounds
from tables.rules.banked import boxes, settling
from tables.rules.banked.boxes import Box
from tables.rules.banked.categories import Category, category
from tables.rules.banked.records import RoundRecord
from tables.rules.banked.rule_sets import BankedRules, SideBet, Spot, rule_set
from tables.rules.evaluate import rank
from tables.rules.forms import TEXAS

MOST_CHIPS: Final = 7  # the eighth key takes the bet away
SPOTS: Final = {
    Spot.ANTE: gettext_lazy("Ante"),
    Spot.BLIND: gettext_lazy("Blind"),
    Spot.FLOP: gettext_lazy("Flop"),
    Spot.TURN: gettext_lazy("Turn"),
    Spot.RIVER: gettext_lazy("River"),
    Spot.CALL: pgettext_lazy("bet", "Call"),
    Spot.PLAY: gettext_lazy("Play"),
    Spot.TRIPS: gettext_lazy("Trips"),
    Spot.ACES: gettext_lazy("Aces"),
}


def words() -> dict[str, str]:
    """The sentences of the pad's script, in the reader's language; it fills in `{…}` itself."""
    unsaid = ("reason", "last", "differs")
    return {name: text for name, text in words_of_pads().items() if name not in unsaid} | {
        "last": _("Round #{number} · Staked {staked} · House {house}"),
        "unknown": _("unknown until the network is back"),
        "differs": _("The books have the house at {booked}, this tablet showed {shown}: correct the chips."),
        "free": _("free"),
        "no_bet": _("no bet"),
        "box": _("Box {box}"),
        "dealer": _("Dealer"),
        "board": _("Board"),
        "folded": pgettext("box", "folded"),
        "wins": _("wins"),
        "ties": _("ties"),
        "loses": _("loses"),
        "guest": _("Guest of box {box}"),
        "picked": _("Box {box}: {name}"),
        "no_box": _("An ante in a box"),
        "no_guest": _("Box {box}: a guest"),
        "least": _("Box {box}: an ante from {least}"),
        "no_way": _("Box {box}: its bets, or folded"),
        "no_outcome": _("Box {box}: the outcome"),
        "no_hand": _("Box {box}: its hand"),
        "no_side": _("Box {box}: {spot}"),
        "no_cards": _("Box {box}: cards"),
        "no_board": _("Board: {n} of 5 cards"),
        "no_dealer": _("Dealer: {n} of 2 cards"),
        "more": _("and {n} more"),
        "missing": _("Still missing"),
        "ready": _("Everything has been entered."),
        "asking": _("The outcome is being computed …"),
        "dark": _(
            "No network: the outcome is unknown until the network is back. What has been keyed in can be booked."
        ),
        "next": _("next card"),
        "tip_of": _("Tip of {name}"),
        "no_tip": _("No tip"),
        "side_most": _("up to {most}"),
    }


def context(table: TableView, pad: RoundPad, denominations_cents: Sequence[int]) -> dict[str, Any]:
    """For the template of the pad."""
    rules = rule_set(pad.game.rule_set)
    return {
        "facts": facts(table, pad),
        "words": words(),
        "boxes": range(1, rules.boxes + 1),
        "ways": [_way(rules, way) for way in boxes.ways(rules)],
        "sides": [_side(spot, bet) for spot, bet in rules.side_bets.items()],
        "categories": [(one.name.lower(), name) for one, name in CATEGORIES.items()],
        "chips": chips(pad.game, denominations_cents),
        "tip_chips": [(each * 100, str(each)) for each in TIPS if each],
        "qualifies": rules.qualifies is not None,
        "is_full": pad.game.recording == Game.Recording.EVERY_ACTION,
    }


def facts(table: TableView, pad: RoundPad) -> dict[str, Any]:
    """For the script of the pad; amounts in cents, bets of a way as multiples of the ante."""
    game, rules = pad.game, rule_set(pad.game.rule_set)
    return {
        "table": table.id,
        "session": pad.session_id,
        "game": game.pk,
        "dealt": pad.rounds_dealt,
        "is_open": table.is_open,
        "is_full": game.recording == Game.Recording.EVERY_ACTION,
        "boxes": rules.boxes,
        "equals": [spot.value for spot in rules.equals_ante],
        "ways": [_way(rules, way) for way in boxes.ways(rules)],
        "implied": boxes.implied(rules),
        "sides": [
            {"spot": spot.value, "name": str(SPOTS[spot]), "lost_by_fold": bet.lost_by_fold}
            for spot, bet in rules.side_bets.items()
        ],
        "least": game.min_box_cents,
        "most": game.max_box_cents,
        "most_side": game.max_side_cents,
        "guests": {one.seat: oval.name_of(one.guest_name).surname for one in table.seats},
        "last": {number: {"seat": one["seat"], "bets": one["bets"]} for number, one in pad.last.items()},
        "record": reverse("round-record", args=[table.id]),
        "result": reverse("dealer:round-result", args=[table.id]),
        "refused": reverse("dealer:refused", args=[table.id]),
        "decided": reverse("dealer:decided", args=[UUID(int=0)]),
    }


def _way(rules: BankedRules, way: Mapping[Spot, int]) -> dict[str, Any]:
    several = {one.spot for one in rules.decisions if one.multiples != (1,)}
    said = [f"{SPOTS[spot]} {times}×" if spot in several else str(SPOTS[spot]) for spot, times in way.items()]
    return {
        "bets": {spot.value: times for spot, times in way.items()},
        "words": said,
        "folded": boxes.has_folded(rules, Box(1, way)),
    }


def _side(spot: Spot, bet: SideBet) -> dict[str, Any]:
    winning = [one for one in Category if one >= category(bet.least)]
    return {
        "spot": spot.value,
        "name": str(SPOTS[spot]),
        "categories": [(one.name.lower(), str(CATEGORIES[one])) for one in winning],
    }


def chips(game: Game, denominations_cents: Sequence[int]) -> list[tuple[int, str]]:
    """The chips with which an ante or a side bet is laid, smallest first: cents, and what stands on the chip."""
    fitting = [
        one
        for one in sorted(denominations_cents)
        if one <= game.max_box_cents and money.is_multiple(one, game.chip_cents)
    ]
    return [(one, typed(one)) for one in fitting[-MOST_CHIPS:]]


def outcome(game: Game, form: RoundForm) -> dict[str, Any]:
    """What each box wins or loses, as it would be booked; or the refusal, with the box that it is about."""
    try:
        record = form.record()
        settled = rounds.computed(game, record)
    except Refusal as refusal:
        return {"refusal": {"code": refusal.code, "detail": wording.sentence(refusal), "box": refusal.facts.get("box")}}
    hands = _hands(rule_set(game.rule_set), record) if record.is_full else {}
    changes = {one.number: one.paid_cents - one.lost_cents for one in settled}
    return {
        "boxes": {number: {"cents": cents, "hand": hands.get(number, "")} for number, cents in changes.items()},
        "dealer": hands.get(0, ""),
        "house_cents": -sum(changes.values()),
    }


def _hands(rules: BankedRules, record: RoundRecord) -> dict[int, str]:
    """With what each box plays, by its number, and the dealer, as 0."""
    held = {
        one.box.number: settling.show(rules, one.hole, record.dealer, record.board).category
        for one in record.boxes
        if one.hole
    }
    held[0] = category(rank(TEXAS, record.dealer, record.board))
    return {number: str(CATEGORIES[found]) for number, found in held.items()}
