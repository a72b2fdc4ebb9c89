"""Every command of the API with a body right in shape: what all of them must do alike is tested on all of them."""

from typing import Any

from accounting.policy.laws import LAWS
from tests.builders import Evening
from tests.tables.api.call import Call
from tests.tables.dealers.api.rota_commands import rota_calls
from tests.tables.tournaments.api.tournament_commands import tournament_calls

NEW_GAME: dict[str, Any] = {
    "name": "Another", "variant": "texas", "betting": "no_limit", "small_blind_cents": 100,
    "big_blind_cents": 200, "min_buy_in_cents": 4_000,
}  # fmt: skip
AT_TABLES = frozenset({"dealer", "floor", "manager", "integrator"})
SETTING_UP = frozenset({"floor", "manager", "integrator"})
SEEN: dict[str, Any] = {"seen": "0" * 32}
AT_THE_CAGE = frozenset({"cage", "manager"})


FREE: dict[str, Any] = {"idempotent": False, "versioned": False}


def calls(evening: Evening, table: int, hand: int) -> list[Call]:
    """All of them, for one open table and one open hand."""
    return [
        *_days_and_boxes(evening),
        *_cage(table),
        *_jackpots(evening, hand),
        *_tronc(),
        *_setting_up(evening),
        *_people(),
        *_tables(evening, table),
        *_hands(table, hand),
        *_rounds(table),
        *_waiting(evening, table),
        *_floor_log(table),
        *_moving(table),
        *_absence(table),
        *_terms(evening, table),
        *_practice(evening, table),
        *rota_calls(evening, table),
        *tournament_calls(),
    ]


def _practice(evening: Evening, table: int) -> list[Call]:
    at = f"tables/{table}/practice/"
    game = {"game": evening.game(name="For practice").pk}
    seat = {"seat": 3}
    return [
        Call(f"{at}open/", game),
        Call(f"{at}change-game/", game),
        Call(f"{at}close/"),
        Call(f"{at}reset/", roles=AT_TABLES),
        Call(f"{at}sit/", seat, roles=AT_TABLES),
        Call(f"{at}add-chips/", seat, roles=AT_TABLES),
        Call(f"{at}leave/", seat, roles=AT_TABLES),
        Call(f"{at}deal/", roles=AT_TABLES),
        Call("practice-hands/4711/actions/", {"version": 0, "kind": "fold"}, roles=AT_TABLES, versioned=False),
        Call("practice-hands/4711/undo/", {"version": 0}, roles=AT_TABLES, versioned=False),
        Call("practice-hands/4711/void/", {"version": 0}, roles=AT_TABLES, versioned=False),
        Call("practice-hands/4711/settle/", {"version": 0}, roles=AT_TABLES, versioned=False),
    ]


def _days_and_boxes(evening: Evening) -> list[Call]:
    return [
        Call("gaming-days/", roles=SETTING_UP, **FREE),
        Call(f"gaming-days/{evening.day.pk}/close/", roles=frozenset({"manager"}), **FREE),
        Call(f"gaming-days/{evening.day.pk}/roll-over/", roles=SETTING_UP, **FREE),
        Call(f"gaming-days/{evening.day.pk}/reopen/", {"reason": "wrong count"}, roles=frozenset({"manager"}), **FREE),
        Call("reopenings/4711/approve/", SEEN, roles=frozenset({"manager"}), **FREE),
        Call("reopenings/4711/decline/", SEEN, roles=frozenset({"manager"}), **FREE),
        Call("drops/4711/count/", {"chips": {"100": 9}}, roles=frozenset({"cage", "manager"}), versioned=False),
        Call("drops/4711/explain/", {**SEEN, "explanation": "chip found"}, roles=frozenset({"manager"}), **FREE),
        Call(
            "findings/4711/resolve/",
            {**SEEN, "resolution": "justified", "comment": "x"},
            roles=frozenset({"manager"}),
            **FREE,
        ),
        Call(
            "findings/runs/resolve/",
            {"findings": [4711], "seen": ["x"], "resolution": "justified", "comment": "x"},
            roles=frozenset({"manager"}),
            **FREE,
        ),
        Call("findings/runs/assign/", {"findings": [4711], "owner": 4711}, roles=frozenset({"manager"}), **FREE),
        Call(
            "findings/decisions/take-back/",
            {"decision_number": 4711, "seen": ["x"], "reason": "wrong table"},
            roles=frozenset({"manager"}),
            **FREE,
        ),
        Call("findings/4711/assign/", {"owner": 4711}, roles=frozenset({"manager"}), **FREE),
    ]


