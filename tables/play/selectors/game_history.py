"""A game's terms at an earlier time: games are edited, but a hand is judged by the terms it was played under."""

from datetime import datetime

from tables.models import Game


def as_of(game_id: int, at: datetime) -> Game:
    """The game with its terms at that time, from its history; without history, the present terms.  Do not save it.

    Raises `Game.DoesNotExist`.
    """
    rows = Game.history.filter(id=game_id)
    row = rows.filter(history_date__lte=at).order_by("-history_date", "-history_id").first()
    row = row or rows.order_by("history_date", "history_id").first()
    found: Game = Game.objects.get(pk=game_id) if row is None else row.instance
    return found
