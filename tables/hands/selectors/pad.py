"""The data a pad needs to work offline: the session, its number of hands, and the terms of the rake."""

from dataclasses import dataclass

from accounting.policy import rake
from casino import house_time
from tables.hands.selectors import dues
from tables.models import Hand, Session
from tables.play.selectors import stakes

HANDS_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Pad:
    """A session's data for its pad; `walk_cents` is the pot when all fold to the big blind, 0 in games with antes."""

    session_id: int
    hands_dealt: int
    schedule_version: int
    terms: dict[str, object]
    chip_cents: int
    tip_bp: int
    walk_cents: int
    has_bomb_pots: bool
    bomb_pot_every: int | None


def of(table_id: int) -> Pad | None:
    """The pad of an open table, None while it is closed; refuses `schedule_unsigned`, `no_schedule_in_force`."""
    session = Session.objects.filter(table_id=table_id, closed_at=None).select_related("game", "table__house").first()
    if session is None:
        return None
    game = stakes.game_of_next_hand(stakes.play_of(session))
    version = dues.in_force(game, house_time.now())
    return Pad(
        session_id=session.pk,
        hands_dealt=session.hands_dealt,
        schedule_version=version.pk,
        terms=dict(rake.dump(rake.parse(version.terms))),
        chip_cents=game.chip_cents,
        tip_bp=session.table.house.tip_bp,
        # Both blinds up to the small blind; the rest of the big blind is returned uncalled.
        walk_cents=0 if game.ante_cents else 2 * game.small_blind_cents,
        has_bomb_pots=game.offers_bomb_pots,
        bomb_pot_every=game.bomb_pot_every,
    )


def hands_of(session_id: int) -> list[Hand]:
    """The session's last hands, the newest first."""
    rows = Hand.objects.filter(session_id=session_id).select_related("dealer", "corrects")
    return list(rows.order_by("-number")[:HANDS_SHOWN])
