"""A month by chance, on a clock of its own: hands, rounds, charges, tournaments, and all that is put right afterwards.

S1 keeps summaries and feeds a jackpot, A1 keeps every action, Z1 is paid by the clock, E1 plays against the house.
"""

from collections import deque
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random

from accounting.cage.services import windows
from accounting.days.services import days
from accounting.findings.services import findings
from accounting.models import Entry, Finding, GamingDay
from accounting.reports.services import rollups
from casino import house_time
from tables.absence.services import keeping
from tables.audit.services import days as table_days
from tables.floor.services import tables
from tables.hands.services import corrections, hands
from tables.hands.services.recording import Summary
from tables.models import Hand, KeptChips, Prize, Round, Session, Table
from tables.play.services import time_charges
from tables.prizes.services import eliminations, prizes, settling
from tables.prizes.services.eliminations import Out
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked import boxes
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import Spot
from tables.rules.tournaments.shipped import TURBO
from tables.settlement import Tip
from tests import builders, kept_rows
from tests.builders import Evening, pieces
from tests.deciding import looking
from tests.tables.tournaments.tournament import DRAWER, EURO, sold_tournament
from tools.evening.bank import BankTable
from tools.evening.clock import Clock
from tools.evening.room import PokerTable, Room

FLOAT_CENTS = 5_000 * EURO
BEGINS = datetime(2026, 10, 5, 13, tzinfo=UTC)
"""A Monday; the month has a night of 25 hours, and its last days are of November."""
WITH_JACKPOT = builders.FIVE_PERCENT | {
    "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 2_000, "total_cents": 100}]}
}
BY_THE_CLOCK = {"kind": "time", "amount_cents": 600, "period_minutes": 30}


