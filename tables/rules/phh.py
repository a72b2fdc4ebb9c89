"""A hand written as PHH text, the open Poker Hand History format (TOML); none is read.

PHH has codes for four of our games: NT, FT, PO and FO/8.  For the others the nearest legal code is written, so that any
PHH reader loads the file, and our own code in `_variant`: the limit (N, P, F), the family (T, O), the number of hole
cards where it is not the family's, and `/8` where half a pot is for the low.  PT is written as NT; NO and FO, and Omaha
with five or six cards, as PO (a reader that plays the hand out meets bets above the pot in NO).  Amounts are cents
(`_unit = "cents"`).  Players are in PHH's order, from the left of the button; PHH lists antes and blinds of two players
in reverse.

Our user fields: `_variant`, `_unit`, `_rule_set`, `_button_seat`, `_rake`, `_schedule`, `_dealer`, `_session`,
`_uncalled`; `_second_board`, or `_boards` where there are more than two, and `_winnings_by_board` (PHH's actions have
the first board); `_bomb_pot`, whose first street everybody checks in PHH's actions; and `_setup`, `_actions`: our own
exact form as JSON, from which the hand can be restored.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time
from typing import Final

from tables.rules import actions as action_codec
from tables.rules import cards as card_set
from tables.rules import hand
from tables.rules import setup as setup_codec
from tables.rules.actions import Action, Kind
from tables.rules.betting import anybody_can_call_more
from tables.rules.boards import won_by_board
from tables.rules.forms import Half
from tables.rules.result import Payout
from tables.rules.setup import LIVE_POSTS, Betting, GameTerms, HandSetup, PostKind
from tables.rules.state import Frame, Phase, State

_LIMITS: Final = {Betting.NO_LIMIT: "N", Betting.POT_LIMIT: "P", Betting.FIXED_LIMIT: "F"}
_OWN_OF_PHH: Final = frozenset({"NT", "FT", "PO", "FO/8"})
_BY_BETS: Final = frozenset({"FT", "FO/8"})  # with a small and a big bet; the others with the least bet
_USUAL_HOLE_CARDS: Final = {"T": 2, "O": 4}
_HEADS_UP: Final = 2


class _Literal(str):
    """Text written between single quotes in TOML: our own JSON, which contains none."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Extra:
    """Facts of a hand from outside the engine; None is left out.  `players` are names by seat.

    `dealt_at` is the local time of `time_zone`, an IANA name such as `Europe/Berlin`.
    """

    venue: str | None = None
    table: str | None = None
    number: int | None = None
    dealt_at: datetime | None = None
    time_zone: str | None = None
    currency: str | None = None
    seat_count: int | None = None
    players: Mapping[int, str] | None = None
    schedule: str | None = None
    dealer: str | None = None
    session: str | None = None


def write(setup: HandSetup, actions: Sequence[Action], payout: Payout | None = None, extra: Extra | None = None) -> str:
    """PHH text of a hand, finished or not; `payout` adds `_rake` and the finishing stacks."""
    extra = extra or Extra()
    frame = Frame(setup)
    state = hand.start(setup)
    lines = _holes(frame) + (_first_street(state) if setup.bomb_pot else [])
    for action in actions:
        lines += _lines(state, action)
        state = hand.apply(state, action)
    fields: dict[str, object] = {**_game(setup.terms, frame), "starting_stacks": frame.start_stacks, "actions": lines}
    fields |= _about(frame, extra)
    if payout is not None:
        fields["finishing_stacks"] = [payout.final_cents[seat] for seat in frame.seats]
        fields["winnings"] = [payout.won_cents.get(seat, 0) for seat in frame.seats]
        fields["_rake"] = payout.taken_cents
        boards = won_by_board(hand.result(state), payout)
        fields["_winnings_by_board"] = [[won.get(seat, 0) for seat in frame.seats] for won in boards] or None
    fields |= _ours(frame, state, actions)
    return "".join([f"{name} = {_toml(value)}\n" for name, value in fields.items() if value is not None])


def _codes(terms: GameTerms) -> tuple[str, str]:
    """PHH's code and our own; what PHH lacks is written as the nearest that it has."""
    form = terms.variant.form
    family = "T" if form.plays is None else "O"
    cards = "" if form.hole_cards == _USUAL_HOLE_CARDS[family] else f"{form.hole_cards}"
    own = _LIMITS[terms.betting] + family + cards + ("/8" if Half.LOW_EIGHT in form.halves else "")
    if own in _OWN_OF_PHH:
        return own, own
    if family == "O":
        return "PO", own
    return ("FT" if terms.betting is Betting.FIXED_LIMIT else "NT"), own


