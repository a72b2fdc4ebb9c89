"""Tables against the house: limits per box, the booked float, and the house's result of the rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import F, Q, Sum

from accounting import places
from accounting.models import Place
from tables.models import Round, Session
from tables.rules.banked import records
from tables.rules.banked.rule_sets import rule_set


@dataclass(frozen=True, slots=True)
class BankView:
    """The house's side of a session; `won_cents` is the house's win since the opening, negative for a loss.

    `most_side_cents` is None where the game has no side bets, `most_paid_cents` where the payout of a box has no limit,
    `rounded_cents` where its rules name no rounding: what it paid the guests since the opening, negative if it kept it.
    """

    least_ante_cents: int
    most_ante_cents: int
    most_side_cents: int | None
    most_paid_cents: int | None
    rounds_dealt: int
    float_cents: int
    won_cents: int
    rounded_cents: int | None = None


def of(sessions: Iterable[Session]) -> dict[int, BankView]:
    """The views of the sessions against the house, by id: three queries at most.  Load `table` and `game` before."""
    banked = [session for session in sessions if session.game.is_banked]
    if not banked:
        return {}
    names = [places.table_float(session.table.code) for session in banked]
    floats = {
        (place.house_id, place.name): place.balance_cents
        for place in Place.objects.filter(house_id__in={session.table.house_id for session in banked}, name__in=names)
    }
    settled = Q(rounds__state=Round.State.SETTLED)
    won = dict(
        Session.objects.filter(pk__in=[session.pk for session in banked])
        .annotate(won=Sum(F("rounds__lost_cents") - F("rounds__paid_cents"), filter=settled))
        .values_list("pk", "won")
    )
    rounded = _rounded([session.pk for session in banked if rule_set(session.game.rule_set).rounding is not None])
    return {
        session.pk: _view(
            session, floats.get((session.table.house_id, name), 0), won[session.pk] or 0, rounded.get(session.pk)
        )
        for session, name in zip(banked, names, strict=True)
    }


def _rounded(session_ids: Sequence[int]) -> dict[int, int]:
    """By how much all wins of each session's rounds were rounded; no query without sessions."""
    found = dict.fromkeys(session_ids, 0)
    if session_ids:
        rounds = Round.objects.filter(session_id__in=session_ids, state=Round.State.SETTLED)
        for session_id, result in rounds.values_list("session_id", "result"):
            found[session_id] += records.rounded_cents(result)
    return found


def _view(session: Session, float_cents: int, won_cents: int, rounded_cents: int | None) -> BankView:
    game = session.game
    return BankView(
        least_ante_cents=game.min_box_cents,
        most_ante_cents=game.max_box_cents,
        most_side_cents=game.max_side_cents if rule_set(game.rule_set).side_bets else None,
        most_paid_cents=game.max_paid_cents,
        rounds_dealt=session.rounds_dealt,
        float_cents=float_cents,
        won_cents=won_cents,
        rounded_cents=rounded_cents,
    )
