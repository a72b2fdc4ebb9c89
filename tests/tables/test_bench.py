"""`manage.py bench`: it measures what it says and leaves nothing behind; its limits are its own and stand there."""

import json
import os
import socketserver
import subprocess
import sys
from datetime import date
from pathlib import Path
from threading import Thread
from types import SimpleNamespace

import pytest

from casino import environment
from tables.rules import hand, rule_sets
from tables.rules.actions import from_json
from tables.rules.banked import records
from tables.rules.banked.boxes import Limits
from tables.rules.banked.rule_sets import rule_set
from tables.rules.blinds import Entrant, deal_in, positions_from_button
from tables.rules.hand import Phase
from tables.rules.setup import Betting, GameTerms, Variant
from tests.patience import PATIENCE_S
from tools.bench import pgbench, pokerkit_side, requests, round_kinds
from tools.bench.captured import _read
from tools.bench.figures import QUICK, Bound, Figure, in_turns, percentile, ratio
from tools.bench.page import render
from tools.bench.parts import engines, open_loop, screens
from tools.bench.requests import HAND, Plan


def test_a_limit_is_kept_on_its_own_side():
    assert Figure("x", 1, "hands/s", ratio=30, limit=30).holds
    assert not Figure("x", 1, "hands/s", ratio=29.9, limit=30).holds
    assert Figure("x", 1, "ms", ratio=1.3, limit=1.3, bound=Bound.AT_MOST).holds
    assert not Figure("x", 1, "ms", ratio=1.31, limit=1.3, bound=Bound.AT_MOST).holds
    assert not Figure("x", 1, "ms", ratio=None, limit=1.3).holds, "what was not measured does not hold"
    assert Figure("x", 1, "ms").holds, "a figure without a limit is there to be read"
    assert Figure("x", 1.23456, "ms", 2.34567, 3).as_json() == {
        "value": 1.235,
        "unit": "ms",
        "ratio": 2.346,
        "limit": 3,
        "holds": False,
    }


def test_percentiles_are_values_that_were_measured():
    values = [float(number) for number in range(100, 0, -1)]
    assert [percentile(values, percent) for percent in (1, 50, 95, 100)] == [1, 50, 95, 100]
    assert percentile([7.0], 95) == 7


def test_runs_take_turns_and_each_round_has_its_own_ratio():
    order = []
    values = iter([1.0, 10.0, 3.0, 30.0, 2.0, 20.0])

    def run(name):
        order.append(name)
        return next(values)

    ours, theirs = in_turns([lambda: run("ours"), lambda: run("theirs")], 3)
    assert (ours, theirs) == ([1, 3, 2], [10, 30, 20])
    assert order == ["ours", "theirs"] * 3
    assert ratio([1, 30, 4], [10, 10, 10]) == 0.4


@pytest.mark.parametrize("variant", Variant)
def test_both_engines_replay_the_same_hands_to_the_same_stacks(variant):
    pytest.importorskip("pokerkit")
    for played in (*engines._showdowns(variant, 3), *engines._comparable(variant, 6)):
        assert engines._replay(played) == pokerkit_side.replay(played)
    (typical, *_others) = engines._showdowns(variant, 1)
    assert len(typical.setup.seats) == 6
    assert len([one for one in typical.actions if one.seat and one.kind != "show"]) == 26
    assert len([one for one in typical.actions if one.kind == "show"]) == 3


def test_the_load_s_hand_is_legal_to_the_river():
    seats = range(1, requests.PLAYERS + 1)
    terms = GameTerms(Variant.TEXAS, Betting.NO_LIMIT, 100, 200, chip_cents=100)
    entrants = [Entrant(seat, 1_000_000) for seat in seats]
    setup = deal_in(terms, "house/1", entrants, positions_from_button(1, seats, rule_sets.rule_set("house/1"))).setup
    state = hand.replay(setup, map(from_json, HAND))
    assert (state.phase, len(state.boards[0])) == (Phase.SHOWDOWN, 5)