class Month:
    """The house; `play` plays one gaming day after the other and closes each."""

    def __init__(self, clock: Clock, seed: int) -> None:
        self.clock, self.random = clock, Random(seed)
        self.evening: Evening = builders.evening(WITH_JACKPOT)
        people = self.evening
        self.room = Room(
            clock, self.random, people.floor, people.manager, people.second_manager, (people.cage, people.second_cage)
        )
        self.room.guests = deque(people.guest(f"Gast {number}") for number in range(40))
        self.room.dealers = deque(
            [people.dealer, *(builders.user("dealer", f"dealer-{number}") for number in range(4))]
        )
        self.games = {
            "S1": people.game(recording="summary"),
            "A1": people.game(variant="omaha", betting="pot_limit"),
            "Z1": people.game(recording="summary", rake_schedule_id=people.terms("Zeittaxe", BY_THE_CLOCK).schedule_id),
            "E1": people.banked_game(min_buy_in_cents=10_000),
        }
        self.tables = {code: self._table(code) for code in self.games}
        self.days: list[GamingDay] = []
        self.window: int | None = None

    def play(self, count: int) -> None:
        """So many gaming days; one in seven has a tournament."""
        for number in range(count):
            day = days.current(self.evening.house.pk)
            self._day(number)
            self._wait(hours=26 - (self.clock.at - BEGINS - timedelta(days=number)).total_seconds() / 3600)
            days.roll_over(house_id=self.evening.house.pk, actor=self.evening.manager)
            self._put_right(day)
            self._close(day)
            self.days.append(GamingDay.objects.get(pk=day.pk))
            self._wait(minutes=20)
        rollups.roll_up()

    # --- a day --------------------------------------------------------------------------------------------------------
    def _day(self, number: int) -> None:
        for code, table in self.tables.items():
            table.open(self.games[code], float_cents=FLOAT_CENTS)
            for seat in range(1, 5):
                table.sit(seat)
        if number % 7 == 0:
            self._tournament(f"T{number}")
        what = [
            *[self._hand] * 6, *[partial(self._action, "A1")] * 3, *[self._round] * 4, self._charge, self._void_hand,
            self._void_round, self._protest, self._correct, self._false_deal, self._tip, self._push, self._walk,
        ]  # fmt: skip
        self.random.shuffle(what)
        for happen in what:
            self._wait(minutes=self.random.randint(3, 40))
            happen()
        self._wait(minutes=10)
        for table in self.tables.values():
            counted_cents = table.float_cents if isinstance(table, BankTable) else FLOAT_CENTS
            missing_cents = self.random.choice((0, 0, 0, 500))
            table.close(
                counted_float_cents=counted_cents - missing_cents,
                explanation="Ein Fünfer fehlt" if missing_cents else "",
            )
        self._late()

    def _hand(self) -> None:
        self.tables["S1"].deal()

    def _action(self, code: str) -> None:
        self.tables[code].deal()

    def _round(self) -> None:
        table = self.tables["E1"]
        assert isinstance(table, BankTable)
        table.play()

    def _tip(self) -> None:
        """A guest gives a box up and tips all the same."""
        table = self.tables["E1"]
        seat = min(table.guests)
        given_up = RoundRecord((BoxRecord(boxes.Box(1, {Spot.ANTE: 500}), seat),))
        rounds.record(
            table_id=table.id,
            version=table.version,
            round_record=given_up,
            details=RoundDetails(tips=(Tip(seat, 500),)),
            actor=table.dealer,
        )
        table.stacks[seat] -= 1_000
        table.mend()

    def _false_deal(self) -> None:
        table = self.tables["E1"]
        assert isinstance(table, BankTable)
        table.false_deal()

    def _charge(self) -> None:
        table = self.tables["Z1"]
        time_charges.collect(table_id=table.id, version=table.version, minutes=30, actor=table.dealer)
        for seat in table.stacks:
            table.stacks[seat] -= 600
        table.deal()

    def _void_hand(self) -> None:
        """Of another dealer's keying; nothing that it moved stays."""
        table = self.tables["S1"]
        before = dict(table.stacks)
        hand = table.key(table.outcome()).hand
        hands.void(hand_id=hand.pk, version=hand.version, reason="Pot vertippt", actor=self.evening.floor)
        table.stacks = before

    def _void_round(self) -> None:
        table = self.tables["E1"]
        assert isinstance(table, BankTable)
        before = dict(table.stacks)
        played = table.play()
        if table.stacks.keys() == before.keys() and not self._bought_since(played):
            rounds.void(round_id=played.pk, version=1, reason="falsche Box", actor=self.evening.floor)
            table.stacks = before

    def _bought_since(self, played: Round) -> bool:
        """Chips bought after the round are not taken back with it."""
        return Entry.objects.filter(code="top_up", book__code="table/E1", at__gte=played.recorded_at).exists()

    def _protest(self) -> None:
        table = self.tables["S1"]
        table.key(table.outcome(), rake_cents=0, reason="Gast protestiert – Saalchef gab nach")
        table.mend()

    def _correct(self) -> None:
        """At the table, while everybody sits there."""
        table = self.tables["S1"]
        before = dict(table.stacks)
        outcome = table.outcome()
        hand = table.key(outcome, pot_cents=outcome.pot_cents).hand
        corrections.correct(
            hand_id=hand.pk,
            version=hand.version,
            summary=Summary(outcome.pot_cents, outcome.flop_seen, len(table.guests), tip_cents=300),
            reason="Tronc falsch getippt",
            actor=self.evening.floor,
        )
        taken = Hand.objects.latest("pk").result
        table.stacks = before
        for seat, cents in outcome.contributed.items():
            table.stacks[seat] -= cents
        table.stacks[outcome.winner] += (
            outcome.pot_cents - taken["rake"]["taken_cents"] - taken["rake"]["jackpot_cents"] - 300
        )

    def _push(self) -> None:
        for table in self.tables.values():
            table.push(self.room.dealers.popleft())

    def _walk(self) -> None:
        """A guest goes for good without their chips."""
        table = self.tables["S1"]
        seat = max(table.guests)
        table.away(seat)
        self._wait(minutes=5)
        seats_left = table.stacks.pop(seat)
        keeping.pick_up(
            table_id=table.id, version=table.version, seat=seat, counted_cents=seats_left,
            reason="kam nicht wieder", actor=self.evening.floor,
        )  # fmt: skip
        self.room.guests.append(table.guests.pop(seat))

    def _tournament(self, code: str) -> None:
        if self.window is not None:
            windows.open_window(
                window_id=self.window, chips=pieces(1_000 * EURO), cash_cents=DRAWER, actor=self.evening.cage
            )
        made = sold_tournament(
            self.evening, code=code, structure=TURBO, guarantee_cents=500 * EURO, bounty_cents=10 * EURO
        )
        for _guest in range(3):
            made.enter(self.evening.guest(f"Turnier {code}"))
        made.start(1)
        first, *others = made.seated()
        prizes.fix(**made.seen, early=True, actor=self.evening.floor)
        for loser in others:
            eliminations.eliminate(**made.seen, outs=[Out(loser.pk, (first.pk,))], actor=self.evening.floor)
        for prize in Prize.objects.filter(tournament_id=made.id, amount_cents__gt=0):
            looking(prizes.pay)(prize_id=prize.pk, window_id=made.window, actor=self.evening.cage)
        settling.settle(**made.seen, actor=self.evening.manager)
        self.window = made.window
        builders.close_window(
            self.evening.cage,
            self.evening.second_cage,
            window_id=self.window,
            chips=pieces(builders.balances("cage").get("cage/K9", 0)),
            cash_cents=builders.balances("cash").get("cash/K9", 0),
        )

    # --- afterwards ---------------------------------------------------------------------------------------------------
    def _late(self) -> None:
        """A hand from paper, after the table was closed."""
        session = Session.objects.filter(table_id=self.tables["S1"].id).latest("pk")
        corrections.enter_late(
            session_id=session.pk,
            summary=Summary(self.random.choice((3_000, 12_000)), True, 3, tip_cents=200),
            dealt_at=session.opened_at + timedelta(minutes=30),
            reason="Strom fiel aus",
            actor=self.evening.manager,
        )

    def _put_right(self, day: GamingDay) -> None:
        """On the next day: a pot with a digit wrong, on loan; unclaimed chips of the day before are the house's."""
        hand = Hand.objects.filter(gaming_day=day, state="settled", table__code="S1").order_by("pk")[1]
        cents = hand.result["pot_cents"] + 2_000
        corrections.correct(
            hand_id=hand.pk,
            version=hand.version,
            summary=Summary(cents, True, hand.result["dealt_in"], tip_cents=hand.result["tips_cents"] + 100),
            reason="Pot falsch getippt",
            actor=self.evening.second_manager,
        )
        for kept in KeptChips.objects.filter(outcome="").exclude(gaming_day__state="open"):
            keeping.take_in(kept_id=kept.pk, reason="nicht abgeholt", actor=self.evening.manager)

    def _close(self, day: GamingDay) -> None:
        self.evening.day = day
        self.evening.make_ready()
        for finding in Finding.objects.filter(house=self.evening.house, state=Finding.State.OPEN):
            managers = (self.evening.second_manager, self.evening.manager)
            other = next(one for one in managers if one.pk != finding.booked_by_id)
            looking(findings.resolve)(finding_id=finding.pk, resolution="justified", comment="gesehen", actor=other)
        table_days.close_day(day_id=day.pk, actor=self.evening.manager)

    # --- furniture ----------------------------------------------------------------------------------------------------
    def _table(self, code: str) -> PokerTable:
        row: Table = tables.create(house_id=self.evening.house.pk, code=code, seats=7, actor=self.evening.floor)
        return (BankTable if code == "E1" else PokerTable)(self.room, row)

    def _wait(self, **span: float) -> None:
        self.clock.forward(self.clock.at + timedelta(**span))


@kept_rows.rebuilt
def month(count: int, seed: int = 7) -> Month:
    """So many gaming days, played and closed, and the figures rolled up."""
    clock = Clock(BEGINS)
    with house_time.shown_by(clock.now):
        made = Month(clock, seed)
        made.play(count)
    return made
