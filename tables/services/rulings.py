"""Rulings of the floor: "house decisions cannot be challenged", so they are written down and stay (seed 001, S13)."""

from typing import TYPE_CHECKING

from django.utils import timezone

from casino import roles
from casino.errors import Malformed, NotFound, Refusal, _
from casino.transactions import use_case
from tables import locks
from tables.models import Hand, Ruling

if TYPE_CHECKING:
    from casino.models import User

TEXT_MIN, TEXT_MAX = 3, 1_000


@use_case
def record(*, table_id: int, hand_id: int | None = None, text: str, actor: "User") -> Ruling:
    """Write down what was decided at a table, about one of its hands or about the game.

    Refuses a hand of another table, and a text that says nothing.
    """
    roles.require(actor, "tables.record_ruling")
    table = locks.tables([table_id])[table_id]
    if len(text.strip()) < TEXT_MIN:
        raise Refusal("ruling_empty", _("Say what was decided, in a few words."))
    if len(text.strip()) > TEXT_MAX:
        raise Malformed("text_too_long", _("At most %(most)s characters."), most=TEXT_MAX)
    if hand_id is not None and not Hand.objects.filter(pk=hand_id, table_id=table_id).exists():
        raise NotFound("no_such_hand", _("There is no such hand."))
    return Ruling.objects.create(
        house_id=table.house_id, table_id=table_id, hand_id=hand_id, text=text.strip(), at=timezone.now(), by=actor
    )