def _cage(table: int) -> list[Call]:
    fill = {"kind": "fill", "table": table, "window": 4711, "chips": {"100": 1}}
    return [
        Call("windows/", {"code": "W9", "name": "Kasse 9"}, roles=AT_THE_CAGE, **FREE),
        Call("windows/4711/open/", {"chips": {}, "cash_cents": 0}, roles=AT_THE_CAGE, versioned=False),
        Call("windows/4711/sell/", {"amount_cents": 100}, roles=AT_THE_CAGE, versioned=False),
        Call("windows/4711/redeem/", {"amount_cents": 100}, roles=AT_THE_CAGE, versioned=False),
        Call("windows/4711/close/", {"chips": {}, "cash_cents": 0}, roles=AT_THE_CAGE, versioned=False),
        Call("window-shifts/4711/confirm/", SEEN, roles=AT_THE_CAGE, versioned=False),
        Call("window-shifts/4711/resume/", SEEN, roles=AT_THE_CAGE, versioned=False),
        Call("slips/", fill, roles=SETTING_UP | {"cage"}, versioned=False),
        Call("slips/4711/carry-out/", SEEN, roles=SETTING_UP | {"cage"}, versioned=False),
        Call("slips/4711/cancel/", {**SEEN, "reason": "not needed"}, roles=SETTING_UP | {"cage"}, versioned=False),
        Call("slips/4711/print/", roles=SETTING_UP | {"cage", "auditor"}, versioned=False),
    ]


def _jackpots(evening: Evening, hand: int) -> list[Call]:
    manager = frozenset({"manager"})
    fund = {"code": "bad-beat", "name": "Bad Beat", "kind": "bad_beat"}
    return [
        Call("funds/", fund, roles=manager, **FREE),
        Call("funds/4711/terms/", {"terms": {}}, roles=manager, **FREE),
        Call("funds/4711/payments/", {"kind": "gift", "amount_cents": 100, "reason": "for the weekend"}, roles=manager,
             versioned=False),
        Call("funds/4711/close/", {"to_fund": 4712, "reason": "not played"}, roles=manager, versioned=False),
        Call("funds/4711/take/", roles=SETTING_UP, versioned=False),
        Call("fund-terms/4711/approve/", SEEN, roles=manager, **FREE),
        Call("fund-terms/4711/decline/", SEEN, roles=manager, **FREE),
        Call("fund-payments/4711/approve/", SEEN, roles=manager, versioned=False),
        Call("fund-payments/4711/decline/", SEEN, roles=manager, **FREE),
        Call("fund-drops/4711/count/", {"chips": {"100": 9}}, roles=AT_THE_CAGE, versioned=False),
        Call("fund-drops/4711/explain/", {**SEEN, "explanation": "chip found"}, roles=manager, **FREE),
        Call("jackpot-slips/4711/pay/", {"window": 4711, "guest": "1", **SEEN}, roles=AT_THE_CAGE, versioned=False),
        Call("jackpot-slips/4711/lapse/", SEEN, roles=manager, versioned=False),
        Call("jackpot-slips/4711/payee/", {"guest": "1", "reason": "leaves tonight"}, roles=AT_THE_CAGE, **FREE),
        Call("jackpot-payees/4711/approve/", SEEN, roles=manager, **FREE),
        Call("jackpot-payees/4711/decline/", SEEN, roles=AT_THE_CAGE, **FREE),
        Call("jackpot-claims/", {"hand": hand, "fund": 4711}, roles=SETTING_UP, versioned=False),
        Call("jackpot-claims/4711/approve/", SEEN, roles=manager, versioned=False),
        Call("jackpot-claims/4711/decline/", {"reason": "wrong hand", **SEEN}, roles=SETTING_UP, versioned=False),
    ]  # fmt: skip


def _tronc() -> list[Call]:
    manager, at_the_cage = frozenset({"manager"}), frozenset({"cage", "manager"})
    member = {"person": 4711, "function": "dealer", "hired_on": "2020-05-01", "valid_from": "2026-12-01"}
    return [
        Call("tip-records/", {"gaming_day": 4711}, roles=at_the_cage, **FREE),
        Call("tip-records/4711/sign/", SEEN, roles=at_the_cage, versioned=False),
        Call("tip-records/4711/decline/", SEEN, roles=at_the_cage, **FREE),
        Call("tronc-rules/", {"terms": {}, "valid_from": "2026-12-01"}, roles=manager, **FREE),
        Call("tronc-rules/4711/approve/", SEEN, roles=manager, **FREE),
        Call("tronc-rules/4711/decline/", SEEN, roles=manager, **FREE),
        Call("tronc-members/", member, roles=manager, **FREE),
        Call("tronc-members/4711/confirm/", SEEN, roles=manager, **FREE),
        Call("tronc-members/4711/decline/", SEEN, roles=manager, **FREE),
        Call("tronc-runs/", {"month": "2026-11-01"}, roles=manager, **FREE),
        Call("tronc-runs/4711/confirm/", SEEN, roles=manager, versioned=False),
        Call("tronc-runs/4711/decline/", SEEN, roles=manager, **FREE),
        Call("tronc-payouts/", roles=manager, **FREE),
        Call("tronc-payouts/4711/pay/", SEEN, roles=manager, versioned=False),
        Call("tronc-payouts/4711/decline/", SEEN, roles=manager, **FREE),
    ]


