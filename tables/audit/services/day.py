"""The audit's verdicts on a whole day: facts from the selectors, judged by the pure rules."""

from accounting.models import GamingDay
from accounting.tronc.selectors import hours
from accounting.verdicts import Verdict
from casino import house_time
from tables.audit.selectors import day as day_facts
from tables.audit.selectors import dealers as dealer_facts
from tables.audit.selectors import guests
from tables.rounds.selectors import rounds
from tables.tournaments.selectors import audit
from tables.verdicts import day as days
from tables.verdicts import dealers
from tables.verdicts import guests as of_guests
from tables.verdicts import rounds as of_rounds
from tables.verdicts import tournaments as of_tournaments


def day_verdicts(day_id: int) -> list[Verdict]:
    """All verdicts on a gaming day, its rounds included, except those on single hands.  Reads only."""
    day = GamingDay.objects.select_related("house").get(pk=day_id)
    found = list(days.of_day(day_facts.of_day(day, house_time.now())))
    found += [verdict for booked in rounds.of_day(day_id) for verdict in of_rounds.verdicts(booked)]
    found += [verdict for numbers in rounds.numbers(day_id) for verdict in days.of_numbers(numbers)]
    found += [verdict for told in audit.of_day(day_id) for verdict in of_tournaments.verdicts(told)]
    found += [verdict for told in guests.of_day(day) for verdict in of_guests.verdicts(told)]
    found += hours.verdicts(day)
    date = f"{day.date:%Y-%m-%d}"
    for voids in dealer_facts.voids(day_id):
        found += dealers.of_voids(date, voids)
    # A dealer's tips and rake need many hands: the month so far, like the tronc.
    month = dealer_facts.dealt(day.house_id, day.date.replace(day=1), day.date)
    return found + list(dealers.of_dealers(f"{day.date:%Y-%m}", month))
