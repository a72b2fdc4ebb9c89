"""The demo's programme: a month that is over, an evening a week ago, yesterday's to be closed, one that goes on.

The month has one evening, which is sealed: its tips can be distributed, its statement waits for its second signature.
The last one leaves the house in the middle of the night: five tables open, one of them paused, one closed, a hand in
progress, one table against the house, guests on the lists, a call for the floor; and cases for an auditor, who has
computed the night once: a misdeal, a mistyped pot that was reversed, a rake that was not the one due.
"""

from collections import deque
from datetime import datetime, timedelta
from functools import partial
from math import lcm
from random import Random

from accounting import money
from accounting.days.services import days as money_days
from accounting.models import GamingDay, House
from accounting.rake.selectors.schedules import SCHEDULES
from accounting.rake.services import schedules
from accounting.reports.services import rollups
from casino import house_time
from casino.models import User
from casino.roles import Role
from casino.services import users
from casino.transactions import together
from tables.audit.services import audits
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.hands.services import hands
from tables.models import Game, Guest
from tools.evening import books, cage, cast, count_room, desk, jackpots, rota, tips
from tools.evening.bank import Bank
from tools.evening.clock import Agenda, Clock, once
from tools.evening.contest import Contest
from tools.evening.room import SEATS, PokerTable, Room

SEED = 20_261_121
NIGHT = timedelta(hours=5, minutes=40)
HALF_NIGHT = timedelta(hours=3)
SHORT_NIGHT = timedelta(hours=2)
FLOAT_CENTS = 500_000
#: Table, game, guests.
OPENED = (
    ("T01", "NLHE 1/2", 8),
    ("T02", "NLHE 2/4", 8),
    ("T03", "NLHE 5/10", 6),
    ("T04", "PLO 2/4", 6),
    ("T05", "FL Texas 4/8", 6),
    ("T06", "NLHE 1/2", 7),
)
DOWN = timedelta(minutes=30)
FIRST_HAND = timedelta(minutes=25)


def minutes(count: float) -> timedelta:
    """A time span of `count` minutes."""
    return timedelta(minutes=count)


def beginnings(ends_at: datetime) -> list[datetime]:
    """Start times of the four evenings: in the month before, the same weekday a week before, yesterday, tonight.

    26 hours lie between the last two, so that the gaming day changes even on the day when clocks are put back.  The
    first one is of a month that is over yesterday, when its statement is signed.
    """
    last = ends_at - NIGHT
    second = last - timedelta(hours=26)
    month_before = ((second - timedelta(days=2)).replace(day=1) - timedelta(days=1)).replace(day=20)
    return [month_before, last - timedelta(days=7), second, last]


def play() -> None:
    """Play all evenings in one transaction, up to now; the house must not exist yet."""
    ends_at = house_time.now()
    month_before, first, second, last = beginnings(ends_at)
    clock = Clock(month_before)
    with house_time.shown_by(clock.now), together():
        programme = Programme(clock)
        of_month = programme.short_night(count=1, length=SHORT_NIGHT)
        count_room.close_day(programme.room, of_month)
        clock.forward(first)
        count_room.close_day(programme.room, programme.short_night(count=3, length=HALF_NIGHT))
        clock.forward(second)
        books.state(programme.room, of_month)
        count_room.leave_closing(programme.room, programme.short_night(count=2, length=SHORT_NIGHT))
        programme.lower_the_cap(last)
        clock.forward(last)
        programme.long_night(ends_at)
    rollups.roll_up()


