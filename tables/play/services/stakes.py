"""Planned increases of an open table's stake (S4; seed 000), and the record of every change of its game.

A step takes effect when the next hand begins, under the table's lock, and never within a hand, so it depends on no
scheduled task.  Seated guests play on with their stacks, even below the new minimum (table stakes, T1); guests who
sit down afterwards buy in for the new minimum (S5).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from accounting.models import House
from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Game, GameChange, Session, StakeStep
from tables.play.selectors import situations
from tables.play.selectors import stakes as selector
from tables.play.selectors.situations import Situation
from tables.play.selectors.stakes import Play
from tables.play.services import refusals, rows
from tables.rules.terms import stakes
from tables.rules.terms.stakes import Step

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "tables.open_table"


@dataclass(frozen=True, slots=True)
class Planned:
    """A step as the floor plans it: another game after a number of minutes of play, or of hands."""

    game_id: int
    after_minutes: int | None = None
    after_hands: int | None = None


@use_case("tables.open_table")
def plan(*, table_id: int, version: int | None, planned: Planned, actor: "User") -> int:
    """Plan an increase of the minimum stake at an open table.

    Refuses what `tables.rules.terms.stakes.check` refuses, a game of another house, not on offer or without approved
    terms in force, games against the house, and (`stake_not_agreed`) any increase after the first hand where the house
    requires increases to be agreed before the start.
    """
    situation = _situation(table_id, version, actor)
    refuse_not_agreed(situation)
    _add(situation, planned, without=None, actor=actor)
    rows.touch(situation.table)
    return situation.table.id


@use_case("tables.open_table")
def change(*, table_id: int, version: int | None, step_id: int, planned: Planned, actor: "User") -> int:
    """Cancel a planned step and plan another instead; refuses what `plan` and `cancel` refuse."""
    situation = _situation(table_id, version, actor)
    step = _ahead(situation, step_id)
    refuse_not_agreed(situation)
    _cancel(step, situation, actor)
    _add(situation, planned, without=step.pk, actor=actor)
    rows.touch(situation.table)
    return situation.table.id


@use_case("tables.open_table")
def cancel(*, table_id: int, version: int | None, step_id: int, actor: "User") -> int:
    """Cancel a planned step; refuses `no_such_step`, `step_over`."""
    situation = _situation(table_id, version, actor)
    _cancel(_ahead(situation, step_id), situation, actor)
    rows.touch(situation.table)
    return situation.table.id


def at_next_hand(situation: Situation, dealt_at: datetime | None = None) -> Situation:
    """The situation in which the next hand begins, with the stake raised if a step is due.  An inner step.

    No query unless a step is due.  None is taken during a hand, nor before the redeal of a misdealt hand.  Of several
    due steps the last increase is taken, the others are passed over, also those that are no increase any more because
    the floor has changed the game.
    """
    play = Play.at(situation)
    if play is None or situation.hand_id is not None or play.session.is_redeal:
        return situation
    due = play.due(dealt_at) if play.session.state == Session.State.OPEN else ()
    if not due:
        return situation
    new, taken = selector.raised(play.game, due, selector.games_of(due))
    steps = StakeStep.objects.filter(pk__in=[step.id for step in due])
    if taken is not None:
        steps.filter(pk=taken.id).update(state=StakeStep.State.TAKEN, ended_at=situation.now)
        Session.objects.filter(pk=play.session.pk).update(game=new)
        note(situation, new, step_id=taken.id)
    steps.filter(state=StakeStep.State.PLANNED).update(state=StakeStep.State.PASSED, ended_at=situation.now)
    return situations.of(situation.table, situation.now)


def refuse_not_agreed(situation: Situation) -> None:
    """Refuse an increase after the first hand where the house requires agreement before the start (seed 000 §1).

    Steps can still be cancelled, which leaves the stake lower than agreed.
    """
    session, _game = refusals.in_session(situation)
    if session.hands_dealt and _is_agreed_before_start(situation.table.house_id):
        raise Refusal(
            "stake_not_agreed",
            N_("In this house the stakes go up only as planned before the first hand of the table."),
            hands_dealt=session.hands_dealt,
        )


def _is_agreed_before_start(house_id: int) -> bool:
    return House.objects.values_list("stakes_agreed_before_start", flat=True).get(pk=house_id)


def refuse_raised_game(situation: Situation, new: Game) -> None:
    """Refuse a change of game that is an increase not agreed before the start (`stake_not_agreed`).  An inner step."""
    _session, game = refusals.in_session(situation)
    if not game.is_banked and stakes.is_increase(selector.stake_of(game), selector.stake_of(new)):
        refuse_not_agreed(situation)


def note(
    situation: Situation, new: Game, *, actor: "User | None" = None, step_id: int | None = None, reason: str = ""
) -> None:
    """Record a change of game from the next hand on, by a person (`actor`) or by a planned step.  An inner step."""
    session, game = refusals.in_session(situation)
    dealt = session.rounds_dealt if game.is_banked else session.hands_dealt
    GameChange.objects.create(
        session=session,
        from_game=game,
        to_game=new,
        from_hand=dealt + 1,
        at=situation.now,
        by=actor,
        step_id=step_id,
        reason=reason,
    )


def _situation(table_id: int, version: int | None, actor: "User") -> Situation:
    situation = situations.of(locks.table(table_id, version=version, actor=actor), house_time.now())
    _session, game = refusals.in_session(situation)
    refusals.among_guests(game)
    return situation


def _ahead(situation: Situation, step_id: int) -> StakeStep:
    """A planned step of this session; refuses `no_such_step`, `step_over`."""
    step = StakeStep.objects.filter(pk=step_id, session=situation.session).first()
    if step is None:
        raise NotFound("no_such_step", N_("Step not found at this table."))
    if step.state != StakeStep.State.PLANNED:
        raise Refusal("step_over", N_("This step is over: only steps still to come can be changed."), state=step.state)
    return step


def _cancel(step: StakeStep, situation: Situation, actor: "User") -> None:
    step.state, step.ended_at, step.cancelled_by = StakeStep.State.CANCELLED, situation.now, actor
    step.save(update_fields=["state", "ended_at", "cancelled_by"])


def _add(situation: Situation, planned: Planned, *, without: int | None, actor: "User") -> None:
    play = Play.at(situation)
    assert play is not None, "the table is in session"
    game = locks.game(planned.game_id)
    if game.house_id != situation.table.house_id:
        raise NotFound("no_such_game", N_("Game not found."))
    if not game.is_active:
        raise Refusal("game_not_offered", N_("The game “%(game)s” is no longer offered."), game=game.name)
    refusals.has_terms(game, situation.now)
    ahead = [step for step in play.plan if step.id != without]
    games = selector.games_of(ahead)
    stakes.check(
        Step(0, game.pk, planned.after_minutes, planned.after_hands),
        selector.stake_of(game),
        [(step, selector.stake_of(games[step.game_id])) for step in ahead],
        selector.stake_of(play.game),
        play.course(situation.now),
    )
    StakeStep.objects.create(
        session=play.session,
        game=game,
        after_minutes=planned.after_minutes,
        after_hands=planned.after_hands,
        planned_at=situation.now,
        planned_by=actor,
    )
