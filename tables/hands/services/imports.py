"""Hands of another room, replayed with their original set-up (`manage.py replay`); outcomes in a list are in `lists`.

Posts, button and rules come from the record.  The chips are booked here: every stack of the set-up is bought in
before the hand and cashed out after it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db.models import Exists, OuterRef

from accounting import places
from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import EntryCode
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import settlement
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import recording
from tables.hands.services.recording import HandDetails
from tables.models import Game, Guest, Sitting
from tables.play.selectors.situations import Occupied, Situation
from tables.play.services import refusals, rows
from tables.rules import blinds
from tables.rules.actions import Action
from tables.rules.blinds import Deal
from tables.rules.setup import HandSetup, check

if TYPE_CHECKING:
    from casino.models import User

_UNWRITTEN = 0  # the sittings of a visit are written when it is over


@use_case("tables.import_hand")
def record_visit(
    *,
    table_id: int,
    version: int | None,
    guest_ids: Mapping[int, int],
    setup: HandSetup,
    actions: Sequence[Action],
    details: HandDetails,
    actor: "User",
) -> RecordedHand:
    """Record a hand with the buy-ins of its players before it and their cash-outs after it, in one transaction.

    `guest_ids` are the guests by seat; each buys in for their stack in the set-up, which may be below the minimum here,
    as for a guest who is moved with their stack (WSOP live-action 102).  `details.rake_cents` is the rake that the
    other room took.

    Refuses what `recording.record_actions` refuses, a set-up that cannot be played (`setup.check`), another game or
    chip than the table's (`game_differs`), a bomb pot where there are none (`no_bomb_pots`), another number of boards
    than such a hand has here (`boards_wrong`), posts that are no whole chips (`not_on_chip`), money in the pot that
    lay on no seat (`dead_money`), and `seat_unknown`, `guests_seated`, `no_such_guest`, `guest_seated`.
    """
    situation, game = recording.ready(table_id, version, Game.Recording.EVERY_ACTION, actor)
    check(setup)
    _check_game(setup, game)
    for seat in setup.seats:
        refusals.seat_exists(situation, seat.seat)
        refusals.whole_chips(seat.stack_cents, game)
    _check_guests(setup, guest_ids, situation)
    visitors = tuple(
        Occupied(_UNWRITTEN, seat.seat, guest_ids[seat.seat], False, False, False, seat.stack_cents, False)  # noqa: FBT003
        for seat in setup.seats
    )
    _move_chips(situation, EntryCode.BUY_IN, {seat.seat: seat.stack_cents for seat in setup.seats}, actor)
    deal = Deal(setup, blinds.positions_of(setup), ())
    recorded = recording.book_actions(replace(situation, seats=visitors), game, deal, actions, details, actor=actor)
    assert recorded.hand.result is not None
    left = settlement.stacks_after(recorded.hand.result)
    _move_chips(situation, EntryCode.CASH_OUT, left, actor)
    Sitting.objects.bulk_create(_sitting(situation, game, one, left[one.seat]) for one in visitors)
    return recorded


def _check_game(setup: HandSetup, game: Game) -> None:
    """Refuse another variant, betting or chip than the table's, odd posts, dead money; blinds and antes may differ."""
    terms = setup.terms
    if (terms.variant, terms.betting, terms.chip_cents) != (game.variant, game.betting, game.chip_cents):
        raise Refusal(
            "game_differs",
            N_("The table plays %(variant)s %(betting)s with chips of %(chip_cents)s."),
            variant=game.variant,
            betting=game.betting,
            chip_cents=game.chip_cents,
        )
    if setup.bomb_pot:
        refusals.with_bomb_pots(game)
    boards = game.bomb_pot_boards if setup.bomb_pot else game.boards
    if setup.boards != boards:
        raise Refusal(
            "boards_wrong", N_("Such a hand has %(boards)s boards here."), boards=boards, boards_given=setup.boards
        )
    for seat in setup.seats:
        for post in seat.posts:
            refusals.whole_chips(post.cents, game, least_cents=0)
    if setup.dead_cents:
        raise Refusal(
            "dead_money",
            N_("The pot holds %(dead_cents)s that come from no seat: record them as posted blinds."),
            dead_cents=setup.dead_cents,
        )


def _check_guests(setup: HandSetup, guest_ids: Mapping[int, int], situation: Situation) -> None:
    if situation.seats:
        raise Refusal(
            "guests_seated",
            N_("Guests are still seated at table %(table)s."),
            table=situation.table.code,
            seats=[one.seat for one in situation.seats],
        )
    wanted = {guest_ids[one.seat] for one in setup.seats if one.seat in guest_ids}
    sits = Exists(Sitting.objects.filter(guest=OuterRef("pk"), left_at=None))
    known = Guest.objects.filter(pk__in=wanted, house_id=situation.table.house_id, merged_into=None).values_list(
        "name", sits
    )
    if len(known) != len(setup.seats):
        raise NotFound("no_such_guest", N_("Guest not found."))
    for name, sits_elsewhere in known:
        if sits_elsewhere:
            raise Refusal("guest_seated", N_("%(guest)s is seated at another table."), guest=name)


def _sitting(situation: Situation, game: Game, one: Occupied, cashed_out_cents: int) -> Sitting:
    return Sitting(
        session=situation.session,
        table_id=situation.table.id,
        seat=one.seat,
        guest_id=one.guest_id,
        is_new=False,
        sat_at=situation.now,
        left_at=situation.now,
        buy_in_cents=one.stack_cents,
        min_buy_in_cents=min(game.min_buy_in_cents, one.stack_cents),
        bought_in_cents=one.stack_cents,
        cashed_out_cents=cashed_out_cents,
    )


def _move_chips(situation: Situation, code: EntryCode, stacks_cents: Mapping[int, int], actor: "User") -> None:
    """Post one entry that moves all these stacks in (`BUY_IN`) or out (`CASH_OUT`)."""
    session, _game = refusals.in_session(situation)
    table = situation.table.code
    outside = places.guests(table)
    moves = [Move(outside, places.seat(table, seat), cents) for seat, cents in sorted(stacks_cents.items()) if cents]
    if code == EntryCode.CASH_OUT:
        moves = [Move(move.destination, move.source, move.amount_cents) for move in moves]
    ledger.post(
        day=refusals.open_day(situation),
        book=rows.book(table),
        code=code,
        subject=f"session:{session.pk}",
        moves=moves,
        actor=actor,
        at=situation.now,
    )
