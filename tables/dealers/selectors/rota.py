"""The rota as it stands: who is on shift and what they do, which tables are in play, and the line-up of all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.contrib.auth import get_user_model

from casino import membership
from casino.roles import Role
from tables.models import Down, Qualification, Session, Shift, TournamentTable
from tables.play.selectors import house_rules
from tables.rules.rota import line_up, skills, strength
from tables.rules.rota.line_up import Box, Dealer, Duty, Turn
from tables.rules.rota.terms import RotaRules
from tables.rules.rota.working_time import Span, Work


@dataclass(frozen=True)
class Standing:
    """The tables in play and the dealers who are here, as the law sees them."""

    rules: RotaRules
    now: datetime
    boxes: Sequence[Box]
    dealers: Sequence[Dealer]

    @cached_property
    def turns(self) -> list[Turn]:
        """The next push of every table, the first due first."""
        return line_up.line_up(self.boxes, self.dealers, self.rules, self.now)

    def turn(self, table_id: int) -> Turn | None:
        """That of one table."""
        return next((turn for turn in self.turns if turn.table_id == table_id), None)

    def dealer(self, dealer_id: int) -> Dealer:
        """One of them; a dealer who is not here is away."""
        found = (one for one in self.dealers if one.id == dealer_id)
        return next(found, Dealer(dealer_id, Duty.AWAY, None))


def standing(house_id: int, now: datetime) -> Standing:
    """Everybody and everything; without a rota every dealer of the house counts as here."""
    rules = house_rules.of_house(house_id, RotaRules)
    downs = {down.dealer_id: down for down in Down.objects.filter(ended_at=None, table__house_id=house_id)}
    shifts = {shift.dealer_id: shift for shift in here(house_id)} if rules.is_on else {}
    ids = {*downs, *(shifts if rules.is_on else _all_dealers(house_id))}
    last = {
        down.dealer_id: down
        for down in Down.objects.filter(dealer_id__in=ids)
        .order_by("dealer_id", "-started_at", "-pk")
        .distinct("dealer_id")
    }
    known = _skills(house_id, ids)
    people = [_dealer(one, downs.get(one), last.get(one), shifts.get(one), known.get(one, set())) for one in ids]
    return Standing(rules, now, _boxes(house_id, downs.values()), sorted(people, key=lambda one: one.id))


def binding(house_id: int, now: datetime) -> Standing:
    """What a push is held against; a house that keeps no rota has nobody and nothing looked up."""
    rules = house_rules.of_house(house_id, RotaRules)
    return standing(house_id, now) if rules.is_on else Standing(rules, now, (), ())


def here(house_id: int) -> list[Shift]:
    """The shifts that have begun and are not over, with their breaks."""
    rows = Shift.objects.filter(house_id=house_id, came_at__isnull=False, went_at=None)
    return list(rows.select_related("dealer").prefetch_related("breaks"))


def further_tables(house_id: int, now: datetime) -> list[int] | None:
    """In how many minutes each further table can be dealt, by who is here and whose shift is planned, the first first.

    None where the house keeps no rota.
    """
    rules = house_rules.of_house(house_id, RotaRules)
    if not rules.is_on:
        return None
    sessions = Session.objects.filter(table__house_id=house_id).exclude(state=Session.State.CLOSED)
    held = TournamentTable.objects.filter(table__house_id=house_id, closed_at=None)
    shifts = Shift.objects.filter(house_id=house_id, went_at=None, called_off_at=None, ends_at__gt=now)
    here = shifts.filter(came_at__isnull=False).count()
    planned = shifts.filter(came_at=None, begins_at__gt=now).values_list("begins_at", flat=True)
    come = [-(-(begins_at - now) // timedelta(minutes=1)) for begins_at in planned]
    return strength.further_tables(here, sessions.count() + held.count(), come, rules)


def work(shift: Shift) -> Work:
    """A shift as the law of working time sees it."""
    assert shift.came_at is not None
    spans = sorted((Span(one.started_at, one.ended_at) for one in shift.breaks.all()), key=lambda span: span.begins)
    return Work(shift.came_at, tuple(spans))


def _all_dealers(house_id: int) -> Iterable[int]:
    dealers = get_user_model().objects.filter(membership.people_of(house_id), is_active=True)
    rows = dealers.filter(roles__contains=[Role.DEALER.value])
    return rows.values_list("pk", flat=True)


def _skills(house_id: int, ids: Iterable[int]) -> dict[int, set[str]]:
    known: dict[int, set[str]] = {}
    rows = Qualification.objects.filter(house_id=house_id, dealer_id__in=ids, until=None)
    for dealer_id, skill in rows.values_list("dealer_id", "skill"):
        known.setdefault(dealer_id, set()).add(skill)
    return known


def _dealer(dealer_id: int, deals: Down | None, last: Down | None, shift: Shift | None, known: set[str]) -> Dealer:
    """`since`: of the down, of the break, or of the end of their last down in this shift."""
    pause = next((one for one in shift.breaks.all() if one.ended_at is None), None) if shift else None
    since = last.ended_at if last else None
    if since is not None and shift is not None and shift.came_at is not None and since < shift.came_at:
        since = None
    duty = Duty.READY
    if deals is not None:
        duty, since = Duty.DEALING, deals.started_at
    elif pause is not None:
        duty, since = Duty.ON_BREAK, pause.started_at
    return Dealer(
        id=dealer_id,
        duty=duty,
        since=since,
        skills=frozenset(known),
        work=work(shift) if shift else None,
        table_id=deals.table_id if deals else None,
        last_table_id=last.table_id if last else None,
        ends_at=shift.ends_at if shift else None,
        back_at=pause.back_at if pause else None,
    )


def _boxes(house_id: int, downs: Iterable[Down]) -> list[Box]:
    """The tables in play; one that is paused without a dealer wants none."""
    by_table = {down.table_id: down for down in downs}
    needs: dict[int, frozenset[str]] = {}
    held = TournamentTable.objects.filter(table__house_id=house_id, closed_at=None).select_related("tournament")
    for one in held:
        played = one.tournament
        needs[one.table_id] = skills.needed(played.variant, played.betting, in_tournament=True)
    sessions = Session.objects.filter(table__house_id=house_id, closed_at=None).select_related("game")
    for session in sessions:
        if session.state == Session.State.OPEN or session.table_id in by_table:
            needs[session.table_id] = skills.needed(session.game.variant, session.game.betting)
    return [
        Box(table_id, need, down.dealer_id if down else None, down.started_at if down else None)
        for table_id, need in sorted(needs.items())
        for down in [by_table.get(table_id)]
    ]
