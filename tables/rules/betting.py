"""One betting round: the turn, the price of a call, the limits of a raise (fixed, pot, no limit), the end of the round.

Amounts are cents; positions as in `state`.  `hand.apply` adds the legal options to each refusal.
"""

from typing import Final

from accounting import money
from casino.errors import N_, Refusal
from tables.rules.actions import Kind
from tables.rules.pots import return_uncalled
from tables.rules.rule_sets import HalfBetRaise, MinimumRaise, OverRaise, PotPreflop, Reopening, ShortBet
from tables.rules.state import Phase, State, positions

# Bound once: a replay would spend most of its time on looking up members of enumerations.
_FOLD: Final = Kind.FOLD
_CHECK: Final = Kind.CHECK
_CALL: Final = Kind.CALL
_BET: Final = Kind.BET
_RAISE: Final = Kind.RAISE
_BETTING: Final = Phase.BETTING
_TDA: Final = Reopening.TDA_CUMULATIVE


def next_round(state: State) -> None:
    """Open the round after the flop, turn or river, beginning left of the button (H3)."""
    state.price = 0
    state.nominal = 0
    state.raises = 0
    state.step = state.frame.min_bets[state.street]
    state.aggressor = -1
    open_round(state, -1)


def open_round(state: State, after: int) -> None:
    """Start a round in which everybody with chips must act, clockwise after a position (-1: left of the button)."""
    state.phase = _BETTING
    frame = state.frame
    state.todo = state.fresh = state.able if frame.betting[state.street] else 0
    rules = frame.rules
    lifted = (rules.cap_lifted_heads_up or rules.cap_lifted_in_round) and _are_two(state)
    state.cap = None if lifted else frame.cap
    _pass_turn(state, after)


def _are_two(state: State) -> bool:
    """Whether those among whom the cap on raises holds are two."""
    return (state.live if state.frame.rules.all_in_keeps_cap else state.able).bit_count() == 2


def act(state: State, kind: Kind, seat: int | None, to_cents: int | None) -> None:
    """Record a betting action of the seat whose turn it is (`seat` None: that seat), and pass the turn on."""
    if state.phase is not _BETTING:
        raise _no_betting(state)
    position = state.turn
    if seat is not None and seat != state.frame.seats[position]:
        turn = state.frame.seats[position]
        raise Refusal("not_your_turn", N_("It is seat %(turn)s's turn, not seat %(seat)s's."), seat=seat, turn=turn)
    bit = 1 << position
    if kind is _FOLD:
        state.live &= ~bit
        state.able &= ~bit
    elif kind is _CHECK:
        if state.price > state.bet[position]:
            raise Refusal("must_call_or_fold", N_("There is a bet. Call, raise or fold."))
    elif kind is _CALL:
        _call(state, position)
    elif kind is _BET or kind is _RAISE:
        _raise(state, position, kind, to_cents)
    else:
        _all_in(state, position)
    state.acted |= bit
    state.todo &= ~bit
    state.fresh &= ~bit
    # Robert's Rules, "Betting and raising" 4: once the cap is reached, "it cannot be uncapped by a subsequent fold".
    if state.cap is not None and state.frame.rules.cap_lifted_in_round and state.raises < state.cap and _are_two(state):
        state.cap = None
    _pass_turn(state, position)


def _pass_turn(state: State, position: int) -> None:
    """Give the turn to the next player who must act, or end the round (H8)."""
    todo = state.todo
    contested = state.live & (state.live - 1)
    if contested and todo and (state.able & (state.able - 1) or _must_match(state)):
        left = todo >> position + 1
        if left:
            state.turn = position + (left & -left).bit_length()
        else:
            state.turn = (todo & -todo).bit_length() - 1
        return
    return_uncalled(state)
    state.turn = -1
    state.todo = 0
    state.closed = not state.able & (state.able - 1)
    if not contested:
        state.phase = Phase.FINISHED
    else:
        state.phase = Phase.BOARD if state.street < state.frame.last_street else Phase.SHOWDOWN


