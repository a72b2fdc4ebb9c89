"""How rows of the game side look in JSON; `shapes` declares the same for the schema, and a test holds both together.

Plain functions, since each command answers with one of these: a serializer would cost more than the command's own work.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from casino.api.rendering import Json, clock
from tables.models import Hand
from tables.play.selectors.hands import UNDO, RecordedHand
from tables.play.selectors.tables import DealerView, SeatView, SessionView, TableView
from tables.rules import cards, views
from tables.rules.result import PotResult, Result
from tables.rules.state import State


def table(view: TableView, *, blind: bool = False) -> Json:
    """A table as it stands; `seats` lists the taken ones. `blind`: for who will count what is in its boxes."""
    hand_id, hand_number = view.current_hand or (None, None)
    return {
        "id": view.id,
        "house": view.house_id,
        "code": view.code,
        "seat_count": view.seat_count,
        "version": view.version,
        "state": view.state,
        "session": _session(view.session, blind=blind) if view.session else None,
        "dealer": _dealer_here(view.dealer) if view.dealer else None,
        "button_seat": view.button_seat,
        "markers": asdict(view.markers) if view.markers else None,
        "current_hand": hand_id,
        "current_hand_number": hand_number,
        "seats": [_taken_seat(seat) for seat in view.seats],
        "kept_seats": [one.seat for one in view.kept],
    }


def _session(view: SessionView, *, blind: bool) -> Json:
    return {
        "id": view.id,
        "game": view.game_id,
        "game_name": view.game_name,
        "game_from_hand": view.game_from_hand,
        "tax_from": view.tax_from,
        "recording": view.recording,
        "opened_at": view.opened_at,
        "ends_at": view.ends_at,
        "last_hands_left": view.last_hands_left,
        "hands_dealt": view.hands_dealt,
        "float_cents": view.float_cents,
        "rake_cents": None if blind else view.rake_cents,
        "tips_cents": None if blind else view.tips_cents,
    }


def _dealer_here(view: DealerView) -> Json:
    return {"id": view.id, "name": view.name, "since": view.since}


def _taken_seat(view: SeatView) -> Json:
    return {
        "seat": view.seat,
        "sitting": view.sitting_id,
        "guest": view.guest_id,
        "guest_name": view.guest_name,
        "guest_number": view.guest_number,
        "stack_cents": view.stack_cents,
        "is_away": view.is_away,
        "owes_small_blind": view.owes_small_blind,
        "owes_big_blind": view.owes_big_blind,
        "leaves_at": view.leaves_at,
    }


def hand_row(row: Hand) -> Json:
    """A hand in a list: what is known without replaying it."""
    return {**_head(row, row.table.code), "result": _stored_result(row.result), "rake": _rake(row.result)}


def hand(recorded: RecordedHand) -> Json:
    """A hand as it stands, with everything recorded in it; of a summary only the outcome is known."""
    row = recorded.hand
    if recorded.state:
        played = _played(recorded.state, _final_stacks(row.result), is_open=row.state == Hand.State.OPEN)
    else:
        played = _unseen(row.result)
    return {
        **_head(row, recorded.table_code),
        **played,
        "actions": _actions(recorded),
        "result": _stored_result(row.result) or played["result"],
        "rake": _rake(row.result),
    }


def _head(row: Hand, table_code: str) -> dict[str, Json]:
    return {
        "id": row.pk,
        "number": row.number,
        "state": row.state,
        "recording": row.recording,
        "table": row.table_id,
        "table_code": table_code,
        "session": row.session_id,
        "gaming_day": row.gaming_day_id,
        "game": row.game_id,
        "dealer": row.dealer_id,
        "button_seat": row.button_seat,
        "version": row.version,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "void_reason": row.void_reason,
        "is_late": row.is_late,
        "corrects": row.corrects_id,
        "corrected_by": _corrected_by(row),
        "client_uuid": str(row.client_uuid) if row.client_uuid else None,
    }


def _corrected_by(row: Hand) -> int | None:
    """Only a void hand can have another in its place, so only of those it is asked."""
    later = getattr(row, "corrected_by", None) if row.state == Hand.State.VOID else None
    return later.pk if later else None


def _final_stacks(result: Mapping[str, Any] | None) -> dict[int, int]:
    """What lies in front of the seats once the hand is settled and the tips are given; empty before."""
    if result is None or "stacks" not in result:
        return {}
    stacks = {int(seat): cents for seat, cents in result["stacks"].items()}
    for tip in result["tips"]:
        stacks[tip["seat"]] -= tip["amount_cents"]
    return stacks


def _played(state: State, final: Mapping[int, int], *, is_open: bool) -> dict[str, Json]:
    """What the engine says of a hand; once it is settled or void nothing is legal any more."""
    view = views.view(state)
    return {
        "phase": view.phase.value,
        "street": view.street,
        "board": cards.format(view.board),
        "boards": [cards.format(board) for board in view.boards],
        "pot_cents": view.pot_cents,
        "pots": [{"amount_cents": pot.amount_cents, "eligible": pot.eligible} for pot in view.pots if pot.amount_cents],
        "seats": [
            {
                "seat": seat.seat,
                "stack_cents": final.get(seat.seat, seat.stack_cents),
                "bet_cents": seat.bet_cents,
                "folded": seat.folded,
                "all_in": seat.all_in,
                "mucked": seat.mucked,
                "shown": cards.format(seat.shown),
            }
            for seat in view.seats
        ],
        "to_act": view.to_act if is_open else None,
        "legal": [cast("Json", option.to_json()) for option in view.legal.options] if is_open else [],
        "result": _coming_result(view.result) if view.result and is_open else None,
    }


def _unseen(result: Mapping[str, Any] | None) -> dict[str, Json]:
    """A summary: nobody saw the play."""
    return {
        "phase": None,
        "street": None,
        "board": "",
        "boards": [],
        "pot_cents": result["pot_cents"] if result else 0,
        "pots": [],
        "seats": [],
        "to_act": None,
        "legal": [],
        "result": None,
    }


def _actions(recorded: RecordedHand) -> Json:
    taken_back = {row.undoes for row in recorded.rows}
    moment = clock()
    return [
        {
            "sequence": row.sequence,
            "kind": row.kind,
            "seat": row.seat,
            "to_cents": row.to_cents,
            "cards": row.cards,
            "undoes": row.undoes,
            "live": row.kind != UNDO and row.sequence not in taken_back,
            "actor": row.actor_id,
            "at": moment(row.at),
        }
        for row in recorded.rows
    ]


def _coming_result(result: Result) -> Json:
    """A finished hand that is not settled yet: who won which pot, before the house's part."""
    return {
        "pot_cents": result.total_cents,
        "flop_seen": result.flop_seen,
        "dealt_in": result.dealt_in,
        "showdown": result.showdown,
        "uncalled": [
            {"seat": seat.seat, "amount_cents": seat.returned_cents} for seat in result.seats if seat.returned_cents
        ],
        "pots": [_pot_result(pot) for pot in result.pots],
        "won": None,
        "stacks": None,
        "tips": [],
        "tips_cents": 0,
    }


