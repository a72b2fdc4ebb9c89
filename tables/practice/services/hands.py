"""Hands of a practice game, every action, by the same engine and rule set as the game with money."""

from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks
from tables.hands.selectors.chip_hands import state_of
from tables.hands.services import chip_hands
from tables.locks import LockedTable
from tables.models import PracticeGame, PracticeHand, PracticeSeat
from tables.play.selectors import bomb_pots, positions
from tables.play.services import refusals, rows
from tables.practice.selectors import games
from tables.rules import actions, blinds, hand, setup
from tables.rules.actions import Action
from tables.rules.blinds import Deal, Entrant
from tables.rules.result import payout, result
from tables.rules.rule_sets import rule_set

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.record_hand")
def start(*, table_id: int, version: int | None, button_seat: int | None = None, actor: "User") -> PracticeHand:
    """Deal the next hand; the button moves on, unless a seat for it is named (S11).

    Refuses `no_practice`, `hand_in_progress`, `players_few` and a button that was not dealt in.
    """
    table = locks.table(table_id, version=version, actor=actor)
    practice = games.open_at(table.id)
    played = games.open_hand(practice)
    if played is not None:
        raise refusals.hand_in_progress(table.code, played.pk)
    deal = _deal(practice, button_seat)
    hand.start(deal.setup)
    practice.button_seat, practice.small_blind_seat = deal.positions.button_seat, deal.positions.small_blind_seat
    practice.big_blind_seat = deal.positions.big_blind_seat
    practice.hands_dealt += 1
    practice.save(update_fields=["button_seat", "small_blind_seat", "big_blind_seat", "hands_dealt"])
    made = PracticeHand.objects.create(
        practice=practice,
        number=practice.hands_dealt,
        setup=setup.to_json(deal.setup),
        at=house_time.now(),
        by=actor,
    )
    rows.touch(table)
    return made


@use_case("tables.record_hand")
def act(*, practice_hand_id: int, action: Action, count: int, actor: "User") -> PracticeHand:
    """Record one action; `count`: the actions that the caller has seen (`stale`).  Refuses illegal actions."""
    actions.check(action)
    _table, played = _open(practice_hand_id, count, actor)
    chip_hands.act(played, action)
    return played


@use_case("tables.record_hand")
def undo(*, practice_hand_id: int, count: int, actor: "User") -> PracticeHand:
    """Take back the last action.  Refuses where there is none (`nothing_to_undo`)."""
    _table, played = _open(practice_hand_id, count, actor)
    chip_hands.undo(played)
    return played


@use_case("tables.record_hand")
def void(*, practice_hand_id: int, count: int, actor: "User") -> PracticeHand:
    """Void an open hand: all chips stay where they were before it."""
    table, played = _open(practice_hand_id, count, actor)
    played.state = PracticeHand.State.VOID
    played.save(update_fields=["state"])
    rows.touch(table)
    return played


@use_case("tables.record_hand")
def settle(*, practice_hand_id: int, count: int, actor: "User") -> PracticeHand:
    """Pay a finished hand in full, since nothing is taken from its pot.  Refuses `hand_not_over`."""
    table, played = _open(practice_hand_id, count, actor)
    stacks = payout(result(state_of(played))).final_cents
    for one in PracticeSeat.objects.filter(practice=played.practice, seat__in=stacks):
        one.chips_cents = stacks[one.seat]
        one.save(update_fields=["chips_cents"])
    chip_hands.settle(played, stacks)
    rows.touch(table)
    return played


def _deal(practice: PracticeGame, button_seat: int | None) -> Deal:
    """The next hand among the seats with chips; nobody owes a blind here, and bomb pots come by number alone."""
    game, rules = practice.game, rule_set(practice.game.rule_set)
    playing = [Entrant(one.seat, one.chips_cents) for one in games.seats(practice) if one.chips_cents]
    seats = [one.seat for one in playing]
    if len(seats) < setup.FEWEST_PLAYERS:
        raise Refusal("players_few", N_("A hand needs at least %(fewest)s players."), fewest=setup.FEWEST_PLAYERS)
    last = games.last_positions(practice)
    if button_seat is not None or last is None:
        found = blinds.positions_from_button(seats[0] if button_seat is None else button_seat, seats, rules)
    else:
        found = blinds.next_positions(last, seats, rules)
    terms, bomb_pot = positions.terms_of(game), bomb_pots.by_number(game, practice.hands_dealt)
    if bomb_pot is not None:
        return blinds.deal_bomb_pot(
            terms, game.rule_set, playing, found, ante_cents=bomb_pot.ante_cents, boards=bomb_pot.boards
        )
    return blinds.deal_in(terms, game.rule_set, playing, found, boards=game.boards)


def _open(practice_hand_id: int, count: int, actor: "User") -> tuple[LockedTable, PracticeHand]:
    """The locked table and its open hand; refuses `no_such_hand`, `hand_ended`, `stale`."""
    table_id = games.hand(practice_hand_id).practice.table_id
    table = locks.tables([table_id])[table_id]
    played = games.hand(practice_hand_id)
    chip_hands.require_open(played, count, actor)
    return table, played
