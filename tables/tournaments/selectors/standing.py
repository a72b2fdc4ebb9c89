"""A tournament's current state: structure, clock, chips issued, money taken, players."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet, Sum

from casino import roles
from casino.errors import N_, NotFound
from casino.selectors.decisions import PAYER, SETTLER, Duties
from tables.models import ChipRace, ClockEvent, Entrant, Prize, Purchase, Tournament, TournamentTable
from tables.rules.tournaments import clocks, codec, prizes
from tables.rules.tournaments.clocks import ClockView, Event, EventKind
from tables.rules.tournaments.structures import Structure

if TYPE_CHECKING:
    from casino.models import User

RUNS = "tables.run_tournament"
SELLS = "tables.sell_entry"
READS = "accounting.view_reports"
_PAID = Q(returned=None)
STANDS = _PAID & ~Q(entrant__state=Entrant.State.WITHDRAWN)
"""A purchase that counts.  For a free entry that is withdrawn nothing is given back: its `returned` stays empty."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SETTLEMENTS = Duties(
    model=Tournament,
    name=N_("Settlement of a tournament"),
    persons={PAYER: "prizes__paid_by", SETTLER: "settled_by"},
    alone=Q(settled_alone=True),
)


@dataclass(frozen=True, slots=True)
class Money:
    """Money in cents: the players' (pool, bounties), the house's (fees), what the house added, what was paid out."""

    pool_cents: int
    bounty_cents: int
    fee_cents: int
    overlay_cents: int
    paid_cents: int

    @property
    def prizes_cents(self) -> int:
        """All that is to be paid out, paid prizes included."""
        return self.pool_cents + self.bounty_cents + self.overlay_cents


@dataclass(frozen=True, slots=True)
class Figures:
    """Entries by kind, remaining players, chips issued."""

    entries: int
    re_entries: int
    re_buys: int
    add_ons: int
    left: int
    issued: int

    @property
    def average(self) -> int:
        """The average stack, rounded down; 0 where nobody is left."""
        return self.issued // self.left if self.left else 0


def structure(row: Tournament) -> Structure:
    """The structure, from the tournament's own copy."""
    return codec.from_json(row.structure)


def milliseconds(at: datetime) -> int:
    """An instant as the clock counts it, whole milliseconds since 1970."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def moment(milliseconds_since_1970: int) -> datetime:
    """The instant of a time of the clock."""
    return _EPOCH + timedelta(milliseconds=milliseconds_since_1970)


def events(row: Tournament) -> list[Event]:
    """The clock's events, in order."""
    found = ClockEvent.objects.filter(tournament=row).order_by("number")
    return [Event(EventKind(one.kind), milliseconds(one.at), one.item, one.milliseconds) for one in found]


def clock(row: Tournament, now: datetime) -> ClockView:
    """The clock's view at `now`; before the start the first level, stopped."""
    return clocks.at(structure(row), events(row), milliseconds(now))


def issued(row: Tournament) -> int:
    """Chips in play: issued for purchases that stand, changed by chip races."""
    bought = Purchase.objects.filter(STANDS, tournament=row).aggregate(chips=Sum("chips"))["chips"] or 0
    raced = ChipRace.objects.filter(tournament=row).aggregate(difference=Sum("difference"))["difference"] or 0
    return int(bought + raced)


def needs_another_to_settle(row: Tournament, user_id: int) -> bool:
    """Whether the house asks for two people, and this one paid a prize."""
    return row.house.money_by_two and Prize.objects.filter(tournament=row, paid_by=user_id).exists()


def money(row: Tournament) -> Money:
    """The sums of receipts and prizes; the proof compares them with the ledger.

    A final's pool includes what its flights brought into it.
    """
    brought = Q(tournament__final=row, tournament__state__in=[Tournament.State.FINISHED, Tournament.State.SETTLED])
    flights = Purchase.objects.filter(_PAID, brought).aggregate(pool=Sum("pool_cents"))
    sums = Purchase.objects.filter(_PAID, tournament=row).aggregate(
        pool=Sum("pool_cents"), bounty=Sum("bounty_cents"), fee=Sum("fee_cents")
    )
    paid = Prize.objects.filter(tournament=row, paid_at__isnull=False).aggregate(paid=Sum("amount_cents"))["paid"]
    pool = int(sums["pool"] or 0) + int(flights["pool"] or 0)
    overlay = prizes.overlay(pool, row.guarantee_cents) if row.closed_at else 0
    return Money(pool, int(sums["bounty"] or 0), int(sums["fee"] or 0), overlay, int(paid or 0))


def figures(row: Tournament) -> Figures:
    """Entries by kind that were not given back, remaining players, chips issued."""
    sold = Purchase.objects.filter(STANDS, tournament=row)
    kinds = dict(sold.order_by().values_list("kind").annotate(count=Count("pk")))
    kind = Purchase.Kind
    playing = [Entrant.State.REGISTERED, Entrant.State.SEATED]
    return Figures(
        entries=kinds.get(kind.ENTRY, 0) + kinds.get(kind.SEAT_WON, 0) + kinds.get(kind.CARRIED, 0),
        re_entries=kinds.get(kind.RE_ENTRY, 0),
        re_buys=kinds.get(kind.RE_BUY, 0),
        add_ons=kinds.get(kind.ADD_ON, 0),
        left=Entrant.objects.filter(tournament=row, state__in=playing).count(),
        issued=issued(row),
    )


def seated(row: Tournament) -> list[Entrant]:
    """The seated players, by table in breaking order and seat."""
    found = Entrant.objects.filter(tournament=row, state=Entrant.State.SEATED)
    return list(found.select_related("guest", "table__table").order_by("table__position", "seat"))


def tables(row: Tournament) -> list[TournamentTable]:
    """Tables that are not broken, in breaking order: the first breaks first."""
    return list(
        TournamentTable.objects.filter(tournament=row, closed_at=None).select_related("table").order_by("position")
    )


def one(tournament_id: int, *, actor: "User") -> Tournament:
    """A tournament, for actors who run, sell or audit tournaments; refuses `no_such_tournament`."""
    _require(actor)
    found = Tournament.objects.select_related("house", "final", "seat_for").filter(pk=tournament_id).first()
    if found is None:
        raise NotFound("no_such_tournament", N_("Tournament not found."))
    return found


def of_house(house_id: int | None = None, *, actor: "User") -> QuerySet[Tournament]:
    """Tournaments of a house, or of all, the latest start first; for actors as in `one`."""
    _require(actor)
    rows = Tournament.objects.select_related("house")
    return rows if house_id is None else rows.filter(house_id=house_id)


def version(tournament_id: int) -> str:
    """The tournament's version, by its id; empty where there is none."""
    found = Tournament.objects.filter(pk=tournament_id).values_list("version", flat=True)
    return str(found[0]) if found else ""


def _require(actor: "User") -> None:
    """Refuse actors who neither run, sell nor audit tournaments."""
    if not any(roles.permits(actor, permission) for permission in (SELLS, READS)):
        roles.require(actor, RUNS)
