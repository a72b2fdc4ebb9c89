"""The number of tables that a house's dealers can keep in play, now and as more of them come."""

from collections.abc import Iterable

from tables.rules.rota.terms import RotaRules


def tables_kept(dealers: int, rules: RotaRules) -> int:
    """The tables that `dealers` dealers can keep in play: each deals a down, then has at least the shortest break.

    One dealer alone keeps one table.
    """
    kept = dealers * rules.down_minutes // (rules.down_minutes + rules.least_break_minutes)
    return max(min(1, dealers), kept)


def further_tables(here: int, in_play: int, come: Iterable[int], rules: RotaRules) -> list[int]:
    """The minutes until each further table can be dealt, the first first.

    `come`: the minutes until each dealer comes whose shift has not begun.
    """
    found = [0] * (tables_kept(here, rules) - in_play)
    for dealers, minutes in enumerate(sorted(come), here + 1):
        found += [minutes] * (tables_kept(dealers, rules) - in_play - len(found))
    return found
