"""A hand as pages and the API show it."""

from dataclasses import dataclass

from tables.rules.legal import Legal, legal
from tables.rules.pots import collected
from tables.rules.result import Result, result
from tables.rules.state import Phase, State


@dataclass(frozen=True, slots=True)
class PotView:
    """A pot in the middle; bets in front of the seats are not in it yet."""

    amount_cents: int
    eligible: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: chips behind, bet in front on this street, and its part in the hand."""

    seat: int
    stack_cents: int
    bet_cents: int
    folded: bool
    all_in: bool
    mucked: bool
    shown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HandView:
    """A hand after its last action.  `pot_cents`: all chips put in, bets included; `burned` counts burn cards (H1)."""

    phase: Phase
    street: str
    board: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]
    burned: int
    pot_cents: int
    pots: tuple[PotView, ...]
    seats: tuple[SeatView, ...]
    to_act: int | None
    legal: Legal
    result: Result | None


def view(state: State) -> HandView:
    """The hand after its last action; seats in table order."""
    frame = state.frame
    allowed = legal(state)
    seats = []
    for seat in frame.setup.seats:
        position = frame.position[seat.seat]
        live = bool(state.live >> position & 1)
        seats.append(
            SeatView(
                seat=seat.seat,
                stack_cents=state.stack[position],
                bet_cents=state.bet[position],
                folded=not live,
                all_in=live and not state.stack[position],
                mucked=bool(state.mucked >> position & 1),
                shown=state.shown.get(position, ()),
            )
        )
    board = state.boards[0]
    return HandView(
        phase=state.phase,
        street=frame.form.streets[frame.form.street_of[len(board)]].name,
        board=board,
        boards=tuple(state.boards),
        burned=_burned(state),
        pot_cents=state.pot,
        pots=tuple([PotView(cents, frame.of(eligible)) for cents, eligible in collected(state)]),
        seats=tuple(seats),
        to_act=allowed.seat,
        legal=allowed,
        result=result(state) if state.phase is Phase.FINISHED else None,
    )


def _burned(state: State) -> int:
    """One card before each street; boards side by side share it, a second run burns for its own streets."""
    frame = state.frame
    street_of = frame.form.street_of
    runs = [street_of[len(board)] for board in state.boards[:: frame.boards]]
    return sum(runs) - (len(runs) - 1) * (street_of[state.shared] if len(runs) > 1 else 0)
