"""Settling a tournament: everything paid, every chip back in the case, the fees to the house."""

from typing import TYPE_CHECKING

from django.db.models import Sum

from accounting import chain
from accounting.tournaments.services import tournaments as money
from casino import house_time
from casino.errors import N_, Refusal
from casino.selectors.decisions import SETTLER
from casino.services import decisions
from casino.transactions import use_case
from tables.models import ChipSetCheck, Prize, Purchase, Tournament, TournamentTable
from tables.tournaments.selectors import standing
from tables.tournaments.services import seats, steps

if TYPE_CHECKING:
    from casino.models import User

SETTLES = "tables.settle_tournament"


@use_case("tables.settle_tournament", password=True)
def settle(*, tournament_id: int, version: int | None, actor: "User") -> Tournament:
    """Close the books of a finished tournament: the fees go to the house, its tables are free again.

    Refuses while a prize is unpaid (`prizes_unpaid`) or anything of the pool is left (`pool_left`), and before the chip
    set was checked at the end (`chip_set_unchecked`), and the person who paid one of its prizes (`two_people`; a house
    may do without, `House.money_by_two`).  The statement is due within ten days (FinASVO NRW §23).
    """
    row = steps.locked(tournament_id, Tournament.State.FINISHED, version=version, actor=actor)
    unpaid = Prize.objects.filter(tournament=row, paid_at=None, amount_cents__gt=0)
    if unpaid.exists():
        numbers = ", ".join(str(number) for number in unpaid.order_by("number").values_list("number", flat=True)[:20])
        raise Refusal("prizes_unpaid", N_("Prizes are still to be paid: %(prizes)s."), prizes=numbers)
    checks = ChipSetCheck.objects.filter(tournament=row, when=ChipSetCheck.When.END)
    if row.chip_set and not checks.exists():
        raise Refusal("chip_set_unchecked", N_("First check that the chip set is complete."))
    row.settled_alone = not row.house.money_by_two
    if not row.settled_alone:
        decisions.refuse_same(standing.SETTLEMENTS, row, SETTLER, actor)
    money.settle(
        house_id=row.house_id,
        code=row.code,
        subject=f"settled:{row.pk}",
        reference=f"settled:{row.pk}",
        evidence=chain.evidence(statement_facts(row)),
        actor=actor,
    )
    free_tables(row)
    row.state, row.settled_at, row.settled_by = Tournament.State.SETTLED, house_time.now(), actor
    row.save(update_fields=["state", "settled_at", "settled_by", "settled_alone"])
    return row


def statement_facts(row: Tournament) -> list[object]:
    """The evidence of the settlement: money in by kind, the overlay, money out, chips issued."""
    kinds = Purchase.objects.filter(tournament=row, returned=None).order_by("kind").values_list("kind")
    sold = kinds.annotate(pool=Sum("pool_cents"), fee=Sum("fee_cents"), bounty=Sum("bounty_cents"), chips=Sum("chips"))
    taken = standing.money(row)
    return [row.code, [list(one) for one in sold], taken.overlay_cents, taken.paid_cents, standing.issued(row)]


def free_tables(row: Tournament) -> None:
    """Release every table that the tournament still holds; an inner step."""
    seats.close_tables(list(TournamentTable.objects.filter(tournament=row, closed_at=None)))
