"""Prizes: fixed when nobody can enter any more, handed out by place, paid once on a numbered slip.

"Every advertised prize must be paid out" (FinASVO NRW §23): from the moment they are fixed the prizes add up to the
pool, to the cent; where the pool falls short of a guarantee the house makes up the difference then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Sum

from accounting import chain
from accounting.tournaments.services import tournaments as money
from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.selectors.decisions import PAYER
from casino.services import decisions
from casino.transactions import use_case
from tables import locks
from tables.models import ChipSetCheck, Entrant, Prize, Tournament
from tables.prizes.selectors import prizes as facts
from tables.prizes.selectors.prizes import PRIZES
from tables.rules.tournaments import prizes as law
from tables.rules.tournaments.payout_tables import PAYOUT_TABLES, USUAL
from tables.rules.tournaments.prizes import Rounded
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.selectors import standing
from tables.tournaments.services import clock, steps

if TYPE_CHECKING:
    from casino.models import User

Kind = Prize.Kind


@dataclass(frozen=True, slots=True)
class Scheme:
    """The payout table by its key, or the house's own shares in basis points by place; and the least prize."""

    table: str = USUAL.key
    shares_bp: tuple[int, ...] | None = None
    least_cents: int = 0


@use_case("tables.run_tournament")
def fix(
    *, tournament_id: int, version: int | None, scheme: Scheme | None = None, early: bool = False, actor: "User"
) -> Tournament:
    """Close registration for good and fix the prize of every place.

    Refuses a second time (`prizes_fixed`); while entries, re-buys or add-ons are still sold, unless `early`
    (`registration_open`); and before the chip set was checked after the re-entry phase (`chip_set_unchecked`).
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    now = house_time.now()
    if row.closed_at is not None:
        raise Refusal("prizes_fixed", N_("The prizes are already fixed."))
    if not early and _still_sold(row, now):
        raise Refusal("registration_open", N_("Entries or chips are still on sale. Confirm if that is to end early."))
    checks = ChipSetCheck.objects.filter(tournament=row)
    if row.chip_set and not checks.filter(when=ChipSetCheck.When.RE_ENTRY).exists():
        raise Refusal("chip_set_unchecked", N_("First check that the chip set is complete."))
    row.closed_at = now
    taken = standing.money(row)
    if taken.overlay_cents:
        money.guarantee(
            house_id=row.house_id,
            code=row.code,
            amount_cents=taken.overlay_cents,
            subject=f"overlay:{row.pk}",
            reference=f"overlay:{row.pk}",
            evidence=chain.evidence(overlay_facts(row)),
            actor=actor,
        )
    if row.final_id is None:
        _advertise(row, taken.pool_cents + taken.overlay_cents, scheme or Scheme(), actor)
    row.save(update_fields=["closed_at", "payouts"])
    hand_out(row)
    crown(row, actor, now)
    return row


@use_case("tables.sell_entry", decides=PRIZES)
def pay(*, prize_id: int, window_id: int, seen: str, actor: "User") -> Prize:
    """Pay a prize from a window's drawer, once.

    Refuses an open prize (`prize_open`), a paid one (`prize_paid`), the person who fixed or agreed it (`two_people`; a
    house may do without, `House.money_by_two`), and one that was `seen` otherwise (`stale`).
    """
    row, prize = locked(prize_id)
    if row.house.money_by_two:
        decisions.refuse_same(PRIZES, prize, PAYER, actor)
    decisions.refuse_unseen(PRIZES, prize, seen)
    prize.paid_alone = not row.house.money_by_two
    posted = money.pay(
        window_id=window_id,
        house_id=row.house_id,
        code=row.code,
        amount_cents=prize.amount_cents,
        subject=f"prize:{prize.pk}",
        reference=f"prize:{prize.pk}",
        evidence=chain.evidence(slip_facts(row, prize)),
        actor=actor,
    )
    prize.window_id, prize.entry_id = window_id, posted.entry_id
    paid(prize, actor)
    steps.touch(row)
    return prize


def overlay_facts(row: Tournament) -> list[object]:
    """The evidence of the entry by which the house makes up a guarantee."""
    taken = standing.money(row)
    return [row.code, row.guarantee_cents, taken.pool_cents, taken.overlay_cents]


def slip_facts(row: Tournament, prize: Prize) -> list[object]:
    """The evidence of the entry of a payment."""
    assert prize.entrant is not None, "the prize has a winner"
    winner = [prize.entrant.number, prize.entrant.guest_id]
    return [row.code, prize.number, prize.kind, prize.place, prize.amount_cents, winner]


def locked(prize_id: int) -> tuple[Tournament, Prize]:
    """The locked tournament and a prize that can be paid; an inner step.  Refuses `prize_paid` and `prize_open`."""
    tournament_id = Prize.objects.filter(pk=prize_id).values_list("tournament_id", flat=True).first()
    if tournament_id is None:
        raise NotFound("no_such_prize", N_("Prize not found."))
    row = locks.tournament(tournament_id)
    prize: Prize = Prize.objects.select_related("entrant__guest").get(pk=prize_id)
    if prize.paid_at is not None:
        raise Refusal("prize_paid", N_("Prize %(number)s has already been paid."), number=prize.number)
    if prize.entrant is None or not prize.amount_cents:
        raise Refusal("prize_open", N_("Prize %(number)s does not belong to anyone yet."), number=prize.number)
    return row, prize


def paid(prize: Prize, actor: "User") -> None:
    """Mark a prize as paid; an inner step."""
    prize.paid_at, prize.paid_by = house_time.now(), actor
    prize.save(update_fields=["window", "entry", "paid_at", "paid_by", "paid_alone"])


def bounty(row: Tournament, winner: Entrant, amount_cents: int, actor: "User") -> None:
    """Add a bounty prize, to be paid at any window; nothing where the amount is 0.  An inner step."""
    if amount_cents:
        steps.add(Prize, row, actor, kind=Kind.BOUNTY, entrant=winner, amount_cents=amount_cents)


def hand_out(row: Tournament) -> None:
    """Assign each unpaid prize to the holder of its place; tied players share evenly.  An inner step."""
    for prize, entrant, cents in owed(row):
        if (prize.entrant, prize.amount_cents) != (entrant, cents):
            prize.entrant, prize.amount_cents = entrant, cents
            prize.save(update_fields=["entrant", "amount_cents"])


def owed(row: Tournament) -> list[tuple[Prize, Entrant | None, int]]:
    """Each unpaid prize of a place with its holder, if there is one yet, and the amount in cents."""
    prizes = {prize.place: prize for prize in Prize.objects.filter(tournament=row, kind__in=[Kind.PLACE, Kind.SEAT])}
    if not prizes:
        return []
    holders: dict[int, tuple[Entrant | None, int]] = {}
    for place, entrants in facts.placed(row).items():
        shares = law.shared(row.payouts, place, len(entrants)) if place <= len(row.payouts) else (0,) * len(entrants)
        for offset, (entrant, cents) in enumerate(zip(entrants, shares, strict=True)):
            holders[place + offset] = (entrant, cents)
    found = []
    for place, prize in prizes.items():
        assert place is not None, "a prize of a place has one"
        entrant, cents = holders.get(place, (None, row.payouts[place - 1]))
        if prize.paid_at is None:
            found.append((prize, entrant, cents))
    return found


def crown(row: Tournament, actor: "User", now: datetime) -> None:
    """Finish a decided tournament: one player has all chips (K2), or only winners of a satellite's seats are left.

    An inner step; does nothing while anybody can still enter, or in a flight, whose survivors go on to the final.
    """
    left = standing.seated(row)
    seats = Prize.objects.filter(tournament=row, kind=Kind.SEAT).count()
    if row.closed_at is None or row.final_id is not None or len(left) > max(1, seats):
        return
    for entrant in left:
        entrant.place, entrant.tied = 1, len(left)
        entrant.save(update_fields=["place", "tied"])
        own_head_cents = facts.heads(row).get(entrant.number, 0)
        bounty(row, entrant, own_head_cents, actor)
    clock.stop(row, actor, now)
    row.state, row.finished_at = Tournament.State.FINISHED, now
    row.save(update_fields=["state", "finished_at"])
    hand_out(row)


def _advertise(row: Tournament, pool_cents: int, scheme: Scheme, actor: "User") -> None:
    """Create every prize; together they are the pool."""
    rest: Sequence[int]
    seats, seat_cents = 0, 0
    if row.seat_for is not None:
        seat_cents = row.seat_for.buy_in_cents + row.seat_for.fee_cents + row.seat_for.bounty_cents
        won, _overlay = law.satellite(pool_cents, seat_cents)
        seats, rest = won.seats, [won.rest_cents] if won.rest_cents else []
    else:
        table = PAYOUT_TABLES.get(scheme.table)
        if table is None:
            raise NotFound("no_such_payout_table", N_("Payout table not found."))
        shares_bp = scheme.shares_bp or table.shares(max(1, seat_views.entries(row)))
        rest = law.payouts(pool_cents, shares_bp, Rounded(row.payout_unit_cents, scheme.least_cents))
    row.payouts = [*[seat_cents] * seats, *rest]
    for place, cents in enumerate(row.payouts, 1):
        kind = Kind.SEAT if place <= seats else Kind.PLACE
        steps.add(Prize, row, actor, kind=kind, place=place, amount_cents=cents)
    total = Prize.objects.filter(tournament=row, place__isnull=False).aggregate(cents=Sum("amount_cents"))["cents"]
    assert (total or 0) == pool_cents, "the prizes add up to the pool"


def _still_sold(row: Tournament, now: datetime) -> bool:
    structure, index = standing.structure(row), steps.item_index(row, now)
    later = range(index, len(structure.items))
    return structure.takes_entries(index) or any(
        structure.takes_rebuys(item) or structure.takes_add_ons(item) for item in later
    )
