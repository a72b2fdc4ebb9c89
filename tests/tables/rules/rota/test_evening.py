"""A rota simulated as the line-up proposes: nobody over their limits, nobody back to back, breaks alike."""

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tables.rules.rota import line_up, working_time
from tables.rules.rota.line_up import Box, Dealer, Duty
from tables.rules.rota.terms import RotaRules
from tables.rules.rota.working_time import Span, Work

BEGIN = datetime(2026, 11, 20, 18, tzinfo=UTC)
TEXAS = frozenset({"texas/no_limit"})
TICK = timedelta(minutes=5)


@dataclass
class SimulatedRota:
    """Tables and dealers without a database; `tick` does what the line-up proposes."""

    rules: RotaRules
    boxes: dict[int, Box]
    dealers: dict[int, Dealer]
    downs: list[tuple[int, int, datetime]] = field(default_factory=list)

    def tick(self, now: datetime) -> None:
        """Who is due back comes back; what is due is pushed."""
        for one in list(self.dealers.values()):
            if one.duty is Duty.ON_BREAK and one.back_at <= now:
                *before, last = one.work.breaks
                work = Work(one.work.came_at, (*before, Span(last.begins, now)))
                self.dealers[one.id] = replace(one, duty=Duty.READY, since=one.since, work=work, back_at=None)
        turns = line_up.line_up(list(self.boxes.values()), list(self.dealers.values()), self.rules, now)
        done = [turn for turn in turns if turn.is_due and turn.dealer_id is not None]
        for turn in done:
            one = self.dealers[turn.dealer_id]
            found = line_up.obstacles(one, self.boxes[turn.table_id], list(self.boxes.values()), self.rules, now)
            assert found == [], (found, turn)
        for turn in done:
            if turn.relieved_id is not None and turn.next_table_id is None:
                self.out(self.dealers[turn.relieved_id], now, turn.break_minutes)
        for turn in done:
            box = self.boxes[turn.table_id]
            self.boxes[turn.table_id] = replace(box, dealer_id=turn.dealer_id, since=now)
            self.dealers[turn.dealer_id] = replace(
                self.dealers[turn.dealer_id],
                duty=Duty.DEALING,
                since=now,
                table_id=turn.table_id,
                last_table_id=turn.table_id,
            )
            self.downs.append((turn.dealer_id, turn.table_id, now))

    def out(self, one: Dealer, now: datetime, minutes: int) -> None:
        """A dealer leaves the table for a break."""
        work = Work(one.work.came_at, (*one.work.breaks, Span(now)))
        back_at = now + timedelta(minutes=minutes)
        self.dealers[one.id] = replace(one, duty=Duty.ON_BREAK, since=now, work=work, back_at=back_at, table_id=None)


def simulated(tables: int, spare: int, rules: RotaRules) -> SimulatedRota:
    work = Work(BEGIN)
    people = range(1, tables + spare + 1)
    return SimulatedRota(
        rules,
        {},
        {number: Dealer(number, Duty.READY, None, TEXAS, work) for number in people},
    )


def run(rota: SimulatedRota, opens: list[int], minutes: int) -> list[timedelta]:
    """Tables open after so many minutes each; what each dealer has rested, once the breaks that run are over."""
    now = BEGIN
    for minute in range(0, minutes + 1, 5):
        now = BEGIN + timedelta(minutes=minute)
        for number, opened in enumerate(opens, 1):
            if number not in rota.boxes and opened <= minute:
                rota.boxes[number] = Box(number, TEXAS)
        rota.tick(now)
        for one in rota.dealers.values():
            if one.duty is Duty.DEALING:
                time = working_time.of(one.work, now, rota.rules)
                assert time.break_by >= now, "nobody deals for more than six hours without a break"
                assert time.most_until >= now, "nobody works more than ten hours"
    return [
        sum(((span.ends or one.back_at) - span.begins for span in one.work.breaks), timedelta())
        for one in rota.dealers.values()
    ]


ROOMS = st.integers(2, 7).flatmap(lambda tables: st.tuples(st.just(tables), st.integers(1, min(4, tables))))


@given(ROOMS, st.sampled_from([20, 30, 40]), st.integers(240, 470))
def test_breaks_are_alike(room, down, minutes):
    """Among those who came together and whose tables opened together: at most by one break."""
    tables, spare = room
    rules = RotaRules(down_minutes=down, break_minutes=down, lead_minutes=0)
    rota = simulated(tables, spare, rules)
    rested = run(rota, [0] * tables, minutes)
    assert max(rested) - min(rested) <= rules.pause


@given(ROOMS, st.data())
def test_nobody_passes_a_limit_whatever_opens_when(room, data):
    tables, spare = room
    rules = RotaRules()
    rota = simulated(tables, spare, rules)
    opens = data.draw(st.lists(st.integers(0, 24).map(lambda n: 5 * n), min_size=tables, max_size=tables))
    run(rota, opens, 470)


@given(ROOMS, st.data())
def test_nobody_comes_back_to_his_table_at_once(room, data):
    tables, spare = room
    opens = data.draw(st.lists(st.integers(0, 12).map(lambda n: 5 * n), min_size=tables, max_size=tables))
    opens[0] = opens[1] = 0
    rota = simulated(tables, spare, RotaRules())
    run(rota, opens, 470)
    last: dict[int, int] = {}
    for dealer, table, _at in rota.downs:
        assert last.get(dealer) != table
        last[dealer] = table
