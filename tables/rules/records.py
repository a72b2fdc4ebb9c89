"""Hands that other rooms printed, read into set-up and actions.

The format is one JSON object per hand (`id, room, game, limit, kind, scale, stakes, button, players, actions, board,
shown, mucked, flags, truth`).  A hand that was run twice has its second board in `second_board`, from the flop on; one
that was dealt on several boards has all but the first in `more_boards`, and a bomb pot has `bomb_pot`.  The print may
say in `truth.collected` on which `board` (from 1) a sum was won, and of which `half` ("high", "low"); a pot that one
player claims was won on none.
Amounts are minor units and are taken as cents.  The room's tax is a fact of the record, never recomputed.  `agreement`
compares the print with our result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NotRequired, TypedDict, cast

from casino.errors import N_, Malformed, Refusal
from tables.rules import cards as card_set
from tables.rules.actions import Action, Kind
from tables.rules.forms import Half
from tables.rules.setup import (
    Betting,
    GameTerms,
    HandSetup,
    Post,
    PostKind,
    SeatSetup,
    Variant,
    clockwise,
)
from tables.rules.state import BOARD_CARDS

_BETTINGS: Final = {"NL": Betting.NO_LIMIT, "PL": Betting.POT_LIMIT, "FL": Betting.FIXED_LIMIT}
_STREETS: Final = {"pre": 0, "flop": 3, "turn": 4, "river": 5}
_POSTS: Final = {
    "ante": PostKind.ANTE,
    "sb": PostKind.SMALL_BLIND,
    "bb": PostKind.BIG_BLIND,
    "post": PostKind.LIVE,
    "dead": PostKind.DEAD,
    "straddle": PostKind.STRADDLE,
}
_HALVES: Final = {"high": Half.HIGH, "low": Half.LOW_EIGHT}
#: An oddity and the code of its refusal: a game in which nobody puts more into a hand than its cap.
CAPPED: Final = "capped_game"
#: The rule set under which each room's hands are booked; a hand that was booked before keeps its own.
RULE_SET_OF_ROOM: Final[Mapping[str, str]] = {
    "PokerStars": "pokerstars/2",
    "FullTilt": "pokerstars/2",
    "GGPoker": "pokerstars/2",
    "Winamax": "pokerstars/2",
    "RunItOnce": "pokerstars/2",
}


class _Player(TypedDict):
    seat: int
    name: str
    stack: int


class _Line(TypedDict):
    street: str
    seat: int
    kind: str
    amount: NotRequired[int]
    to: NotRequired[int]
    dead: NotRequired[int]
    live: NotRequired[int]
    allin: NotRequired[bool]


class _Sum(TypedDict):
    seat: int
    amount: int
    board: NotRequired[int]
    half: NotRequired[str]


class _Pot(TypedDict):
    name: str
    amount: int


class _Truth(TypedDict):
    total_pot: int
    fees: dict[str, int]
    pots: list[_Pot]
    uncalled: list[_Sum]
    collected: list[_Sum]


class Record(TypedDict):
    """One printed hand, as in the file."""

    id: str
    room: str
    game: str
    limit: str
    kind: str
    scale: int
    stakes: list[int]
    button: int
    players: list[_Player]
    actions: list[_Line]
    board: list[str]
    second_board: NotRequired[list[str]]
    more_boards: NotRequired[list[list[str]]]
    bomb_pot: NotRequired[bool]
    shown: dict[str, list[str]]
    mucked: list[int]
    flags: list[str]
    truth: _Truth


@dataclass(frozen=True, slots=True)
class Facts:
    """The printed outcome: the room's tax `taken_cents`, and by seat the sums collected net of it and the uncalled bet.

    `by_board_cents`: the sums collected on each board, `by_half_cents`: of the high and of the low halves; empty where
    the print does not say.
    `pots_cents`: the pots net of tax, the main pot first; empty where the room did not print them.
    """

    total_cents: int
    taken_cents: int
    uncalled_cents: dict[int, int]
    collected_cents: dict[int, int]
    flags: frozenset[str]
    by_board_cents: tuple[dict[int, int], ...] = ()
    pots_cents: tuple[int, ...] = ()
    by_half_cents: Mapping[Half, dict[int, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recording:
    """A printed hand as our engine plays it; `names` are the guests by seat, `oddities` the print's known flaws."""

    id: str
    room: str
    setup: HandSetup
    actions: tuple[Action, ...]
    facts: Facts
    names: dict[int, str]
    oddities: frozenset[str] = frozenset()


