"""The next hand at a table: the players dealt in, the button, and the posts (S11, H2).

Between hands the positions are stored on the session, and the blinds owed on the sittings.
"""

from collections.abc import Sequence

from casino.errors import Refusal, _
from tables.models import Game, Hand, Session, Sitting
from tables.play.selectors import positions
from tables.play.selectors.situations import Occupied, Situation
from tables.rules import blinds
from tables.rules.blinds import Deal, Owes, Positions
from tables.rules.rule_sets import Straddle, rule_set
from tables.rules.setup import FEWEST_PLAYERS, HandSetup, from_json


def next_deal(
    situation: Situation, game: Game, button_seat: int | None = None, straddle_seat: int | None = None
) -> Deal:
    """The next hand; refuses `players_few`, `straddle_not_allowed`, `seat_unknown`, `button_not_dealt_in`.

    `button_seat`: the button as the dealer says; None moves it on from the last hand.  `straddle_seat`: a seat that has
    put in a straddle, under the gun or on the button.
    """
    present = [one for one in situation.seats if not one.is_away and one.stack_cents > 0]
    if len(present) < FEWEST_PLAYERS:
        raise Refusal("players_few", _("A hand needs at least %(fewest)s players."), fewest=FEWEST_PLAYERS)
    session = situation.session
    assert session is not None
    if session.is_redeal and straddle_seat is None and button_seat in (None, session.button_seat):
        repeated = _repeated(session, present)
        if repeated is not None:
            return repeated
    owing = positions.owing(session, present, game)
    found = _positions(situation, [one.seat for one in present], game, button_seat, owing)
    straddle = _straddle(game, found, straddle_seat, present)
    straddles = (straddle_seat, straddle) if straddle_seat is not None and straddle is not None else None
    entrants = positions.entrants(session, present, straddles=straddles)
    return blinds.deal_in(positions.terms_of(game), game.rule_set, entrants, found)


def next_positions(situation: Situation) -> Positions | None:
    """The next button and blinds at a table that records summaries; None with fewer than two guests present."""
    seats = [one.seat for one in situation.seats if not one.is_away]
    if len(seats) < FEWEST_PLAYERS or situation.game is None:
        return None
    return _positions(situation, seats, situation.game, None)


def note(situation: Situation, deal: Deal) -> None:
    """Update the blinds that guests owe after a deal: those dealt in have paid, absent ones may have missed some."""
    dealt = {seat.seat for seat in deal.setup.seats}
    paid = [
        one.sitting_id
        for one in situation.seats
        if one.seat in dealt and (one.is_new or one.owes_small_blind or one.owes_big_blind)
    ]
    if paid:
        Sitting.objects.filter(pk__in=paid).update(is_new=False, owes_small_blind=False, owes_big_blind=False)
    last = positions.last(situation.session)
    if last is None:
        return
    by_seat = {one.seat: one for one in situation.seats if one.is_away and not one.is_new}
    for seat, owes in blinds.missed(last, deal.positions, by_seat).items():
        was = by_seat[seat]
        small = was.owes_small_blind or owes in (Owes.SMALL_BLIND, Owes.BOTH)
        big = was.owes_big_blind or owes in (Owes.BIG_BLIND, Owes.BOTH)
        if (small, big) != (was.owes_small_blind, was.owes_big_blind):
            Sitting.objects.filter(pk=was.sitting_id).update(owes_small_blind=small, owes_big_blind=big)


def _positions(
    situation: Situation,
    seats: list[int],
    game: Game,
    button_seat: int | None,
    owing: frozenset[int] = frozenset(),
) -> Positions:
    if button_seat is not None:
        if not 1 <= button_seat <= situation.table.seats:
            raise Refusal(
                "seat_unknown",
                _("The table has seats 1 to %(seats)s."),
                seat=button_seat,
                seats=situation.table.seats,
            )
        return blinds.positions_from_button(button_seat, seats, rule_set(game.rule_set), owing)
    return positions.following(situation.session, seats, game, owing)


def _straddle(game: Game, found: Positions, seat: int | None, present: Sequence[Occupied]) -> Straddle | None:
    if seat is None:
        return None
    if not game.straddle or seat not in [one.seat for one in present]:
        raise Refusal("straddle_not_allowed", _("Seat %(seat)s may not straddle in this hand."), seat=seat)
    return Straddle.BUTTON if seat == found.button_seat else Straddle.UNDER_THE_GUN


def _repeated(session: Session, present: list[Occupied]) -> Deal | None:
    """The misdealt hand again, if the players dealt in are still there with the same stacks; others wait (WSOP 88b).

    Guests who sat down since wait too; one on a seat of the misdealt hand makes the redeal a new hand (None).
    """
    last = Hand.objects.filter(session=session).order_by("-number").values_list("setup", flat=True).first()
    found = positions.last(session)
    if last is None or found is None:
        return None
    setup: HandSetup = from_json(last)
    stacks = {one.seat: one.stack_cents for one in present if not one.is_new}
    if any(stacks.get(seat.seat) != seat.stack_cents for seat in setup.seats):
        return None
    return Deal(setup, found, ())
