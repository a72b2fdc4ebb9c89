"""The night itself: everybody does what he would, at the time he would."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tables.models import Sitting, Table, WaitingEntry
from tables.moving.services import breaking
from tables.play.selectors import kept_seats
from tables.rules.waiting.calls import Answer
from tables.waiting.selectors import lists
from tables.waiting.services import entries, list_calls
from tests.stories.friday.crowd import Visitor
from tests.stories.friday.play import FridayPlay, Running
from tests.stories.friday.room import FridayRoom
from tests.stories.friday.rota import FridayRota
from tests.stories.friday.size import BEGIN, OFFERS, SEATS, TO_OPEN, Offer
from tools.evening.clock import once

FEWEST = 4
"""With fewer a game is broken, if somebody else of the game plays elsewhere."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a guest was told when he joined a list: so many minutes, half wait no longer."""

    entry_id: int
    game: str
    at: datetime
    median: int | None
    soonest: int | None
    latest: int | None


def state_of(entry_id: int) -> str:
    """What has become of a place on a list."""
    return WaitingEntry.objects.values_list("state", flat=True).get(pk=entry_id)


def place_of(list_id: int, guest_id: int) -> int:
    """A guest's place on a list, as it is not over."""
    rows = WaitingEntry.objects.filter(waiting_list_id=list_id, guest_id=guest_id, ended_at=None)
    return rows.values_list("pk", flat=True).get()


