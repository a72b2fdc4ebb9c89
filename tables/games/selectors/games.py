"""The games of a house, and the open tables that play them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db.models import QuerySet

from tables.models import Game, Session, StakeStep


def of_house(house_id: int) -> QuerySet[Game]:
    """The games of a house by name, also those that are not offered any more."""
    return Game.objects.filter(house_id=house_id).order_by("name")


@dataclass(frozen=True, slots=True)
class TermsChange:
    """A change of a game's terms: when, by whom, and which terms, by the names of their fields."""

    at: datetime
    name: str
    terms: tuple[str, ...]


def version(game_id: int) -> int:
    """How often the game was saved: a form that was opened before another's change knows it by this."""
    return int(Game.history.filter(id=game_id).count())


def changes_since(game_id: int, seen: int) -> list[TermsChange]:
    """What has changed since the version `seen`, the oldest first."""
    rows: Any = Game.history.filter(id=game_id).select_related("history_user").order_by("history_id")
    kept = list(rows)[max(seen - 1, 0) :]
    return [
        TermsChange(
            later.history_date,
            str(later.history_user or ""),
            tuple(change.field for change in later.diff_against(earlier).changes),
        )
        for earlier, later in pairwise(kept)
    ]


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