def _must_match(state: State) -> bool:
    """Whether the only player with chips still has something to match; if so, sets their price.

    Nobody else can call more, so the price is what the all-in players really put in.  A pointless check is not asked
    for.
    """
    position = state.able.bit_length() - 1
    matched = max([state.bet[other] for other in positions(state.live) if other != position])
    if state.bet[position] >= matched:
        return False
    state.price = matched
    return True


def _call(state: State, position: int) -> None:
    owed = state.price - state.bet[position]
    if owed <= 0:
        raise Refusal("nothing_to_call", N_("There is nothing to call: check, bet or raise."))
    stack = state.stack[position]
    if owed >= stack:
        owed = stack
        state.able &= ~(1 << position)
    state.stack[position] = stack - owed
    state.bet[position] += owed
    state.paid[position] += owed
    state.pot += owed
    state.caller = position


def _all_in(state: State, position: int) -> None:
    owed = state.price - state.bet[position]
    if owed > 0 and (state.stack[position] <= owed or raise_refused(state, position) == "nobody_to_raise"):
        _call(state, position)
    else:
        _raise(state, position, _RAISE if state.price else _BET, state.bet[position] + state.stack[position])


def raise_refused(state: State, position: int) -> str | None:
    """The code of the refusal if this position may not raise now; None if it may."""
    owed = state.price - state.bet[position]
    bit = 1 << position
    if state.stack[position] <= owed:
        return "must_call_or_fold"
    rules = state.frame.rules
    if rules.over_raise is OverRaise.CALL and not anybody_can_call_more(state, position):
        return "nobody_to_raise"
    if not state.able & ~bit and rules.over_raise is not OverRaise.ACCEPT_IF_OPEN:
        return None
    if state.cap is not None and state.raises >= state.cap and state.price:
        return "raise_capped"
    if state.price < state.frame.min_bets[state.street] and rules.short_bet is ShortBet.COMPLETE:
        return None
    if state.fresh & bit or (rules.reopening is _TDA and owed >= state.step):
        return None
    return "raising_closed"


def anybody_can_call_more(state: State, position: int) -> bool:
    """Whether another player has chips beyond the price, so could call a raise."""
    others = positions(state.able & ~(1 << position))
    return any(state.bet[other] + state.stack[other] > state.price for other in others)


def raise_range(state: State, position: int) -> tuple[int, int]:
    """Least and most total on the street that this position may bet or raise to, never above its chips."""
    frame = state.frame
    own = state.bet[position]
    everything = own + state.stack[position]
    price = state.price
    if frame.fixed:
        to = min(state.nominal + frame.min_bets[state.street], everything)
        return to, to
    least_bet = frame.min_bets[state.street]
    if price == 0 or (price < least_bet and frame.rules.short_bet is ShortBet.COMPLETE):
        least = least_bet
    else:
        least = price + state.step
    most = everything
    if frame.pot_limit:
        most = min(most, 2 * price - own + state.pot + _pot_correction(state))
    chip = frame.terms.chip_cents
    if chip > 1:
        least += -least % chip
        if most < everything:
            most -= most % chip
    return min(least, most), most


def _pot_correction(state: State) -> int:
    """The difference between the pot that a pot-limit maximum counts with and the chips in it (WLA 187, TDA 54)."""
    frame = state.frame
    rules = frame.rules
    correction = 0 if rules.pot_counts_dead_money else -state.dead_pot
    if state.street:
        return correction
    if rules.pot_counts_full_blinds:
        correction += state.short
    as_big = rules.pot_preflop is PotPreflop.SMALL_BLIND_AS_BIG and frame.big_blind >= 0
    if as_big and frame.small_blind is not None and not state.acted >> frame.big_blind & 1:
        position, posted = frame.small_blind
        if state.bet[position] <= posted:  # a small blind that has called has put in a whole blind already
            correction += frame.terms.big_blind_cents - posted
    return correction


