"""Downs: who deals where.  A dealer sits at one table, a table has one dealer; the database excludes overlaps."""

from typing import TYPE_CHECKING

from django.contrib.auth import get_user_model
from django.db import IntegrityError
from django.utils import timezone

from casino import roles
from casino.errors import NotFound, Refusal, _
from casino.transactions import use_case
from tables import locks
from tables.models import Down, TournamentTable
from tables.selectors import situations
from tables.services import refusals, writing
from tables.services.absence import walks

if TYPE_CHECKING:
    from casino.models import User


@use_case
def push(*, table_id: int, version: int | None, dealer_id: int, actor: "User") -> int:
    """Start a dealer's down at a table; whoever dealt there is relieved.

    The table is open with a game, or a tournament plays there.  Refuses a closed table, somebody who is no dealer, and
    a dealer who sits at another table or here already.
    """
    roles.require(actor, "tables.push_dealer")
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, timezone.now())
    held = TournamentTable.objects.filter(table_id=table.id, closed_at=None).first()
    session = None if held else refusals.in_session(situation)[0]
    dealer = get_user_model().objects.filter(pk=dealer_id, is_active=True).first()
    if dealer is None or roles.Role.DEALER not in dealer.roles:
        raise NotFound("no_such_dealer", _("There is no such dealer."))
    if situation.dealer_id == dealer.pk:
        raise Refusal("deals_here", _("%(dealer)s deals here already."), dealer=str(dealer))
    Down.objects.filter(table_id=table.id, ended_at=None).update(ended_at=situation.now)
    try:
        Down.objects.create(
            table_id=table.id,
            session=session,
            tournament_id=held.tournament_id if held else None,
            dealer=dealer,
            started_at=situation.now,
            pushed_by=actor,
        )
    except IntegrityError:
        raise Refusal("deals_elsewhere", _("%(dealer)s deals at another table."), dealer=str(dealer)) from None
    walks.dealer_came(situation)
    writing.touch(table)
    return table.id
