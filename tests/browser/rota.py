"""Examples of the dealers' pages in the demo's house."""

from collections.abc import Mapping, Sequence

from casino.models import User
from tables.models import Shift


def examples() -> Sequence[tuple[str, Mapping[str, Sequence[object]]]]:
    """A dealer, and his shift."""
    dealer = User.objects.get(username="dealer2").pk
    return (
        (r"floor/dealers/", {"dealer": [dealer]}),
        (r"floor/shifts/", {"pk": [Shift.objects.get(dealer=dealer).pk]}),
    )
