"""A hand as JSON: in a list (`HandRowSerializer`), and with its play (`HandSerializer`).

Every recorded action is answered with the whole hand.  Its play, actions and result are therefore built as plain dicts,
which takes a third of a serializer's time; their serializers only describe them, and tests compare the two.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from rest_framework import serializers

from casino.api.rendering import Json, clock
from casino.api.serializers import RelatedId, Serializer, Takes
from tables.hands.selectors.hands import UNDO, RecordedHand
from tables.models import Hand
from tables.models.tournament.chip_hands import ChipHand
from tables.rules import cards, views
from tables.rules.actions import Kind
from tables.rules.result import Result
from tables.rules.state import STREETS, Phase, State

ACTION_KINDS = [(kind.value, kind.value) for kind in Kind]
BOARDS: Final = "Several side by side in some games and bomb pots; twice as many when they are run twice."
RECORDED_KINDS = [*ACTION_KINDS, (UNDO, UNDO)]


_ByBoard = Sequence[Sequence[int]]


class SeatAmountSerializer(Serializer):
    """So much of one seat."""

    seat = serializers.IntegerField()
    amount_cents = serializers.IntegerField()


class SeatStackSerializer(Serializer):
    """The stack in front of a seat after the hand."""

    seat = serializers.IntegerField()
    stack_cents = serializers.IntegerField()


class PotResultSerializer(Serializer):
    """A pot before the house's part, and its winners on each board; `low` won the low half of it.

    `low` is empty where nobody had a low or none counts; the high then won the whole.  A pot that one player claims is
    decided by no board: of a hand with several boards it has neither `winners_by_board` nor `low_by_board`.
    """

    amount_cents = serializers.IntegerField()
    eligible = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    winners_by_board = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    low = serializers.ListField(child=serializers.IntegerField())
    low_by_board = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField()), help_text="Empty where low wins nothing."
    )


class ResultSerializer(Serializer):
    """How a hand ended. Before it is settled `won` and `stacks` are null; of a summary little else is known."""

    pot_cents = serializers.IntegerField(help_text="The whole pot without the uncalled bet.")
    flop_seen = serializers.BooleanField()
    dealt_in = serializers.IntegerField()
    showdown = serializers.BooleanField(allow_null=True)
    uncalled = SeatAmountSerializer(many=True)
    pots = PotResultSerializer(many=True)
    won = SeatAmountSerializer(many=True, allow_null=True, help_text="After the house's part.")
    stacks = SeatStackSerializer(many=True, allow_null=True)
    tips = SeatAmountSerializer(many=True)
    tips_cents = serializers.IntegerField()
    contributions = SeatAmountSerializer(many=True, help_text="Of a summary, where it says who put in how much.")


class RakeLineSerializer(Serializer):
    """One step of the computation with its figures."""

    step = serializers.CharField()
    facts = serializers.DictField()


class RakeSerializer(Serializer):
    """The tax of the house: what it was computed from, was due and was taken, and the version of the terms."""

    base_cents = serializers.IntegerField()
    due_cents = serializers.IntegerField()
    taken_cents = serializers.IntegerField()
    jackpot_cents = serializers.IntegerField()
    schedule_version = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    lines = RakeLineSerializer(many=True)


class HandRowSerializer(Serializer):
    """A hand in a list; `GET hands/{id}/` has its play."""

    takes = Takes(
        Hand,
        "id number state recording table table_code session gaming_day game dealer button_seat version started_at "
        "ended_at void_reason is_late corrects corrected_by client_uuid",
    )
    number = serializers.IntegerField(help_text="Counts the hands of the session.")
    table_code = serializers.CharField()
    version = serializers.IntegerField(help_text="Counts up with every command; commands carry the one they saw.")
    is_late = serializers.BooleanField(help_text="Keyed as a whole, more than 15 minutes after it was dealt.")
    corrects = RelatedId(allow_null=True, help_text="The void hand whose place it takes.")
    corrected_by = serializers.IntegerField(allow_null=True, help_text="The hand that takes its place.")
    result = ResultSerializer(allow_null=True)
    rake = RakeSerializer(allow_null=True)

    def get_table_code(self, hand: Hand) -> str | None:
        """As annotated by the list; `HandSerializer` takes it from the `RecordedHand`, which needs no query."""
        return getattr(hand, "table_code", None)

    def get_corrected_by(self, hand: Hand) -> int | None:
        """Read only for void hands, since no other can be replaced: it may cost a query."""
        later = getattr(hand, "corrected_by", None) if hand.state == Hand.State.VOID else None
        return later.pk if later else None

    def get_result(self, hand: Hand) -> Json:
        return _stored_result(hand.result)

    def get_rake(self, hand: Hand) -> Json:
        return hand.result["rake"] if hand.result else None


class PotSerializer(Serializer):
    """A pot in the middle; bets in front of the seats are not in it yet."""

    amount_cents = serializers.IntegerField()
    eligible = serializers.ListField(child=serializers.IntegerField())


class PlayingSeatSerializer(Serializer):
    """A seat in the hand: chips behind, bet in front on this street, and how it stands."""

    seat = serializers.IntegerField()
    stack_cents = serializers.IntegerField()
    bet_cents = serializers.IntegerField()
    folded = serializers.BooleanField()
    all_in = serializers.BooleanField()
    mucked = serializers.BooleanField()
    shown = serializers.CharField(allow_blank=True)


class OptionSerializer(Serializer):
    """One thing that would be accepted; `bet` and `raise` take any total between the limits."""

    kind = serializers.ChoiceField(ACTION_KINDS)
    min_to_cents = serializers.IntegerField(allow_null=True)
    max_to_cents = serializers.IntegerField(allow_null=True)
    call_cents = serializers.IntegerField(allow_null=True)
    cards = serializers.IntegerField(required=False, help_text="How many cards are due.")
    board = serializers.IntegerField(
        required=False, help_text="Which board they are laid on, from 1; left out where there is one."
    )
    seats = serializers.ListField(child=serializers.IntegerField(), required=False)


class RecordedActionSerializer(Serializer):
    """One recorded row; `live` is false for an undo and for what it took back."""

    sequence = serializers.IntegerField()
    kind = serializers.ChoiceField(RECORDED_KINDS)
    seat = serializers.IntegerField(allow_null=True)
    to_cents = serializers.IntegerField(allow_null=True)
    cards = serializers.CharField(allow_blank=True)
    undoes = serializers.IntegerField(allow_null=True)
    live = serializers.BooleanField()
    actor = serializers.IntegerField()
    at = serializers.DateTimeField()


class HandSerializer(HandRowSerializer):
    """A hand as it stands, with everything recorded in it; of a summary only the outcome is known."""

    bomb_pot = serializers.BooleanField(help_text="Everybody anted, and there was no betting before the flop.")
    phase = serializers.ChoiceField([phase.value for phase in Phase], allow_null=True)
    street = serializers.ChoiceField(list(STREETS), allow_null=True)
    board = serializers.CharField(allow_blank=True, help_text="The first of the boards.")
    boards = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text=BOARDS)
    pot_cents = serializers.IntegerField(help_text="Everything put in, bets included.")
    pots = PotSerializer(many=True)
    seats = PlayingSeatSerializer(many=True)
    to_act = serializers.IntegerField(allow_null=True)
    legal = OptionSerializer(many=True)
    actions = RecordedActionSerializer(many=True)

    @classmethod
    def json(cls, row: Any) -> Json:
        """A `RecordedHand` as JSON."""
        if not isinstance(row, RecordedHand):
            return super().json(row)
        hand = cast("dict[str, Json]", HandRowSerializer.json(row.hand))
        hand["table_code"] = row.table_code
        hand.update(play(row.hand, row.state) if row.state else _unseen(row.hand.result))
        hand["actions"] = _actions(row)
        return hand


def play(hand: Hand | ChipHand, state: State) -> dict[str, Json]:
    """The play as replayed by the rules; once the hand is settled or void, nothing is legal any more."""
    is_open = hand.state == Hand.State.OPEN
    stacks = _final_stacks(hand.result)
    view = views.view(state)
    boards = [cards.format(board) for board in view.boards]
    found: dict[str, Json] = {
        "bomb_pot": state.frame.setup.bomb_pot,
        "phase": view.phase.value,
        "street": view.street,
        "board": boards[0],
        "boards": boards,
        "pot_cents": view.pot_cents,
        "pots": [{"amount_cents": pot.amount_cents, "eligible": pot.eligible} for pot in view.pots if pot.amount_cents],
        "seats": [
            {
                "seat": seat.seat,
                "stack_cents": stacks.get(seat.seat, seat.stack_cents),
                "bet_cents": seat.bet_cents,
                "folded": seat.folded,
                "all_in": seat.all_in,
                "mucked": seat.mucked,
                "shown": cards.format(seat.shown) if seat.shown else "",
            }
            for seat in view.seats
        ],
        "to_act": view.to_act if is_open else None,
        "legal": [cast("Json", option.to_json()) for option in view.legal.options] if is_open else [],
    }
    if view.result and is_open:
        found["result"] = _coming_result(view.result)
    return found


def _unseen(result: Mapping[str, Any] | None) -> dict[str, Json]:
    """The same fields of a summary, whose play was not recorded."""
    return {
        "bomb_pot": bool(result and result.get("bomb_pot")),
        "phase": None,
        "street": None,
        "board": "",
        "boards": [],
        "pot_cents": result["pot_cents"] if result else 0,
        "pots": [],
        "seats": [],
        "to_act": None,
        "legal": [],
    }


def _final_stacks(result: Mapping[str, Any] | None) -> dict[int, int]:
    """The stacks by seat once the hand is settled and the tips are given; empty before."""
    if result is None or "stacks" not in result:
        return {}
    stacks = {int(seat): cents for seat, cents in result["stacks"].items()}
    for tip in result.get("tips", ()):
        stacks[tip["seat"]] -= tip["amount_cents"]
    return stacks


def _actions(recorded: RecordedHand) -> Json:
    if not recorded.rows:
        return []
    taken_back = {row.undoes for row in recorded.rows}
    moment = clock()
    return [
        {
            "sequence": sequence,
            "kind": kind,
            "seat": seat,
            "to_cents": to_cents,
            "cards": dealt,
            "undoes": undoes,
            "live": kind != UNDO and sequence not in taken_back,
            "actor": actor_id,
            "at": moment(at),
        }
        for sequence, kind, seat, to_cents, dealt, undoes, actor_id, at in recorded.rows
    ]


def _coming_result(result: Result) -> Json:
    """A finished hand that is not settled yet: who won which pot, before the house's part."""
    return {
        "pot_cents": result.total_cents,
        "flop_seen": result.flop_seen,
        "dealt_in": result.dealt_in,
        "showdown": result.showdown,
        "uncalled": [
            {"seat": seat.seat, "amount_cents": seat.returned_cents} for seat in result.seats if seat.returned_cents
        ],
        "pots": _pots([(pot.amount_cents, pot.eligible, pot.winners, pot.low) for pot in result.pots]),
        "won": None,
        "stacks": None,
        "tips": [],
        "tips_cents": 0,
        "contributions": [],
    }


