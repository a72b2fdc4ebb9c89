"""When the minimum stake goes up (S4; seed 000): after x minutes or x hands, "only in the next game round".

Minutes are minutes of play: from the opening of the table, without its pauses.  A step is due for a hand when it was
due at the moment that the hand began, so a hand that is being played is never touched.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from accounting import money
from casino.errors import N_, Malformed, Refusal

MOST_MINUTES: Final = 1_440
MOST_HANDS: Final = 1_000
"""The largest numbers of a step; larger ones are taken for typing errors."""


@dataclass(frozen=True, slots=True)
class Stake:
    """The facts of a game that decide whether another one is an increase of it; no `bomb_pot_boards`: no bomb pots."""

    variant: str
    betting: str
    recording: str
    small_blind_cents: int
    big_blind_cents: int
    chip_cents: int
    boards: int = 1
    bomb_pot_boards: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """Another game after a number of minutes or of hands; exactly one of the two is set."""

    id: int
    game_id: int
    after_minutes: int | None
    after_hands: int | None

    @property
    def after(self) -> int:
        """The number of minutes or of hands."""
        return self.after_minutes or self.after_hands or 0


@dataclass(frozen=True, slots=True)
class Course:
    """The progress of the evening when a hand begins."""

    opened_at: datetime
    paused: timedelta
    hands_dealt: int
    begins_at: datetime


def same_kind(one: Stake, other: Stake) -> bool:
    """Whether both are the same game, on as many boards, recorded in the same way.

    With more boards the deck may not suffice for the players who sit there.
    """

    def kind(stake: Stake) -> tuple[object, ...]:
        return stake.variant, stake.betting, stake.recording, stake.boards, stake.bomb_pot_boards

    return kind(one) == kind(other)


def is_increase(before: Stake, after: Stake) -> bool:
    """Whether the minimum stake goes up, and every chip in play can still be bet: no larger chip than before."""
    return (
        same_kind(before, after)
        and after.big_blind_cents > before.big_blind_cents
        and after.small_blind_cents >= before.small_blind_cents
        and money.is_multiple(before.chip_cents, after.chip_cents)
    )


def due_at(step: Step, opened_at: datetime, paused: timedelta) -> datetime | None:
    """When a step by minutes is due unless play is paused again; None for a step by hands."""
    return None if step.after_minutes is None else opened_at + paused + timedelta(minutes=step.after_minutes)


def is_due(step: Step, course: Course) -> bool:
    """Whether a step is due for the hand that begins at that moment."""
    moment = due_at(step, course.opened_at, course.paused)
    return course.hands_dealt >= step.after if moment is None else course.begins_at >= moment


def due(plan: Iterable[Step], course: Course) -> tuple[Step, ...]:
    """The steps that are due for the hand, the earliest first."""
    return tuple(sorted((step for step in plan if is_due(step, course)), key=lambda step: step.after))


def check(step: Step, stake: Stake, plan: Sequence[tuple[Step, Stake]], current: Stake, course: Course) -> None:
    """Refuse a step that does not fit the planned ones.

    A number outside its limits (`step_malformed`), another game (`stake_other_kind`), a moment that is over
    (`step_passed`), minutes beside hands (`measures_differ`), a moment that is taken (`step_planned`), and a stake that
    is not larger than all before it and smaller than all after it (`stake_not_larger`).
    """
    _check_number(step)
    if not same_kind(stake, current):
        raise Refusal(
            "stake_other_kind",
            N_("Only the stake goes up: variant, betting, boards, bomb pots and recording stay as they are."),
        )
    if is_due(step, course):
        raise Refusal("step_passed", N_("That time has passed: choose a later one."), after=step.after)
    if any((one.after_minutes is None) != (step.after_minutes is None) for one, _stake in plan):
        raise Refusal("measures_differ", N_("The steps of an evening must all go by minutes or all by hands."))
    if any(one.after == step.after for one, _stake in plan):
        raise Refusal("step_planned", N_("A step is already planned for that time."), after=step.after)
    before = [one for other, one in plan if other.after < step.after]
    later = [one for other, one in plan if other.after > step.after]
    if not all(is_increase(one, stake) for one in [current, *before]) or not all(
        is_increase(stake, one) for one in later
    ):
        raise Refusal(
            "stake_not_larger",
            N_("Each step must have a higher minimum stake than the one before it, and no larger a smallest chip."),
            big_blind_cents=stake.big_blind_cents,
            current_cents=current.big_blind_cents,
        )


def _check_number(step: Step) -> None:
    if (step.after_minutes is None) == (step.after_hands is None):
        raise Malformed("step_malformed", N_("Enter after how many minutes, or after how many hands."))
    most = MOST_HANDS if step.after_minutes is None else MOST_MINUTES
    if not 1 <= step.after <= most:
        raise Malformed("step_malformed", N_("Must be between %(least)s and %(most)s."), least=1, most=most)
