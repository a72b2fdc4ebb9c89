"""What stands on the sheet a shift hands over: one small function for each section, its rows as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from accounting import places
from accounting.models import Place, Slip
from accounting.selectors import findings as found
from accounting.selectors.shifts import Shift
from tables.floor.selectors import alarms as standing_alarms
from tables.floor.selectors import move_requests, openings
from tables.floor.selectors.log import entries
from tables.floor.selectors.waiting import lists as waiting
from tables.models import AdmissionCheck, DealerBreak, GameChange, HouseBan, MustMove, StakeStep, Tournament
from tables.play.selectors import floor_calls as selector_calls
from tables.play.selectors import tables as table_views
from tables.verdicts.alarms import Kind

Row: TypeAlias = Mapping[str, str | int | None]

_LATER: Final = (Tournament.State.ANNOUNCED, Tournament.State.REGISTERING)


@dataclass(frozen=True, slots=True)
class Moment:
    """Whose sheet, of which shift, and when."""

    shift: Shift
    now: datetime

    @property
    def house_id(self) -> int:
        """The house's id."""
        return self.shift.day.house_id


def tables(moment: Moment) -> list[Row]:
    """What is open, with game, guests, the float by the books and who deals since when."""
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
    """Of the shift: which table went over to which game, from which hand on, by whom or as planned."""
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
    """Those that are played."""
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
    """Dealers on a break, who is to be back first at the top."""
    rows = DealerBreak.objects.filter(shift__house_id=moment.house_id, ended_at=None).select_related("dealer")
    return [
        {"dealer": str(row.dealer), "since": row.started_at.isoformat(), "back_at": row.back_at.isoformat()}
        for row in rows.order_by("back_at", "pk")
    ]


def must_moves(moment: Moment) -> list[Row]:
    """The couples of main table and feeder that stand, and who moves next (WSOP live-action 97–99)."""
    rows = MustMove.objects.filter(main__house_id=moment.house_id, uncoupled_at=None)
    couples = list(rows.select_related("main", "feeder").order_by("main__code"))
    queues = move_requests.arrivals(row.feeder_id for row in couples)
    return [
        {
            "main": row.main.code,
            "feeder": row.feeder.code,
            "guests": len(queue),
            "next": queue[0].guest.name if queue else None,
            "since": row.coupled_at.isoformat(),
        }
        for row in couples
        for queue in [queues[row.feeder_id]]
    ]


def stakes(moment: Moment) -> list[Row]:
    """Increases of the minimum stake that are planned at the open tables."""
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
    """Tournaments and openings of tables that are announced."""
    rows = Tournament.objects.filter(house_id=moment.house_id, state__in=_LATER)
    found = [(row.starts_at, str(row)) for row in rows]
    ahead = openings.ahead(moment.house_id, moment.now).values()
    found += [(row.starts_at, f"{row.table.code}: {row.game.name}") for row in ahead]
    return [{"at": at.isoformat(), "what": what} for at, what in sorted(found)]


def lists(moment: Moment) -> list[Row]:
    """Who waits, and who is called to which seat."""
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
    """Who waits for the floor, and who goes."""
    return [
        {"table": call.table_code, "kind": call.kind, "since": call.called_at.isoformat(), "taken_by": call.taken_by}
        for call in selector_calls.waiting(moment.house_id)
    ]


def alarms(moment: Moment) -> list[Row]:
    """What nobody has answered."""
    standing = standing_alarms.standing(moment.shift.day.house, now=moment.now)
    return [
        {"place": alarm.place, "kind": alarm.kind.value, "since": alarm.since.isoformat()}
        for alarm in standing.alarms
        if alarm.kind is not Kind.CALL and alarm.is_urgent
    ]


def rulings(moment: Moment) -> list[Row]:
    """Of the shift."""
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
    """Of the shift, and older ones that somebody still sees to."""
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
    """How many of the gaming day are open."""
    counts = found.counts(moment.shift.day)
    return [{"open": counts.open, "grave": counts.grave}] if counts.open else []


def bans(moment: Moment) -> list[Row]:
    """Of the shift; their reasons are the managers'."""
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
    """How many questions were answered with no; who it was is nobody's business here."""
    asked = AdmissionCheck.objects.filter(guest__house_id=moment.house_id, at__gte=moment.shift.begins_at)
    count = asked.filter(result=AdmissionCheck.Result.BANNED).values("guest").distinct().count()
    return [{"count": count}] if count else []


def slips(moment: Moment) -> list[Row]:
    """Chips that were asked for and are not brought yet."""
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
