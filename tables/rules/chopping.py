"""The blinds agree to take their blinds back when all others have folded (WLA 67), where a house allows it.

"Participants will not be allowed to agree to split pots in any game.  Chopping the big and small blind by taking them
back when all other participants have folded is allowed in button games."  The hand ends without a pot, so without tax.
"""

from casino.errors import N_, Refusal
from tables.rules.state import Phase, State, positions


def may_chop(state: State) -> bool:
    """Whether `chop` would be accepted: the turn is the small blind's, and nothing but the two blinds was put in.

    Between two players who alone were dealt in nobody has folded to the blinds.  Antes, dead money, late blinds and
    straddles belong to the pot, which players may not split.
    """
    frame = state.frame
    if not frame.rules.blind_chop or state.phase is not Phase.BETTING or state.street:
        return False
    if frame.small_blind is None or frame.big_blind < 0:
        return False
    small, _cents = frame.small_blind
    blinds = 1 << small | 1 << frame.big_blind
    untouched = state.caller < 0 and state.aggressor < 0
    both = sum([state.bet[position] for position in positions(blinds)])
    return untouched and state.live == blinds and len(frame.seats) > 2 and state.turn == small and state.pot == both


def chop(state: State) -> None:
    """Return both blinds and end the hand."""
    if not state.frame.rules.blind_chop:
        raise Refusal("chop_not_offered", N_("At this table the blinds are played."))
    if not may_chop(state):
        raise Refusal(
            "chop_not_now",
            N_("The blinds are taken back only when all others have folded and the pot holds the two blinds alone."),
        )
    for position in positions(state.live):
        state.stack[position] += state.bet[position]
    state.bet = [0] * len(state.bet)
    state.paid = [0] * len(state.paid)
    state.pot = 0
    state.turn = -1
    state.todo = 0
    state.chopped = True
    state.phase = Phase.FINISHED