@pytest.mark.parametrize("kind", [round_kinds.QUICK, round_kinds.FULL], ids=lambda kind: kind.recording)
def test_the_load_s_rounds_have_four_boxes_that_cost_the_house_as_much_as_they_bring(kind):
    limits = Limits(least_ante_cents=500, most_ante_cents=10_000, most_side_cents=0, chip_cents=100)
    settled = records.settle(rule_set(round_kinds.RULE_SET), kind.record, limits, full=kind is round_kinds.FULL)
    assert [(one.lost_cents, one.paid_cents) for one in settled] == [(0, 3_000), (2_000, 0), (0, 0), (1_000, 0)]
    assert len(kind.body()["boxes"]) == 4


def test_a_plan_goes_on_where_the_last_run_ended():
    plan = Plan(b"%d" % number for number in range(5))
    assert plan.ahead(3) == [b"0", b"1", b"2"]
    plan.sent(2)
    assert plan.ahead(2) == [b"2", b"3"]
    assert plan.ahead(9) == [b"2", b"3", b"4"]


LOG = """\
2026-11-21 08:29:19.039 UTC [77] LOG:  statement: BEGIN
2026-11-21 08:29:19.039 UTC [77] LOG:  statement: SELECT 1,
\t       2
2026-11-21 08:29:19.040 UTC [12] LOG:  checkpoint starting: time
\tnot ours
2026-11-21 08:29:19.041 UTC [78] LOG:  execute <unnamed>: SELECT $1,
\t       $10::text, $2
2026-11-21 08:29:19.041 UTC [78] DETAIL:  Parameters: $1 = '7', $2 = NULL, $10 = 'it''s $1'
2026-11-21 08:29:19.041 UTC [78] LOG:  execute _pg3_0: COMMIT
"""


def test_statements_are_read_from_the_server_s_log():
    assert _read(LOG) == [
        ("77", "BEGIN"),
        ("77", "SELECT 1,\n       2"),
        ("78", "SELECT '7',\n       'it''s $1'::text, NULL"),
        ("78", "COMMIT"),
    ]


def test_what_differs_between_requests_becomes_a_variable():
    captured = [
        "INSERT INTO a VALUES ('bench-key-000000042', 'tables/7100002/', '596974d5-35a1-4ac5-9f64-cbfa48763bbe')",
        "INSERT INTO b VALUES ('7200002', 'table/B10002', 'hand:73500000', '2026-11-21 08:29:19'::timestamp)",
        "WITH x AS (SELECT 1)\nSELECT id, number FROM hand",
        "INSERT INTO casino_storedanswer VALUES ('bench-key-000000042', '{\"id\":73500000}')",
    ]
    key = "pgbench-:table-:hand-:run-:client_id-:n"
    assert list(pgbench.of_record(captured, range(10, 20)).statements) == [
        f"INSERT INTO a VALUES ('{key}', 'tables/:table/', gen_random_uuid())",
        "INSERT INTO b VALUES (':session', 'table/B:code', ('hand:' || :made_id), '2026-11-21 08:29:19'::timestamp)",
        "WITH x AS (SELECT 1)\nSELECT id, number FROM hand",
        f"INSERT INTO casino_storedanswer VALUES ('{key}', '{{\"id\":73500000}}')",
    ]
    text = pgbench.of_record(captured, range(10, 20)).text()
    assert "FROM hand\n\\gset made_\n" in text
    assert "\\set number 10 + :client_id * 5 + :n % 5\n" in text
    dealt = ["WITH x AS (SELECT 1)\nSELECT id, number FROM round", "VALUES ('7200002', 'round:74500000')"]
    assert (
        pgbench.of_record(dealt, range(10, 20))
        .text()
        .endswith("FROM round\n\\gset made_\nVALUES (':session', ('round:' || :made_id));\n")
    )
    action = ["VALUES ('73000012', '9', 'check', '3')"]
    assert pgbench.of_action(action, range(40, 50), 27, 5).statements == ("VALUES (':hand', ':step', 'check', '3')",)


