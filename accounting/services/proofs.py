"""The proof: every book is walked from its first entry, every digest is computed anew, every balance added up anew.

Nothing is believed but the rows themselves, not even the database's own keys and constraints, so that a dump proves as
well as a house in operation.  Walked are the books (`walks`), the seals (`seals`), what lies where by the transfers,
and what each entry rests on: whoever keeps such things names a prover in `settings.PROVERS`, so that hands, assessments
and entries, boxes and slips are held against each other one to one.  Each finding names the book and the number at
which something is wrong.

What is not booked yet is not proven yet: the actions of a hand in play enter the chain when the hand is over.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db import DataError, connection, transaction
from django.utils.module_loading import import_string

from accounting.models import Place
from accounting.selectors import chains
from accounting.services import seals, walks
from accounting.services.seals import Copy
from accounting.services.walks import Broken, Walk

__all__ = ["Broken", "Proof", "Prover", "prove"]

Prover = Callable[[], Iterator[Broken]]
"""Reads in the proof's snapshot and names what is not one to one; joins no table of people."""

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


@dataclass(slots=True)
class Proof:
    """What was walked and what was found broken.

    `copies`: for each seal from outside, as `date=digest`, whether it stands in the books.
    """

    entries: int = 0
    transfers: int = 0
    seals: int = 0
    copies: dict[str, bool] = field(default_factory=dict)
    broken: list[Broken] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether everything is as it was written."""
        return not self.broken


def prove(copies: Sequence[Copy] = ()) -> Proof:
    """Walk all books of all houses in one snapshot and say what is broken.

    `copies` are seals that somebody kept outside, as the day's sheet shows them.
    """
    nested = connection.in_atomic_block
    with transaction.atomic():
        with connection.cursor() as cursor:
            if not nested:  # one snapshot for all books, while the house goes on booking
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            cursor.execute("SELECT set_config('cursor_tuple_fraction', '1', true)")  # every row of a cursor is read
        stored = seals.stored()
        walk = walks.walk(seals.wanted(stored))
        proof = Proof(walk.entries, walk.transfers, len(stored), broken=walk.broken)
        proof.broken += seals.check(stored, walk)
        for copy in copies:
            missing = list(seals.differs(stored, copy))
            proof.copies[f"{copy[0]}={copy[1]}"] = not missing
            proof.broken += missing
        proof.broken += _balances(walk)
        proof.broken += (Broken("", None, what) for (what,) in chains.stream(_STRAYS))
        for name in settings.PROVERS:
            proof.broken += _told(name)
    return proof


def _told(name: str) -> Iterator[Broken]:
    """What a prover says; a row that nobody can read (a date of no calendar) ends its part, not the proof."""
    prover: Prover = import_string(name)
    try:
        yield from prover()
    except (DataError, OverflowError, TypeError, ValueError) as error:
        yield Broken("", None, f"{name}: a row cannot be read: {error}")


def _balances(walk: Walk) -> Iterator[Broken]:
    """What lies in each place is what the transfers add up to."""
    stored = {
        (house, name): cents for house, name, cents in Place.objects.values_list("house_id", "name", "balance_cents")
    }
    moved = walk.balances_cents
    for house, name in sorted(stored.keys() | moved.keys()):
        balance_cents, moved_cents = stored.get((house, name), 0), moved.get((house, name), 0)
        if balance_cents != moved_cents:
            yield Broken(name, None, f"the balance is {balance_cents}, the transfers add up to {moved_cents}")
