"""On to another tournament: a seat won in a satellite, and the survivors of a flight with their stacks and the pool."""

from typing import TYPE_CHECKING

from accounting import chain
from accounting.tournaments.services import tournaments as money
from accounting.tournaments.services.tournaments import Due
from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Entrant, Prize, Purchase, Tournament
from tables.prizes.services import prizes, settling
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import clock, entries, seats, steps
from tables.tournaments.services.entries import Sale

if TYPE_CHECKING:
    from casino.models import User

_TAKES = (Tournament.State.REGISTERING, Tournament.State.RUNNING)


@use_case("tables.run_tournament")
def award_seat(*, prize_id: int, actor: "User") -> Purchase:
    """Enter the winner of a seat in the target tournament; its price goes from pool to pool and fee.

    Refuses a guest who plays there already (`plays_already`): their prize is then paid in money.
    """
    row, prize = prizes.locked(prize_id)
    if prize.kind != Prize.Kind.SEAT or row.seat_for_id is None or prize.entrant is None:
        raise Refusal("no_seat_won", N_("This prize is not a seat."))
    target = locks.tournament(row.seat_for_id)
    steps.in_state(target, *_TAKES)
    chips = facts.structure(target).starting_chips
    entrant = entries.new_entrant(target, prize.entrant.guest, chips)
    due = Due(target.buy_in_cents + target.bounty_cents, target.fee_cents)
    posted = money.hand_on(
        house_id=row.house_id,
        code=row.code,
        to=target.code,
        due=due,
        subject=f"prize:{prize.pk}",
        reference=f"prize:{prize.pk}",
        evidence=chain.evidence(prizes.slip_facts(row, prize)),
        actor=actor,
    )
    prize.entry_id = posted.entry_id
    prizes.paid(prize, actor)
    purchase = _entered(target, entrant, Purchase.Kind.SEAT_WON, chips, actor, entry_id=posted.entry_id, due=due)
    if target.state == Tournament.State.RUNNING or facts.tables(target):
        seats.seat_late(target, entrant, actor)
    steps.touch(row)
    return purchase


@use_case("tables.run_tournament")
def advance(*, tournament_id: int, version: int | None, actor: "User") -> list[Entrant]:
    """End a flight: survivors go to the final with their stacks, and so does the whole pool; the flight keeps its fees.

    A guest who survives more than one flight plays the largest of their stacks.  Refuses a tournament that is no flight
    (`no_flight`), a flight whose prizes are not closed yet (`registration_open`), and a final that has begun
    (`tournament_state`).
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    if row.final_id is None:
        raise Refusal("no_flight", N_("This tournament is not a flight."))
    if row.closed_at is None:
        raise Refusal("registration_open", N_("Entries or chips are still on sale. Confirm if that is to end early."))
    final = locks.tournament(row.final_id)
    steps.in_state(final, Tournament.State.REGISTERING)
    now = house_time.now()
    pool_cents = facts.money(row).prizes_cents
    if pool_cents:
        money.hand_on(
            house_id=row.house_id,
            code=row.code,
            to=final.code,
            due=Due(pool_cents, 0),
            subject=f"advanced:{row.pk}",
            reference=f"advanced:{row.pk}",
            evidence=chain.evidence(flight_facts(row)),
            actor=actor,
        )
    carried = [_carry(final, entrant, actor) for entrant in facts.seated(row)]
    for entrant in facts.seated(row):
        entrant.state, entrant.table, entrant.seat = Entrant.State.ADVANCED, None, None
        entrant.save(update_fields=["state", "table", "seat"])
    clock.stop(row, actor, now)
    settling.free_tables(row)
    row.state, row.finished_at = Tournament.State.FINISHED, now
    row.save(update_fields=["state", "finished_at"])
    steps.touch(final)
    return carried


def flight_facts(row: Tournament) -> list[object]:
    """The evidence of the entry that moves a flight's pool to the final."""
    return [row.code, row.final_id, facts.money(row).prizes_cents]


def _carry(final: Tournament, entrant: Entrant, actor: "User") -> Entrant:
    """Enter a survivor in the final with this stack, unless they have a larger one there."""
    standing = Entrant.objects.filter(tournament=final, guest=entrant.guest, state=Entrant.State.REGISTERED).first()
    if standing is None:
        standing = entries.new_entrant(final, entrant.guest, entrant.chips)
        _entered(final, standing, Purchase.Kind.CARRIED, entrant.chips, actor)
    elif entrant.chips > standing.chips:
        _entered(final, standing, Purchase.Kind.CARRIED, entrant.chips - standing.chips, actor)
        standing.chips = entrant.chips
        standing.save(update_fields=["chips"])
    return standing


def _entered(
    row: Tournament,
    entrant: Entrant,
    kind: Purchase.Kind,
    chips: int,
    actor: "User",
    *,
    entry_id: int | None = None,
    due: Due | None = None,
) -> Purchase:
    """Write the receipt of an entry that was not paid at a window."""
    sale = Sale(kind, due or Due(0, 0), chips, row.bounty_cents if due else 0)
    number = entries.next_number(row)
    return entries.receipt(row, entrant, sale, number=number, at=house_time.now(), entry_id=entry_id, actor=actor)
