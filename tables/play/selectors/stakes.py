"""Planned increases of an open table's stake: the steps, the hand from which each holds, and the games before.

Where every action is recorded, a hand begins when it is started.  Where only its outcome is recorded, it begins when
the previous hand was keyed, or when play resumed after a pause; so a hand in progress when a step becomes due is still
played for the old stake.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from casino import house_time
from tables.models import Game, GameChange, Hand, Session, StakeStep
from tables.play.selectors.situations import Situation
from tables.rules.terms import rebuys, stakes
from tables.rules.terms.rebuys import Rebuy
from tables.rules.terms.stakes import Course, Stake, Step


@dataclass(frozen=True, slots=True)
class Coming:
    """The next increase: its game and its time.  `from_hand` is None while the time has not come."""

    step_id: int
    game: Game
    from_hand: int | None
    due_at: datetime | None

    @property
    def is_next(self) -> bool:
        """Whether the hand is known from which the increase holds, so that screens announce it."""
        return self.from_hand is not None


@dataclass(frozen=True, slots=True)
class Play:
    """An open table's session with its planned steps."""

    session: Session
    game: Game
    plan: tuple[Step, ...]
    hand_before_at: datetime | None
    now: datetime

    @classmethod
    def at(cls, situation: Situation) -> "Play | None":
        """The session of a locked table; None while it is closed."""
        if situation.session is None or situation.game is None:
            return None
        return cls(situation.session, situation.game, situation.plan, situation.hand_before_at, situation.now)

    @property
    def paused(self) -> timedelta:
        """The total length of its pauses, a current one included."""
        over = timedelta(seconds=self.session.paused_seconds)
        lasts = self.session.state == Session.State.PAUSED and self.session.switched_at is not None
        return over + (self.now - self.session.switched_at if lasts and self.session.switched_at else timedelta())

    def begins_at(self, dealt_at: datetime | None = None) -> datetime:
        """When the next hand begins; where every action is recorded, `dealt_at` if given (not later than now)."""
        if self.game.recording == Game.Recording.EVERY_ACTION:
            return min(dealt_at or self.now, self.now)
        since = [self.session.opened_at, self.hand_before_at]
        since.append(self.session.switched_at if self.session.state == Session.State.OPEN else None)
        return max(moment for moment in since if moment is not None)

    def course(self, begins_at: datetime) -> Course:
        """The session's course up to that time."""
        return Course(self.session.opened_at, self.paused, self.session.hands_dealt, begins_at)

    def due(self, dealt_at: datetime | None = None) -> tuple[Step, ...]:
        """The steps that are due for the next hand."""
        return stakes.due(self.plan, self.course(self.begins_at(dealt_at))) if self.plan else ()


def stake_of(game: Game) -> Stake:
    """The stake of a game as the rules take it."""
    return Stake(
        variant=game.variant,
        betting=game.betting,
        recording=game.recording,
        small_blind_cents=game.small_blind_cents,
        big_blind_cents=game.big_blind_cents,
        chip_cents=game.chip_cents,
        boards=game.boards,
        bomb_pot_boards=game.bomb_pot_boards if game.offers_bomb_pots else 0,
    )


def raised(game: Game, due: Iterable[Step], games: Mapping[int, Game]) -> tuple[Game, Step | None]:
    """The game played once these steps are due, and its step: the last one that is an increase; else no step."""
    for step in reversed(list(due)):
        new = games.get(step.game_id)
        if new is not None and stakes.is_increase(stake_of(game), stake_of(new)):
            return new, step
    return game, None


def games_of(steps: Iterable[Step]) -> dict[int, Game]:
    """The games of these steps by id; no query without steps."""
    wanted = {step.game_id for step in steps}
    return Game.objects.in_bulk(wanted) if wanted else {}


def next_game(situation: Situation) -> Game | None:
    """The game of the next hand, which sets the buy-in of a guest who sits down now (S5); None while closed."""
    play = Play.at(situation)
    if play is None:
        return None
    due = play.due()
    return raised(play.game, due, games_of(due))[0] if due else play.game