def _pot_result(pot: PotResult) -> Json:
    return _pot(pot.amount_cents, pot.eligible, pot.winners)


def _pot(cents: int, eligible: Sequence[int], boards: Sequence[Sequence[int]]) -> Json:
    winners = sorted({seat for board in boards for seat in board})
    return {"amount_cents": cents, "eligible": eligible, "winners": winners, "winners_by_board": boards}


def _stored_result(result: Mapping[str, Any] | None) -> Json:
    """The result as it was booked; `won` is what the winners got, after the house's part."""
    if result is None:
        return None
    tips = result.get("tips")
    return {
        "pot_cents": result["pot_cents"],
        "flop_seen": result["flop_seen"],
        "dealt_in": result["dealt_in"],
        "showdown": result.get("showdown"),
        "uncalled": _by_seat(result.get("uncalled", {}), "amount_cents"),
        "pots": _stored_pots(result),
        "won": _by_seat(result["won"], "amount_cents") if "won" in result else None,
        "stacks": _by_seat(result["stacks"], "stack_cents") if "stacks" in result else None,
        "tips": tips or [],
        "tips_cents": result["tips_cents"] if tips is None else sum(tip["amount_cents"] for tip in tips),
    }


def _stored_pots(result: Mapping[str, Any]) -> Json:
    if "pots" in result:
        return [_pot(pot["cents"], pot["eligible"], pot["winners"]) for pot in result["pots"]]
    return [_pot(result["pot_cents"], [], [result["winners"]])]


def _by_seat(cents: Mapping[str, int], name: str) -> Json:
    return [{"seat": int(seat), name: amount} for seat, amount in cents.items()]


def _rake(result: Mapping[str, Any] | None) -> Json:
    return result["rake"] if result else None
