"""The room and its browsers."""

from tests.tables.pages.conftest import browser, built, room

__all__ = ["browser", "built", "room"]
