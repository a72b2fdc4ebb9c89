"""The rows of the hand-over sheet as JSON: one small function for each section."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from accounting import places
from accounting.cage.selectors.shifts import Shift
from accounting.findings.selectors import findings as found
from accounting.models import Place, Slip
from tables.floor.selectors import alarms as standing_alarms
from tables.floor.selectors import openings
from tables.log.selectors import entries
from tables.models import AdmissionCheck, DealerBreak, GameChange, HouseBan, MustMove, StakeStep, Tournament
from tables.play.selectors import floor_calls
from tables.play.selectors import tables as table_views
from tables.seating.selectors import move_requests
from tables.verdicts.alarms import Kind
from tables.waiting.selectors import lists as waiting

Row: TypeAlias = Mapping[str, str | int | None]

_LATER: Final = (Tournament.State.ANNOUNCED, Tournament.State.REGISTERING)


@dataclass(frozen=True, slots=True)
class Moment:
    """The shift whose sheet is made, and the time of making it."""

    shift: Shift
    now: datetime

    @property
    def house_id(self) -> int:
        return self.shift.day.house_id


def tables(moment: Moment) -> list[Row]:
    """Tables in play, with game, guests, booked float, and the dealer with the start of their down."""
    shown = [table for table in table_views.views(moment.house_id) if table.session or table.tournament]
    floats = dict(
        Place.objects.filter(
            house_id=moment.house_id, name__in=[places.table_float(table.code) for table in shown if table.session]
        ).values_list("name", "balance_cents")
    )
    return [
        {
            "table": table.code,
            "state": table.state if table.session else None,
            "game": table.session.game_name if table.session else table.tournament and table.tournament[1],
            "guests": f"{len(table.seats)}/{table.seat_count}" if table.session else None,
            "float_cents": floats.get(places.table_float(table.code), 0) if table.session else None,
            "dealer": table.dealer.name if table.dealer else None,
            "since": table.dealer.since.isoformat() if table.dealer else None,
        }
        for table in shown
    ]


def game_changes(moment: Moment) -> list[Row]:
    """Changes of game during the shift; `by`: the person who made or planned it."""
    rows = GameChange.objects.filter(session__table__house_id=moment.house_id, at__gte=moment.shift.begins_at)
    return [
        {
            "at": row.at.isoformat(),
            "table": row.session.table.code,
            "hand": row.from_hand,
            "from": row.from_game.name,
            "to": row.to_game.name,
            "by": str(row.by or (row.step and row.step.planned_by)),
            "reason": row.reason,
        }
        for row in rows.select_related("session__table", "from_game", "to_game", "by", "step__planned_by").order_by(
            "pk"
        )
    ]


def tournaments(moment: Moment) -> list[Row]:
    """Tournaments in progress."""
    rows = Tournament.objects.filter(house_id=moment.house_id).exclude(
        state__in=[*_LATER, Tournament.State.SETTLED, Tournament.State.CANCELLED]
    )
    return [
        {
            "tournament": str(row),
            "state": row.state,
            "tables": row.tables.filter(closed_at=None).count(),
            "left": row.entrants.filter(state="seated").count(),
        }
        for row in rows.order_by("starts_at", "pk")
    ]


def breaks(moment: Moment) -> list[Row]:
    """Dealers on a break, the next to be back first."""
    rows = DealerBreak.objects.filter(shift__house_id=moment.house_id, ended_at=None).select_related("dealer")
    return [
        {"dealer": str(row.dealer), "since": row.started_at.isoformat(), "back_at": row.back_at.isoformat()}
        for row in rows.order_by("back_at", "pk")
    ]


def must_moves(moment: Moment) -> list[Row]:
    """The must-moves in force, each with the guest to move next (WSOP live-action 97–99)."""
    rows = MustMove.objects.filter(main__house_id=moment.house_id, uncoupled_at=None)
    couples = list(rows.select_related("main", "feeder").order_by("main__code"))
    queues = move_requests.arrivals(row.feeder_id for row in couples)
    return [
        {
            "main": row.main.code,
            "feeder": row.feeder.code,
            "guests": len(queue),
            "next": next((sitting.guest.name for sitting in queue), None),
            "since": row.coupled_at.isoformat(),
        }
        for row in couples
        for queue in [queues[row.feeder_id]]
    ]


def stakes(moment: Moment) -> list[Row]:
    """Increases of the stake that are planned at open tables."""
    ahead = StakeStep.objects.filter(
        session__table__house_id=moment.house_id, session__closed_at=None, state=StakeStep.State.PLANNED
    )
    rows = ahead.select_related("session__table", "game", "planned_by")
    return [
        {
            "table": row.session.table.code,
            "game": row.game.name,
            "after_minutes": row.after_minutes,
            "after_hands": row.after_hands,
            "by": str(row.planned_by),
        }
        for row in rows.order_by("session__table__code", "after_minutes", "after_hands", "pk")
    ]


def planned(moment: Moment) -> list[Row]:
    """Announced tournaments, and planned openings of tables, the earliest first."""
    rows = Tournament.objects.filter(house_id=moment.house_id, state__in=_LATER)
    found = [(row.starts_at, str(row)) for row in rows]
    ahead = openings.ahead(moment.house_id, moment.now).values()
    found += [(row.starts_at, f"{row.table.code}: {row.game.name}") for row in ahead]
    return [{"at": at.isoformat(), "what": what} for at, what in sorted(found)]


def lists(moment: Moment) -> list[Row]:
    """Waiting lists with their number of waiting guests, and the guests called with their seats."""
    return [
        {
            "game": one.game_name,
            "waiting": one.waiting,
            "called": ", ".join(
                f"{place.guest_name} {place.table_code}/{place.seat}" for place in one.places if place.table_code
            ),
        }
        for one in waiting.of_house(moment.house_id, moment.now)
        if one.places
    ]


def calls(moment: Moment) -> list[Row]:
    """Open calls for the floor, with the person who has taken each."""
    return [
        {"table": call.table_code, "kind": call.kind, "since": call.called_at.isoformat(), "taken_by": call.taken_by}
        for call in floor_calls.waiting(moment.house_id)
    ]


def alarms(moment: Moment) -> list[Row]:
    """Urgent alarms that were not acknowledged; calls have a section of their own."""
    standing = standing_alarms.standing(moment.shift.day.house, now=moment.now)
    return [
        {"place": alarm.place, "kind": alarm.kind.value, "since": alarm.since.isoformat()}
        for alarm in standing.alarms
        if alarm.kind is not Kind.CALL and alarm.is_urgent
    ]


def rulings(moment: Moment) -> list[Row]:
    """Rulings of the shift."""
    rows = entries.rulings(moment.house_id).filter(at__gte=moment.shift.begins_at)
    return [
        {
            "at": row.at.isoformat(),
            "table": row.table.code,
            "hand": row.hand.number if row.hand else None,
            "rule": row.rule,
            "text": row.text,
            "by": str(row.by),
        }
        for row in rows.order_by("at", "pk")
    ]


def incidents(moment: Moment) -> list[Row]:
    """Incidents of the shift, and older ones that are still followed up."""
    followed = entries.followed(moment.house_id)
    rows = list(followed.order_by("at", "pk").filter(entries.since_or_open(moment.shift.begins_at)))
    people = entries.names(row.owner_now for row in rows)
    return [
        {
            "at": row.at.isoformat(),
            "kind": row.kind,
            "table": row.table.code if row.table else None,
            "text": row.text,
            "owner": people.get(row.owner_now),
        }
        for row in rows
    ]


def findings(moment: Moment) -> list[Row]:
    """The number of open findings of the gaming day; no row if there are none."""
    counts = found.counts(moment.shift.day)
    return [{"open": counts.open, "grave": counts.grave}] if counts.open else []


def bans(moment: Moment) -> list[Row]:
    """House bans of the shift, without the reasons, which only managers may read."""
    rows = HouseBan.objects.filter(guest__house_id=moment.house_id, at__gte=moment.shift.begins_at)
    return [
        {
            "guest": row.guest.number,
            "from": row.begins_on.isoformat(),
            "until": row.ends_on.isoformat() if row.ends_on else None,
            "by": str(row.by),
        }
        for row in rows.select_related("guest", "by").order_by("at", "pk")
    ]


def refused(moment: Moment) -> list[Row]:
    """The number of guests whom an admission check found banned; the sheet does not name them."""
    asked = AdmissionCheck.objects.filter(guest__house_id=moment.house_id, at__gte=moment.shift.begins_at)
    count = asked.filter(result=AdmissionCheck.Result.BANNED).values("guest").distinct().count()
    return [{"count": count}] if count else []


def slips(moment: Moment) -> list[Row]:
    """Slips that were asked for and are not carried out yet."""
    rows = Slip.objects.filter(house_id=moment.house_id, state=Slip.State.ASKED).order_by("number")
    return [
        {
            "number": row.number,
            "kind": row.kind,
            "table": row.table_code,
            "amount_cents": row.amount_cents,
            "since": row.asked_at.isoformat(),
        }
        for row in rows
    ]
