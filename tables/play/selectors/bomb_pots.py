"""Whether the next hand is a bomb pot, and why: the floor said so, a new dealer deals, or it is the n-th hand.

The dealer does not choose; pages and API say it before the hand is dealt.
"""

from dataclasses import dataclass
from typing import Final

from django.db.models import OuterRef, QuerySet, Subquery, TextChoices
from django.utils.translation import gettext_lazy as _

from tables.models import Game, Hand, Session
from tables.rules.setup import from_json


class Cause(TextChoices):
    """Why the next hand is a bomb pot."""

    REDEAL = "redeal", _("the misdealt bomb pot again")
    CALLED = "called", _("called by the floor")
    DEALER = "dealer", _("first hand of a new dealer")
    NUMBER = "number", _("due by number")


@dataclass(frozen=True, slots=True)
class BombPot:
    """A bomb pot that is dealt next: what everybody antes, on how many boards, and why."""

    ante_cents: int
    boards: int
    cause: Cause


_LAST_DEALER: Final = "last_dealer_id"


def due(session: Session, game: Game, dealer_id: int | None) -> BombPot | None:
    """The next hand's bomb pot; None: an ordinary hand.

    `game`: of the next hand.  A misdealt hand is dealt again as what it was.  A dealer is new where the session's last
    hand had another one.  At most one query (see `with_last_dealer`).
    """
    if session.is_redeal:
        return _again(session)
    if game.bomb_pot_ante_cents is None:
        return None
    if session.bomb_pot_called:
        return BombPot(game.bomb_pot_ante_cents, game.bomb_pot_boards, Cause.CALLED)
    if game.bomb_pot_at_dealer_change and session.hands_dealt and dealer_id not in (None, _last_dealer_id(session)):
        return BombPot(game.bomb_pot_ante_cents, game.bomb_pot_boards, Cause.DEALER)
    return by_number(game, session.hands_dealt)


def by_number(game: Game, hands_dealt: int) -> BombPot | None:
    """The bomb pot that is due because so many hands have been dealt."""
    if game.bomb_pot_ante_cents is None or not game.bomb_pot_every or (hands_dealt + 1) % game.bomb_pot_every:
        return None
    return BombPot(game.bomb_pot_ante_cents, game.bomb_pot_boards, Cause.NUMBER)


def with_last_dealer(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Annotate who dealt the last hand, for views of many tables."""
    dealers = _hands().filter(session=OuterRef("pk")).values("dealer")
    return sessions.annotate(**{_LAST_DEALER: Subquery(dealers[:1])})


def _last_dealer_id(session: Session) -> int | None:
    if not hasattr(session, _LAST_DEALER):
        return _hands().filter(session=session).values_list("dealer", flat=True).first()
    found: int | None = getattr(session, _LAST_DEALER)
    return found


def _again(session: Session) -> BombPot | None:
    stored = _hands().filter(session=session).values_list("setup", flat=True).first()
    setup = from_json(stored) if stored else None
    if setup is None or not setup.bomb_pot:
        return None
    return BombPot(setup.seats[0].posts[0].cents, setup.boards, Cause.REDEAL)


def _hands() -> QuerySet[Hand]:
    return Hand.objects.order_by("-number")
