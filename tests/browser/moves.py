"""A game at three tables with a must-move, requests and draws, for the look at every page."""

from collections.abc import Mapping, Sequence

from accounting.models import House, RakeSchedule
from casino.models import User
from tables.floor.services import seats, tables
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.guests.services import guests
from tables.models import MoveRequest, SeatDraw, Table
from tables.moving.services import breaking, must_moves, requests


def play(house: House) -> None:
    """MM1 is kept full from MM2; two of MM3 have asked; one draw waits, and one was made."""
    floor = User.objects.get(username="floor")
    terms = GameForm(
        name="NLHE 1/2 West", variant="texas", betting="no_limit", small_blind_cents=100, big_blind_cents=200,
        min_buy_in_cents=4_000, rake_schedule_id=RakeSchedule.objects.earliest("pk").pk, recording="every_action",
    )  # fmt: skip
    game = games.create(house_id=house.pk, terms=terms, actor=floor)
    room = {}
    for code, players in (("MM1", 3), ("MM2", 2), ("MM3", 6), ("MM4", 1)):
        row = tables.create(house_id=house.pk, code=code, seats=9, actor=floor)
        tables.open_table(table_id=row.pk, version=1, game_id=game.pk, float_cents=0, actor=floor)
        room[code] = row.pk
        for seat in range(1, players + 1):
            guest = guests.register(house_id=house.pk, number=f"{code}-{seat}", name=f"Rita {code}-{seat}", actor=floor)
            version = Table.objects.get(pk=row.pk).version
            seats.sit(table_id=row.pk, version=version, seat=seat, guest_id=guest.pk, buy_in_cents=20_000, actor=floor)
    breaking.break_table(draw_id=breaking.announce(table_id=room["MM4"], actor=floor).pk, actor=floor)
    must_moves.couple(main_id=room["MM1"], feeder_id=room["MM2"], actor=floor)
    requests.ask(table_id=room["MM3"], seat=1, to_table_id=room["MM3"], to_seat=9, actor=floor)
    requests.ask(table_id=room["MM3"], seat=2, actor=floor)
    breaking.announce(table_id=room["MM3"], actor=floor)


def examples() -> Sequence[tuple[str, Mapping[str, Sequence[object]]]]:
    """A main table, one at which somebody asks, one whose draw was announced and one where it was not."""
    room = dict(Table.objects.filter(code__in=["MM1", "MM2", "MM3"]).values_list("code", "pk"))
    waiting = MoveRequest.objects.filter(ended_at=None)
    return (
        (r"floor/moves/<move:pk>/", {"pk": list(waiting.values_list("pk", flat=True))}),
        (r"floor/draws/", {"pk": list(SeatDraw.objects.values_list("pk", flat=True))}),
        (r"floor/tables/<table:pk>/seats/<int:seat>/ask/", {"pk": [room["MM3"]], "seat": [3]}),
        (r"floor/tables/<table:pk>/must-move/$", {"pk": [room["MM3"]]}),
        (r"floor/tables/<table:pk>/must-move/", {"pk": [room["MM1"]]}),
        (r"floor/tables/<table:pk>/(break|draw-seats)/", {"pk": [room["MM2"], room["MM3"]]}),
    )
