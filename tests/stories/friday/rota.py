"""The dealers of a Friday: they come, push down the line, take their breaks and go, all by the house's rota."""

from datetime import timedelta

from tables.dealers.selectors import rota
from tables.dealers.services import breaks, downs, qualifications, shifts
from tables.dealers.services.downs import Wanted
from tables.dealers.services.shifts import Plan
from tables.models import Shift
from tables.play.services import house_rules
from tables.rules.rota.line_up import Duty
from tables.rules.rota.skills import needed
from tables.rules.rota.terms import RotaRules
from tests.stories.friday.room import FridayRoom
from tests.stories.friday.size import BEGIN, OFFERS
from tools.evening.clock import Agenda, once

TABLES_PER_SPARE = 4
"""Where half an hour is dealt and a break is not longer, one dealer relieves so many tables."""
EARLY_PART = 6
"""One dealer of so many comes when the room opens, the others later."""


class FridayRota:
    """Who deals when; `undone`: tables that were due, and nobody could come."""

    def __init__(self, room: FridayRoom) -> None:
        self.room, self.clock, self.undone = room, room.clock, 0
        house_rules.change(house_id=room.house.pk, rules=RotaRules, changes={"is_on": True}, actor=room.manager)
        skills = set().union(*(needed(offer.variant, offer.betting) for offer in OFFERS))
        for dealer in room.dealers:
            qualifications.put(house_id=room.house.pk, dealer_id=dealer.pk, skills=skills, actor=room.manager)

    def plan(self, agenda: Agenda) -> None:
        """The evening's shifts are entered at once; each dealer comes for his."""
        length = timedelta(hours=self.room.size.hours)
        early = len(self.room.dealers) // EARLY_PART
        late = BEGIN + length * 0.2
        plans = [
            Plan(one.pk, BEGIN, BEGIN + length * 0.7) if number < early else Plan(one.pk, late, BEGIN + length)
            for number, one in enumerate(self.room.dealers)
        ]
        shifts.enter(house_id=self.room.house.pk, plans=plans, actor=self.room.manager)
        for plan in plans:
            agenda.at(plan.begins_at, once(lambda plan=plan: self.comes(plan.dealer_id)))
        agenda.at(BEGIN, self.minds)

    def comes(self, dealer_id: int) -> None:
        shifts.come(house_id=self.room.house.pk, dealer_id=dealer_id, actor=self.room.any_floor)

    def has_ready(self) -> bool:
        """Whether one more table can be opened, and somebody is left to relieve the others."""
        standing = rota.standing(self.room.house.pk, self.clock.now())
        free = [one for one in standing.dealers if one.duty is not Duty.DEALING and one.ends_at]
        left = [one.duty for one in free if one.ends_at > standing.now]
        return Duty.READY in left and len(left) > len(standing.boxes) // TABLES_PER_SPARE

    def minds(self) -> timedelta:
        """Every two minutes: who is back from his break, who goes home, what is to be pushed."""
        for one in rota.standing(self.room.house.pk, self.clock.now()).dealers:
            is_back = one.duty is Duty.ON_BREAK and one.back_at is not None and one.back_at <= self.clock.now()
            if is_back:
                breaks.back(dealer_id=one.id, actor=self.room.any_floor)
            if one.ends_at and one.ends_at <= self.clock.now() and one.duty is not Duty.DEALING:
                shifts.go(dealer_id=one.id, actor=self.room.any_floor)
        self.pushes()
        return timedelta(minutes=2)

    def pushes(self) -> None:
        """All that are due, as the line-up proposes."""
        turns = [turn for turn in rota.standing(self.room.house.pk, self.clock.now()).turns if turn.is_due]
        self.undone += sum(turn.dealer_id is None for turn in turns)
        wanted = [
            Wanted(turn.table_id, self.room.version(turn.table_id), turn.dealer_id)
            for turn in turns
            if turn.dealer_id is not None
        ]
        if wanted:
            done = downs.push_line(house_id=self.room.house.pk, pushes=wanted, actor=self.room.any_floor)
            assert [one.refusal for one in done if one.refusal] == []

    def go_home(self) -> None:
        """All who are still here."""
        for shift in Shift.objects.filter(came_at__isnull=False, went_at=None):
            shifts.go(dealer_id=shift.dealer_id, actor=self.room.any_floor)
