"""Recording a finished hand in one call: all its actions at once, or only its outcome.

`client_uuid` is the tablet's own id of the hand and unique for ever: a tablet that wakes up after a week cannot book a
hand twice.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import IntegrityError

from accounting.ledger.services import ledger
from accounting.policy import rake
from accounting.policy.rake import HandFacts
from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks, settlement
from tables.evidence import Row
from tables.hands.selectors import next_hand
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import booking, dealing, hands
from tables.hands.services.booking import Context
from tables.models import Game, Hand
from tables.play.selectors import situations
from tables.play.selectors.situations import Charge, Situation
from tables.play.services import pools, refusals, stakes
from tables.play.services import rows as writing
from tables.rules import cards, setup
from tables.rules.actions import Action
from tables.rules.blinds import Deal, Positions
from tables.rules.hand import Phase, State, apply, start
from tables.rules.result import result
from tables.rules.setup import FEWEST_PLAYERS, HandSetup
from tables.settlement import Settlement, Tax, Tip

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class Summary:
    """A hand's outcome as the dealer keys it, in cents; the pot excludes uncalled bets.

    `contributions`: what each seat put in, if the dealer says so; then `winners` name everybody who won a part, and
    `won` may say how much each of them won, before the tip.
    """

    pot_cents: int
    flop_seen: bool
    dealt_in: int
    tip_cents: int = 0
    rake_cents: int | None = None
    winners: tuple[int, ...] = ()
    reason: str = ""
    client_uuid: UUID | None = None
    dealt_at: datetime | None = None
    contributions: Mapping[int, int] = field(default_factory=dict)
    won: Mapping[int, int] = field(default_factory=dict)
    bomb_pot: bool = False


@dataclass(frozen=True, slots=True)
class HandDetails:
    """Details of a hand beside its actions: tips, the rake taken (None: as due) and its reason, id and time."""

    tips: tuple[Tip, ...] = ()
    rake_cents: int | None = None
    reason: str = ""
    client_uuid: UUID | None = None
    dealt_at: datetime | None = None


@use_case("tables.record_hand")
def record_actions(
    *,
    table_id: int,
    version: int | None,
    button_seat: int | None = None,
    actions: Sequence[Action],
    tips: Sequence[Tip] = (),
    rake_cents: int | None = None,
    reason: str = "",
    client_uuid: UUID | None = None,
    dealt_at: datetime | None = None,
    actor: "User",
) -> RecordedHand:
    """Record a whole hand from its actions and settle it.

    Refuses what `hands.start`, `hands.act` and `hands.settle` refuse; `facts["number"]` is the refused action's number.
    """
    situation, game = ready(table_id, version, Game.Recording.EVERY_ACTION, actor, dealt_at)
    deal = next_hand.next_deal(situation, game, button_seat)
    details = HandDetails(tuple(tips), rake_cents, reason, client_uuid, dealt_at)
    return book_actions(situation, game, deal, actions, details, actor=actor)


@use_case("tables.record_hand")
def record_summary(*, table_id: int, version: int | None, summary: Summary, actor: "User") -> RecordedHand:
    """Record the outcome of a hand: pot, flop, players, rake, tip.

    Refuses more players than seated (`dealt_in_differs`), a pot above the chips on the table (`pot_above_table`) or
    above the stacks that the guests dealt in can have had (`pot_above_stakes`), amounts off the table's chip, a rake
    other than the rake due without a reason, and a `client_uuid` that was booked before (`hand_recorded`).  Of
    contributions it refuses what `tables.rules.contributions` refuses; of a bomb pot one in a game that has none
    (`no_bomb_pots`), and one without a flop (`bomb_pot_without_flop`).
    """
    situation, game = ready(table_id, version, Game.Recording.SUMMARY, actor)
    return book_summary(situation, game, summary, actor=actor)


def book_summary(situation: Situation, game: Game, summary: Summary, *, actor: "User") -> RecordedHand:
    """Settle and book an outcome at a locked table.  An inner step."""
    charge = refusals.charge(situation)
    check_outcome(summary, situation, game)
    pools.check(situation, game, summary.pot_cents, summary.dealt_in, summary.dealt_at)
    pools.check_contributions(situation, game, summary)
    settled = settled_summary(situation.table.code, summary, game, charge)
    hand = _book(
        situation,
        game,
        settled,
        (),
        positions=next_hand.next_positions(situation),
        setup_json=None,
        client_uuid=summary.client_uuid,
        dealt_at=summary.dealt_at,
        actor=actor,
    )
    if summary.contributions:
        pools.measure(hand.session_id)
    return RecordedHand(hand, situation.table.code, (), None)


def settled_summary(table_code: str, summary: Summary, game: Game, charge: Charge) -> Settlement:
    """Settle an outcome under these terms; refuses amounts off the chip, and rake and tip together above the pot."""
    _check_bomb_pot(summary, game)
    refusals.whole_chips(summary.pot_cents, game)
    refusals.whole_chips(summary.tip_cents, game, least_cents=0)
    for cents in (*summary.contributions.values(), *summary.won.values()):
        refusals.whole_chips(cents, game)
    settled = settlement.of_summary(
        table=table_code,
        facts=HandFacts(
            summary.pot_cents,
            summary.flop_seen,
            summary.dealt_in,
            chip_cents=game.chip_cents,
            bomb_pot=summary.bomb_pot,
        ),
        tip_cents=summary.tip_cents,
        winners=summary.winners,
        tax=Tax(rake.parse(charge.terms), charge.id, summary.rake_cents, summary.reason.strip()),
        contributions=_by_seat(summary.contributions),
        won=_by_seat(summary.won),
    )
    pools.check_won(game, summary, summary.pot_cents - settled.taken_cents - settled.due.jackpot_cents)
    if settled.taken_cents + settled.due.jackpot_cents + summary.tip_cents > summary.pot_cents:
        raise Refusal(
            "tip_above_stack",
            N_("Rake and tip together exceed the pot of %(pot_cents)s."),
            pot_cents=summary.pot_cents,
            rake_cents=settled.taken_cents,
            tip_cents=summary.tip_cents,
        )
    return settled


def _check_bomb_pot(summary: Summary, game: Game) -> None:
    """Refuse `no_bomb_pots`, and `bomb_pot_without_flop`: nobody bets before the flop, so nobody folds before it."""
    if not summary.bomb_pot:
        return
    refusals.with_bomb_pots(game)
    if not summary.flop_seen:
        raise Refusal("bomb_pot_without_flop", N_("A bomb pot always has a flop."))


def _by_seat(cents: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): cents[seat] for seat in sorted(cents)}


def book_actions(
    situation: Situation, game: Game, deal: Deal, actions: Sequence[Action], details: HandDetails, *, actor: "User"
) -> RecordedHand:
    """Replay a dealt hand, settle and book it.  An inner step; refuses illegal actions and `hand_not_over`."""
    charge = refusals.charge(situation)
    state, seats = _played(deal.setup, actions)
    if state.phase is not Phase.FINISHED:
        raise hands.not_over(state)
    rows = tuple(
        Row(
            number,
            action.kind.value,
            seat,
            action.to_cents,
            cards.format(action.cards),
            None,
            actor.pk,
            situation.now,
        )
        for number, (action, seat) in enumerate(zip(actions, seats, strict=True), 1)
    )
    settled = settlement.of_hand(
        table=situation.table.code,
        result=result(state),
        tips=details.tips,
        tax=Tax(rake.parse(charge.terms), charge.id, details.rake_cents, details.reason.strip()),
    )
    hand = _book(
        situation,
        game,
        settled,
        rows,
        positions=deal.positions,
        setup_json=setup.to_json(deal.setup),
        client_uuid=details.client_uuid,
        dealt_at=details.dealt_at,
        actor=actor,
    )
    dealing.note(situation, deal)
    return RecordedHand(hand, situation.table.code, rows, state)


def _played(dealt: HandSetup, actions: Sequence[Action]) -> tuple[State, list[int | None]]:
    """The hand's final state and each action's seat; a refused action's number is in `facts["number"]`."""
    state = start(dealt)
    seats = []
    for number, action in enumerate(actions, 1):
        seats.append(hands.doer(state, action))
        try:
            state = apply(state, action)
        except Refusal as refusal:
            refusal.facts["number"] = number
            raise
    return state, seats