def _floor_log(table: int) -> list[Call]:
    logging = frozenset({"floor", "manager"})
    return [
        Call(f"tables/{table}/calls/", {"kind": "floor"}, roles=AT_TABLES, **FREE),
        Call("floor-calls/4711/take/", roles=SETTING_UP, **FREE),
        Call("floor-calls/4711/answer/", roles=SETTING_UP, **FREE),
        Call("incidents/", {"kind": "other", "text": "It rained in."}, roles=logging, **FREE),
        Call("incidents/4711/notes/", {"text": "Dry again."}, roles=logging, **FREE),
        Call("hand-overs/", roles=logging, **FREE),
        Call("hand-overs/4711/confirm/", SEEN, roles=logging, **FREE),
    ]


def _setting_up(evening: Evening) -> list[Call]:
    version_one = f"rake-schedules/{evening.schedule.schedule_id}/versions/1"
    new_game = NEW_GAME | {"rake_schedule": evening.schedule.schedule_id}
    terms = {
        "name": "Other",
        "terms": {"kind": "fixed", "amount_cents": 100},
        "valid_from": "2030-01-01T12:00:00+01:00",
    }
    return [
        Call("games/", new_game, **FREE),
        Call("rake-schedules/", terms, **FREE),
        Call("rake-schedules/simulate/", {"terms": terms["terms"]}, roles=SETTING_UP | {"auditor"}, **FREE),
        Call(f"{version_one}/approve/", SEEN, roles=frozenset({"manager"}), **FREE),
        Call(f"{version_one}/decline/", SEEN, roles=frozenset({"manager"}), **FREE),
        *_revenue(),
        *_reports(),
        Call("rule-sets/", {"name": "Own", "base": "house/3", "switches": {"odd_chip": "all_to_first"}}, **FREE),
        Call("rule-sets/4711/approve/", SEEN, roles=frozenset({"manager"}), **FREE),
        Call("rule-sets/4711/decline/", SEEN, roles=SETTING_UP, **FREE),
        Call("tables/", {"code": "T99", "seats": 9}, **FREE),
        *_admission(),
        Call("guests/4711/merge/", {"duplicate": 4712, "reason": "came twice"}, **FREE),
        Call("guests/4711/separate/", {"reason": "two sisters"}, **FREE),
        Call("guests/", {"number": "N1", "name": "N. N."}, roles=SETTING_UP | {"cage"}, **FREE),
    ]


def _revenue() -> list[Call]:
    manager, signing = frozenset({"manager"}), frozenset({"floor", "manager"})
    terms = {"terms": dict(LAWS["nrw"]), "valid_from": "2026-01-01"}
    return [
        Call("levy-terms/", terms, roles=manager, **FREE),
        Call("levy-terms/4711/approve/", SEEN, roles=manager, **FREE),
        Call("levy-terms/4711/decline/", SEEN, roles=manager, **FREE),
        Call("authority-keys/", {"authority": "RP", "public_key": "19" * 32}, roles=manager, **FREE),
        Call("authority-keys/4711/approve/", SEEN, roles=frozenset({"auditor", "admin"}), **FREE),
        Call("authority-keys/4711/decline/", SEEN, roles=frozenset({"auditor", "admin", "manager"}), **FREE),
        Call("authority-keys/4711/withdraw/", {"reason": "card lost"}, roles=manager, **FREE),
        Call("statements/", {"period": "day", "first": "2026-11-21"}, roles=signing, **FREE),
        Call("statements/4711/confirm/", SEEN, roles=manager, **FREE),
        Call("statements/4711/decline/", SEEN, roles=signing, **FREE),
        Call("statements/4711/countersign/", {"signature": "00" * 64}, roles=signing | {"auditor"}, **FREE),
    ]


