"""A month of money: the days of a month of tips, on which jackpots fall too and every day is stated.

A1 keeps every action and feeds the bad beat, S1 keeps summaries.  Everything is done by the services that people use.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from accounting.cage.services import windows
from accounting.models import GamingDay, JackpotSlip, Statement, WindowShift
from tables.dealers.services import shifts
from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.jackpots.selectors.claims import Keyed
from tables.models import Sitting
from tables.settlement import Tip
from tests import builders, stated_house
from tests.accounting.jackpots import jackpots
from tests.accounting.jackpots.jackpots import House
from tests.stories import tips
from tests.stories.tips import OCTOBER, TipsMonth

FLOAT_CENTS = 50_000
BUY_IN_CENTS = 20_000
LOST_CENTS = 1_000
CASH_CENTS = 500_000
POT_CENTS = 20_000
AT_ACTION_CENTS = (200, 400, 200)
"""What the winner at A1 tips, on each day; the rest of the day's tips is given at S1."""
BAD_BEAT_ON, HIGH_HAND_ON = 1, 2
PLAIN = {"hole": ("Qc Qd", "Jc Jd"), "board": "2s 5h 9c Th 3d"}
HIGH_HAND = Keyed("9c 9d 4h 5s Kc", {1: "9h 9s"}, (1, 2, 3, 4))