def ready(
    table_id: int,
    version: int | None,
    recording: Game.Recording,
    actor: "User",
    dealt_at: datetime | None = None,
) -> tuple[Situation, Game]:
    """Lock a table and check that `actor` may record a finished hand there now.  An inner step."""
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.require_dealer(actor, situation.dealer_id)
    situation = stakes.at_next_hand(situation, dealt_at)
    _session, game = refusals.playing(situation)
    may_record(situation, game, recording)
    return situation, game


def may_record(situation: Situation, game: Game, recording: Game.Recording) -> None:
    """Refuse during a hand, without an open day, for the other way of recording, and for a game against the house."""
    refusals.among_guests(game)
    refusals.between_hands(situation)
    refusals.open_day(situation)
    if game.recording != recording:
        raise Refusal("recording_differs", N_("This game is recorded by %(recording)s."), recording=game.recording)


def check_outcome(summary: Summary, situation: Situation, game: Game) -> None:
    """Refuse what cannot be at this table; how much its guests can have had is for `pools.check`."""
    refusals.whole_chips(summary.pot_cents, game)
    present = [occupied.seat for occupied in situation.seats if not occupied.is_away]
    check_players(summary, [occupied.seat for occupied in situation.seats], present)
    if summary.pot_cents > situation.pool_cents:
        raise Refusal(
            "pot_above_table",
            N_("There are only %(pool_cents)s on the table."),
            pot_cents=summary.pot_cents,
            pool_cents=situation.pool_cents,
        )
    for seat in summary.winners:
        refusals.seated(situation, seat)


def check_players(summary: Summary, seats: Collection[int], present: Sequence[int]) -> None:
    """Refuse `dealt_in_differs`: fewer players than a hand needs, or more than these seats."""
    if not FEWEST_PLAYERS <= summary.dealt_in <= len(seats):
        raise Refusal(
            "dealt_in_differs",
            N_("Between %(least)s and %(most)s guests can have been dealt in."),
            dealt_in=summary.dealt_in,
            least=FEWEST_PLAYERS,
            most=len(seats),
            present=list(present),
        )


def _book(
    situation: Situation,
    game: Game,
    settled: Settlement,
    rows: tuple[Row, ...],
    *,
    positions: Positions | None,
    setup_json: dict[str, object] | None,
    client_uuid: UUID | None,
    dealt_at: datetime | None,
    actor: "User",
) -> Hand:
    refusals.dealt_in_time(situation, dealt_at)
    try:
        hand = writing.insert_hand(
            situation,
            state=Hand.State.SETTLED,
            actor_id=actor.pk,
            positions=positions,
            setup=setup_json,
            rows=rows,
            started_at=dealt_at,
            result=settled.result,
            client_uuid=client_uuid,
        )
    except IntegrityError as error:
        if "client_uuid" in str(error):
            raise refusals.recorded_already(client_uuid) from None
        raise
    day, charge = refusals.open_day(situation), refusals.charge(situation)
    context = Context(day, situation.table.code, game.name, charge.terms)
    entry = booking.entry(hand, context, settled, rows, at=situation.now, actor=actor)
    ledger.post_facts(entry, day_id=day.pk)
    return hand