def hire(house: House) -> dict[str, User]:
    """Create the demo's users, by user name; those of `cast.PEOPLE` can sign in."""
    hired = {
        name: users.create(
            username=name,
            password=f"demo-{name}",
            full_name=full_name,
            role_names=[role.value],
            house_ids=[house.pk],
            is_demo=True,
        )
        for name, full_name, role in cast.PEOPLE
    }
    for name, full_name in (*cast.DEALERS, *cast.CROUPIERS):
        hired[name] = users.create(
            username=name,
            password=None,
            full_name=full_name,
            role_names=[Role.DEALER.value],
            house_ids=[house.pk],
            is_demo=True,
        )
    for name in cast.WITH_A_PIN:
        users.set_pin(user_id=hired[name].pk, pin=cast.PIN, actor=None)
    return hired


class Programme:
    """The demo's house and its evenings."""

    def __init__(self, clock: Clock) -> None:
        """Create users, schedules, games, tables and guests."""
        self.clock = clock
        self.house = House.objects.create(code=cast.HOUSE_CODE, name=cast.HOUSE_NAME)
        people = hire(self.house)
        self.room = Room(
            clock,
            Random(SEED),  # noqa: S311 -- not for real cards
            floor=people["floor"],
            manager=people["manager"],
            second_manager=people["manager2"],
            counters=(people["cage"], people["cage2"]),
        )
        self.regular_dealer = people["dealer"]
        self.room.dealers = deque(people[name] for name, _full_name in cast.DEALERS)
        since = clock.now() - timedelta(days=30)
        schedule_ids = {name: self._publish(name, terms, since) for name, terms in cast.SCHEDULES.items()}
        self.games = {form.name: self._offer(form) for form in cast.games(schedule_ids)}
        self.tables = {code: self._put_up(code) for code, _game, _guests in OPENED}
        self.room.guests = deque(self._know(number, name) for number, name in enumerate(cast.GUESTS, 1_001))
        self.bank = Bank(self.room, self.house, [people[name] for name, _full_name in cast.CROUPIERS])
        self.contest = Contest(self.room, self.house)
        jackpots.open_funds(self.room, self.house)
        tips.agree(self.room, self.house, people)
        books.owe(self.room, self.house, (clock.now() - timedelta(days=1)).date())

    def _publish(self, name: str, terms: dict[str, object], valid_from: datetime) -> int:
        """Publish terms as one manager and approve them as the other."""
        version = schedules.publish(
            house_id=self.house.pk, name=name, terms=terms, valid_from=valid_from, actor=self.room.manager
        )
        schedules.approve(version_id=version.pk, seen=SCHEDULES.seen(version), actor=self.room.second_manager)
        return version.schedule_id

    def _offer(self, form: GameForm) -> Game:
        return games.create(house_id=self.house.pk, terms=form, actor=self.room.floor)

    def _put_up(self, code: str) -> PokerTable:
        row = tables.create(house_id=self.house.pk, code=code, seats=SEATS, actor=self.room.floor)
        return PokerTable(self.room, row)

    def _know(self, number: int, name: str) -> Guest:
        return guests.register(house_id=self.house.pk, number=str(number), name=name, actor=self.room.floor)

    def lower_the_cap(self, valid_from: datetime) -> None:
        """Publish the second version of the small game's schedule."""
        self._publish("Prozent 5", cast.PERCENT_5_CAPPED, valid_from)

    def short_night(self, *, count: int, length: timedelta) -> GamingDay:
        """Play the first tables, close them, and return the day."""
        begins_at = self.clock.now()
        day = self._open_day()
        rota.come(self.house, self.room.floor)
        agenda = Agenda(self.clock)
        for code, name, guests_count in OPENED[:count]:
            self._open(agenda, code, name, guests_count)
        agenda.run(begins_at + length)
        for code, _name, _count in OPENED[:count]:
            self.tables[code].close(counted_float_cents=FLOAT_CENTS)
        rota.go(self.room.floor)
        return day

    def long_night(self, ends_at: datetime) -> None:
        """Play the evening that is still going on."""
        begins_at = self.clock.now()
        day = self._open_day()
        agenda = Agenda(self.clock)
        for code, name, count in OPENED:
            self._open(agenda, code, name, count)
        agenda.at(begins_at + minutes(1), once(lambda: cage.open_window(self.room, self.house)))
        agenda.at(begins_at + minutes(140), once(lambda: cage.fill(self.room, self.tables["T03"].id)))
        agenda.at(ends_at - minutes(6), once(lambda: cage.ask_for_fill(self.room, self.tables["T01"].id)))
        agenda.at(begins_at + minutes(70), once(lambda: self._misdeal("T03")))
        agenda.at(begins_at + minutes(95), once(self._move))
        agenda.at(begins_at + minutes(130), once(lambda: self._mistype("T01")))
        agenda.at(begins_at + minutes(150), once(lambda: self._close("T06", missing_cents=500)))
        agenda.at(begins_at + minutes(165), once(lambda: count_room.count_once(self.room, "T06")))
        agenda.at(begins_at + minutes(185), once(lambda: self._take_less("T02")))
        for hour in (2, 3, 4):
            agenda.at(begins_at + timedelta(hours=hour), once(self._come_and_go))
        agenda.at(ends_at - minutes(22), once(lambda: self.tables["T03"].push(self.regular_dealer)))
        agenda.at(ends_at - minutes(11), once(self._pause))
        agenda.at(ends_at - minutes(9), once(lambda: self.tables["T02"].away(4)))
        agenda.at(ends_at - minutes(45), once(lambda: desk.fill_lists(self.room, self.games)))
        agenda.at(ends_at - minutes(40), once(lambda: desk.write_down(self.room, self.tables["T02"])))
        agenda.at(ends_at - minutes(7), once(lambda: audits.audit(day_id=day.pk, actor=self.room.manager)))
        agenda.at(ends_at - minutes(4), once(lambda: desk.call_the_floor(self.tables["T04"])))
        agenda.at(ends_at - rota.ON_SHIFT, once(lambda: rota.begin(self.house, self.room.floor)))
        self.bank.plan(agenda, begins_at)
        self.contest.plan(agenda, ends_at)
        agenda.run(ends_at - minutes(2))
        rota.end(self.house, self.room.dealers, self.room.floor)
        for code in ("T01", "T02"):
            desk.call_first(self.room, self.tables[code])
        jackpots.fall(self.room)
        self._leave_open()
        self.clock.forward(ends_at)

    def _open_day(self) -> GamingDay:
        """Open the day; one that is still open goes into its closing."""
        before = GamingDay.objects.filter(house=self.house, state=GamingDay.State.OPEN).first()
        if before is None:
            return money_days.open_day(house_id=self.house.pk, actor=self.room.manager)
        return money_days.roll_over(house_id=self.house.pk, day_id=before.pk, actor=self.room.manager)

    def _open(self, agenda: Agenda, code: str, name: str, count: int) -> None:
        """Schedule a table's opening, its guests' arrivals, its hands, and a new dealer every half hour."""
        table, begins_at = self.tables[code], self.clock.now()
        offset = minutes(2 * int(code[1:]))
        pace = (3.2, 5.0) if self.games[name].recording == Game.Recording.EVERY_ACTION else (1.9, 3.4)

        def deal() -> timedelta | None:
            if table.game is None:
                return None
            if table.is_playing:
                table.deal()
            return minutes(self.room.random.uniform(*pace))

        def relieve() -> timedelta | None:
            if table.game is None or table.dealer == self.regular_dealer:
                return None
            table.push(self.room.dealers.popleft())
            return DOWN

        agenda.at(begins_at + offset, once(lambda: table.open(self.games[name], float_cents=FLOAT_CENTS)))
        for seat in range(1, count + 1):
            agenda.at(begins_at + offset + minutes(1.5 * seat), once(partial(table.sit, seat)))
        agenda.at(begins_at + FIRST_HAND + offset, deal)
        agenda.at(begins_at + offset + DOWN, relieve)

    def _misdeal(self, code: str) -> None:
        table = self.tables[code]
        assert table.dealer is not None
        started, played = table.begin()
        after = hands.act(
            hand_id=started.hand.pk, version=started.hand.version, action=played.step(), actor=table.dealer
        )
        hands.void(
            hand_id=after.hand.pk,
            version=after.hand.version,
            reason="Fehlgegeben: zwei Karten lagen offen",
            actor=self.room.floor,
        )

    def _move(self) -> None:
        """Move a guest with their stack, first topped up to whole chips of the other table."""
        source, target = self.tables["T04"], self.tables["T03"]
        seat, free = max(source.guests), max(target.guests) + 1
        source.read_stacks()
        stack_cents = source.stacks[seat]
        both_cents = lcm(source.terms.chip_cents, target.terms.chip_cents)
        wanted_cents = money.to_unit(max(stack_cents, source.terms.min_buy_in_cents), both_cents, money.Rounding.UP)
        if wanted_cents > stack_cents:
            source.top_up(seat, wanted_cents - stack_cents)
        seats.move(
            table_id=source.id,
            version=source.version,
            seat=seat,
            to_table_id=target.id,
            to_seat=free,
            actor=self.room.floor,
        )
        target.guests[free] = source.guests.pop(seat)
        source.read_stacks()
        target.read_stacks()

    def _mistype(self, code: str) -> None:
        """Record a pot ten times too large; the floor reverses the hand, the dealer records it again."""
        table = self.tables[code]
        before, outcome = dict(table.stacks), table.outcome()
        while not outcome.flop_seen or 10 * outcome.pot_cents > sum(before.values()):
            outcome = table.outcome()
        wrong = table.key(outcome, pot_cents=10 * outcome.pot_cents)
        self.clock.forward(self.clock.now() + minutes(1))
        hands.void(
            hand_id=wrong.hand.pk,
            version=wrong.hand.version,
            reason="Vertippt: eine Null zu viel im Pot",
            actor=self.room.floor,
        )
        table.stacks = before
        table.key(outcome)

    def _take_less(self, code: str) -> None:
        """Record a hand with too little rake: the dealer missed the second step of the schedule."""
        table = self.tables[code]
        outcome = table.outcome()
        while outcome.pot_cents < cast.SECOND_STEP_CENTS:  # comes within some twenty hands
            outcome = table.outcome()
        table.key(outcome, rake_cents=cast.FIRST_STEP_RAKE_CENTS, reason="Zweite Stufe übersehen")

    def _come_and_go(self) -> None:
        """At each open table replace a guest by the next one waiting."""
        for table in self.tables.values():
            if table.game is not None:
                seat = self.room.random.choice(sorted(table.guests))
                table.leave(seat)
                table.sit(seat)

    def _close(self, code: str, *, missing_cents: int) -> None:
        self.tables[code].close(
            counted_float_cents=FLOAT_CENTS - missing_cents,
            explanation="Gesucht an Tisch, Boden und Boxschlitz, nicht gefunden" if missing_cents else "",
        )

    def _pause(self) -> None:
        table = self.tables["T05"]
        tables.pause(table_id=table.id, version=table.version, actor=self.room.floor)
        table.is_playing = False

    def _leave_open(self) -> None:
        """Leave a hand open at the feature table, with one action undone and recorded again."""
        table = self.tables["T03"]
        assert table.dealer is not None
        recorded, played = table.begin()
        for _action in range(3):
            self.clock.forward(self.clock.now() + timedelta(seconds=9))
            recorded = hands.act(
                hand_id=recorded.hand.pk, version=recorded.hand.version, action=played.step(), actor=table.dealer
            )
        recorded = hands.undo(hand_id=recorded.hand.pk, version=recorded.hand.version, actor=table.dealer)
        last, version = played.actions[-1], recorded.hand.version
        hands.act(hand_id=recorded.hand.pk, version=version, action=last, actor=table.dealer)