def convert(record: Mapping[str, object]) -> Recording:
    """Read one printed hand; refuses `record_unreadable`."""
    hand = cast("Record", record)
    try:
        setup = _setup(hand)
        return Recording(
            id=hand["id"],
            room=hand["room"],
            setup=setup,
            actions=tuple(_actions(hand, setup.terms.variant.form.hole_cards)),
            facts=_facts(hand),
            names={player["seat"]: player["name"] for player in hand["players"]},
            oddities=frozenset(_oddities(hand)),
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Malformed(
            "record_unreadable", N_("The hand's record cannot be read: %(reason)s."), reason=repr(error)
        ) from error


def check_playable(recording: Recording) -> None:
    """Refuse `capped_game`: our engine knows no all-in with chips behind, so its rounds would never end."""
    if CAPPED in recording.oddities:
        raise Refusal(
            CAPPED, N_("The hand is from a capped game, in which betting ends at the cap: it cannot be replayed.")
        )


def _setup(hand: Record) -> HandSetup:
    small, big = hand["stakes"]
    fixed = hand["limit"] == "FL"
    blinds = _fixed_limit_blinds(hand) if fixed else {"sb": small, "bb": big}
    posts = _posts(hand, blinds)
    terms = GameTerms(
        variant=Variant(hand["game"]),
        betting=_BETTINGS[hand["limit"]],
        small_blind_cents=blinds["sb"],
        big_blind_cents=blinds["bb"],
        ante_cents=max([post.cents for own in posts.values() for post in own if post.kind is PostKind.ANTE], default=0),
        small_bet_cents=small if fixed else 0,
        big_bet_cents=big if fixed else 0,
    )
    seats = [
        SeatSetup(player["seat"], player["stack"], _antes_first(posts[player["seat"]])) for player in hand["players"]
    ]
    return HandSetup(
        terms,
        RULE_SET_OF_ROOM[hand["room"]],
        tuple(sorted(seats, key=lambda seat: seat.seat)),
        hand["button"],
        boards=1 + len(hand.get("more_boards", [])),
        bomb_pot=hand.get("bomb_pot", False),
    )


def _posts(hand: Record, blinds: Mapping[str, int]) -> dict[int, list[Post]]:
    """Posts as due; of several big blinds the first left of the button is *the* big blind, the others are late ones."""
    big_blinds = clockwise([line["seat"] for line in hand["actions"] if line["kind"] == "bb"], hand["button"])
    posts: dict[int, list[Post]] = {player["seat"]: [] for player in hand["players"]}
    for line in hand["actions"]:
        if line["street"] != "post":
            continue
        kind = line["kind"]
        if kind == "both":
            posts[line["seat"]] += [Post(PostKind.LIVE, line["live"]), Post(PostKind.DEAD, line["dead"])]
            continue
        if kind == "bb" and line["seat"] != big_blinds[0]:
            kind = "post"
        cents = line["amount"]
        if kind != "ante" and line.get("allin"):
            # An all-in blind is printed short; the amount due sets the price for the others.
            cents = max(cents, blinds.get(kind, 0))
        posts[line["seat"]].append(Post(_POSTS[kind], cents))
    return posts


def _antes_first(posts: list[Post]) -> tuple[Post, ...]:
    return tuple(sorted(posts, key=lambda post: post.kind is not PostKind.ANTE))


def _fixed_limit_blinds(hand: Record) -> dict[str, int]:
    """In limit `stakes` are the bets: the big blind is the small bet, and the small blind is read from the posts."""
    posted = {
        line["kind"]: line["amount"] for line in hand["actions"] if line["street"] == "post" and not line.get("allin")
    }
    big = hand["stakes"][0]
    return {"sb": min(posted.get("sb", 0), big), "bb": big}


def _actions(hand: Record, hole_cards: int) -> list[Action]:
    boards = [card_set.parse(board) for board in (hand["board"], *hand.get("more_boards", []))]
    behind = {player["seat"]: player["stack"] for player in hand["players"]}
    live = set(behind)
    found: list[Action] = []
    dealt = 0
    for line in hand["actions"]:
        seat = line["seat"]
        if line["street"] == "post":
            behind[seat] -= line["amount"]
            continue
        due = _STREETS[line["street"]]
        found += _deal(boards, dealt, due)
        dealt = max(dealt, due)
        kind = Kind(line["kind"])
        if kind is Kind.FOLD:
            if not behind[seat]:
                continue  # all-in by the ante and printed as a fold: cannot fold, so gives up at the showdown
            live.discard(seat)
        to = line["amount"] if kind is Kind.BET else line.get("to")
        found.append(Action(kind, seat, to))
    if "second_board" in hand:
        found += _run_twice(boards[0], card_set.parse(hand["second_board"]), dealt)
    else:
        found += _deal(boards, dealt, len(boards[0]))
    if len(live) > 1:
        found += _ending(hand, clockwise(live, hand["button"]), hole_cards)
    return found


def _run_twice(board: tuple[int, ...], second: tuple[int, ...], dealt: int) -> list[Action]:
    """Both boards from the street on which they differ; the streets they share were dealt before the agreement."""
    shared = max([0, *[count for count in _STREETS.values() if board[:count] == second[:count]]])
    found = _deal([board], dealt, shared)
    found.append(Action(Kind.RUN_TWICE))
    return found + _deal([board], shared, len(board)) + _deal([second], shared, len(second))


def _deal(boards: Sequence[tuple[int, ...]], dealt: int, upto: int) -> list[Action]:
    """The actions that deal the streets of the boards after their first `dealt` cards, up to `upto` cards."""
    found = []
    for count in (3, 4, 5):
        if dealt < count <= upto:
            found += [Action(Kind.BOARD, cards=board[dealt:count]) for board in boards]
            dealt = count
    return found


def _oddities(hand: Record) -> list[str]:
    """Keys of `agreement.REASONS`: flaws that show in the print itself."""
    behind = {player["seat"]: player["stack"] for player in hand["players"]}
    found = []
    for line in hand["actions"]:
        if line["street"] == "post":
            behind[line["seat"]] -= line["amount"]
            if line["kind"] == "bb" and not line["amount"]:
                found.append("blind_as_dead_money")
        elif line["kind"] == "fold" and not behind[line["seat"]]:
            found.append("fold_when_all_in")
    if _is_capped(hand):
        found.append(CAPPED)
    return found


def _is_capped(hand: Record) -> bool:
    """Whether a player was all-in for the cap of a capped game, with chips behind."""
    behind = {player["seat"]: player["stack"] for player in hand["players"]}
    bets: dict[int, int] = {}
    street = "pre"
    for line in hand["actions"]:
        seat, kind = line["seat"], line["kind"]
        if line["street"] not in (street, "post"):
            street, bets = line["street"], {}
        added = line["to"] - bets.get(seat, 0) if kind == Kind.RAISE else line.get("amount", 0)
        behind[seat] -= added
        if kind not in ("ante", "dead"):
            bets[seat] = bets.get(seat, 0) + (line["live"] if kind == "both" else added)
        if line.get("allin") and behind[seat] > 0:
            return True
    return False


def _ending(hand: Record, live: Sequence[int], hole_cards: int) -> list[Action]:
    """The actions of the showdown: shown hands are shown, and the others muck unless they collected unseen.

    Without a whole board there was no showdown: they folded, which the room left out.
    """
    shown = {int(seat): card_set.parse(cards) for seat, cards in hand["shown"].items()}
    collected = {line["seat"] for line in hand["truth"]["collected"]}
    shows = [Action(Kind.SHOW, seat, cards=shown[seat]) for seat in live if len(shown.get(seat, ())) == hole_cards]
    given_up = Kind.MUCK if len(hand["board"]) == BOARD_CARDS else Kind.FOLD
    unseen = [seat for seat in live if len(shown.get(seat, ())) != hole_cards]
    return shows + [Action(given_up, seat) for seat in unseen if seat not in collected]


def _facts(hand: Record) -> Facts:
    truth = hand["truth"]
    return Facts(
        total_cents=_whole(truth["total_pot"]),
        taken_cents=sum([_whole(cents) for cents in truth["fees"].values()]),
        uncalled_cents=_by_seat(truth["uncalled"]),
        collected_cents=_by_seat(truth["collected"]),
        flags=frozenset(hand["flags"]),
        by_board_cents=_by_board(truth["collected"]),
        pots_cents=tuple([_whole(pot["amount"]) for pot in truth.get("pots", ())]),
        by_half_cents=_by_half(truth["collected"]),
    )


def _by_board(sums: Sequence[_Sum]) -> tuple[dict[int, int], ...]:
    if not any("board" in line for line in sums):
        return ()
    last = max([2, *[line["board"] for line in sums if "board" in line]])
    return tuple([_by_seat([line for line in sums if line.get("board") == board]) for board in range(1, last + 1)])


def _by_half(sums: Sequence[_Sum]) -> dict[Half, dict[int, int]]:
    """What was won whole counts as high."""
    if not any("half" in line for line in sums):
        return {}
    return {
        half: _by_seat([line for line in sums if line.get("half", "high") == name]) for name, half in _HALVES.items()
    }


def _by_seat(sums: Sequence[_Sum]) -> dict[int, int]:
    total: dict[int, int] = {}
    for line in sums:
        if _whole(line["amount"]):
            total[line["seat"]] = total.get(line["seat"], 0) + line["amount"]
    return total


def _whole(amount: object) -> int:
    """The amount if it is a whole number; `convert` turns the `TypeError` into `record_unreadable`."""
    if not isinstance(amount, int) or isinstance(amount, bool):
        raise TypeError(f"{amount!r} is no whole number of units")
    return amount
