"""Two tables of chips without value in the demo's house: one between hands, one in a hand."""

from collections.abc import Mapping, Sequence

from accounting.models import House
from casino.models import User
from tables.floor.services import tables
from tables.models import Game, PracticeHand, Table
from tables.practice.services import games, hands
from tables.rules.actions import Action, Kind


def play(house: House) -> None:
    """A hand that all but one fold at each; at the second another has begun."""
    floor = User.objects.get(username="floor")
    game = Game.objects.filter(house=house, rake_schedule__isnull=False, is_active=True).earliest("pk")
    for code in ("P1", "P2"):
        table = tables.create(house_id=house.pk, code=code, seats=9, actor=floor).pk
        games.open_game(table_id=table, version=1, game_id=game.pk, actor=floor)
        for seat, version in ((1, 2), (4, 3)):
            games.sit(table_id=table, version=version, seat=seat, actor=floor)
        played = hands.start(table_id=table, version=4, actor=floor)
        hands.act(practice_hand_id=played.pk, action=Action(Kind.FOLD), count=0, actor=floor)
        hands.settle(practice_hand_id=played.pk, count=1, actor=floor)
    hands.start(table_id=table, version=6, actor=floor)


def examples() -> Sequence[tuple[str, Mapping[str, Sequence[object]]]]:
    """Both tables, a closed one to be opened, and a hand of each kind."""
    tables_by_code = dict(Table.objects.values_list("code", "pk"))
    between = tables_by_code["P1"]
    return (
        (r"practice/tables/<table:pk>/open/", {"pk": [tables_by_code["T06"]]}),
        (r"practice/tables/<table:pk>/$", {"pk": [between, tables_by_code["P2"]]}),
        (r"practice/tables/<table:pk>/seats/<int:seat>/sit/", {"pk": [between], "seat": [9]}),
        (r"practice/tables/<table:pk>/seats/", {"pk": [between], "seat": [1]}),
        (r"practice/tables/", {"pk": [between]}),
        (r"practice/hands/<practice_hand:pk>/$", {"pk": list(PracticeHand.objects.values_list("pk", flat=True))[1:]}),
        (r"practice/hands/", {"pk": [PracticeHand.objects.get(state="open").pk]}),
    )
