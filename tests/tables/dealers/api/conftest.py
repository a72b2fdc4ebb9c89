"""The people who ask over HTTP, and what they find."""

from tests.tables.api.conftest import built, dealer, evening, floor, hand, manager, seated, story

__all__ = ["built", "dealer", "evening", "floor", "hand", "manager", "seated", "story"]
