"""The proof: walks every book from its first entry, and recomputes every digest and every balance.

It trusts only the rows, not the database's keys and constraints, so that a dump can be proven like a house in
operation; `prove_house` also says where the database itself is not as this version makes it.  It checks the books
(`walks`), the seals (`seals`), the balances against the transfers, and every entry against the rows it rests on: the
modules that keep such rows (hands, boxes, slips) each name a prover in `settings.PROVERS`.  Each break names the book
and the number at which something is wrong.

PostgreSQL puts the texts under the digests together and computes the links; Python computes a random sample of them
again, the digests of hands, boxes and slips, the seals, and everything that PostgreSQL finds in doubt.  `independent`:
Python computes everything from rows, and nothing rests on what PostgreSQL computes.

What is not booked yet is not proven yet: the actions of a hand in play enter the chain when the hand is over.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db import DataError, connection, transaction
from django.utils.module_loading import import_string

from accounting.days.selectors import sealed_rows as selected_rows
from accounting.days.services import sealed_rows, seals
from accounting.days.services.seals import Copy
from accounting.ledger.selectors import chains
from accounting.ledger.services import walks
from accounting.ledger.services.walks import Broken, Walk
from accounting.models import Place
from casino import replica
from casino.errors import Refusal
from casino.services import schema

__all__ = ["Broken", "Proof", "Prover", "prove", "prove_house"]

Prover = Callable[[], Iterator[Broken]]
"""Compares rows with their entries in the proof's snapshot and yields what differs; joins no table of people."""

_STRAYS = """
SELECT 'transfer ' || t.position || ' of entry ' || t.entry_id || ', which is not there'
  FROM accounting_transfer t LEFT JOIN accounting_entry e ON e.id = t.entry_id WHERE e.id IS NULL
UNION ALL
SELECT 'an assessment of entry ' || a.entry_id || ', which is not there'
  FROM accounting_assessment a LEFT JOIN accounting_entry e ON e.id = a.entry_id WHERE e.id IS NULL
UNION ALL
SELECT 'a wager of entry ' || w.entry_id || ', which is not there'
  FROM accounting_wager w LEFT JOIN accounting_entry e ON e.id = w.entry_id WHERE e.id IS NULL
"""


# Every row of a cursor is read; sums of a large house fit into memory, and no helper makes them a second time; it takes
# the time it needs, also where a request has a limit; nobody's function hides one of PostgreSQL's own.
_FOR_THE_PROOF = """
SELECT set_config('cursor_tuple_fraction', '1', true), set_config('work_mem', '64MB', true),
       set_config('max_parallel_workers_per_gather', '0', true), set_config('statement_timeout', '0', true),
       set_config('idle_in_transaction_session_timeout', '0', true),
       set_config('search_path', 'pg_catalog, ' || current_setting('search_path'), true)
"""


@dataclass(slots=True)
class Proof:
    """The numbers of rows walked, and what was found broken.

    `absent`: tables of people that are not in this copy; their checks were left out.
    `copies`: for each copy of a seal kept outside, as `date=digest`, whether it equals the stored one.
    `schema`: where the database is not as this version makes it: what kept the rows right may have been off.
    """

    entries: int = 0
    transfers: int = 0
    seals: int = 0
    copies: dict[str, bool] = field(default_factory=dict)
    absent: list[str] = field(default_factory=list)
    broken: list[Broken] = field(default_factory=list)
    schema: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.broken and not self.schema


def prove_house(copies: Sequence[Copy] = (), *, independent: bool = False) -> Proof:
    """`prove`, and compare the database with the schema of this version (`casino.services.schema`)."""
    differences = schema.differences()
    proof = prove(copies, independent=independent)
    proof.schema += differences
    return proof


@replica.reading(caught_up=True)
def prove(copies: Sequence[Copy] = (), *, independent: bool = False) -> Proof:
    """Prove all books of all houses in one snapshot.

    `copies`: seals kept outside, as printed on the day sheet; each must equal a stored seal of its day.
    `independent`: Python computes every digest from the rows, which takes more than twice as long.
    """
    nested = connection.in_atomic_block
    with transaction.atomic():
        with connection.cursor() as cursor:
            if not nested:  # one snapshot for all books, while the house goes on booking
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute(_FOR_THE_PROOF)
        stored = seals.stored()
        walk = walks.walk(seals.wanted(stored), independent=independent)
        proof = Proof(walk.entries, walk.transfers, len(stored), broken=walk.broken)
        proof.broken += seals.check(stored, walk)
        proof.absent = selected_rows.absent()
        covered = {seal.id: seal.rows for seal in stored if seal.rows}
        proof.broken += sealed_rows.check(covered, proof.absent, independent=independent)
        for copy in copies:
            missing = list(seals.differs(stored, copy))
            proof.copies[f"{copy[0]}={copy[1]}"] = not missing
            proof.broken += missing
        proof.broken += _balances(walk)
        proof.broken += (Broken("", None, what) for (what,) in chains.found(_STRAYS))
        for name in settings.PROVERS:
            proof.broken += _run_prover(settings.INDEPENDENT_PROVERS.get(name, name) if independent else name)
    return proof


def _run_prover(name: str) -> Iterator[Broken]:
    """Run one prover; a row that cannot be read (a date of no calendar) ends this prover, not the proof."""
    prover: Prover = import_string(name)
    try:
        yield from prover()
    except (DataError, OverflowError, Refusal, TypeError, ValueError) as error:
        yield Broken("", None, f"{name}: a row cannot be read: {error}")


def _balances(walk: Walk) -> Iterator[Broken]:
    """Compare each place's stored balance with the sum of its transfers."""
    stored = {
        (house, name): cents for house, name, cents in Place.objects.values_list("house_id", "name", "balance_cents")
    }
    moved = walk.balances_cents
    for house, name in sorted(stored.keys() | moved.keys()):
        balance_cents, moved_cents = stored.get((house, name), 0), moved.get((house, name), 0)
        if balance_cents != moved_cents:
            yield Broken(name, None, f"the balance is {balance_cents}, the transfers add up to {moved_cents}")
