"""Duty checks before a push or break, and their records.  Inner steps: tables and dealers are locked.

The rota's checks apply only in a house that keeps one (`RotaRules.is_on`).
"""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from casino.errors import N_, Refusal
from tables.dealers.selectors.rota import Standing
from tables.models import DealerBreak, Down, Shift
from tables.rules.rota import line_up, working_time
from tables.rules.rota.line_up import WAIVABLE, Dealer, Obstacle

if TYPE_CHECKING:
    from casino.models import User

_SENTENCES: Final = {
    Obstacle.AWAY: ("not_on_shift", N_("%(dealer)s is not on shift.")),
    Obstacle.ON_BREAK: ("on_break", N_("%(dealer)s is on a break.")),
    Obstacle.OVER_MOST: ("over_most_work", N_("%(dealer)s has reached the legal limit for a working day.")),
    Obstacle.BREAK_DUE: ("break_due", N_("%(dealer)s must take a break first.")),
    Obstacle.OVER_USUAL: ("over_usual_work", N_("%(dealer)s has worked a full day. Give a reason to go on.")),
    Obstacle.NOT_QUALIFIED: (
        "not_qualified",
        N_("%(dealer)s is not qualified for this game. Give a reason to go ahead."),
    ),
    Obstacle.SAME_TABLE: ("same_table_again", N_("%(dealer)s dealt here last. Give a reason to send them again.")),
}


def refuse_dealing(dealer: "User") -> None:
    """Refuse a dealer who deals at a table now (`deals_now`)."""
    down = Down.objects.filter(dealer=dealer, ended_at=None).select_related("table").first()
    if down is not None:
        message = N_("%(dealer)s is dealing at table %(table)s. Relieve them first.")
        raise Refusal("deals_now", message, dealer=str(dealer), table=down.table.code)


def refuse(standing: Standing, table_id: int, dealer: "User", reason: str) -> None:
    """Refuse a push that breaks the rota; the refusal names the dealer whom the line-up proposes.

    Refuses `not_on_shift`, `on_break`, `over_most_work`, `break_due`, and without a reason `over_usual_work`,
    `not_qualified`, `same_table_again`.
    """
    if not standing.rules.is_on:
        return
    box = next((one for one in standing.boxes if one.table_id == table_id), None)
    if box is None:  # paused, and nobody deals there
        return
    one = standing.dealer(dealer.pk)
    for obstacle in line_up.obstacles(one, box, standing.boxes, standing.rules, standing.now):
        if obstacle not in WAIVABLE or not reason.strip():
            code, sentence = _SENTENCES[obstacle]
            turn = standing.turn(table_id)
            raise Refusal(
                code,
                sentence,
                dealer=str(dealer),
                dealer_id=dealer.pk,
                proposed=turn.dealer_id if turn else None,
                needs=sorted(box.needs),
                **_times(one, standing),
            )


def _times(one: Dealer, standing: Standing) -> dict[str, object]:
    """The dealer's working time so far, as facts of the refusal."""
    if one.work is None:
        return {}
    time = working_time.of(one.work, standing.now, standing.rules)
    return {
        "worked_minutes": time.worked // timedelta(minutes=1),
        "rested_minutes": time.rested // timedelta(minutes=1),
        "break_by": str(time.break_by),
        "most_until": str(time.most_until),
        "back_at": str(one.back_at) if one.back_at else None,
    }


def end_downs(table_ids: list[int], at: datetime) -> None:
    """End the downs in progress at these tables."""
    Down.objects.filter(table_id__in=table_ids, ended_at=None).update(ended_at=at)


def send_on_break(dealer_id: int, *, minutes: int, at: datetime, actor: "User") -> DealerBreak | None:
    """Begin a break in the dealer's shift; None if they are not on shift."""
    shift = Shift.objects.filter(dealer_id=dealer_id, came_at__isnull=False, went_at=None).first()
    if shift is None:
        return None
    return DealerBreak.objects.create(
        shift=shift, dealer_id=dealer_id, started_at=at, back_at=at + timedelta(minutes=minutes), sent_by=actor
    )


def end_break(dealer_id: int, at: datetime) -> None:
    """End the dealer's break, if they are on one; below the least length it counts as work (ArbZG §4)."""
    DealerBreak.objects.filter(dealer_id=dealer_id, ended_at=None).update(ended_at=at)


def break_after_push(standing: Standing, table_id: int, dealer_id: int, actor: "User") -> None:
    """Send the relieved dealer on a break of the line-up's length; does nothing in a house without a rota."""
    if standing.rules.is_on:
        turn = standing.turn(table_id)
        minutes = (turn.break_minutes if turn else None) or standing.rules.break_minutes
        send_on_break(dealer_id, minutes=minutes, at=standing.now, actor=actor)