def _reports() -> list[Call]:
    reading = frozenset({"floor", "manager", "auditor", "integrator"})
    return [
        Call("report-subscriptions/", {"span": "day", "address": "a@b.example"}, roles=reading, **FREE),
        Call("report-subscriptions/4711/end/", roles=reading, **FREE),
        Call("report-subscriptions/4711/send-again/", {"first": "2026-11-21"}, roles=reading, **FREE),
    ]


def _admission() -> list[Call]:
    at_the_door, known = SETTING_UP | {"cage"}, {"birth_date": "1990-02-28", "document": "passport"}
    return [
        Call("guests/4711/identify/", known, roles=at_the_door, **FREE),
        Call("guests/4711/check/", roles=at_the_door, **FREE),
        Call("guests/4711/admit/", roles=frozenset({"manager"}), **FREE),
        Call("house-bans/", {"guest": 4711, "reason": "hit the dealer"}, roles=frozenset({"manager"}), **FREE),
        Call("house-bans/4711/lift/", roles=frozenset({"manager"}), **FREE),
        Call("guests/4711/subject-access/", roles=frozenset({"manager"}), **FREE),
        Call("erasures/", {"guest": 4711, "reason": "asked by letter"}, roles=frozenset({"manager"}), **FREE),
        Call("erasures/4711/approve/", SEEN, roles=frozenset({"manager"}), **FREE),
        Call("erasures/4711/decline/", SEEN, roles=frozenset({"manager"}), **FREE),
        Call("legal-holds/", {"guest": 4711, "reason": "for a court"}, roles=frozenset({"manager"}), **FREE),
        Call("legal-holds/4711/lift/", {"reason": "it is over", **SEEN}, roles=frozenset({"manager"}), **FREE),
    ]


def _people() -> list[Call]:
    who, clock = frozenset({"manager", "admin"}), {"time_zone": "Europe/Vienna", "rolls_over_at": "11:00"}
    return [
        Call("clock-changes/", clock, roles=frozenset({"admin"}), **FREE),
        Call("clock-changes/4711/approve/", SEEN, roles=who, **FREE),
        Call("clock-changes/4711/decline/", SEEN, roles=who, **FREE),
        Call("account-requests/4711/approve/", SEEN, roles=who, versioned=False),
        Call("account-requests/4711/decline/", SEEN, roles=who, **FREE),
    ]


def _tables(evening: Evening, table: int) -> list[Call]:
    at, game = f"tables/{table}", evening.day.house.games.first()
    return [
        Call(f"{at}/open/", {"game": game.pk, "float_cents": 0}),
        Call(f"{at}/pause/", idempotent=False),
        Call(f"{at}/resume/", idempotent=False),
        Call(f"{at}/change-game/", {"game": game.pk}),
        Call(f"{at}/close/", {"counted_float_cents": 0}),
        Call(f"{at}/carry-over/", {"counted_float_cents": 0}),
        Call(f"{at}/drop/"),
        Call(f"{at}/time-charge/", {"minutes": 30}, roles=AT_TABLES),
        Call(f"{at}/missed-blinds/", {"seat": 1, "waits": False}, idempotent=False, roles=AT_TABLES),
        Call(f"{at}/stack-counts/", {"counts": [{"seat": 1, "counted_cents": 40_000}]}, roles=AT_TABLES),
        Call(f"{at}/dealer/", {"dealer": evening.dealer.pk}, idempotent=False),
        Call(f"{at}/seats/4/sit/", {"guest": 1, "buy_in_cents": 40_000}),
        Call(f"{at}/seats/1/top-up/", {"amount_cents": 10_000}),
        Call(f"{at}/seats/1/cash-out/"),
        Call(f"{at}/seats/1/move/", {"to_table": table, "to_seat": 5}),
        Call(f"{at}/seats/1/away/", idempotent=False),
        Call(f"{at}/seats/1/back/", idempotent=False),
    ]


def _hands(table: int, hand: int) -> list[Call]:
    at, on = f"tables/{table}", f"hands/{hand}"
    late = {
        "session": 4711,
        "dealt_at": "2026-11-21T02:14:08+01:00",
        "reason": "from paper",
        "pot_cents": 100,
        "flop_seen": True,
        "dealt_in": 2,
    }
    return [
        Call(f"{at}/hands/", roles=AT_TABLES),
        Call(f"{at}/hands/record/", {"actions": []}, roles=AT_TABLES),
        Call(f"{at}/hands/record/", {"pot_cents": 100, "flop_seen": True, "dealt_in": 2}, roles=AT_TABLES),
        Call(f"{at}/hands/import/", {"hands": [{"pot_cents": 100, "flop_seen": True, "dealt_in": 2}]}, roles=AT_TABLES),
        Call(f"{on}/actions/", {"kind": "fold"}, roles=AT_TABLES),
        Call(f"{on}/undo/", roles=AT_TABLES),
        Call(f"{on}/void/", {"reason": "misdeal"}, roles=AT_TABLES),
        Call(f"{on}/settle/", roles=AT_TABLES),
        Call(f"{on}/correct/", {"reason": "keyed wrong", "pot_cents": 100, "flop_seen": True, "dealt_in": 2}),
        Call("hands/late/", late, versioned=False),
        Call(f"{at}/rulings/", {"text": "Call stands."}, versioned=False),
    ]


