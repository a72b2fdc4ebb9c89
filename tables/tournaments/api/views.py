"""How a tournament looks in JSON (`shapes` declares it)."""

from datetime import datetime, timedelta

from casino import house_time
from casino.api.rendering import Json
from tables.models import Tournament
from tables.rules.tournaments.structures import Break, Level
from tables.tournaments.selectors import standing as selector

Face = dict[str, Json]


def tournament(row: Tournament) -> Face:
    """As it is announced."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "code": row.code,
        "name": row.name,
        "state": row.state,
        "variant": row.variant,
        "betting": row.betting,
        "starts_at": row.starts_at,
        "buy_in_cents": row.buy_in_cents,
        "fee_cents": row.fee_cents,
        "bounty_cents": row.bounty_cents,
        "bounty_paid_bp": row.bounty_paid_bp,
        "re_buy_cents": row.re_buy_cents,
        "re_buy_fee_cents": row.re_buy_fee_cents,
        "add_on_cents": row.add_on_cents,
        "add_on_fee_cents": row.add_on_fee_cents,
        "guarantee_cents": row.guarantee_cents,
        "payout_unit_cents": row.payout_unit_cents,
        "seats_per_table": row.seats_per_table,
        "most_entries": row.most_entries,
        "final": row.final_id,
        "seat_for": row.seat_for_id,
        "started_at": row.started_at,
        "closed_at": row.closed_at,
        "finished_at": row.finished_at,
        "settled_at": row.settled_at,
        "settled_by": row.settled_by_id,
        "version": row.version,
    }


def whole(tournament_id: int) -> Face:
    """As it stands now, after a command."""
    return as_it_stands(Tournament.objects.get(pk=tournament_id))


def as_it_stands(row: Tournament) -> Face:
    """What was announced, what the board shows, the clock."""
    figures, money = selector.figures(row), selector.money(row)
    return tournament(row) | {
        "structure": row.structure,
        "payouts": row.payouts,
        "chip_set": row.chip_set,
        "figures": {
            "entries": figures.entries,
            "re_entries": figures.re_entries,
            "re_buys": figures.re_buys,
            "add_ons": figures.add_ons,
            "left": figures.left,
            "issued": figures.issued,
            "average": figures.average,
        },
        "money": {
            "pool_cents": money.pool_cents,
            "bounty_cents": money.bounty_cents,
            "fee_cents": money.fee_cents,
            "overlay_cents": money.overlay_cents,
            "prizes_cents": money.prizes_cents,
            "paid_cents": money.paid_cents,
        },
        "clock": clock(row),
    }


def clock(row: Tournament) -> Face:
    """What it shows now, to the millisecond."""
    now = house_time.now()
    now = now.replace(microsecond=now.microsecond // 1_000 * 1_000)
    view = selector.clock(row, now)
    return {
        "server_time": now,
        "is_started": view.is_started,
        "is_running": view.is_running,
        "is_paused": view.is_paused,
        "is_over": view.is_over,
        "is_hand_for_hand": row.is_hand_for_hand,
        "item": view.item_index,
        "level": _level(view.level),
        "in_break": _break(view.item) if isinstance(view.item, Break) else None,
        "remaining_ms": view.remaining_ms,
        "elapsed_ms": view.elapsed_ms,
        "ends_at": _after(now, view.remaining_ms) if view.is_running else None,
        "next_level": _level(view.next_level),
        "next_break": _break(view.next_break) if view.next_break else None,
        "next_break_in_ms": view.break_in_ms,
        "next_break_at": _after(now, view.break_in_ms) if view.is_running else None,
    }


def _after(now: datetime, ms: int | None) -> datetime | None:
    return None if ms is None else now + timedelta(milliseconds=ms)


def _level(one: Level | None) -> Json:
    if one is None:
        return None
    return {
        "number": one.number,
        "minutes": one.minutes,
        "small_blind": one.small_blind,
        "big_blind": one.big_blind,
        "ante": one.ante,
        "ante_kind": one.ante_kind.value,
        "small_bet": one.small_bet,
        "big_bet": one.big_bet,
    }


def _break(one: Break) -> Json:
    return {
        "minutes": one.minutes,
        "is_end_of_late_registration": one.is_end_of_late_registration,
        "chips_raced_off": list(one.chips_raced_off),
    }
