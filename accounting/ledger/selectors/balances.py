"""Balances of places of the ledger, by name."""

from collections.abc import Iterable

from accounting.models import Place


def of(house_id: int, names: Iterable[str]) -> dict[str, int]:
    """The balance in cents of each place; 0 for a place without a row."""
    wanted = dict.fromkeys(names, 0)
    return wanted | dict(
        Place.objects.filter(house_id=house_id, name__in=list(wanted)).values_list("name", "balance_cents")
    )