class FridayNight(FridayPlay):
    """The room in play."""

    def __init__(self, room: FridayRoom) -> None:
        super().__init__(room)
        self.lists: dict[str, int] = {}
        self.waiting: dict[int, tuple[Visitor, Offer]] = {}
        self.said: list[Said] = []
        self.rota = FridayRota(room)
        self.broken = self.most_tables = self.most_guests = 0

    def play(self) -> None:
        """From the first guest until the room closes."""
        for one in self.room.visitors:
            self.agenda.at(one.comes_at, once(lambda one=one: self.arrives(one)))
        self.agenda.at(BEGIN, self.minds_lists)
        self.rota.plan(self.agenda)
        self.agenda.run(self.room.size.end)
        for table in list(self.running.values()):
            self.close(table)
        self.rota.go_home()

    def lost_cents(self) -> int:
        """What all guests together brought and did not take home."""
        return sum(one.brought_cents - one.took_cents for one in self.room.visitors)

    # --- guests -------------------------------------------------------------------------------------------------------
    def arrives(self, one: Visitor) -> None:
        """He comes, or calls from home, and is put on the lists of what he wants; later his patience is at its end."""
        for offer in one.wants:
            self.join(one, offer)
        if one.is_remote:
            self.after(lambda: self.comes_in(one), 15, 50)
        self.agenda.at(self.clock.now() + one.patience, once(lambda: self.gives_up(one)))

    def join(self, one: Visitor, offer: Offer) -> None:
        row = entries.join(
            game_id=self.room.games[offer.name].pk,
            guest_id=one.guest_id,
            is_here=not one.is_remote,
            actor=self.room.any_floor,
        )
        self.lists[offer.name] = row.waiting_list_id
        one.waits[offer.name] = row.pk
        self.waiting[row.pk] = one, offer
        told = next(
            place
            for place in lists.one(row.waiting_list_id, self.clock.now()).places
            if place.entry_id == row.pk and place.place
        )
        if one.is_remote or told.estimate is None:
            return
        minutes = told.estimate
        self.said.append(Said(row.pk, offer.name, self.clock.now(), minutes.median, minutes.soonest, minutes.latest))

    def comes_in(self, one: Visitor) -> None:
        one.is_remote = False
        for entry_id in list(one.waits.values()):
            if state_of(entry_id) == "waiting":
                entries.arrive(entry_id=entry_id, actor=self.room.any_floor)

    def gives_up(self, one: Visitor) -> None:
        """Who still waits goes home, unless he is just being called."""
        if one.table_id is None and not one.is_gone:
            one.is_gone = self.leaves_lists(one)

    def leaves_lists(self, one: Visitor, *, but: int | None = None) -> bool:
        """Off all lists on which he waits; whether no seat is kept for him."""
        is_free = True
        for game, entry_id in list(one.waits.items()):
            if entry_id == but:
                continue
            state = state_of(entry_id)
            if state == "waiting":
                entries.leave(entry_id=entry_id, actor=self.room.any_floor)
            is_free &= state not in ("called", "locked_up")
            if state in ("waiting", "left", "struck"):
                del one.waits[game]
        return is_free

    # --- lists --------------------------------------------------------------------------------------------------------
    def minds_lists(self) -> timedelta:
        """Once a minute the floor looks at every list: calls, opens, breaks."""
        list_calls.sweep()
        self.most_tables = max(self.most_tables, len(self.running))
        self.most_guests = max(self.most_guests, sum(len(table.sitting) for table in self.running.values()))
        for offer in OFFERS:
            if offer.name in self.lists:
                self.calls(offer)
                self.opens(offer)
                self.breaks(offer)
        return timedelta(minutes=1)

    def calls(self, offer: Offer) -> None:
        """Every free seat to whose it is, the table first that needs somebody most (WSOP live-action 86)."""
        free = self.free_seats(offer)
        if not free:
            return
        view = lists.one(self.lists[offer.name], self.clock.now())
        for place in view.places:
            if place.place is None or not place.is_here or place.is_called_elsewhere or not free:
                continue
            table, seat = free.pop(0)
            list_calls.call(entry_id=place.entry_id, table_id=table.id, seat=seat, actor=self.room.any_floor)
            self.is_called(place.entry_id)

    def free_seats(self, offer: Offer) -> list[tuple[Running, int]]:
        tables = [table for table in self.running.values() if table.offer is offer]
        kept = kept_seats.kept_seats([table.id for table in tables], self.clock.now())
        free = [
            (len(table.sitting), table.id, seat)
            for table in tables
            for seat in range(1, SEATS + 1)
            if seat not in table.sitting and (table.id, seat) not in kept
        ]
        return [(self.running[table_id], seat) for _sitting, table_id, seat in sorted(free)]

    def is_called(self, entry_id: int) -> None:
        """He hears it, or does not."""
        chance = self.chance.random()
        if chance < 0.05:
            return
        if chance < 0.08:
            self.after(lambda: self.answers(entry_id, Answer.CANCEL), 0.5, 4)
        elif chance < 0.15:
            self.after(lambda: self.answers(entry_id, Answer.MORE_TIME), 0.5, 4)
            self.after(lambda: self.sits(entry_id), 5, 9)
        else:
            self.after(lambda: self.answers(entry_id, Answer.ON_MY_WAY), 0.3, 3)
            self.after(lambda: self.sits(entry_id), 3.2, 8)

    def answers(self, entry_id: int, answer: Answer) -> None:
        if state_of(entry_id) == "called":
            list_calls.answer(entry_id=entry_id, answer=answer, actor=self.room.any_floor)

    def sits(self, entry_id: int) -> None:
        """On the seat that is kept for him, if it still is."""
        if state_of(entry_id) not in ("called", "locked_up"):
            return
        one, offer = self.waiting[entry_id]
        cents = offer.buy_in_cents * self.chance.choice((1, 1, 1, 2)) // self.chance.choice((1, 2))
        row = list_calls.seat(entry_id=entry_id, buy_in_cents=cents, actor=self.room.any_floor)
        table = self.running[row.sitting.table_id]
        one.table_id, one.seat, one.stack_cents = table.id, row.sitting.seat, cents
        one.brought_cents += cents
        one.goes_at = one.goes_at or self.clock.now() + one.stays
        table.sitting[row.sitting.seat] = one
        self.leaves_lists(one, but=entry_id)
        one.waits = {}

    # --- tables -------------------------------------------------------------------------------------------------------
    def opens(self, offer: Offer) -> None:
        """Enough wait, a table of the game stands there, and somebody deals."""
        places = lists.one(self.lists[offer.name], self.clock.now()).places
        here = [one for one in places if one.place and one.is_here and not one.is_called_elsewhere]
        spare = [each for each in self.room.tables if each not in self.running]
        if len(here) < TO_OPEN or not spare or self.free_seats(offer):
            return
        if not self.rota.has_ready():
            return
        table_id = spare[0]
        self.room.open(table_id, offer)
        self.rota.pushes()
        code = Table.objects.values_list("code", flat=True).get(pk=table_id)
        table = self.running[table_id] = Running(table_id, code, offer, self.clock.now())
        self.agenda.at(self.clock.now() + timedelta(minutes=8), lambda: self.deals(table))
        self.calls(offer)

    def breaks(self, offer: Offer) -> None:
        """A game too short is broken up, if another of it goes on: its guests go to the list, at the bottom."""
        tables = [table for table in self.running.values() if table.offer is offer]
        for table in tables:
            is_settled = self.clock.now() - table.opened_at > timedelta(minutes=40)
            if len(tables) > 1 and is_settled and len(table.sitting) < FEWEST and not self.is_awaited(table):
                self.break_up(table)
                return

    def is_awaited(self, table: Running) -> bool:
        return bool(kept_seats.kept_seats([table.id], self.clock.now()))

    def break_up(self, table: Running) -> None:
        """By a draw that is announced before; who is drawn no seat takes his chips and waits at the bottom."""
        guests = list(table.sitting.values())
        if guests:
            draw = breaking.announce(table_id=table.id, actor=self.room.any_floor)
            counts = {one.seat: one.stack_cents for one in guests}
            breaking.break_table(draw_id=draw.pk, reason="too few play", counts=counts, actor=self.room.any_floor)
        for one in guests:
            stay = Sitting.objects.get(guest_id=one.guest_id, left_at=None)
            if stay.table_id != table.id:
                del table.sitting[one.seat]
                one.table_id, one.seat = stay.table_id, stay.seat
                self.running[one.table_id].sitting[one.seat] = one
            else:
                self.goes(table, one, for_good=False)
                found = place_of(self.lists[table.offer.name], one.guest_id)
                one.waits[table.offer.name] = found
                self.waiting[found] = one, table.offer
        self.close(table)
        self.broken += 1