def counts(situation: Situation, dealt_at: datetime | None) -> bool:
    """Whether the next hand is an announced last hand; the one in progress at the announcement is not."""
    play = Play.at(situation)
    if play is None or play.session.last_hands_at is None:
        return False
    return play.begins_at(dealt_at) >= play.session.last_hands_at


def play_of(session: Session, now: datetime | None = None) -> Play:
    """The play of a session for screens, which hold no lock; load the session's `game` before."""
    rows = StakeStep.objects.filter(session=session, state=StakeStep.State.PLANNED)
    plan = tuple(Step(*row) for row in rows.values_list("pk", "game_id", "after_minutes", "after_hands"))
    before = None
    if plan and session.game.recording == Game.Recording.SUMMARY:
        hands = Hand.objects.filter(session=session, number=session.hands_dealt)
        before = hands.values_list("started_at", flat=True).first()
    return Play(session, session.game, plan, before, now or house_time.now())


def coming(play: Play) -> Coming | None:
    """The next planned step that is an increase; None if there is none."""
    games = games_of(play.plan)
    number = play.session.hands_dealt + 1
    new, step = raised(play.game, play.due(), games)
    if step is not None:
        return Coming(step.id, new, number, _due_at(step, play))
    ahead = sorted(set(play.plan) - set(play.due()), key=lambda one: one.after)
    for step in ahead:
        new = games[step.game_id]
        if stakes.is_increase(stake_of(play.game), stake_of(new)):
            at = _due_at(step, play)
            if step.after_hands is not None:
                return Coming(step.id, new, step.after_hands + 1, None)
            # It became due during a hand of which only the outcome is recorded: it holds from the hand after that.
            return Coming(step.id, new, number + 1 if at is not None and at <= play.now else None, at)
    return None


def good_until(found: Coming | None, now: datetime) -> datetime | None:
    """When a screen showing this increase must be refreshed because its time has come; None: only when data changes."""
    return None if found is None or found.due_at is None or found.due_at <= now else found.due_at


def steps_of(session_id: int) -> list[StakeStep]:
    """All steps of an opening, in the order of the plan."""
    return list(StakeStep.objects.filter(session=session_id).select_related("game", "planned_by", "cancelled_by"))


def changes_of(session_id: int) -> list[GameChange]:
    """The changes of game in a session, in order."""
    return list(GameChange.objects.filter(session=session_id).select_related("from_game", "to_game", "by", "step"))


def _due_at(step: Step, play: Play) -> datetime | None:
    """The step's time on the clock; None for steps by hands, and while play is paused."""
    if play.session.state == Session.State.PAUSED:
        return None
    return stakes.due_at(step, play.session.opened_at, play.paused)


def rebuy_of(game: Game) -> Rebuy:
    """The game's re-buy policy (S6)."""
    return rebuys.policy(
        is_allowed=game.rebuy_allowed,
        at_cents=game.rebuy_at_cents,
        amount_cents=game.rebuy_cents,
        min_buy_in_cents=game.min_buy_in_cents,
    )


def usual_rebuy_cents(game: Game) -> int:
    """How much a re-buy of the game is where nobody says (S6)."""
    return rebuys.usual_cents(rebuy_of(game), game.min_buy_in_cents)


def of_table(table_id: int) -> Play | None:
    """The session in progress, for screens; None while the table is closed."""
    session = Session.objects.filter(table_id=table_id, closed_at=None).select_related("game").first()
    return None if session is None else play_of(session)


def game_of_next_hand(play: Play) -> Game:
    """The game of the hand that is keyed next."""
    due = play.due()
    return raised(play.game, due, games_of(due))[0] if due else play.game


def larger(play: Play) -> list[Game]:
    """The house's active games with a higher stake, the smallest first."""
    rows = Game.objects.filter(house_id=play.game.house_id, is_active=True).order_by("big_blind_cents", "name")
    return [game for game in rows if stakes.is_increase(stake_of(play.game), stake_of(game))]
