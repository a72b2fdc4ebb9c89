"""The chips of a house: which values it plays with."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from accounting import locks
from accounting.days.services import houses
from accounting.models import House
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables.models import Game

if TYPE_CHECKING:
    from casino.models import User


@use_case("casino.edit_house")
def change(*, house_id: int, denominations_cents: Iterable[int], actor: "User") -> House:
    """Change the chips of a house, each by its value in cents.

    A chip can be added at any time, and withdrawn between gaming days.

    Refuses what `accounting.days.services.houses.with_chips` refuses, and the withdrawal of a chip that is the smallest
    of an offered game or stands in its chip set (`chip_of_a_game`).
    """
    house = locks.house(house_id)
    withdrawn = set(houses.with_chips(house, denominations_cents, actor=actor))
    for game in Game.objects.filter(house=house, is_active=True).order_by("name"):
        needed = {game.chip_cents, *map(int, game.chip_set or ())}
        if needed & withdrawn:
            raise Refusal(
                "chip_of_a_game",
                N_("%(game)s is played with the %(denomination_cents)s chip."),
                game=game.name,
                denomination_cents=min(needed & withdrawn),
            )
    return house
