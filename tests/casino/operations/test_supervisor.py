"""A part that ends is started again; one that keeps ending waits longer each time, and no other waits for it."""

from itertools import pairwise

import pytest

from casino.embedded.processes import StartError, rotate
from casino.embedded.supervisor import LONGEST_PAUSE_S, STEADY_S, Kept


class Fake:
    """A part whose process ends when it is told to, and that starts or does not."""

    def __init__(self) -> None:
        self.runs, self.starts, self.fault = True, 0, None

    def start(self) -> None:
        if self.fault:
            raise self.fault
        self.runs, self.starts = True, self.starts + 1


@pytest.fixture
def fake() -> Fake:
    return Fake()


@pytest.fixture
def kept(fake: Fake) -> Kept:
    return Kept("worker", lambda: not fake.runs, fake.start)


def test_nothing_happens_while_it_runs(kept: Kept, fake: Fake) -> None:
    assert [list(kept.look(now)) for now in range(5)] == [[]] * 5
    assert fake.starts == 0


def test_it_starts_again_after_a_short_pause(kept: Kept, fake: Fake) -> None:
    fake.runs = False
    assert list(kept.look(100.0)) == ["worker has ended; it starts again in 0.5 s"]
    assert list(kept.look(100.2)) == []
    assert list(kept.look(100.5)) == ["worker was started again"]
    assert list(kept.look(101.0)) == []
    assert fake.starts == 1


def test_a_crash_loop_is_tried_ever_more_rarely(kept: Kept, fake: Fake) -> None:
    now, started = 0.0, []
    while now < 300:
        fake.runs = False
        before = fake.starts
        list(kept.look(now))
        if fake.starts > before:
            started.append(now)
        now += 0.25
    pauses = [late - early for early, late in pairwise(started)]
    assert pauses[:4] == pytest.approx([1.25, 2.25, 4.25, 8.25])
    assert max(pauses) == pytest.approx(LONGEST_PAUSE_S + 0.25)


def test_one_that_was_sound_for_a_while_starts_at_once_again(kept: Kept, fake: Fake) -> None:
    kept.pause = 16.0
    fake.runs = False
    assert list(kept.look(STEADY_S + 1)) == ["worker has ended; it starts again in 0.5 s"]


def test_one_that_does_not_start_is_tried_again(kept: Kept, fake: Fake) -> None:
    """A full disk: PostgreSQL does not start until there is room."""
    fake.runs, fake.fault = False, StartError("no space left on device")
    list(kept.look(0.0))
    assert list(kept.look(0.5)) == ["worker does not start, the next try is in 1 s: no space left on device"]
    fake.fault = None
    assert list(kept.look(1.5)) == ["worker was started again"]


def test_a_log_that_grows_is_moved_aside_and_goes_on(tmp_path) -> None:
    log = tmp_path / "postgres.log"
    with log.open("ab") as writer:
        writer.write(b"a" * 50)
        writer.flush()
        rotate(log, limit_bytes=100)
        assert log.stat().st_size == 50
        writer.write(b"b" * 100)
        writer.flush()
        rotate(log, limit_bytes=100)
        writer.write(b"c")
    assert log.read_bytes() == b"c"
    assert (tmp_path / "postgres.log.1").read_bytes() == b"a" * 50 + b"b" * 100
