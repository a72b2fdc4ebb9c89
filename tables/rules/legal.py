"""The legal options of a hand, with their amounts."""

from dataclasses import dataclass

from tables.rules.actions import Kind
from tables.rules.betting import raise_range, raise_refused
from tables.rules.chopping import may_chop
from tables.rules.showdown import can_run_twice, cards_due, may_muck, may_show, show_order
from tables.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class Option:
    """One kind of action that would be accepted.

    `bet`, `raise`: any total on the street from `min_to_cents` to `max_to_cents`, in whole chips or all-in.  `all_in`:
    both are the seat's total.  `call`: `call_cents` goes in.  `board`: `cards` is the number due; of several boards
    `board` is theirs, from 1.  `show`, `muck`: the `seats` that may; for `show`, `cards` is the number of hole cards.
    """

    kind: Kind
    min_to_cents: int | None = None
    max_to_cents: int | None = None
    call_cents: int | None = None
    cards: int | None = None
    seats: tuple[int, ...] = ()
    board: int | None = None

    def to_json(self) -> dict[str, object]:
        """The API's form: `{kind, min_to_cents, max_to_cents, call_cents}`; `cards`, `board`, `seats` if they apply."""
        data: dict[str, object] = {
            "kind": self.kind.value,
            "min_to_cents": self.min_to_cents,
            "max_to_cents": self.max_to_cents,
            "call_cents": self.call_cents,
        }
        if self.cards is not None:
            data["cards"] = self.cards
        if self.board is not None:
            data["board"] = self.board
        if self.seats:
            data["seats"] = list(self.seats)
        return data


@dataclass(frozen=True, slots=True)
class Legal:
    """The accepted options; `seat`: whose turn it is, at the showdown the seat the dealer asks first, else None."""

    phase: Phase
    seat: int | None
    options: tuple[Option, ...]

    def option(self, kind: Kind) -> Option | None:
        for option in self.options:
            if option.kind is kind:
                return option
        return None


def legal(state: State) -> Legal:
    """Every option that `hand.apply` would accept now."""
    if state.phase is Phase.BETTING:
        return Legal(state.phase, state.frame.seats[state.turn], tuple(_betting(state)))
    options: list[Option] = []
    if state.phase is Phase.BOARD:
        board = state.run + 1 if len(state.boards) > 1 else None
        options.append(Option(Kind.BOARD, cards=cards_due(state), board=board))
        if can_run_twice(state):
            options.append(Option(Kind.RUN_TWICE))
    order = show_order(state)
    seats = state.frame.seats
    showing, mucking = may_show(state), may_muck(state)
    if showing:
        in_order = order or [position for position in range(len(seats)) if showing >> position & 1]
        wanted = state.frame.form.hole_cards
        options.append(Option(Kind.SHOW, cards=wanted, seats=tuple([seats[position] for position in in_order])))
        if mucking:
            options.append(
                Option(Kind.MUCK, seats=tuple([seats[position] for position in in_order if mucking >> position & 1]))
            )
    asked = seats[order[0]] if order and state.phase is Phase.SHOWDOWN else None
    return Legal(state.phase, asked, tuple(options))


def _betting(state: State) -> list[Option]:
    position = state.turn
    own = state.bet[position]
    stack = state.stack[position]
    owed = state.price - own
    options = [Option(Kind.FOLD)]
    options.append(Option(Kind.CALL, call_cents=min(owed, stack)) if owed > 0 else Option(Kind.CHECK))
    refused = raise_refused(state, position)
    everything = own + stack
    if refused is None:
        least, most = raise_range(state, position)
        options.append(Option(Kind.RAISE if state.price else Kind.BET, min_to_cents=least, max_to_cents=most))
        if most == everything:
            options.append(Option(Kind.ALL_IN, min_to_cents=everything, max_to_cents=everything))
    elif owed > 0 and (stack <= owed or refused == "nobody_to_raise"):
        into = own + min(owed, stack)
        options.append(Option(Kind.ALL_IN, min_to_cents=into, max_to_cents=into, call_cents=min(owed, stack)))
    if may_chop(state):
        options.append(Option(Kind.CHOP))
    return options
