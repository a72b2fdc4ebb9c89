"""Who booked a hand or a round: never the person who takes it back."""

from django.db.models import CharField, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Concat

from accounting.models import Entry, EntryCode
from casino.errors import N_
from casino.selectors.decisions import BOOKER, REVERSER, Duties
from tables.models import Hand, Round


def booker(code: EntryCode, pk: str = "pk") -> Subquery:
    """The person who booked a hand or a round; None before it is booked, and for a deal that was void at once."""
    reference = Concat(Value(f"{code}:"), Cast(OuterRef(pk), CharField()))
    return Subquery(Entry.objects.filter(reference=reference, code=code).values("actor"))


HANDS = Duties(
    model=Hand,
    name=N_("Hand taken back"),
    persons={BOOKER: "booked_by", REVERSER: "voided_by"},
    ways={"booked_by": booker(EntryCode.HAND)},
)
ROUNDS = Duties(
    model=Round,
    name=N_("Round taken back"),
    persons={BOOKER: "booked_by", REVERSER: "voided_by"},
    ways={"booked_by": booker(EntryCode.ROUND)},
)
