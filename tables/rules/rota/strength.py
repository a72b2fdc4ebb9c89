"""How many tables the dealers of a house keep in play, now and as more of them come."""

from collections.abc import Iterable

from tables.rules.rota.terms import RotaRules


def tables_kept(dealers: int, rules: RotaRules) -> int:
    """So many tables can so many dealers keep in play: each deals a down, then has at least the shortest break.

    One dealer alone keeps one.
    """
    kept = dealers * rules.down_minutes // (rules.down_minutes + rules.least_break_minutes)
    return max(min(1, dealers), kept)


def further_tables(here: int, in_play: int, come: Iterable[int], rules: RotaRules) -> list[int]:
    """In how many minutes each further table can be dealt, the first first.

    `come`: in how many minutes those dealers come whose shift has not begun.
    """
    found = [0] * (tables_kept(here, rules) - in_play)
    for dealers, minutes in enumerate(sorted(come), here + 1):
        found += [minutes] * (tables_kept(dealers, rules) - in_play - len(found))
    return found
