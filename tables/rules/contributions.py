"""What each player put into a hand of which only the outcome is recorded (T1, H9, H10): what cannot be is refused."""

from collections.abc import Mapping, Sequence

from casino.errors import N_, Refusal
from tables.rules.pool_stakes import Holding, winnable


def check(
    contributions: Mapping[int, int], pot_cents: int, winners: Sequence[int], *, dealt_in: int, dead_cents: int
) -> None:
    """Refuse contributions (by seat) that no hand can have had, whatever the stacks.

    They make up the pot and come from players dealt in (`contributions_differ`); nobody puts in more than another
    matches, dead money apart (`contribution_unmatched`; H10: the excess goes back); each winner put something in
    (`winner_put_nothing_in`), and together they win from each other player at most what one of them put in
    (`win_above_contributions`; H9: an all-in wins 1:1 from each caller).
    """
    sum_cents = sum(contributions.values())
    if sum_cents != pot_cents or len(contributions) > dealt_in:
        raise Refusal(
            "contributions_differ",
            N_(
                "The pot is %(pot_cents)s of at most %(dealt_in)s players; what they put in is %(sum_cents)s of "
                "%(players)s."
            ),
            pot_cents=pot_cents,
            dealt_in=dealt_in,
            sum_cents=sum_cents,
            players=len(contributions),
        )
    _refuse_unmatched(contributions, dead_cents)
    for seat in winners:
        if seat not in contributions:
            raise _put_nothing_in(seat)
    if winners:
        _refuse_large_win(contributions, pot_cents, winners, dead_cents)


def check_won(
    won: Mapping[int, int],
    contributions: Mapping[int, int],
    winners: Sequence[int],
    *,
    to_win_cents: int,
    dead_cents: int,
) -> None:
    """Refuse parts of the winners (by seat) that are not all of the pot without the house's part (`won_differs`).

    And the part of an all-in that is more than 1:1 from each caller (`win_above_contributions`; H9).
    """
    if sum(won.values()) != to_win_cents or set(won) != set(winners):
        raise Refusal(
            "won_differs",
            N_("The winners have %(to_win_cents)s together, the pot without rake; their parts are %(sum_cents)s."),
            to_win_cents=to_win_cents,
            sum_cents=sum(won.values()),
        )
    for seat, cents in won.items():
        if seat not in contributions:
            raise _put_nothing_in(seat)
        _refuse_large_win(contributions, cents, [seat], dead_cents)


def check_stacks(contributions: Mapping[int, int], stacks: Mapping[int, Holding]) -> None:
    """Refuse `contribution_above_stack`: more than a player can have had in front of them (T1).

    And a seat where nobody sat (`seat_empty`).
    """
    for seat, cents in sorted(contributions.items()):
        if seat not in stacks:
            raise Refusal("seat_empty", N_("Nobody is in seat %(seat)s."), seat=seat)
        most_cents = stacks[seat].most_cents
        if cents > most_cents:
            raise Refusal(
                "contribution_above_stack",
                N_(
                    "Seat %(seat)s can have put in at most %(most_cents)s, from what they brought and can have won. "
                    "If a hand is missing, record it first."
                ),
                seat=seat,
                amount_cents=cents,
                most_cents=most_cents,
            )


def _put_nothing_in(seat: int) -> Refusal:
    return Refusal("winner_put_nothing_in", N_("Seat %(seat)s put nothing in and cannot win."), seat=seat)


def _refuse_unmatched(contributions: Mapping[int, int], dead_cents: int) -> None:
    largest, seat = max((cents, seat) for seat, cents in contributions.items())
    others = [cents for other, cents in contributions.items() if other != seat]
    most_cents = max(others, default=0) + dead_cents
    if largest > most_cents:
        raise Refusal(
            "contribution_unmatched",
            N_(
                "Nobody matched what seat %(seat)s put in: at most %(most_cents)s of it are in the pot, the rest goes "
                "back."
            ),
            seat=seat,
            amount_cents=largest,
            most_cents=most_cents,
        )


def _refuse_large_win(
    contributions: Mapping[int, int], won_cents: int, winners: Sequence[int], dead_cents: int
) -> None:
    paid_cents = max(contributions[seat] for seat in winners)
    most_cents = winnable(contributions, paid_cents, dead_cents=dead_cents)
    if won_cents > most_cents:
        raise Refusal(
            "win_above_contributions",
            N_(
                "A player wins from each other at most what they put in themselves: with %(paid_cents)s at most "
                "%(most_cents)s, not %(won_cents)s. Name everybody who won a part."
            ),
            seats=list(winners),
            paid_cents=paid_cents,
            most_cents=most_cents,
            won_cents=won_cents,
        )
