"""One dealer relieves another: the checks, and the new down.  Inner steps: tables and dealers are locked."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import IntegrityError

from casino import membership, roles
from casino.errors import N_, NotFound, Refusal
from tables.locks import LockedTable
from tables.models import Down, Session, TournamentTable
from tables.play.selectors import situations
from tables.play.selectors.situations import Situation
from tables.play.services import absences, refusals, rows

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class Relief:
    """A dealer about to be pushed to a table, which plays a cash game (`session`) or a tournament."""

    situation: Situation
    session: Session | None
    tournament_id: int | None
    dealer: "User"


def of(table: LockedTable, dealer: "User", now: datetime, *, leaving: Collection[int] = ()) -> Relief:
    """Check a push; `leaving`: the tables pushed together, whose dealers become free by it.

    Refuses a closed table, a user who is no dealer of the house (`no_such_dealer`), and a dealer who deals here
    (`deals_here`) or at another table (`deals_elsewhere`).
    """
    situation = situations.of(table, now)
    held = TournamentTable.objects.filter(table_id=table.id, closed_at=None).first()
    session = None if held else refusals.in_session(situation)[0]
    is_ours = dealer.is_active and membership.works_in(dealer, table.house_id)
    if not is_ours or roles.Role.DEALER not in dealer.roles:
        raise NotFound("no_such_dealer", N_("Dealer not found."))
    if situation.dealer_id == dealer.pk:
        raise Refusal("deals_here", N_("%(dealer)s is already dealing here."), dealer=str(dealer))
    elsewhere = Down.objects.filter(dealer_id=dealer.pk, ended_at=None).values_list("table_id", flat=True).first()
    if elsewhere is not None and elsewhere not in leaving:
        raise _deals_elsewhere(dealer)
    return Relief(situation, session, held.tournament_id if held else None, dealer)


def refuse_twice(dealer: "User", taken: Collection[int]) -> None:
    """Refuse a dealer whom the same line already sends to another table (`deals_elsewhere`)."""
    if dealer.pk in taken:
        raise _deals_elsewhere(dealer)


def write(relief: Relief, *, reason: str, actor: "User") -> None:
    """Start the down; the one before at this table has been ended."""
    table = relief.situation.table
    try:
        Down.objects.create(
            table_id=table.id,
            session=relief.session,
            tournament_id=relief.tournament_id,
            dealer=relief.dealer,
            started_at=relief.situation.now,
            pushed_by=actor,
            reason=reason.strip(),
        )
    except IntegrityError:
        raise _deals_elsewhere(relief.dealer) from None
    absences.dealer_came(relief.situation)
    rows.touch(table)


def _deals_elsewhere(dealer: "User") -> Refusal:
    return Refusal("deals_elsewhere", N_("%(dealer)s is dealing at another table."), dealer=str(dealer))
