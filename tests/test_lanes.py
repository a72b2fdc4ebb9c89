"""The gate and the release lane: each `release` mark gives its reason; `make fast` finds the tests of a change."""

import os
import sys
from pathlib import Path

import pytest

from casino.management import command_line
from tests import ahead, changed, lanes

pytestmark = pytest.mark.source

DESKS = {
    "dealer, outcomes", "dealer, no network", "dealer, every action", "dealer, against the house", "tablet", "floor",
    "waiting lists", "rota", "moves", "cage", "management", "tournaments", "display",
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('pytestmark = pytest.mark.release("slow")', [("t.py", "slow")]),
        ('@pytest.mark.release("slow")\ndef test_a(): ...', [("t.py::test_a", "slow")]),
        ('class TestA:\n    @mark.release("slow")\n    def test_a(self): ...', [("t.py::TestA::test_a", "slow")]),
        (
            '@p.parametrize("x", [p.param(1, marks=p.mark.release("x"))])\ndef test_a(x): ...',
            [("t.py::test_a", "x")],
        ),
        ("pytestmark = [pytest.mark.services, pytest.mark.release]", [("t.py", "")]),
        ("pytestmark = pytest.mark.release()", [("t.py", "")]),
        ("pytestmark = pytest.mark.services", []),
    ],
)
def test_a_mark_is_read_with_its_reason(text: str, found: list[tuple[str, str]]) -> None:
    assert list(lanes.marks("t.py", text)) == found


def test_each_release_mark_gives_its_reason() -> None:
    assert [name for name, reason in lanes.marked() if len(reason) < 15] == []


def test_the_document_holds_the_list_of_the_release_lane() -> None:
    """`python -m tests.lanes` writes it."""
    assert lanes.DOCUMENT.read_text(encoding="utf-8").endswith(lanes.table())


def test_the_gate_has_a_browser_test_for_each_desk() -> None:
    assert {desk for _test, desk in lanes.marked("smoke")} == DESKS


@pytest.mark.skipif(sys.dont_write_bytecode, reason="nothing is kept where no bytecode may be written")
def test_the_asserts_that_are_rewritten_ahead_are_those_that_pytest_keeps(pytestconfig: pytest.Config) -> None:
    assert Path(__file__) not in ahead.stale(pytestconfig)


@pytest.mark.parametrize("command", ["test", "up"])
def test_bytecode_is_kept_whatever_the_environment_says(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that starts the others has read the variable before it removes it."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setenv("CASINO_DATA", str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    found = []

    def begin(_words: list[str]) -> int:
        found.extend([sys.dont_write_bytecode, "PYTHONDONTWRITEBYTECODE" in os.environ])
        return 0

    monkeypatch.setattr(pytest, "main", begin)
    monkeypatch.setattr(command_line, "execute_from_command_line", begin)
    assert command_line.run(["manage.py", command]) == 0
    assert found == [False, False]


def test_the_closest_tests_of_a_change_come_first() -> None:
    texts = {
        "tests/test_a.py": "from tables.hands.services import pad, hands",
        "tests/test_b.py": "from tables.hands.services import hands",
        "tests/test_c.py": "import tables.hands.services.hands\nPAGE = 'board/board.html'",
    }
    assert changed.closest(["tables/hands/services/hands.py"], texts) == list(texts)
    assert changed.closest(["tables/hands/services/hands.py", "tables/hands/services/pad.py"], texts) == list(texts)
    assert changed.closest(["templates/board/board.html", "tests/test_b.py"], texts) == [
        "tests/test_b.py",
        "tests/test_c.py",
    ]
    assert changed.closest(["tables/hands/services/__init__.py"], texts) == ["tests/test_a.py", "tests/test_b.py"]
    assert changed.closest(["README.md"], texts) == []