def _raise(state: State, position: int, kind: Kind, to_cents: int | None) -> None:
    price = state.price
    if price and kind is _BET:
        raise Refusal("bet_stands", N_("There is already a bet. Call, raise or fold."))
    if not price and kind is _RAISE:
        raise Refusal("nothing_to_raise", N_("No bet yet: check or bet."))
    refused = raise_refused(state, position)
    if refused is not None:
        raise Refusal(refused, _REASONS[refused])
    to = _within(state, position, to_cents)
    bit = 1 << position
    more = to - state.bet[position]
    state.bet[position] = to
    state.paid[position] += more
    state.pot += more
    state.stack[position] -= more
    if not state.stack[position]:
        state.able &= ~bit
    is_full = _count_raise(state, to)
    if state.frame.rules.reopening is Reopening.ALWAYS:
        state.fresh = state.able
    elif is_full:
        state.fresh = _reopened(state, to)
    state.price = to
    state.todo = state.able
    state.aggressor = position


def _within(state: State, position: int, to_cents: int | None) -> int:
    least, most = raise_range(state, position)
    if to_cents is None:
        raise Refusal("amount_missing", N_("Enter the seat's total on this street."))
    if to_cents > most:
        raise Refusal(
            "above_maximum", N_("No more than %(max_to_cents)s is allowed."), to_cents=to_cents, max_to_cents=most
        )
    if to_cents < least:
        raise Refusal(
            "below_minimum", N_("At least %(min_to_cents)s is needed."), to_cents=to_cents, min_to_cents=least
        )
    chip = state.frame.terms.chip_cents
    if (
        chip > 1
        and not money.is_multiple(to_cents, chip)
        and not state.frame.fixed
        and to_cents < state.bet[position] + state.stack[position]
    ):
        raise Refusal("not_on_chip", N_("The smallest chip is %(chip_cents)s."), to_cents=to_cents, chip_cents=chip)
    return to_cents


def _count_raise(state: State, to: int) -> bool:
    """Count a bet or raise to `to`; true if it is a full one, which lets everybody raise again."""
    frame = state.frame
    bet = frame.min_bets[state.street]
    if frame.fixed:
        # WLA 129: half a bet or more counts as a full one, also when small all-ins add up to it; less may be completed.
        beyond = to - state.nominal
        full = 2 * beyond >= bet if frame.rules.half_bet_rule else beyond >= bet
        if full:
            state.raises += state.nominal > 0
            state.nominal = to if _above_all_in(state) else state.nominal + bet
        return full
    more = to - state.price
    completes = frame.rules.short_bet is ShortBet.COMPLETE and 0 < state.price < bet <= to
    if more < state.step and not completes:
        return False
    if state.price and not completes:
        state.raises += 1
    if frame.rules.minimum_raise is MinimumRaise.LAST_RAISE:
        state.step = max(state.step, more) if completes else more
    return True


def _reopened(state: State, to: int) -> int:
    """The positions that may raise again after a full bet or raise to `to`.

    WLA 129: small all-ins together reopen the betting "if the resulting wager size to a participant qualifies as a
    raise": not to a player who has called the first of them and faces less than half a bet.
    """
    if not (state.frame.fixed and state.frame.rules.half_bet_rule and _above_all_in(state)):
        return state.able
    bet = state.frame.min_bets[state.street]
    facing = [position for position in positions(state.able) if 2 * (to - state.bet[position]) >= bet]
    return state.fresh & state.able | sum([1 << position for position in facing])


def _above_all_in(state: State) -> bool:
    return state.frame.rules.half_bet_raise is HalfBetRaise.ABOVE_ALL_IN


def _no_betting(state: State) -> Refusal:
    if state.phase is Phase.FINISHED:
        return Refusal("hand_over", N_("The hand is over."))
    if state.phase is Phase.BOARD:
        return Refusal("board_due", N_("The betting round is over: deal the board."))
    return Refusal("showdown_due", N_("Betting is over: show the hands."))


_REASONS: Final = {
    "must_call_or_fold": N_("Not enough chips for a raise: call or fold."),
    "nobody_to_raise": N_("Nobody is left to call a raise. Call or fold."),
    "raise_capped": N_("No raises are left in this round: call or fold."),
    "raising_closed": N_("The all-in was not a full raise, so the betting is not reopened: call or fold."),
}
