"""What is in a few places of the ledger, by their names."""

from collections.abc import Iterable

from accounting.models import Place


def of(house_id: int, names: Iterable[str]) -> dict[str, int]:
    """Cents in each of the places; nothing where none was ever."""
    wanted = dict.fromkeys(names, 0)
    return wanted | dict(
        Place.objects.filter(house_id=house_id, name__in=list(wanted)).values_list("name", "balance_cents")
    )
