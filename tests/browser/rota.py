"""Examples of the dealers' pages in the demo's house."""

from collections.abc import Mapping, Sequence

from casino.models import User
from tables.models import Shift


def examples() -> Sequence[tuple[str, Mapping[str, Sequence[object]]]]:
    """A dealer, and their shift of this evening."""
    dealer = User.objects.get(username="dealer2").pk
    return (
        (r"floor/dealers/", {"dealer": [dealer]}),
        (r"floor/shifts/", {"pk": [Shift.objects.filter(dealer=dealer).latest("begins_at").pk]}),
    )
