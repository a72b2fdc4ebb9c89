"""Former names, until other rooms use the new ones."""

from tables.play.api.hands.serializers import ACTION_KINDS, RECORDED_KINDS
from tables.play.api.hands.serializers import HandSerializer as HandShape

__all__ = ["ACTION_KINDS", "RECORDED_KINDS", "HandShape"]
