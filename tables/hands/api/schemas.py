"""Former names, until other rooms use the new ones."""

from tables.hands.api.serializers import ACTION_KINDS, RECORDED_KINDS
from tables.hands.api.serializers import HandSerializer as HandShape

__all__ = ["ACTION_KINDS", "RECORDED_KINDS", "HandShape"]
