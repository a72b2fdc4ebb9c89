"""The next hand at a table: the players dealt in, the button, the posts (S11, H2), and what a dealer may choose before.

Between hands the positions are stored on the session, and the blinds owed on the sittings.
"""

from dataclasses import dataclass

from casino import house_time
from casino.errors import N_, Refusal
from tables.models import Game, Hand, Session
from tables.play.selectors import bomb_pots, positions, situations, stakes, time_charges
from tables.play.selectors.bomb_pots import BombPot
from tables.play.selectors.situations import Occupied, Situation
from tables.rules import blinds
from tables.rules.blinds import Deal, Positions
from tables.rules.rule_sets import Straddle, rule_set
from tables.rules.setup import FEWEST_PLAYERS, HandSetup, PostKind, from_json


@dataclass(frozen=True, slots=True)
class Debtor:
    """A player who owes blinds: what they post in the next hand, or whether they sit it out.

    `is_asked_to_wait`: they wait for the big blind rather than post (WLA 156).
    """

    seat: int
    live_cents: int
    dead_cents: int
    is_dealt_in: bool
    is_asked_to_wait: bool


@dataclass(frozen=True, slots=True)
class NextHand:
    """What the next hand begins with, and what may be chosen before.

    In a bomb pot nobody posts or straddles, so there is neither a debtor nor a straddler.
    `button_places`: the seats where the button may be put; `straddlers`: those that may straddle, each with
    `straddle_cents`.
    """

    deal: Deal
    debtors: tuple[Debtor, ...]
    button_places: tuple[int, ...]
    straddlers: tuple[int, ...]
    straddle_cents: int
    pays_by_time: bool
    bomb_pot: BombPot | None = None


def of_table(table_id: int, button_seat: int | None = None) -> NextHand | None:
    """The next hand as the table stands now, with the button on `button_seat` (None: moved on).

    None where none can be dealt: closed, in a hand, with too few players, recorded by outcomes, button not possible.
    """
    situation = situations.seen(table_id, house_time.now())
    game = stakes.next_game(situation)
    if situation.session is None or game is None or game.recording != Game.Recording.EVERY_ACTION:
        return None
    if situation.hand_id is not None:
        return None
    try:
        deal = next_deal(situation, game, button_seat)
    except Refusal:
        return None
    dealt = [seat.seat for seat in deal.setup.seats]
    terms, rules = positions.terms_of(game), rule_set(game.rule_set)
    bomb_pot = bomb_pots.due(situation.session, game, situation.dealer_id)
    places = blinds.straddles(dealt, deal.positions, terms, rules) if game.straddle and bomb_pot is None else {}
    debtors = _debtors(situation, situation.session, game, deal)
    owing = {one.seat for one in debtors}
    return NextHand(
        deal=deal,
        debtors=tuple(debtors) if bomb_pot is None else (),
        button_places=tuple(one.seat for one in _present(situation) if one.seat not in owing),
        straddlers=tuple(sorted(set(places.values()))),
        straddle_cents=terms.straddle_cents or 2 * terms.big_blind_cents,
        pays_by_time=time_charges.charge(situation) is not None,
        bomb_pot=bomb_pot,
    )


def _debtors(situation: Situation, session: Session, game: Game, deal: Deal) -> list[Debtor]:
    present = _present(situation)
    owing = positions.owing(session, present, game)
    posts = {seat.seat: seat.posts for seat in deal.setup.seats}
    return [
        Debtor(
            seat=one.seat,
            live_cents=sum(post.cents for post in posts.get(one.seat, ()) if post.kind is PostKind.LIVE),
            dead_cents=sum(post.cents for post in posts.get(one.seat, ()) if post.kind is PostKind.DEAD),
            is_dealt_in=one.seat in posts,
            is_asked_to_wait=one.waits_for_big_blind,
        )
        for one in present
        if one.seat in owing
    ]