def test_a_bar_shows_on_which_side_of_its_limit_a_ratio_is():
    """The limit is in the middle; a bound from below must be reached, one from above must not."""
    fast = Figure("fast", 300.0, "tps", 0.6, 0.5)
    slow = Figure("slow", 100.0, "tps", 0.25, 0.5)
    page = render({"Commands": [fast, slow, Figure.within("board", 15.0, "ms", 30)]}, day=date(2026, 11, 25))
    lines = [line for line in page.splitlines() if line.startswith("| ") and "`" in line]
    assert lines == [
        "| fast | 300 tps | 0.60 | ≥ 0.5 | `████████████|██··········` holds |",
        "| slow | 100 tps | 0.25 | ≥ 0.5 | `██████······|············` **missed** |",
        "| board | 15.0 ms | 0.50 | ≤ 1 | `██████······|············` holds |",
    ]


class Hasty(socketserver.BaseRequestHandler):
    """Answers one command and closes the connection, as a server does once nothing was asked on it for a while."""

    def handle(self) -> None:
        self.request.recv(1_000)
        self.request.sendall(b'HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"version":1}')


def test_a_player_may_pause_longer_than_the_server_keeps_a_connection(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(requests, "action", lambda *_: b"?")
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Hasty) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        player = screens.Player(server.server_address[1], SimpleNamespace(open_tables=[1]))
        player.p95(1)
        player.p95(1)
        server.shutdown()


@pytest.mark.release("starts servers and a load for each part of the bench")
@pytest.mark.services
def test_the_command_measures_every_part_and_clears_up(tmp_path: Path):
    """`--json`'s last line is `{name: {value, unit, ratio, limit, holds}}`; the page has the same figures."""
    environ = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "CELERY_BROKER_URL"}}
    environ |= {
        "CASINO_DATA": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "TMPDIR": str(tmp_path),
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "bench", "--quick", "--json", "--page", str(tmp_path / "page.md")],
        cwd=environment.ROOT, env=environ, capture_output=True, text=True, check=False, timeout=PATIENCE_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout.splitlines()[-1])
    limited = {name for name, figure in figures.items() if figure["limit"] is not None}
    engines_limited = {"engine_texas", "engine_omaha"} if _has_pokerkit() else set()
    assert limited == engines_limited | {
        "rollup", "increment", "http_summary", "http_action", "http_round", "http_round_full", "audit_two_workers",
        "http_summary_to_anchor", "http_action_to_anchor",
        "action_p95_beside_200_screens", "told_by_32_clients", "board_24_tables", "board_24_tables_bytes",
        "hands_of_a_table", "hands_of_a_table_at_most", "report_by_day", "report_by_table", "report_by_month",
        "audit_of_a_day", "proof_of_a_million", "proof_of_a_million_at_most", "proof_by_both",
        "audit_of_a_million_one_worker", "rollup_to_inserts", "import",
        *(f"rake_by_{split}" for split in ("hour", "day", "month", "table", "game", "dealer", "stake")),
        "match", "bank",
        *(f"period_{kind}" for kind in ("shift", "day", "week", "month", "year")),
        "csv_machine", "csv_excel", "xlsx_peak_memory",
        "open_actions_p99", *(f"open_hands_{boards}_boards_p99" for boards in open_loop.BOARDS),
    }  # fmt: skip
    assert {"http_bare_insert", "anchor", "action_p95", "hand_bytes", "hand_log_bytes", "web_memory_under_load"} < (
        figures.keys()
    )
    assert all(figure["value"] > 0 for figure in figures.values())
    assert all(figures[name]["ratio"] > 0 for name in limited)
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert [name for name in figures if f"| {name} |" not in page] == []
    assert "pgbench left a row for every transaction" in done.stdout
    assert f"{QUICK.hands:,} hands" in done.stdout
    assert list(tmp_path.glob("casino-bench-*")) == []


def _has_pokerkit() -> bool:
    try:
        import pokerkit  # noqa: F401
    except ImportError:
        return False
    return True