def _stored_result(result: Mapping[str, Any] | None) -> Json:
    """The result as it was booked; `won` is what the winners got, after the house's part."""
    if result is None:
        return None
    tips = result.get("tips")
    if "pots" in result:
        pots = _pots([(pot["cents"], pot["eligible"], pot["winners"], pot.get("low", ())) for pot in result["pots"]])
    else:
        pots = _pots([(result["pot_cents"], [], [result["winners"]], ())])
    return {
        "pot_cents": result["pot_cents"],
        "flop_seen": result["flop_seen"],
        "dealt_in": result["dealt_in"],
        "showdown": result.get("showdown"),
        "uncalled": _by_seat(result.get("uncalled", {}), "amount_cents"),
        "pots": pots,
        "won": _by_seat(result["won"], "amount_cents") if "won" in result else None,
        "stacks": _by_seat(result["stacks"], "stack_cents") if "stacks" in result else None,
        "tips": tips or [],
        "tips_cents": result["tips_cents"] if tips is None else sum(tip["amount_cents"] for tip in tips),
        "contributions": _by_seat(result.get("contributions", {}), "amount_cents"),
    }


def _pots(found: Sequence[tuple[int, Sequence[int], _ByBoard, _ByBoard]]) -> list[Json]:
    """Pots as (cents, eligible seats, winners by board, winners of the low by board)."""
    dealt = max([len(high) for _cents, _eligible, high, _low in found], default=0)
    return [
        {
            "amount_cents": cents,
            "eligible": eligible,
            "winners": _on_any(high),
            "winners_by_board": high if len(high) == dealt else [],
            "low": _on_any(low),
            "low_by_board": low,
        }
        for cents, eligible, high, low in found
    ]


def _on_any(boards: _ByBoard) -> list[int]:
    return sorted({seat for board in boards for seat in board})


def _by_seat(cents: Mapping[str, int], name: str) -> Json:
    return [{"seat": int(seat), name: amount} for seat, amount in cents.items()]
