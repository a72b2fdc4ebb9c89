"""Tournaments for the audit: those whose money moved on a gaming day, and those that wait to be settled."""

from django.db.models import F, Q, Sum

from accounting import places
from accounting.ledger.selectors import balances
from accounting.models import GamingDay
from casino import house_time
from tables.models import ChipCount, ChipSetCheck, Prize, Tournament
from tables.tournaments.selectors import standing
from tables.verdicts.tournaments import TournamentFacts

_OVER = (Tournament.State.FINISHED, Tournament.State.SETTLED)


def of_day(day_id: int) -> list[TournamentFacts]:
    """Each tournament that took or paid money on the gaming day, and each that is finished but not settled."""
    day = GamingDay.objects.get(pk=day_id)
    moved = Q(purchases__entry__gaming_day=day) | Q(prizes__entry__gaming_day=day)
    rows = Tournament.objects.filter(moved | Q(state=Tournament.State.FINISHED), house_id=day.house_id)
    return [facts(row) for row in rows.distinct().order_by("pk")]


def facts(row: Tournament) -> TournamentFacts:
    """The facts that an audit checks of the tournament, as it stands now."""
    money = standing.money(row)
    pool = places.prizes(row.code)
    handed_on = money.prizes_cents if row.final_id is not None and row.state in _OVER else 0
    prizes = Prize.objects.filter(tournament=row).aggregate(cents=Sum("amount_cents"))["cents"] or 0
    bounties_open = row.bounty_cents and row.state == Tournament.State.RUNNING
    are_fixed = row.closed_at is not None and row.final_id is None and not bounties_open
    counts = ChipCount.objects.filter(tournament=row).exclude(counted=F("issued")).order_by("number")
    checks = ChipSetCheck.objects.filter(tournament=row).exclude(missing={}).order_by("number")
    waits = row.state == Tournament.State.FINISHED and row.finished_at is not None
    return TournamentFacts(
        id=row.pk,
        code=row.code,
        held_cents=balances.of(row.house_id, [pool])[pool],
        due_cents=money.prizes_cents - money.paid_cents - handed_on,
        prizes_cents=prizes if are_fixed else None,
        pool_cents=money.prizes_cents,
        counts=tuple((one.number, one.counted, one.issued) for one in counts),
        missing=tuple((one.when, sum(abs(pieces) for pieces in one.missing.values())) for one in checks),
        unsettled_days=(house_time.now() - row.finished_at).days if waits and row.finished_at else 0,
    )
