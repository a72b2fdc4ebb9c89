"""A game's terms as they were: people edit games between evenings, and a hand is judged by what it was played under."""

from datetime import datetime

from tables.models import Game


def as_of(game_id: int, at: datetime) -> Game:
    """The game as its history has it for that moment; of one without any, as it stands.  Not to be saved.

    Raises `Game.DoesNotExist`.
    """
    rows = Game.history.filter(id=game_id)
    row = rows.filter(history_date__lte=at).order_by("-history_date", "-history_id").first()
    row = row or rows.order_by("history_date", "history_id").first()
    found: Game = Game.objects.get(pk=game_id) if row is None else row.instance
    return found
