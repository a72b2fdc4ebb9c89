"""What the audit says of a whole day: facts from the selectors, verdicts from the pure rules."""

from django.utils import timezone

from accounting.models import GamingDay
from accounting.verdicts import Verdict
from tables.selectors import dayfacts, dealerfacts
from tables.verdicts import day as days
from tables.verdicts import dealers


def day_verdicts(day_id: int) -> list[Verdict]:
    """All that does not tie on a gaming day; the hands themselves are not looked at here.  Reads only."""
    day = GamingDay.objects.select_related("house").get(pk=day_id)
    found = list(days.of_day(dayfacts.of_day(day, timezone.now())))
    date = f"{day.date:%Y-%m-%d}"
    for voids in dealerfacts.voids(day_id):
        found += dealers.of_voids(date, voids)
    # Tips and rake of a dealer are a matter of many hands: the month so far, like the tronc.
    month = dealerfacts.dealt(day.house_id, day.date.replace(day=1), day.date)
    return found + list(dealers.of_dealers(f"{day.date:%Y-%m}", month))
