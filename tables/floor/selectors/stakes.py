"""The blinds of a house's games by their names, for reports by stake (`settings.STAKES`)."""

from collections.abc import Mapping

from accounting.models import House
from tables.models import Game


def of_games(house: House) -> Mapping[str, tuple[int, int]]:
    """Small and big blind (cents) of each game that has blinds; games against the house have none."""
    rows = Game.objects.filter(house=house, big_blind_cents__gt=0)
    return {name: (small, big) for name, small, big in rows.values_list("name", "small_blind_cents", "big_blind_cents")}
