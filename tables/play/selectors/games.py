"""The games of a house, and the open tables that play them."""

from collections import defaultdict
from collections.abc import Mapping

from django.db.models import QuerySet

from tables.models import Game, Session, StakeStep


def of_house(house_id: int) -> QuerySet[Game]:
    """The games of a house by name, also those that are not offered any more."""
    return Game.objects.filter(house_id=house_id).order_by("name")


def played_at(house_id: int) -> Mapping[int, list[str]]:
    """By game, the codes of the open tables that play it or have it planned as a stake.

    One query, since a step taken between two queries would appear in neither.
    """
    found: defaultdict[int, set[str]] = defaultdict(set)
    rows = Session.objects.filter(table__house_id=house_id, closed_at=None).values_list(
        "table__code", "game_id", "stake_steps__game_id", "stake_steps__state"
    )
    for code, game_id, planned_id, state in rows:
        found[game_id].add(code)
        if state == StakeStep.State.PLANNED:
            found[planned_id].add(code)
    return {game_id: sorted(codes) for game_id, codes in found.items()}
