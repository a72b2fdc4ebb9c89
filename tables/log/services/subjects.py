"""Checks of what an entry in the floor's log is about: a hand, a round, guests.  Inner steps."""

from collections.abc import Sequence

from casino.errors import N_, NotFound
from tables.models import Guest, Hand, Round


def check_played_at(table_id: int, hand_id: int | None, round_id: int | None = None) -> None:
    """Refuse another table's hand (`no_such_hand`) or round (`no_such_round`)."""
    if hand_id is not None and not Hand.objects.filter(pk=hand_id, table_id=table_id).exists():
        raise NotFound("no_such_hand", N_("Hand not found."))
    if round_id is not None and not Round.objects.filter(pk=round_id, table_id=table_id).exists():
        raise NotFound("no_such_round", N_("Round not found."))


def guests(house_id: int, guest_ids: Sequence[int]) -> list[Guest]:
    """The guests with these ids; refuses one that is not of the house (`no_such_guest`)."""
    found = list(Guest.objects.filter(house_id=house_id, pk__in=guest_ids)) if guest_ids else []
    if len(found) != len(set(guest_ids)):
        raise NotFound("no_such_guest", N_("Guest not found."))
    return found