def next_deal(
    situation: Situation, game: Game, button_seat: int | None = None, straddle_seat: int | None = None
) -> Deal:
    """The next hand; refuses `players_few`, `straddle_not_allowed`, `seat_unknown`, `button_not_dealt_in`.

    Nobody straddles in a bomb pot, and nobody waits.

    `button_seat`: the button as the dealer says; None moves it on from the last hand.  `straddle_seat`: a seat that has
    put in a straddle, under the gun or on the button.
    """
    present = _present(situation)
    if len(present) < FEWEST_PLAYERS:
        raise Refusal("players_few", N_("A hand needs at least %(fewest)s players."), fewest=FEWEST_PLAYERS)
    session = situation.session
    assert session is not None
    if session.is_redeal and straddle_seat is None and button_seat in (None, session.button_seat):
        repeated = _repeated(session, present)
        if repeated is not None:
            return repeated
    owing = positions.owing(session, present, game)
    found = _positions(situation, [one.seat for one in present], game, button_seat, owing)
    terms, entrants = positions.terms_of(game), positions.entrants(session, present)
    bomb_pot = bomb_pots.due(session, game, situation.dealer_id)
    if bomb_pot is not None:
        if straddle_seat is not None:
            raise _straddle_refused(straddle_seat)
        return blinds.deal_bomb_pot(
            terms, game.rule_set, entrants, found, ante_cents=bomb_pot.ante_cents, boards=bomb_pot.boards
        )
    deal = blinds.deal_in(terms, game.rule_set, entrants, found, boards=game.boards)
    if straddle_seat is None:
        return deal
    straddles = (straddle_seat, _straddle(game, deal, straddle_seat))
    entrants = positions.entrants(session, present, straddles=straddles)
    return blinds.deal_in(terms, game.rule_set, entrants, found, boards=game.boards)


def next_positions(situation: Situation) -> Positions | None:
    """The next button and blinds at a table that records summaries; None with fewer than two guests present."""
    seats = [one.seat for one in situation.seats if not one.is_away]
    if len(seats) < FEWEST_PLAYERS or situation.game is None:
        return None
    return _positions(situation, seats, situation.game, None)


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
                N_("The seat must be between 1 and %(seats)s."),
                seat=button_seat,
                seats=situation.table.seats,
            )
        return blinds.positions_from_button(button_seat, seats, rule_set(game.rule_set), owing)
    return positions.following(situation.session, seats, game, owing)


def _present(situation: Situation) -> list[Occupied]:
    """The players who want cards and have chips."""
    return [one for one in situation.seats if not one.is_away and one.stack_cents > 0]


def _straddle(game: Game, deal: Deal, seat: int) -> Straddle:
    """The position from which a seat straddles; refuses `straddle_not_allowed`."""
    dealt = [one.seat for one in deal.setup.seats]
    found = blinds.straddles(dealt, deal.positions, positions.terms_of(game), rule_set(game.rule_set))
    position = next((one for one, at in found.items() if at == seat), None)
    if not game.straddle or position is None:
        raise _straddle_refused(seat)
    return position


def _straddle_refused(seat: int) -> Refusal:
    return Refusal("straddle_not_allowed", N_("Seat %(seat)s may not straddle in this hand."), seat=seat)


def _repeated(session: Session, present: list[Occupied]) -> Deal | None:
    """The misdealt hand again, if the players dealt in are still there with the same stacks; others wait (WSOP 88b).

    Guests who sat down since wait too; one on a seat of the misdealt hand makes the redeal a new hand (None).  After a
    bomb pot newcomers are still new, since they have posted nothing.
    """
    last = Hand.objects.filter(session=session).order_by("-number").values_list("setup", flat=True).first()
    found = positions.last(session)
    if last is None or found is None:
        return None
    setup: HandSetup = from_json(last)
    stacks = {one.seat: one.stack_cents for one in present if setup.bomb_pot or not one.is_new}
    if any(stacks.get(seat.seat) != seat.stack_cents for seat in setup.seats):
        return None
    return Deal(setup, found, ())