def _game(terms: GameTerms, frame: Frame) -> dict[str, object]:
    antes, blinds = [], []
    by_seat = {seat.seat: seat for seat in frame.setup.seats}
    dead = False
    for number in frame.seats:
        ante = live = 0
        for post in by_seat[number].posts:
            if post.kind in LIVE_POSTS:
                # PHH writes a late big blind, whose player still acts in turn, as a negative blind.
                live += -post.cents if post.kind is PostKind.LIVE else post.cents
            else:
                ante += post.cents
                dead = dead or post.kind is PostKind.DEAD
        antes.append(ante)
        blinds.append(live)
    if len(blinds) == _HEADS_UP:
        antes.reverse()
        blinds.reverse()
    code, _own = _codes(terms)
    game: dict[str, object] = {
        "variant": code,
        "ante_trimming_status": not dead,
        "antes": antes,
        "blinds_or_straddles": blinds,
    }
    if code in _BY_BETS:
        return game | {"small_bet": terms.bet_cents(0), "big_bet": terms.bet_cents(2)}
    return game | {"min_bet": terms.big_blind_cents}


def _holes(frame: Frame) -> list[str]:
    """Hole cards are unknown until shown."""
    unknown = "??" * frame.form.hole_cards
    return [f"d dh p{position} {unknown}" for position in range(1, len(frame.seats) + 1)]


def _first_street(state: State) -> list[str]:
    """A bomb pot has no betting before the flop: in PHH's actions everybody who could bet checks."""
    able = [position for position, cents in enumerate(state.stack, 1) if cents]
    return [f"p{position} cc" for position in able] if len(able) > 1 else []


def _lines(state: State, action: Action) -> list[str]:
    text = card_set.format(action.cards).replace(" ", "")
    if action.kind in (Kind.RUN_TWICE, Kind.CHOP) or (action.kind is Kind.BOARD and state.run):
        return []
    if action.kind is Kind.BOARD:
        return [f"d db {text}"]
    position = state.turn if action.seat is None else state.frame.position[action.seat]
    player = f"p{position + 1}"
    if action.kind in (Kind.SHOW, Kind.MUCK):
        return [f"{player} sm {text}".rstrip()]
    if action.kind is Kind.FOLD:
        return [f"{player} f"]
    if action.kind in (Kind.CHECK, Kind.CALL):
        return [f"{player} cc"]
    to = action.to_cents if action.to_cents is not None else state.bet[position] + state.stack[position]
    if to <= state.price or not anybody_can_call_more(state, position):
        return [f"{player} cc"]  # an all-in call; or a raise that nobody can call, which PHH readers refuse
    return [f"{player} cbr {to}"]


def _about(frame: Frame, extra: Extra) -> dict[str, object]:
    at = extra.dealt_at
    return {
        "venue": extra.venue,
        "table": extra.table,
        "hand": extra.number,
        "time": at.time() if at else None,
        "time_zone": extra.time_zone,
        "day": at.day if at else None,
        "month": at.month if at else None,
        "year": at.year if at else None,
        "currency": extra.currency,
        "seats": frame.seats,
        "seat_count": extra.seat_count,
        "players": [extra.players[seat] for seat in frame.seats] if extra.players else None,
        "_schedule": extra.schedule,
        "_dealer": extra.dealer,
        "_session": extra.session,
    }


def _ours(frame: Frame, state: State, actions: Sequence[Action]) -> dict[str, object]:
    setup = frame.setup
    returned = state.returned
    return {
        "_variant": _codes(setup.terms)[1],
        "_unit": "cents",
        "_rule_set": setup.rule_set,
        "_button_seat": setup.button_seat,
        "_uncalled": [frame.seats[returned[0]], returned[1]] if returned and state.phase is Phase.FINISHED else None,
        "_second_board": card_set.format(state.boards[1]) if len(state.boards) == 2 else None,
        "_boards": [card_set.format(board) for board in state.boards] if len(state.boards) > 2 else None,
        "_bomb_pot": setup.bomb_pot or None,
        "_setup": _compact(setup_codec.to_json(setup)),
        "_actions": _compact([action_codec.to_json(action) for action in actions]),
    }


def _compact(data: object) -> _Literal:
    return _Literal(json.dumps(data, separators=(",", ":")))


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return "[" + ", ".join([_toml(item) for item in value]) + "]"
    if isinstance(value, time):
        return value.isoformat(timespec="seconds")
    if isinstance(value, _Literal):
        return f"'{value}'"
    return json.dumps(str(value), ensure_ascii=False)
