"""The game side's room serves the money side's pages too."""

from tests.tables.pages.conftest import browser, built, room

__all__ = ["browser", "built", "room"]
