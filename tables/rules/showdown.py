"""Board cards, shown hands and the end of a hand."""

from casino.errors import N_, Refusal
from tables.rules import cards as card_set
from tables.rules.betting import next_round
from tables.rules.pots import collected, derive
from tables.rules.rule_sets import ShowdownOrder
from tables.rules.state import Phase, State, positions


def cards_due(state: State) -> int:
    """The number of board cards that come next: three for the flop, then one and one (H1)."""
    return state.frame.form.due[len(state.boards[state.run])]


def deal(state: State, cards: tuple[int, ...]) -> None:
    """Lay the next street's cards, then open the next round or the showdown, or wait for more cards."""
    if state.phase is not Phase.BOARD:
        raise Refusal("board_not_due", N_("No board card is due now."))
    due = cards_due(state)
    if len(cards) != due:
        raise Refusal(
            "wrong_board_count", N_("Cards the board needs now: %(due)s, not %(given)s."), due=due, given=len(cards)
        )
    state.used = card_set.mask(cards, state.used)
    board = state.boards[state.run] + cards
    state.boards[state.run] = board
    frame = state.frame
    if (state.run + 1) % frame.boards:
        state.run += 1  # the same street on the next of the boards that lie side by side
        return
    state.run += 1 - frame.boards
    state.street = frame.form.street_of[len(board)]
    if not state.closed:
        next_round(state)
    elif state.street == frame.last_street:
        if state.run + frame.boards < len(state.boards):
            state.run += frame.boards
        else:
            begin(state)


def run_twice(state: State) -> None:
    """Deal the rest of the board twice (WLA 204–211), agreed by all remaining players after the last bet."""
    if not state.frame.rules.run_it_twice:
        raise Refusal("run_twice_not_offered", N_("This table does not run it twice."))
    if not _is_time_to_run_twice(state):
        raise Refusal(
            "run_twice_not_now", N_("It can be run twice only once betting is over and board cards are still to come.")
        )
    if not _stub_suffices(state):
        raise Refusal("stub_short", N_("The deck has too few cards left to run it twice."))
    state.shared = len(state.boards[0])
    state.boards = [*state.boards, *state.boards]


def can_run_twice(state: State) -> bool:
    """Whether `run_twice` would be accepted."""
    return state.frame.rules.run_it_twice and _is_time_to_run_twice(state) and _stub_suffices(state)


def _is_time_to_run_twice(state: State) -> bool:
    waiting = state.phase is Phase.BOARD and state.closed
    return waiting and len(state.boards) == state.frame.boards and not state.run


def _stub_suffices(state: State) -> bool:
    """Whether the deck has the cards of two runs, with a burn card before each street; the last may be the river."""
    frame = state.frame
    if not frame.rules.run_twice_counts_stub:
        return True
    form = frame.form
    of_street = [frame.boards * street.board + (street.board > 0) for street in form.streets]
    dealt = len(frame.seats) * form.hole_cards + sum(of_street[: state.street + 1])
    return dealt + 2 * sum(of_street[state.street + 1 :]) <= form.deck


def begin(state: State) -> None:
    """Begin the showdown, when nothing is left to bet or deal."""
    state.phase = Phase.SHOWDOWN
    _stake_claims(state)
    _finish(state)


def _stake_claims(state: State) -> None:
    """Fix the pots; every player who may win a pot has a claim on it until they muck."""
    if state.pots is None:
        state.pots = derive(state.paid, state.dead_pot, state.live, state.able)
        state.claims = tuple([eligible for _cents, eligible in state.pots])


def _finish(state: State) -> None:
    """End the hand once every pot has one claimant left or, with the board complete, all its claimants have shown."""
    for claims in state.claims:
        if claims & (claims - 1) and (claims & ~state.seen or state.phase is Phase.BOARD):
            return
    state.phase = Phase.FINISHED


def may_show(state: State) -> int:
    """The positions that may show: at the showdown, once no bet can follow, and a winner unseen after it (H12)."""
    if state.phase is Phase.BETTING or (state.phase is Phase.BOARD and not state.closed):
        return 0
    return state.live & ~state.mucked & ~state.seen


def may_muck(state: State) -> int:
    """The positions that may muck: all who share a claim on some pot.

    The last claimant of a pot keeps it, so that every pot has a winner: a player who has bet all others out of a side
    pot may muck against the all-in player and keeps the side pot.
    """
    early = state.phase is Phase.BOARD and state.closed and not state.frame.rules.all_in_opens
    if state.phase is not Phase.SHOWDOWN and not early:
        return 0
    shared = 0
    for claims in state.claims or [eligible for _cents, eligible in collected(state)]:
        if claims & (claims - 1):
            shared |= claims
    return shared & ~state.mucked & ~state.seen


def show(state: State, seat: int | None, cards: tuple[int, ...]) -> None:
    """Show a seat's hole cards; out of turn is allowed, since the order only says whom the dealer asks next."""
    position = _named(state, seat)
    if not may_show(state) >> position & 1:
        raise _not_now(state, position)
    wanted = state.frame.form.hole_cards
    # A winner unseen may show only some of the cards.
    partly = state.phase is Phase.FINISHED and 0 < len(cards) < wanted
    if len(cards) != wanted and not partly:
        raise Refusal(
            "wrong_hole_count", N_("A hand must have %(due)s hole cards, not %(given)s."), due=wanted, given=len(cards)
        )
    state.used = card_set.mask(cards, state.used)
    state.shown[position] = cards
    state.seen |= 1 << position
    if state.phase is Phase.SHOWDOWN:
        _finish(state)


def muck(state: State, seat: int | None) -> None:
    """Muck a seat's hand: it gives up every claim that another player shares."""
    position = _named(state, seat)
    bit = 1 << position
    if not may_muck(state) & bit:
        if state.phase is Phase.BOARD and may_show(state) & bit:
            raise Refusal("hands_open", N_("Betting is over: hands are shown and the board is dealt out."), seat=seat)
        raise _not_now(state, position)
    _stake_claims(state)
    state.mucked |= bit
    state.claims = tuple([claims & ~bit or claims for claims in state.claims])
    _finish(state)


def _named(state: State, seat: int | None) -> int:
    if seat is None:
        order = show_order(state)
        if not order:
            raise Refusal("nothing_to_show", N_("Nobody has to show now."))
        return order[0]
    position = state.frame.position.get(seat)
    if position is None or not state.live >> position & 1:
        raise Refusal("not_in_hand", N_("Seat %(seat)s is not in the hand."), seat=seat)
    return position


def _not_now(state: State, position: int) -> Refusal:
    seat = state.frame.seats[position]
    bit = 1 << position
    if (state.seen | state.mucked) & bit:
        return Refusal("shown_already", N_("Seat %(seat)s has already shown or mucked."), seat=seat)
    if state.phase is Phase.FINISHED:
        return Refusal("hand_over", N_("The hand is over."))
    return Refusal("no_showdown_yet", N_("Hands are shown only once betting is over."))


def show_order(state: State) -> list[int]:
    """Positions still to show or muck, in the order in which the dealer asks them (H11)."""
    waiting = may_show(state)
    if state.phase is Phase.FINISHED or not waiting:
        return []
    rules = state.frame.rules
    first = 0
    if rules.showdown_order is ShowdownOrder.LAST_AGGRESSOR and state.aggressor >= 0:
        first = state.aggressor
    elif rules.showdown_order is ShowdownOrder.LEFT_OF_LAST_CALLER and state.caller >= 0:
        first = state.caller + 1
    order = positions(waiting)
    return [position for position in order if position >= first] + [position for position in order if position < first]
