"""Hands recorded at chosen tables of a tournament, every action, through the same engine as cash games.

Tournament chips are no money: the engine counts them as its units, and nothing is booked.  A settled hand updates the
entrants' stacks; a player without chips is eliminated, at once unless play is hand for hand.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from casino import house_time, reasons
from casino.errors import N_, Chips, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.hands.selectors.chip_hands import state_of
from tables.hands.services import chip_hands
from tables.models import Entrant, Tournament, TournamentHand, TournamentTable
from tables.prizes.services import eliminations
from tables.prizes.services.eliminations import Out
from tables.rules import actions, blinds, hand, setup
from tables.rules.actions import Action
from tables.rules.blinds import Positions
from tables.rules.result import payout, result
from tables.rules.rule_sets import USUAL, rule_set
from tables.rules.setup import GameTerms
from tables.rules.tournaments import clocks
from tables.rules.tournaments.eliminations import takers, won_pots
from tables.rules.tournaments.structures import AnteKind, Level
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import steps

if TYPE_CHECKING:
    from casino.models import User

RULES = USUAL
_OPEN = TournamentHand.State.OPEN


@use_case("tables.record_hand")
def start(
    *, tournament_id: int, version: int | None, table_id: int, button_seat: int | None = None, actor: "User"
) -> TournamentHand:
    """Begin the next hand at a table: by the level that holds now (S4, WSOP 79), button and blinds moved on.

    Refuses while the clock is stopped (`clock_stands`), during a hand (`hand_open`), and a first hand without its drawn
    button (`button_required`).
    """
    steps.require_recorder(table_id, actor)
    row = locks.tournament(tournament_id)
    locks.check_version(version, row.version, actor)
    steps.in_state(row, Tournament.State.RUNNING)
    steps.touch(row)
    table = seat_views.table(row, table_id)
    now = house_time.now()
    view = facts.clock(row, now)
    if view.is_paused or view.level is None:
        raise Refusal("clock_stands", N_("The clock is stopped: no hand may begin now."))
    if TournamentHand.objects.filter(table=table, state=_OPEN).exists():
        raise Refusal("hand_open", N_("A hand is being played at this table."))
    level = clocks.level_of_next_hand(facts.structure(row), facts.events(row), facts.milliseconds(now))
    playing = list(Entrant.objects.filter(table=table, state=Entrant.State.SEATED, chips__gt=0).order_by("seat"))
    positions = _positions(table, [one.seat for one in playing if one.seat], button_seat)
    entrants = [blinds.Entrant(one.seat, one.chips) for one in playing if one.seat]
    deal = blinds.deal_in(_terms(row, level, view.item_index), RULES, entrants, positions)
    hand.start(deal.setup)
    table.button_seat, table.small_blind_seat = deal.positions.button_seat, deal.positions.small_blind_seat
    table.big_blind_seat = deal.positions.big_blind_seat
    table.save(update_fields=["button_seat", "small_blind_seat", "big_blind_seat"])
    return steps.add(
        TournamentHand,
        row,
        actor,
        at=now,
        table=table,
        level=level.number,
        setup=setup.to_json(deal.setup),
        entrants={str(one.seat): one.number for one in playing},
    )


@use_case("tables.record_hand")
def act(*, tournament_hand_id: int, action: Action, count: int, actor: "User") -> TournamentHand:
    """Record one action.

    `count`: the number of actions that the caller has seen (`stale` where it has changed).  Refuses illegal actions.
    """
    actions.check(action)
    _row, played = _open(tournament_hand_id, count, actor)
    with _in_chips():
        chip_hands.act(played, action)
    return played


@use_case("tables.record_hand")
def undo(*, tournament_hand_id: int, count: int, actor: "User") -> TournamentHand:
    """Take back the last action.  Refuses where there is none (`nothing_to_undo`)."""
    _row, played = _open(tournament_hand_id, count, actor)
    chip_hands.undo(played)
    return played


@use_case("tables.record_hand")
def void(*, tournament_hand_id: int, reason: str, actor: "User") -> TournamentHand:
    """Void an open hand (a misdeal): all stacks stay as they were before it."""
    reason = reasons.given(reason)
    row, played = _open(tournament_hand_id, None, actor)
    played.state, played.reason = TournamentHand.State.VOID, reason
    played.save(update_fields=["state", "reason"])
    steps.touch(row)
    return played


@use_case("tables.record_hand")
def settle(*, tournament_hand_id: int, count: int, actor: "User") -> TournamentHand:
    """Close a finished hand: stacks change by wins and losses, and players without chips are eliminated.

    Chips bought during the hand stay with their player.  Refuses when a player was eliminated meanwhile
    (`entrant_state`), and when a count has left fewer chips than the hand lost (`chips_counted`): such a hand must be
    voided.
    """
    row, played = _open(tournament_hand_id, count, actor)
    state = state_of(played)
    over = result(state)
    paid = payout(over)
    stacks = paid.final_cents
    numbers = {int(seat): number for seat, number in played.entrants.items()}
    found = {one.number: one for one in Entrant.objects.filter(tournament=row, number__in=numbers.values())}
    by_seat = {seat: steps.still(found[number], Entrant.State.SEATED) for seat, number in numbers.items()}
    before = {one.seat: one.stack_cents for one in state.frame.setup.seats}
    for seat, chips in stacks.items():
        by_seat[seat].chips += chips - before[seat]
        if by_seat[seat].chips < 0:
            raise Refusal("chips_counted", N_("The chips were counted while this hand was played: void it."))
        by_seat[seat].save(update_fields=["chips"])
    chip_hands.settle(played, stacks)
    steps.touch(row)
    pots = won_pots(over, paid)
    outs = [
        Out(by_seat[seat].pk, tuple(by_seat[one].pk for one in takers(seat, pots)), before[seat])
        for seat in stacks
        if not by_seat[seat].chips
    ]
    if outs and not row.is_hand_for_hand:
        eliminations.put_out(row, outs, actor)
    return played


def _open(tournament_hand_id: int, count: int | None, actor: "User") -> tuple[Tournament, TournamentHand]:
    """The locked tournament and its open hand; refuses actors who may not record at the table."""
    tournament_id = TournamentHand.objects.filter(pk=tournament_hand_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_such_hand", N_("Hand not found."))
    row = locks.tournament(tournament_id)
    played: TournamentHand = TournamentHand.objects.select_related("table").get(pk=tournament_hand_id)
    steps.require_recorder(played.table.table_id, actor)
    chip_hands.require_open(played, count, actor)
    return row, played


@contextmanager
def _in_chips() -> Iterator[None]:
    """Let the engine's refusals speak of chips, since its units are no cents here."""
    try:
        yield
    except Refusal as refusal:
        amounts = {
            name: fact for name, fact in refusal.facts.items() if isinstance(fact, int) and name.endswith("_cents")
        }
        refusal.facts.update({name: Chips(amount) for name, amount in amounts.items()})
        raise


def _positions(table: TournamentTable, taken: list[int], button_seat: int | None) -> Positions:
    """Positions moved on from the last hand; from the drawn button where it is given (`button_required`)."""
    last = seat_views.last(table)
    if button_seat is not None:
        return blinds.positions_from_button(button_seat, taken, rule_set(RULES))
    if last is None:
        raise Refusal("button_required", N_("Enter where the button was drawn."))
    return blinds.next_positions(last, taken, rule_set(RULES))


def _terms(row: Tournament, level: Level, index: int) -> GameTerms:
    """The level as the engine's game terms; amounts are chips."""
    structure = facts.structure(row)
    return GameTerms(
        variant=structure.variant,
        betting=structure.betting,
        small_blind_cents=level.small_blind,
        big_blind_cents=level.big_blind,
        ante_cents=level.ante,
        big_blind_ante=level.ante_kind is AnteKind.BIG_BLIND,
        small_bet_cents=level.small_bet,
        big_bet_cents=level.big_bet,
        chip_cents=structure.chips_in_play(index)[0],
    )
