"""What the house owes a guest: the one question, which every subject that can owe a guest answers a part of."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from accounting.places import Kind


@dataclass(frozen=True, slots=True)
class Debt:
    """Money or chips of a guest that the house has; `what` it is, in English, to be translated."""

    what: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject that can owe a guest: one of `settings.OWED_TO_GUESTS`.

    `kinds`: the places of the ledger where what it owes lies; each such place is of one subject.  `debts` has those to
    the guest with this id and to duplicates of theirs.
    """

    kinds: frozenset[Kind]
    debts: Callable[[int], Iterable[Debt]]


def subjects() -> list[Subject]:
    """All subjects that can owe a guest."""
    return [import_string(name) for name in settings.OWED_TO_GUESTS]


def to(guest_id: int) -> list[Debt]:
    """All that the house owes a guest, duplicates of theirs included."""
    return [debt for subject in subjects() for debt in subject.debts(guest_id)]