def _rounds(table: int) -> list[Call]:
    at = f"tables/{table}/rounds"
    boxes = [{"box": 1, "seat": 1, "bets": {"ante": 1_000}}]
    return [
        Call(f"{at}/record/", {"boxes": boxes}, roles=AT_TABLES),
        Call(f"{at}/false-deal/", {"cause": "wrong_count"}, roles=AT_TABLES),
        Call("rounds/4711/void/", {"reason": "wrong box"}, roles=SETTING_UP, versioned=False),
    ]


def _waiting(evening: Evening, table: int) -> list[Call]:
    game, on = evening.day.house.games.first(), "waits/4711"
    return [
        Call(f"games/{game.pk}/wait/", {"guest": 1}, **FREE),
        Call(f"tables/{table}/break-up/", **FREE),
        Call(f"{on}/arrive/", **FREE),
        Call(f"{on}/leave/", **FREE),
        Call(f"{on}/move/", {"version": 1, "place": 2, "reason": "eats first"}, **FREE),
        Call(f"{on}/call/", {"table": table, "seat": 4}, **FREE),
        Call(f"{on}/answer/", {"answer": "on_my_way"}, **FREE),
        Call(f"{on}/miss/", **FREE),
        Call(f"{on}/withdraw/", {"reason": "the table closes"}, **FREE),
        Call(f"{on}/seat/", {"buy_in_cents": 40_000}, versioned=False),
    ]


def _moving(table: int) -> list[Call]:
    at, on, draw = f"tables/{table}", "move-requests/4711", "seat-draws/4711"
    return [
        Call(f"{at}/seats/1/ask/", {"to_table": table}, **FREE),
        Call(f"{on}/grant/", {"table": table, "seat": 4}, versioned=False),
        Call(f"{on}/withdraw/", **FREE),
        Call(f"{on}/decline/", **FREE),
        Call(f"{at}/must-move/", {"feeder": 4711}, **FREE),
        Call(f"{at}/must-move/next/", {"sitting": 4711, "seat": 4}, versioned=False),
        Call(f"{at}/must-move/refuse/", {"sitting": 4711, "reason": "will not move"}, versioned=False),
        Call(f"{at}/must-move/end/", **FREE),
        Call(f"{at}/seat-draw/", **FREE),
        Call(f"{draw}/break/", versioned=False),
        Call(f"{draw}/new-game/", {"first_seat": 1}, **FREE),
    ]


def _terms(evening: Evening, table: int) -> list[Call]:
    at, moment = f"tables/{table}", {"starts_at": "2030-01-01T12:00:00+01:00"}
    step = {"game": evening.day.house.games.first().pk, "after_hands": 30}
    return [
        Call(f"{at}/plan-stake/", step, idempotent=False),
        Call(f"{at}/stake-steps/4711/change/", step, idempotent=False),
        Call(f"{at}/stake-steps/4711/cancel/", idempotent=False),
        Call(f"{at}/plan-opening/", {"game": step["game"], **moment}, idempotent=False),
        Call(f"{at}/cancel-opening/", idempotent=False),
        Call(f"{at}/deck/", {"deck": "red 17"}),
        Call(f"{at}/plan-end/", {"ends_at": None}, idempotent=False),
        Call(f"{at}/last-hands/"),
        Call(f"{at}/play-on/", idempotent=False),
        Call(f"{at}/bomb-pot/", idempotent=False),
        Call(f"{at}/no-bomb-pot/", idempotent=False),
        Call(f"{at}/seats/1/leaving/", {"leaves_at": None}, idempotent=False),
    ]


def _absence(table: int) -> list[Call]:
    kept = "kept-chips/4711"
    return [
        Call(f"tables/{table}/seats/1/pick-up/", {"reason": "he went home"}),
        Call(f"{kept}/hand-out/", versioned=False),
        Call(f"{kept}/take-in/", {"reason": "nobody came"}, roles=frozenset({"manager"}), versioned=False),
    ]