@dataclass
class MoneyMonth:
    """The month of tips with its funds, and the statements that were sealed."""

    staff: TipsMonth
    jackpots: House
    statements: list[Statement] = field(default_factory=list)

    def play(self) -> None:
        """October, day by day; its statements, tips and taxes on the first day of November, which is closed too."""
        for number in range(len(tips.DAYS)):
            self.day(number)
        november = self.staff.november()
        self.jackpots.pay_in(self.jackpots.funds["high-hand"], 1_000, "tax")
        self.staff.distribute()
        self.staff.pay()
        self.state()
        self.staff.evening.make_ready()
        self.staff.record(november, 0)
        self.staff.close(november)

    def day(self, number: int) -> GamingDay:
        """One gaming day, to its closing; both dealers work as in the month of tips."""
        staff, evening = self.staff, self.staff.evening
        staff.clock.forward(tips.BEGINS + tips.timedelta(days=tips.DAYS[number]))
        day = evening.open_day()
        self._open_window()
        if number == 0:
            self.jackpots.pay_in(self.jackpots.funds["bad-beat"], 40_000)
            self.jackpots.pay_in(self.jackpots.funds["high-hand"], 15_000)
        shifts.come(house_id=staff.house_id, dealer_id=evening.dealer.pk, actor=evening.floor)
        staff.wait(minutes=30 * number)
        shifts.come(house_id=staff.house_id, dealer_id=staff.old_hand.pk, actor=evening.floor)
        action, summary = self._open_tables(number)
        staff.wait(minutes=20)
        self._at_action(number, action)
        self._at_summaries(number, summary)
        staff.wait(hours=7)
        self.jackpots.count(self.jackpots.funds["bad-beat"])
        for table in (action, summary):
            self._close_table(table)
        self._close_window()
        shifts.go(dealer_id=evening.dealer.pk, actor=evening.floor)
        staff.wait(minutes=15 * number)
        shifts.go(dealer_id=staff.old_hand.pk, actor=evening.floor)
        evening.make_ready()
        staff.record(day, tips.ELECTRONIC_CENTS[number])
        staff.close(day)
        return day

    def state(self) -> None:
        """Every day and the month: signed by two, countersigned by the authority."""
        evening = self.staff.evening
        days = [tips.BEGINS.date() + tips.timedelta(days=after) for after in tips.DAYS]
        self.statements = [stated_house.sealed(evening, "day", day) for day in days]
        self.statements.append(stated_house.sealed(evening, "month", OCTOBER))
        for row in self.statements:
            stated_house.countersign(evening, row)

    def _at_action(self, number: int, table: int) -> None:
        """A hand with every action, which is the bad beat on its day; three of its four shares are fetched at once."""
        evening = self.staff.evening
        is_bad_beat = number == BAD_BEAT_ON
        played = jackpots.bad_beat(evening, table, settled=False, **({} if is_bad_beat else PLAIN))
        winner = 2 if is_bad_beat else 1
        hand = jackpots.playing.settle(evening, played, tips=[Tip(winner, AT_ACTION_CENTS[number])]).hand
        if is_bad_beat:
            self.jackpots.approve(self.jackpots.enter(hand.pk, self.jackpots.funds["bad-beat"]))
            for slip in JackpotSlip.objects.order_by("number")[:3]:
                self.jackpots.pay(slip)

    def _at_summaries(self, number: int, table: int) -> None:
        """A hand with a tip; on its day the high hand, and the share of the bad beat that was left is fetched."""
        evening = self.staff.evening
        tip_cents = tips.TIPS_CENTS[number] - AT_ACTION_CENTS[number]
        recording.record_summary(
            table_id=table,
            version=evening.version(table),
            summary=Summary(POT_CENTS, True, 4, tip_cents=tip_cents, rake_cents=1_000),
            actor=self.staff.old_hand,
        )
        if number == HIGH_HAND_ON:
            hand = jackpots.summary(evening, table, actor=self.staff.old_hand).hand
            self.jackpots.approve(self.jackpots.enter(hand.pk, self.jackpots.funds["high-hand"], HIGH_HAND))
            for slip in JackpotSlip.objects.filter(state="due"):
                self.jackpots.pay(slip)

    def _open_tables(self, number: int) -> tuple[int, int]:
        evening = self.staff.evening
        feeding = evening.terms(f"with fund {number}", jackpots.WITH_FUND).schedule_id
        action = evening.table(evening.game(rake_schedule_id=feeding), code=f"A{number + 1}", float_cents=FLOAT_CENTS)
        summary = evening.table(
            evening.game(recording="summary"), code=f"S{number + 1}", float_cents=FLOAT_CENTS, dealt=False
        )
        evening.push(summary, self.staff.old_hand)
        for table in (action, summary):
            evening.sit(table, *[BUY_IN_CENTS] * 4)
        return action, summary

    def _close_table(self, table: int) -> None:
        """Everybody cashes out; at a table of summaries the last one has what the others leave."""
        evening = self.staff.evening
        pool_cents = builders.balances("pool").get(f"pool/{tables.Table.objects.get(pk=table).code}", 0)
        taken = Sitting.objects.filter(table_id=table, left_at=None).order_by("seat").values_list("seat", flat=True)
        *others, last = taken
        counts = dict.fromkeys(others, BUY_IN_CENTS - LOST_CENTS) | {
            last: pool_cents - len(others) * (BUY_IN_CENTS - LOST_CENTS)
        }
        for seat, cents in counts.items():
            counted = {"counted_cents": cents} if pool_cents else {}
            seats.cash_out(table_id=table, version=evening.version(table), seat=seat, actor=evening.floor, **counted)
        tables.close_table(
            table_id=table, version=evening.version(table), counted_float_cents=FLOAT_CENTS, actor=evening.floor
        )

    def _open_window(self) -> None:
        if not self.jackpots.window:
            self.jackpots.open_window(CASH_CENTS)
            return
        windows.open_window(
            window_id=self.jackpots.window, chips={}, cash_cents=CASH_CENTS, actor=self.staff.evening.cage
        )

    def _close_window(self) -> WindowShift:
        evening = self.staff.evening
        cash_cents = builders.balances("cash")["cash/W1"]
        return builders.close_window(
            evening.cage, evening.second_cage, window_id=self.jackpots.window, chips={}, cash_cents=cash_cents
        )


@contextmanager
def october() -> Iterator[MoneyMonth]:
    """October with all of its money, and the day of November on which it was distributed and stated."""
    with tips.shown(tips.begun()) as staff:
        month = MoneyMonth(staff, House(staff.evening))
        month.jackpots.fund("bad-beat", "bad_beat", jackpots.BAD_BEAT)
        month.jackpots.fund("high-hand", "high_hand", jackpots.HIGH_HAND | {"tax_bp": 1_000})
        stated_house.in_force(staff.evening)
        stated_house.registered(staff.evening)
        month.play()
        yield month
